"""From a key to the frame that shows it, in a pty at 80×24: study, reveal, card browser, a lab's maps.

    python bench/tui_keys.py [--keys 60] [--reviews 10000]

Each figure is the time in ms, median and p95, from writing a key until the last byte of what it changed was
read. The lab is `induction` with 31 words: two maps of 32×32, all of them redrawn at every step.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from fcntl import ioctl
from pathlib import Path
from statistics import median

from tui_first_frame import fill

QUIET = 0.02  # a frame is over when nothing was written for so long


class Screen:
    """A program on a pty, asked for one frame at a time."""

    def __init__(self, argv: list[str], environ: dict[str, str], awaited: bytes) -> None:
        self.child, self.handle = pty.fork()
        if self.child == 0:
            os.execve(argv[0], argv, environ)
        ioctl(self.handle, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.wait_for(awaited)

    def wait_for(self, awaited: bytes) -> None:
        seen, end = b"", time.monotonic() + 30
        while awaited not in seen:
            if time.monotonic() > end:
                raise TimeoutError(f"{awaited!r} never came; the screen held {seen[-300:]!r}")
            if select.select([self.handle], [], [], 0.2)[0]:
                seen += os.read(self.handle, 65_536)
        self.settle(0.4)

    def settle(self, quiet: float) -> None:
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

    def close(self) -> None:
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.handle)


def p95(times: list[float]) -> float:
    drawn = sorted(one for one in times if one)
    return round(drawn[int(len(drawn) * 0.95)], 1) if drawn else 0.0


def figures_of(name: str, times: list[float]) -> dict[str, float]:
    drawn = [one for one in times if one]
    return {f"{name}_ms": round(median(drawn), 1) if drawn else 0.0, f"{name}_p95_ms": p95(times)}


def study(app: list[str], environ: dict[str, str], count: int) -> dict[str, float]:
    """Typing on the answer line, and the way from an answer to the next question."""
    screen = Screen(
        [*app, "quiz", "heads-and-parameters", "--count", "200", "--seed", "7"], environ, b"card 1 of"
    )
    typed, revealed = [], []
    for _ in range(count // 4):
        typed += [screen.press(key) for key in (b"1", b"2", b"\x7f")]
        revealed += [screen.press(key) for key in (b"\x1b[15~", b"\r")]
    screen.close()
    return figures_of("typing", typed) | figures_of("answer_and_next", revealed)


def browser(app: list[str], environ: dict[str, str], count: int) -> dict[str, float]:
    screen = Screen(app, environ, b"recall today")
    screen.press(b"b")
    screen.settle(0.5)
    moved = [screen.press(b"\x1b[B") for _ in range(count)]
    screen.press(b"/")
    searched = [screen.press(key) for key in (b"h", b"e", b"a", b"d", b"\x7f", b"\x7f") * (count // 6)]
    screen.close()
    return figures_of("browser_move", moved) | figures_of("browser_search", searched)


def lab(app: list[str], environ: dict[str, str], count: int) -> dict[str, float]:
    words = " ".join(f"w{n % 12}" for n in range(31))
    screen = Screen([*app, "lab", "induction", "--set", f"sequence={words}"], environ, b"copying")
    screen.press(b"\t")
    screen.press(b"\x1b[B")
    screen.settle(0.3)
    steps = [screen.press(key) for key in (b"\x1b[C", b"\x1b[D") * (count // 2)]
    screen.close()
    drawn = [step for step in steps if step]
    return figures_of("lab_step", steps) | {"lab_frames_a_second": round(1000 / (sum(drawn) / len(drawn)), 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--reviews", type=int, default=10_000)
    options = parser.parse_args()
    app = [sys.executable, "-m", "mhaquiz"]
    with tempfile.TemporaryDirectory() as home:
        fill(Path(home), options.reviews)
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        figures: dict[str, float] = {}
        for measure in (study, browser, lab):
            figures |= measure(app, environ, options.keys)
    print(json.dumps(figures | {"keys": options.keys, "reviews": options.reviews}))


if __name__ == "__main__":
    main()
