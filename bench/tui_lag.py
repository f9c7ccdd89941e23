"""The worst wait for a key while numpy and sympy load behind a frame that is already there.

    python bench/tui_lag.py [--runs 7]

`lab` opens a lab and types at once while its thread imports numpy; `reveal` answers a card of a session
and types while the second route imports numpy. Keys go out every 10 ms; each figure is the longest time
from a key
until something was written, the worst of all runs. The peer, in the same run, is a bare Textual app from its
first frame on, under the same keys; `ratio` is the worst of ours to its worst.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import tempfile
import time
from pathlib import Path

from tui_screen import BARE, Screen

DECK = str(Path(__file__).parent.parent / "tests" / "tui" / "gallery.yaml")
EVERY, SECONDS = 0.01, 1.5


def worst_lag(screen: Screen, keys: tuple[bytes, ...]) -> float:
    """The longest time in ms from a key to the next bytes written, keys going on whatever happens."""
    end = time.perf_counter() + SECONDS
    waiting: float | None = None
    worst, at, number = 0.0, 0.0, 0
    while (now := time.perf_counter()) < end:
        if now >= at:
            os.write(screen.handle, keys[number % len(keys)])
            waiting, at, number = waiting or now, now + EVERY, number + 1
        if select.select([screen.handle], [], [], EVERY / 5)[0]:
            os.read(screen.handle, 65_536)
            worst, waiting = max(worst, (time.perf_counter() - (waiting or now)) * 1000), None
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    app = [sys.executable, "-m", "mhaquiz"]
    found: dict[str, list[float]] = {"bare": [], "lab": [], "reveal": []}
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory() as home:
            environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            bare = Screen([sys.executable, "-c", BARE], environ, b"Quit", quiet=0)
            lab = Screen([*app, "lab", "rank-ceiling"], environ, b"working", quiet=0)
            study = Screen([*app, "study", DECK, "--tag", "topic/weights"], environ, b"How many", quiet=0.4)
            found["lab"].append(worst_lag(lab, (b"\x1b[B", b"\x1b[A")))
            study.press(b"7\r")
            found["reveal"].append(worst_lag(study, (b"1", b"f", b"r")))
            found["bare"].append(worst_lag(bare, (b"x",)))
            for screen in (bare, lab, study):
                screen.close()
    worst = {f"{name}_worst_ms": round(max(times), 1) for name, times in found.items()}
    ratio = max(worst["lab_worst_ms"], worst["reveal_worst_ms"]) / worst["bare_worst_ms"]
    print(json.dumps(worst | {"ratio": round(ratio, 2), "runs": options.runs}))


if __name__ == "__main__":
    main()
