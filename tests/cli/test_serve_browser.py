"""`mhaquiz serve` driven in a real browser: a card answered, a slider moved. Needs Chromium and the extra."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual_serve")
aiohttp = pytest.importorskip("aiohttp")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
    "--window-size=1100,700",
]  # fmt: skip
SEQUENCE = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.")
#: Keys that are no characters: what the page is told.
CODES = {"Enter": ("Enter", 13, "\r"), "Escape": ("Escape", 27, ""), "ArrowRight": ("ArrowRight", 39, "")}


class Page:
    """One page over the DevTools protocol; what the server drew is read from its web socket's frames."""

    def __init__(self, link: Any) -> None:
        self.link = link
        self.drawn = ""
        self.answers: dict[int, Any] = {}
        self.number = 0

    async def read(self, seconds: float) -> None:
        """Take in one message, or wait that long for none."""
        try:
            message = json.loads((await self.link.receive(timeout=seconds)).data)
        except TimeoutError:
            return
        if "id" in message:
            assert "error" not in message, message
            self.answers[message["id"]] = message["result"]
        elif message["method"] == "Network.webSocketFrameReceived":
            frame = message["params"]["response"]
            if frame["opcode"] == 2:
                text = base64.b64decode(frame["payloadData"]).decode("utf-8", "replace")
                self.drawn += SEQUENCE.sub("", text)

    async def ask(self, method: str, **parameters: object) -> Any:
        self.number += 1
        await self.link.send_json({"id": self.number, "method": method, "params": parameters})
        while self.number not in self.answers:
            await self.read(20)
        return self.answers.pop(self.number)

    async def wait_for(self, text: str, seconds: float = 30) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while text not in self.drawn:
            assert loop.time() < end, f"{text!r} never came; drawn: {self.drawn[-1500:]!r}"
            await self.read(0.2)

    async def press(self, key: str, until: str) -> None:
        """Press a key and wait for what it brings."""
        self.drawn = ""
        name, code, text = CODES[key] if key in CODES else (key, ord(key.upper()), key)
        shared = {"key": name, "windowsVirtualKeyCode": code, "text": text}
        await self.ask("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **shared)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)
        await self.wait_for(until)

    async def picture(self, name: str) -> None:
        """Keep a picture of the page where `MHAQUIZ_PICTURES` names a folder for it."""
        if folder := os.environ.get("MHAQUIZ_PICTURES"):
            await asyncio.sleep(0.5)
            shot = await self.ask("Page.captureScreenshot", format="png")
            Path(folder, f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@asynccontextmanager
async def browser(profile: Path) -> AsyncIterator[Page]:
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        CHROMIUM, *FLAGS, f"--user-data-dir={profile}", "about:blank", stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        async with asyncio.timeout(60):
            while b"DevTools listening on" not in (line := await process.stderr.readline()):
                assert line, "Chromium ended"
        port = int(line.decode().split("ws://127.0.0.1:")[1].split("/")[0])
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as listing:
                [target] = [one for one in await listing.json() if one["type"] == "page"]
            async with session.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as link:
                yield Page(link)
    finally:
        process.kill()
        await process.wait()


async def an_evening(server: Any, profile: Path) -> int:
    """Open the page, answer a card, move a slider; the process id of the screen."""
    async with browser(profile) as page:
        await page.ask("Network.enable")
        await page.ask("Page.enable")
        await page.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        await page.ask("Page.navigate", url=server.address)
        await page.wait_for("recall today")
        await page.picture("home")
        address = await page.ask("Runtime.evaluate", expression="location.href")
        assert address["result"]["value"] == f"{server.base}/", "the token is left in the address line"
        await page.press("Enter", "0 done")
        await page.picture("question")
        await answer(page)
        await page.picture("reveal")
        await page.press("Enter", "1 done")
        await page.press("Escape", "recall today")
        await page.press("l", "Rank ceiling")
        await page.press("Enter", "weights 1,048,576")
        await page.picture("lab")
        await page.press("ArrowRight", "16 heads, each 32 wide")
        await page.picture("slider")
        [child] = server.children()
        server.process.send_signal(signal.SIGTERM)
        await asyncio.get_running_loop().run_in_executor(None, server.process.wait, 20)
        return int(child)


async def answer(page: Page) -> None:
    """Whatever the first card asks: type or choose 1, say how sure, see the answer."""
    if "start and stop" in page.drawn:
        await page.press("Enter", "next")
        return
    await page.press("1", "1")
    await page.press("Enter", "How sure are you?")
    await page.press("2", "next")


def test_a_card_is_answered_and_a_slider_moved(
    server: Any, tmp_path: Path, ended: Callable[[int], bool]
) -> None:
    child = asyncio.run(an_evening(server, tmp_path / "chromium"))
    assert ended(child)
    [profile] = tmp_path.glob("*.sqlite3")
    with sqlite3.connect(profile) as log:
        assert log.execute("SELECT count(*) FROM event WHERE kind = 'review'").fetchone() == (1,)
