"""A program on a pty of 80×24, asked for one frame at a time. The benches of the TUI share it."""

from __future__ import annotations

import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Mapping
from fcntl import ioctl
from itertools import pairwise
from pathlib import Path
from statistics import median

QUIET = 0.02  # a frame is over when nothing was written for so long
FRAME_GAP = 0.006  # between two frames of one change


class Screen:
    """Starts the program and waits for a text; `press` times a key."""

    def __init__(
        self, argv: list[str], environ: Mapping[str, str], awaited: bytes, quiet: float = 0.4
    ) -> None:
        self.later = 0
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.execve(argv[0], argv, dict(environ))
        ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.wait_for(awaited)
        if quiet:
            self.settle(quiet)

    def wait_for(self, awaited: bytes, seconds: float = 30) -> None:
        seen, end = b"", time.monotonic() + seconds
        while awaited not in seen:
            if time.monotonic() > end:
                raise TimeoutError(f"{awaited!r} never came; the screen held {seen[-300:]!r}")
            if select.select([self.handle], [], [], 0.2)[0]:
                seen += os.read(self.handle, 65_536)

    def settle(self, quiet: float) -> None:
        """Read until nothing was written for so long."""
        while select.select([self.handle], [], [], quiet)[0]:
            os.read(self.handle, 65_536)

    def press(self, key: bytes) -> float:
        """Milliseconds until the frame is complete; 0 where nothing was drawn within half a second."""
        started = last = time.perf_counter()
        os.write(self.handle, key)
        limit = 0.5
        while select.select([self.handle], [], [], limit)[0]:
            os.read(self.handle, 65_536)
            last, limit = time.perf_counter(), QUIET
        return (last - started) * 1000

    def frame(self, key: bytes) -> float:
        """Milliseconds until the first frame is complete, which must show what the key did; 0 for none.

        Frames are 16 ms apart, parts of one less than 1 ms. Later ones are read, and counted in `later`.
        """
        started = time.perf_counter()
        os.write(self.handle, key)
        limit, times = 0.5, []
        while select.select([self.handle], [], [], limit)[0]:
            os.read(self.handle, 65_536)
            times.append(time.perf_counter())
            limit = 2 * QUIET
        ends = [at for at, after in pairwise([*times, float("inf")]) if after - at > FRAME_GAP]
        self.later += len(ends) > 1
        return (ends[0] - started) * 1000 if ends else 0.0

    @property
    def cpu_seconds(self) -> float:
        """Processor time so far; /proc counts in ticks, mostly of 10 ms."""
        fields = Path(f"/proc/{self.child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def resident_mb(self) -> float:
        pages = int(Path(f"/proc/{self.child}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def close(self) -> None:
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.handle)


def figures_of(name: str, times: list[float]) -> dict[str, float]:
    """Median and p95 of the keys that drew something, and how many did not."""
    drawn = sorted(one for one in times if one)
    if not drawn:
        return {f"{name}_drew_nothing": len(times)}
    figures = {
        f"{name}_ms": round(median(drawn), 1),
        f"{name}_p95_ms": round(drawn[int(len(drawn) * 0.95)], 1),
    }
    return figures | ({f"{name}_drew_nothing": len(times) - len(drawn)} if len(drawn) < len(times) else {})


#: The peer: a bare app of the same library whose one line changes at every key.
BARE = """
from textual.app import App
from textual.widgets import Footer, Header, Static
class Bare(App):
    TITLE = "bare"
    BINDINGS = [("q", "quit", "Quit")]
    number = 0
    def compose(self):
        yield Header()
        yield Static("0", id="line")
        yield Footer()
    def on_key(self):
        self.number += 1
        self.query_one("#line").update(f"key {self.number}")
Bare().run()
"""
