"""The app in a browser: on loopback alone, behind a token, its screens ended with it. Needs the extra."""

import asyncio
import signal
import socket

import pytest

pytest.importorskip("textual_serve")
aiohttp = pytest.importorskip("aiohttp")


def cookie_of_bytes(base):
    """What the server says to a cookie that no client library would send."""
    port = int(base.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: mhaquiz=".encode() + b"\xff\xfe\r\n\r\n"
        )
        return int(line.recv(99).split()[1])


async def statuses(base, address):
    async with aiohttp.ClientSession() as outside:
        refused = [
            (await outside.get(f"{base}{path}", headers=headers)).status
            for path, headers in (
                ("/", {}),
                ("/?token=wrong", {}),
                ("/?token=", {}),
                ("/?token=%FF%00", {}),
                ("/?token=%C3%A9%00%F0%9F%98%80", {}),
                ("/", {"Cookie": "mhaquiz="}),
                ("/", {"Cookie": "mhaquiz=wrong"}),
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
    refused, page, url, script = asyncio.run(statuses(server.base, server.address))
    assert {*refused, cookie_of_bytes(server.base)} == {403}
    assert (page, url, script) == (200, f"{server.base}/", 200)


def test_a_token_may_hold_any_bytes():
    from mhaquiz.cli.serve import same

    assert same("a-b_c", "a-b_c")
    assert not any(same(given, "a-b_c") for given in ("", "a-b_C", "\udcff", "\ud800", "é", "\x00"))


def test_it_listens_on_loopback_alone(server):
    port = int(server.base.rpartition(":")[2])
    with open("/proc/net/tcp", encoding="ascii") as table:
        listening = [row.split()[1] for row in table if row.split()[3] == "0A"]
    assert [one for one in listening if int(one.rpartition(":")[2], 16) == port] == [f"0100007F:{port:04X}"]


async def open_screen(server):
    """Open the app as the page does; returns its child's process id once the server has ended."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as page:
        await page.get(server.address)
        async with page.ws_connect(f"{server.base.replace('http', 'ws')}/ws?width=80&height=24") as screen:
            drawn = b""
            while b"mhaquiz" not in drawn:
                message = await screen.receive(timeout=30)
                drawn += message.data if message.type == aiohttp.WSMsgType.BINARY else b""
            [child] = server.children()
            server.process.send_signal(signal.SIGTERM)
            await asyncio.get_running_loop().run_in_executor(None, server.process.wait, 20)
            return child


def test_the_app_draws_runs_nothing_found_here_and_ends_with_the_server(server, here, ended):
    assert ended(asyncio.run(open_screen(server)))
    assert not (here / "mark").exists()
