"""From a key to the frame that shows it, in a pty at 80×24: study, reveal and card browser.

    python bench/tui_keys.py [--keys 60] [--reviews 10000]

Each figure is the time in ms, median and p95, from writing a key until the last byte of what it changed was
read. The peer, in the same run, is a bare Textual app whose one line changes at a key; `ratio` is the p95 of
the slowest of ours to its p95. Labs have bench/lab_frames.py.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

from tui_first_frame import fill
from tui_screen import BARE, Screen, figures_of


def bare(environ: dict[str, str], count: int) -> dict[str, float]:
    """The peer: a key that changes one line of an app that does nothing else."""
    screen = Screen([sys.executable, "-c", BARE], environ, b"Quit")
    times = [screen.press(b"x") for _ in range(count)]
    screen.close()
    return figures_of("bare", times)


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
        for measure in (study, browser):
            figures |= measure(app, environ, options.keys)
        peer = bare(environ, options.keys)
    slowest = max(value for name, value in figures.items() if name.endswith("p95_ms"))
    figures |= peer | {"ratio": round(slowest / peer["bare_p95_ms"], 2)}
    print(json.dumps(figures | {"keys": options.keys, "reviews": options.reviews}))


if __name__ == "__main__":
    main()
