"""A real pseudo-terminal and just enough of a screen to read what stands on it."""

from __future__ import annotations

import codecs
import os
import pty
import re
import select
import shutil
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from fcntl import ioctl
from pathlib import Path

import pytest
from rich.cells import cell_len

#: Escape sequences: CSI with its parameters and final, OSC and DCS to their end, any other of two characters.
_SEQUENCE = re.compile(
    r"\x1b\[([?>=<]?[\d;:]*)[ -/]*([@-~])|\x1b[\]P^_].*?(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[^\[\]P^_()]",
    re.S,
)
READY = "recall today"
"""What home shows when it has read the decks and the log."""


class Screen:
    """The characters on a terminal's screen. Colours are passed over; cursor, erasing and modes are not."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.cells = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.modes: dict[str, bool] = {}
        self._rest = ""

    def feed(self, text: str) -> None:
        text, self._rest = self._rest + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self._put(text[at])
                at += 1
            elif found := _SEQUENCE.match(text, at):
                if found[2]:
                    self._control(found[1], found[2])
                at = found.end()
            else:
                self._rest = text[at:]
                return

    def _put(self, char: str) -> None:
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row = min(self.row + 1, self.rows - 1)
            self.column = 0
        elif char == "\b":
            self.column = max(self.column - 1, 0)
        elif char >= " " and (width := cell_len(char)):
            if self.column + width <= self.columns:
                self.cells[self.row][self.column : self.column + width] = [char, *[""] * (width - 1)]
            self.column += width

    def _control(self, parameters: str, final: str) -> None:
        if parameters.startswith("?"):
            for mode in parameters[1:].split(";"):
                self.modes[mode] = final == "h"
            return
        numbers = [int(one) if one.isdigit() else 0 for one in parameters.split(";")] + [0]
        if final == "H":
            self.row = min(max(numbers[0], 1), self.rows) - 1
            self.column = min(max(numbers[1], 1), self.columns) - 1
        elif final == "J" and numbers[0] == 2:
            self.cells = [[" "] * self.columns for _ in range(self.rows)]
        elif final == "K":
            self.cells[self.row][self.column :] = [" "] * (self.columns - self.column)

    @property
    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.cells)


class Terminal:
    """A program on a pty: what it wrote, the screen that makes, and keys for it."""

    def __init__(
        self, argv: list[str], environ: Mapping[str, str], columns: int = 80, rows: int = 24
    ) -> None:
        self.written = b""
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.status: int | None = None
        self.screen = Screen(columns, rows)
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.execve(argv[0], argv, dict(environ))
        self.resize(columns, rows)
        self.line_discipline = termios.tcgetattr(self.handle)

    def resize(self, columns: int, rows: int) -> None:
        """Another window size, on a screen that is blank until the program draws it again."""
        modes = self.screen.modes
        self.screen = Screen(columns, rows)
        self.screen.modes = modes
        ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float, until: str | None = None) -> None:
        """Read for that long, or until the text stands on the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not (until and until in self.screen.text):
            if select.select([self.handle], [], [], 0.02)[0]:
                try:
                    read = os.read(self.handle, 65_536)
                except OSError:
                    return
                self.written += read
                self.screen.feed(self._decoder.decode(read))

    def wait_for(self, text: str, seconds: float = 30) -> None:
        self.read(seconds, text)
        assert text in self.screen.text, self.screen.text

    def press(self, keys: str | bytes, until: str | None = None) -> None:
        """Write keys; wait until what they should bring is on the screen."""
        os.write(self.handle, keys.encode() if isinstance(keys, str) else keys)
        if until is not None:
            self.wait_for(until)

    def comes_to_rest(self, quiet: float, limit: float = 10) -> bool:
        """Read until nothing was written for `quiet` seconds; False where that never happens."""
        end = time.monotonic() + limit
        while time.monotonic() < end:
            before = len(self.written)
            self.read(quiet)
            if len(self.written) == before:
                return True
        return False

    def settle(self, quiet: float) -> None:
        assert self.comes_to_rest(quiet), self.screen.text

    def wait(self, seconds: float = 30) -> int:
        """The exit status; what is still written is read meanwhile."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.05)
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                self.read(0.05)
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        raise TimeoutError(f"the program does not end; its screen:\n{self.screen.text}")

    def wait_for_state(self, state: str, seconds: float = 15) -> None:
        """Until the process is in that state of /proc, such as T for stopped."""
        end = time.monotonic() + seconds
        while self._stat()[0] != state:
            assert time.monotonic() < end, f"never in state {state}"
            self.read(0.02)

    def _stat(self) -> list[str]:
        return Path(f"/proc/{self.child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()

    @property
    def cpu_seconds(self) -> float:
        """Processor time used so far, as /proc counts it: in ticks, mostly of 10 ms."""
        user, system = self._stat()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def assert_restored(self) -> None:
        """The alternate screen is left, the cursor shown, reports off, the line discipline as before."""
        modes = self.screen.modes
        wrong = {
            mode: modes.get(mode) for mode in ("1049", "1000", "1003", "1006", "2004") if modes.get(mode)
        }
        assert wrong == {}
        assert modes["25"], "the cursor is hidden"
        assert termios.tcgetattr(self.handle)[:4] == self.line_discipline[:4]

    def hang_up(self, seconds: float = 20) -> int:
        """The exit status after the terminal's window was closed."""
        os.close(self.handle)
        self.handle = -1
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
            time.sleep(0.05)
        raise TimeoutError("the program goes on without a terminal")

    def close(self) -> None:
        if self.status is None:
            os.kill(self.child, signal.SIGKILL)
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


@pytest.fixture
def environ(tmp_path: Path, compiled_decks: Path) -> dict[str, str]:
    """A plain environment with a profile of its own; nothing of the caller's terminal shines through."""
    shutil.copytree(compiled_decks, tmp_path / "cache")
    passed = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    return {**passed, "MHAQUIZ_HOME": str(tmp_path), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def start(environ: dict[str, str]) -> Iterator[Callable[..., Terminal]]:
    """Starts `mhaquiz` with arguments (or another command line) and waits for a text on its screen."""
    opened: list[Terminal] = []

    def begin(
        *arguments: str,
        until: str = READY,
        argv: list[str] | None = None,
        size: tuple[int, int] = (80, 24),
        **variables: str | None,
    ) -> Terminal:
        merged = {**environ, **variables}
        chosen = {name: value for name, value in merged.items() if value is not None}
        terminal = Terminal(argv or [sys.executable, "-m", "mhaquiz", *arguments], chosen, *size)
        opened.append(terminal)
        if until:
            terminal.wait_for(until)
        return terminal

    yield begin
    for terminal in opened:
        terminal.close()
