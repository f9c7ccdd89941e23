"""Time to the first frame of home, beside a bare Header/Footer app in the same run, each in a pty at 80×24.

    python bench/tui_first_frame.py [--runs 11]

Home opens on the built-in decks with 1,000 reviews in the log. `home_ms` is its first frame, which takes
keys; `filled_ms` is when what is due and every topic stand on it too. Prints medians in ms, their ratios to
the bare app, and the resident memory when home is filled.
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

BARE = """
from textual.app import App
from textual.widgets import Footer, Header
class Bare(App):
    TITLE = "bare"
    BINDINGS = [("q", "quit", "Quit")]
    def compose(self):
        yield Header()
        yield Footer()
Bare().run()
"""


def first_frame(argv: list[str], awaited: bytes, environ: dict[str, str]) -> tuple[float, int]:
    """Milliseconds from the start until `awaited` was written, and the resident memory in kB."""
    started = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(argv[0], argv, environ)
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    while awaited not in seen:
        ready, _, _ = select.select([terminal], [], [], 20)
        if not ready:
            raise TimeoutError(f"{awaited!r} never came; the screen held {seen[-500:]!r}")
        seen += os.read(terminal, 65_536)
    took = (time.perf_counter() - started) * 1000
    memory = int(Path(f"/proc/{child}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return took, memory


def fill(home: Path, reviews: int) -> None:
    """A profile with that many reviews of built-in cards, and the decks in the cache."""
    from mhaquiz.cli.context import load_decks, profile_path
    from mhaquiz.memory.clock import Moment
    from mhaquiz.memory.events import Rating, Review
    from mhaquiz.memory.profile import Profile

    environ = {"MHAQUIZ_HOME": str(home)}
    cards = load_decks(environ=environ).cards()
    now = int(time.time() * 1000)
    ms = [now - 200 * 86_400_000]
    profile_path(environ).parent.mkdir(parents=True, exist_ok=True)
    with Profile.open(profile_path(environ), lambda: Moment(ms[0])) as profile:
        for number in range(reviews):
            ms[0] += 200 * 86_400_000 // (reviews + 1)
            rating = Rating.AGAIN if number % 9 == 0 else Rating.GOOD
            profile.record_review(cards[number * 7 % len(cards)].key, Review(rating, "correct"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--reviews", type=int, default=1_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        fill(Path(home), options.reviews)
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        bare, ours, filled, memory = [], [], [], []
        home_app = [sys.executable, "-m", "mhaquiz"]
        for _ in range(options.runs):
            bare.append(first_frame([sys.executable, "-c", BARE], b"Quit", environ)[0])
            ours.append(first_frame(home_app, b"start", environ)[0])
            took, kilobytes = first_frame(home_app, b"recall today", environ)
            filled.append(took)
            memory.append(kilobytes)
    report = {
        "bare_ms": round(median(bare), 1),
        "home_ms": round(median(ours), 1),
        "filled_ms": round(median(filled), 1),
        "ratio": round(median(ours) / median(bare), 2),
        "filled_ratio": round(median(filled) / median(bare), 2),
        "home_mb": round(median(memory) / 1024, 1),
        "runs": options.runs,
        "reviews": options.reviews,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
