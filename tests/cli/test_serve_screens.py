"""The processes behind the pages of `mhaquiz serve`: bounded, and gone with their page. Needs the extra."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")
aiohttp = pytest.importorskip("aiohttp")

from aiohttp import web  # noqa: E402

from mhaquiz.cli import serve_screens  # noqa: E402
from mhaquiz.cli.serve_screens import Screens, bounded, cells, read  # noqa: E402

START = "import os, signal, time; signal.signal(15, signal.SIG_IGN); os.write(1, b'__GANGLION__\\n'); "
#: Stand-ins for the app: one hears nothing, one draws all the time, one shows what it is told, one ends.
DEAF = START + "time.sleep(60)"
LOUD = START + "[os.write(1, b'D' + (9).to_bytes(4, 'big') + b'x' * 9) for _ in iter(int, 1)]"
ECHO = (
    START + "[os.write(1, b'D' + len(t).to_bytes(4, 'big') + t) for t in iter(lambda: os.read(0, 999), b'')]"
)
BRIEF = START + "raise SystemExit"
Opened = tuple[Screens, Any, str]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    monkeypatch.setattr(serve_screens, "SECONDS_TO_END", 0.2)

    def use(program: str) -> None:
        monkeypatch.setattr(serve_screens, "COMMAND", (sys.executable, "-I", "-S", "-c", program))

    return use


@asynccontextmanager
async def served() -> AsyncIterator[Opened]:
    """The server in this process: itself, a client, and the address of its screens."""
    screens = Screens("127.0.0.1", 0)
    runner = web.AppRunner(await screens.application(), access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    base = "http://{}:{}".format(*runner.addresses[0])
    async with aiohttp.ClientSession() as client:
        yield screens, client, base
    await runner.cleanup()


def during(what: Callable[[Screens, Any, str], Awaitable[Any]]) -> Any:
    async def all_of_it() -> Any:
        async with served() as opened:
            return await asyncio.wait_for(what(*opened), 30)

    return asyncio.run(all_of_it())


async def processes(screens: Screens, number: int) -> list[int]:
    """The process ids, once there are so many."""
    while len(found := [one.process.pid for one in screens.open if one.process]) != number:
        await asyncio.sleep(0.02)
    return found


def alive(pid: int) -> bool:
    return os.path.exists(f"/proc/{pid}")


@pytest.mark.parametrize("program", [DEAF, LOUD], ids=["deaf", "loud"])
def test_a_process_that_does_not_listen_is_gone_soon_after_its_page(
    stand_in: Callable[[str], None], program: str
) -> None:
    stand_in(program)

    async def leave(screens: Screens, client: Any, base: str) -> int:
        page = await client.ws_connect(f"{base}/ws")
        [pid] = await processes(screens, 1)
        page._response.connection.transport.abort()  # as when the browser is killed
        await processes(screens, 0)
        return pid

    assert not alive(during(leave))


def test_a_process_that_does_not_listen_ends_with_the_server(stand_in: Callable[[str], None]) -> None:
    stand_in(DEAF)

    async def stay(screens: Screens, client: Any, base: str) -> int:
        await client.ws_connect(f"{base}/ws")
        return (await processes(screens, 1))[0]

    assert not alive(during(stay))


def test_a_page_is_closed_when_its_process_ends(stand_in: Callable[[str], None]) -> None:
    stand_in(BRIEF)

    async def wait(screens: Screens, client: Any, base: str) -> Any:
        return (await (await client.ws_connect(f"{base}/ws")).receive()).type

    assert during(wait) in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING)


def test_one_screen_more_than_the_bound_is_refused_with_advice_until_one_is_closed(
    stand_in: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(DEAF)
    monkeypatch.setattr(serve_screens, "MOST_SCREENS", 2)

    async def crowd(screens: Screens, client: Any, base: str) -> tuple[list[int], str, int]:
        pages = [await client.ws_connect(f"{base}/ws") for _ in range(2)]
        full = [await client.get(f"{base}{path}") for path in ("/", "/ws")]
        await pages[0].close()
        await processes(screens, 1)
        return [one.status for one in full], await full[0].text(), (await client.get(base)).status

    refused, said, afterwards = during(crowd)
    assert refused == [503, 503]
    assert "screens are open already. Close one" in said
    assert afterwards == 200


ODD = [
    "", "junk", "[]", "{}", "7", "[7]", "[[]]", '["stdin"]', '["stdin",7]', '["stdin","\\ud800"]',
    '["resize"]', '["resize",{}]',
    '["resize",{"width":"x","height":2}]', '["resize",{"width":1e400,"height":NaN}]',
    '["resize",[]]', '["nothing"]', "[" * 100_000, '["blur",1,2,3]',
]  # fmt: skip


def test_what_makes_no_sense_is_passed_over(
    stand_in: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    stand_in(ECHO)

    async def babble(screens: Screens, client: Any, base: str) -> list[Any]:
        page = await client.ws_connect(f"{base}/ws")
        for message in ODD:
            await page.send_str(message)
        await page.send_bytes(b"\xff\xfe")
        await page.send_json(["ping"])
        await page.send_json(["stdin", "sense"])
        heard: list[Any] = []
        while not (b"sense" in b"".join(one for one in heard if isinstance(one, bytes)) and len(heard) > 1):
            heard.append((await page.receive()).data)
        return heard

    with caplog.at_level(logging.WARNING):
        heard = during(babble)
    assert '["pong", null]' in heard
    assert not caplog.records


def test_a_process_that_reads_nothing_holds_nobody_up(stand_in: Callable[[str], None]) -> None:
    stand_in(DEAF)

    async def pour(screens: Screens, client: Any, base: str) -> int:
        page = await client.ws_connect(f"{base}/ws")
        for _ in range(6):
            await page.send_json(["stdin", "x" * 500_000])
        await page.send_json(["ping", 1])
        assert (await page.receive()).json() == ["pong", 1]
        [screen] = screens.open
        return screen.stdin.transport.get_write_buffer_size()

    assert during(pour) <= serve_screens.MOST_WAITING + 500_000


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ((100, 30), (100, 30)),
        ((1_000_000, 1_000_000), (640, 240)),
        ((-5, 0), (1, 1)),
        ((10**4000, 1), (640, 1)),
    ],
)
def test_sizes_have_bounds(asked: tuple[int, int], given: tuple[int, int]) -> None:
    assert bounded(*asked) == given


def test_a_resize_is_passed_on_within_bounds(stand_in: Callable[[str], None]) -> None:
    stand_in(ECHO)

    async def stretch(screens: Screens, client: Any, base: str) -> bytes:
        page = await client.ws_connect(f"{base}/ws")
        await page.send_json(["resize", {"width": 1_000_000, "height": 50}])
        return bytes((await page.receive()).data)

    assert json.loads(during(stretch)[5:]) == {"type": "resize", "width": 640, "height": 50}


def test_the_size_in_the_address_has_bounds_too() -> None:
    assert cells(None, None) == (80, 24)
    assert cells("x", "9" * 5000) == (80, 24)
    assert cells("120", "-3") == (120, 1)


def test_a_message_is_a_kind_and_what_belongs_to_it() -> None:
    assert read('["stdin","a"]') == ("stdin", "a")
    assert read('["blur"]') == ("blur", None)


def test_a_taken_port_is_said_and_no_address(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "-m", "mhaquiz", "serve", "--port", port],
            capture_output=True,
            text=True,
            env={**os.environ, "MHAQUIZ_HOME": str(tmp_path)},
            check=False,
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"port {port}: " in done.stderr
    assert done.stderr.endswith("; choose another with --port\n")
    assert done.stderr.count("\n") == 1
