"""Frames a second of a lab whose maps are all redrawn at every step, in a pty at 80×24.

    python bench/lab_frames.py [--steps 120]

The lab is rank-ceiling over 32 and over 64 words: at each step of the slider of heads the model runs and its
maps of 32×32 and 64×64 are drawn again (of 64×64 what the window shows). A frame is over at its last byte.
The
peer, in the same run, is a bare Textual app that changes one line a key; `ratio` is the p95 of a step at
32×32
to its p95.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile

from tui_screen import BARE, Screen, figures_of

LEFT, RIGHT = b"\x1b[D", b"\x1b[C"


def steps(words: int, count: int, environ: dict[str, str]) -> list[float]:
    """The times of `count` steps, there and back."""
    text = " ".join(f"w{n % 12}" for n in range(words))
    lab = [sys.executable, "-m", "mhaquiz", "lab", "rank-ceiling", "--set", f"tokens={text}"]
    screen = Screen(lab, environ, b"max |logit|")
    screen.press(b"\t")  # the maps
    screen.settle(0.4)
    times = [screen.press(key) for key in (RIGHT, LEFT) * (count // 2)]
    screen.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=120)
    options = parser.parse_args()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for size, words in ((32, 32), (64, 64)):
            times = steps(words, options.steps, environ)
            drawn = [one for one in times if one]
            figures |= figures_of(f"step_{size}x{size}", times)
            figures[f"frames_a_second_{size}x{size}"] = (
                round(1000 * len(drawn) / sum(drawn), 1) if drawn else 0.0
            )
        bare = Screen([sys.executable, "-c", BARE], environ, b"Quit")
        figures |= figures_of("bare", [bare.press(b"x") for _ in range(options.steps)])
        bare.close()
    figures["ratio"] = round(figures["step_32x32_p95_ms"] / figures["bare_p95_ms"], 2)
    print(json.dumps(figures | {"steps": options.steps}))


if __name__ == "__main__":
    main()
