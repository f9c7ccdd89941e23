"""The screens of `mhaquiz serve`: a process of mhaquiz for each open page, bounded, and ended with its page.

textual-serve trusts what a page sends, waits for a process however long that takes, and starts as many as are
asked for. Here messages are read with care, and a process whose page is gone has a moment to end by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server, to_int

MOST_SCREENS = 8  # open at once; each is a process
MOST_CELLS = (640, 240)  # columns and rows; a screen of 4K with small letters has fewer
SECONDS_TO_END = 2.0  # given to a process whose page is gone, and to all when the server stops
MOST_WAITING = 1 << 20  # bytes a process has not read yet; what comes on top is dropped
FULL = f"{MOST_SCREENS} screens are open already. Close one of them, then load this page again.\n"
#: -P: Python files in the folder that the server was started in are none of the app's.
COMMAND = (sys.executable, "-P", "-m", "mhaquiz")


class Screen(AppService):
    """One process behind one page. It is gone when `stop` returns, whatever it was doing."""

    process: asyncio.subprocess.Process | None = None
    stopping = False

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, env=self._build_environment(width, height)
        )
        self._process, self._stdin = self.process, self.process.stdin
        return self.process

    async def run(self) -> None:
        """Pass on what the process draws; a page whose process has ended is closed."""
        await super().run()
        if not self.stopping:
            await self.remote_close()

    async def on_data(self, payload: bytes) -> None:
        """A page that is gone is no reason to stop reading: a process that cannot write cannot end."""
        with suppress(ConnectionResetError):
            await super().on_data(payload)

    async def send_bytes(self, data: bytes) -> bool:
        return self.send(b"D", data)

    async def send_meta(self, data: dict[str, str | int | bool | None]) -> bool:
        return self.send(b"M", json.dumps(data).encode())

    def send(self, kind: Literal[b"D", b"M"], data: bytes) -> bool:
        """Never waits for the process; False where it has ended or has too much to read already."""
        if self.stdin.is_closing() or self.stdin.transport.get_write_buffer_size() > MOST_WAITING:
            return False
        self.stdin.write(self.encode_packet(kind, data))
        return True

    async def stop(self) -> None:
        """Ask the process to end, and end it where it has not done so in time."""
        if self.process is None:
            return
        self.stopping = True
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        await self.send_meta({"type": "quit"})
        try:
            if self._task is not None:
                await asyncio.wait({self._task}, timeout=SECONDS_TO_END)
        finally:
            if self.process.returncode is None:
                with suppress(ProcessLookupError):
                    # Not `process.kill()`: it may reap the process, and asyncio then warns of an unknown one.
                    os.kill(self.process.pid, signal.SIGKILL)
            await self.process.wait()


class Screens(Server):
    """The server, with bounds on what pages may ask of it."""

    def __init__(self, host: str, port: int) -> None:
        # textual-serve's own page fetches a font from elsewhere and takes no key before a click.
        page = Path(__file__).parent / "serve_page"
        super().__init__("mhaquiz", host=host, port=port, title="mhaquiz", templates_path=page)
        self.open: set[Screen] = set()

    async def application(self) -> web.Application:
        """The web application, without a banner."""
        made = await self._make_app()
        made.on_startup.clear()
        return made

    async def on_shutdown(self, app: web.Application) -> None:
        await asyncio.gather(*(screen.stop() for screen in self.open))

    async def handle_index(self, request: web.Request) -> Any:
        self.refuse_when_full()
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A screen for the page at the other end, until either of them is gone."""
        self.refuse_when_full()
        websocket = web.WebSocketResponse(heartbeat=15)

        async def close() -> None:
            await websocket.close()

        screen = Screen(
            self.command,
            write_bytes=websocket.send_bytes,
            write_str=websocket.send_str,
            close=close,
            download_manager=self.download_manager,
        )
        self.open.add(screen)
        try:
            await websocket.prepare(request)
            await screen.start(*cells(request.query.get("width"), request.query.get("height")))
            await self._process_messages(websocket, screen)
        finally:
            await screen.stop()
            self.open.discard(screen)
        return websocket

    def refuse_when_full(self) -> None:
        if len(self.open) >= MOST_SCREENS:
            raise web.HTTPServiceUnavailable(text=FULL)

    async def _process_messages(self, websocket: web.WebSocketResponse, app_service: AppService) -> None:
        async for message in websocket:
            if message.type == WSMsgType.TEXT and (said := read(message.data)):
                await obey(said, websocket, app_service)


async def obey(said: tuple[str, Any], websocket: web.WebSocketResponse, screen: AppService) -> None:
    """Do what the page asks; what makes no sense is passed over."""
    match said:
        case "stdin", str(typed):
            await screen.send_bytes(typed.encode(errors="ignore"))  # half of a surrogate pair is no letter
        case "resize", {"width": int(width), "height": int(height)}:
            await screen.set_terminal_size(*bounded(width, height))
        case "ping", data:
            with suppress(ConnectionResetError):
                await websocket.send_json(["pong", data])
        case "blur", _:
            await screen.blur()
        case "focus", _:
            await screen.focus()


def read(text: str) -> tuple[str, Any] | None:
    """A message of the page: its kind and what belongs to it. None where it is no such thing."""
    try:
        match json.loads(text):
            case [str(kind), *rest]:
                return kind, rest[0] if rest else None
    except (ValueError, RecursionError):
        pass
    return None


def cells(width: str | None, height: str | None) -> tuple[int, int]:
    """The size that an address names; 80×24 where it names none."""
    return bounded(to_int(width or "", 80), to_int(height or "", 24))


def bounded(width: int, height: int) -> tuple[int, int]:
    columns, rows = MOST_CELLS
    return min(max(width, 1), columns), min(max(height, 1), rows)
