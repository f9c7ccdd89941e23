"""The app in a real pseudo-terminal: it leaves the terminal as it found it, however it ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from fcntl import ioctl
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pty")


class Terminal:
    """A program on a pty of 80×24, and all it has written so far."""

    def __init__(self, argv: list[str], environ: dict[str, str]) -> None:
        self.written = b""
        self.status: int | None = None
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.execve(argv[0], argv, environ)
        ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.handle)

    def read(self, seconds: float, until: bytes | None = None) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end and not (until and until in self.written):
            ready, _, _ = select.select([self.handle], [], [], 0.05)
            if ready:
                try:
                    self.written += os.read(self.handle, 65_536)
                except OSError:
                    return

    def press(self, keys: bytes) -> None:
        os.write(self.handle, keys)

    def wait(self, seconds: float = 15) -> int:
        """The exit status; what is still written is read meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.1)
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        raise TimeoutError("the program does not end")

    def close(self) -> None:
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.handle)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts `mhaquiz` with arguments; waits for its first frame."""
    opened: list[Terminal] = []

    def begin(*arguments: str, until: bytes = b"quit") -> Terminal:
        environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path), "TERM": "xterm-256color"}
        terminal = Terminal([sys.executable, "-m", "mhaquiz", *arguments], environ)
        opened.append(terminal)
        terminal.read(20, until)
        assert until in terminal.written
        return terminal

    yield begin
    for terminal in opened:
        terminal.close()


def assert_restored(terminal: Terminal) -> None:
    """The alternate screen is left, the cursor shown, mouse reports off, the line discipline as before."""
    assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"\x1b[?1049h")
    assert terminal.written.rindex(b"\x1b[?25h") > terminal.written.rindex(b"\x1b[?25l")
    assert terminal.written.rindex(b"\x1b[?1000l") > terminal.written.rindex(b"\x1b[?1000h")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_restore_the_terminal(number: int, start: Callable[..., Terminal]) -> None:
    terminal = start()
    os.kill(terminal.child, number)
    assert terminal.wait() == 128 + number
    assert_restored(terminal)


@pytest.mark.parametrize(
    "keys", [b"q", b"\x1b", b"\x11", b"\x03\x03"], ids=["q", "escape", "ctrl+q", "ctrl+c twice"]
)
def test_every_way_out(keys: bytes, start: Callable[..., Terminal]) -> None:
    terminal = start(until=b"recall today")
    terminal.press(keys)
    assert terminal.wait() == 0
    assert_restored(terminal)


def test_an_idle_screen_writes_nothing(start: Callable[..., Terminal]) -> None:
    terminal = start(until=b"recall today")
    terminal.read(1.5)
    terminal.written = b""
    before = cpu_ticks(terminal.child)
    terminal.read(3)
    assert terminal.written == b""
    assert cpu_ticks(terminal.child) - before <= 3  # 30 ms in 3 s; the clock of /proc ticks in 10 ms


def cpu_ticks(child: int) -> int:
    fields = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def test_suspend_and_resume_draw_again(start: Callable[..., Terminal]) -> None:
    terminal = start(until=b"recall today")
    terminal.read(1)
    terminal.press(b"\x1a")
    end = time.monotonic() + 10
    while time.monotonic() < end and state(terminal.child) != "T":
        terminal.read(0.1)
    assert state(terminal.child) == "T"
    terminal.read(0.3)
    assert_restored(terminal)
    terminal.written = b""
    os.kill(terminal.child, signal.SIGCONT)
    terminal.read(10, b"recall today")
    assert b"recall today" in terminal.written
    terminal.press(b"q")
    assert terminal.wait() == 0


def state(child: int) -> str:
    return Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]


def test_a_fault_restores_the_terminal(tmp_path: Path) -> None:
    code = (
        "from mhaquiz.tui.app import MhaquizApp\n"
        "from textual.screen import Screen\n"
        "class Bad(Screen):\n"
        "    def key_x(self):\n"
        "        raise RuntimeError('on purpose')\n"
        "app = MhaquizApp(Bad)\n"
        "app.run()\n"
        "raise SystemExit(app.return_code)\n"
    )
    terminal = Terminal([sys.executable, "-c", code], {**os.environ, "TERM": "xterm-256color"})
    try:
        terminal.read(15, b"\x1b[?1049h")
        terminal.read(1)
        terminal.press(b"x")
        assert terminal.wait() == 1
        assert_restored(terminal)
        assert b"on purpose" in terminal.written
    finally:
        terminal.close()


def test_the_first_frame_needs_neither_numpy_nor_sympy(tmp_path: Path) -> None:
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from mhaquiz.cli.context import load_decks, open_profile\n"
        "from mhaquiz.memory.clock import system_clock\n"
        "from mhaquiz.tui.app import MhaquizApp\n"
        "from mhaquiz.tui.desk import Desk\n"
        "from mhaquiz.tui.screens.home import HomeScreen\n"
        "async def main():\n"
        "    desk = Desk(load_decks, open_profile, system_clock)\n"
        "    app = MhaquizApp(lambda: HomeScreen(desk), desk)\n"
        "    async with app.run_test(size=(80, 24)) as pilot:\n"
        "        await app.workers.wait_for_complete()\n"
        "        await pilot.pause()\n"
        "        await pilot.press('enter')\n"
        "asyncio.run(main())\n"
        "print(sorted({'numpy', 'sympy', 'fsrs', 'textual.widgets._markdown'} & set(sys.modules)))\n"
    )
    environ = {**os.environ, "MHAQUIZ_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"
