"""The app in a browser: on loopback alone, behind a token, its screens ended with it. Needs the extra."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

pytest.importorskip("textual_serve")
aiohttp = pytest.importorskip("aiohttp")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def server(tmp_path):
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "mhaquiz", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "MHAQUIZ_HOME": str(tmp_path)},
    )
    address = process.stdout.readline().strip()
    base = f"http://127.0.0.1:{port}"
    assert address.startswith(f"{base}/?token=")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield process, base, address
    process.kill()
    process.wait()
    process.stdout.close()


def children(pid):
    done = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in done.stdout.split()]


async def statuses(base, address):
    async with aiohttp.ClientSession() as outside:
        refused = [
            (await outside.get(f"{base}{path}", headers=headers)).status
            for path, headers in (
                ("/", {}),
                ("/?token=wrong", {}),
                ("/static/js/textual.js", {}),
                ("/ws", {}),
                (address.removeprefix(base), {"Host": "evil.example"}),
                (address.removeprefix(base), {"Origin": "http://evil.example"}),
            )
        ]
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as inside:
        page = await inside.get(address)
        return refused, page.status, str(page.url), (await inside.get(f"{base}/static/js/textual.js")).status


def test_nobody_without_the_token_gets_in(server):
    _, base, address = server
    refused, page, url, script = asyncio.run(statuses(base, address))
    assert refused == [403] * 6
    assert (page, url, script) == (200, f"{base}/", 200)


async def open_screen(base, address, process):
    """Open the app as the page does; returns the first bytes it drew and the child's process id."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as page:
        await page.get(address)
        async with page.ws_connect(f"{base.replace('http', 'ws')}/ws?width=80&height=24") as screen:
            drawn = b""
            while b"mhaquiz" not in drawn:
                message = await screen.receive(timeout=30)
                drawn += message.data if message.type == aiohttp.WSMsgType.BINARY else b""
            [child] = children(process.pid)
            process.send_signal(signal.SIGTERM)
            await asyncio.get_running_loop().run_in_executor(None, process.wait, 20)
            return child


def test_the_app_draws_and_its_screens_end_with_the_server(server):
    process, base, address = server
    child = asyncio.run(open_screen(base, address, process))
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and os.path.exists(f"/proc/{child}"):
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{child}")
