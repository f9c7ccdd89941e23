"""From a key to the frame that shows it, in a pty at 80×24: study in its phases, quiz, and card browser.

    python bench/tui_keys.py [--cards 20] [--reviews 10000]

Each figure is the time in ms, median and p95, from writing a key until the frame it brings was read whole.
The peer, in the same run, is a bare Textual app whose one line changes at a key; `ratio` is the p95 of the
slowest of ours to its p95. `later` counts keys after which something more was drawn, such as a second route
that was not yet worked out. Labs have bench/lab_frames.py.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tui_first_frame import fill
from tui_screen import BARE, Screen, figures_of

Times = dict[str, list[float]]
APP = [sys.executable, "-m", "mhaquiz"]
BETWEEN = 0.1
"""Seconds without output before the next key: nobody types sooner."""


def cards(kind: str, environ: dict[str, str], count: int) -> list[str]:
    """Built-in cards of one kind which take a wrong answer at the first try."""
    from mhaquiz.cli.context import load_decks
    from mhaquiz.quiz.grading import grade
    from mhaquiz.quiz.variants import draw

    def takes(card: object) -> bool:
        wrong = {"numeric": "12", "single_choice": "1"}.get(kind)
        return wrong is None or not grade(draw(card, showing=0, purpose="bench"), wrong).verdict.asks_again

    found = [card for card in load_decks(environ=environ).cards() if card.kind.value == kind]
    return [card.key for card in found if takes(card)][:count]


def press(screen: Screen, times: Times, phase: str, *keys: bytes) -> None:
    for key in keys:
        times[phase].append(screen.frame(key))
        screen.settle(BETWEEN)


def session(
    command: str, kind: str, environ: dict[str, str], count: int, keys: dict[str, tuple[bytes, ...]]
) -> Iterator[tuple[str, list[float]]]:
    """A session over cards of one kind, every card answered by the same keys, phase by phase."""
    options = ["--new", "200"] if command == "study" else ["--count", str(count), "--seed", "7"]
    screen = Screen([*APP, command, *cards(kind, environ, 4 * count), *options], environ, b"F1")
    screen.settle(1)
    times: Times = defaultdict(list)
    for _ in range(count - 1):
        for phase, pressed in keys.items():
            press(screen, times, f"{command}_{kind}_{phase}", *pressed)
    yield from times.items()
    yield f"{command}_{kind}_later", [screen.later]
    screen.close()


def browser(environ: dict[str, str], count: int) -> Iterator[tuple[str, list[float]]]:
    screen = Screen(APP, environ, b"recall today")
    screen.press(b"b")
    screen.settle(0.5)
    times: Times = defaultdict(list)
    press(screen, times, "browser_move", *[b"\x1b[B"] * count)
    screen.press(b"/")
    screen.settle(0.5)
    press(screen, times, "browser_search", *(b"h", b"e", b"a", b"d", b"\x7f", b"\x7f") * (count // 4))
    yield from times.items()
    screen.close()


def bare(environ: dict[str, str], count: int) -> list[float]:
    """The peer: a key that changes one line of an app that does nothing else."""
    screen = Screen([sys.executable, "-c", BARE], environ, b"Quit")
    times: Times = defaultdict(list)
    press(screen, times, "bare", *[b"x"] * 3 * count)
    screen.close()
    return times["bare"]


def measured(environ: dict[str, str], count: int) -> Iterator[tuple[str, list[float]]]:
    typed = {"typing": (b"1", b"2"), "submit": (b"\r",)}
    after = {"reveal": (b"2",), "next": (b"\r",)}
    yield from session("study", "numeric", environ, count, {**typed, **after})
    yield from session("study", "recall", environ, count, {"reveal": (b"\r",), "next": (b"\r",)})
    yield from session("quiz", "numeric", environ, count, {**typed, "next": (b"\r",)})
    yield from browser(environ, count)
    yield "bare", bare(environ, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=20)
    parser.add_argument("--reviews", type=int, default=10_000)
    options = parser.parse_args()
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as home:
        fill(Path(home), options.reviews)
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        for name, times in measured(environ, options.cards):
            figures |= {name: times[0]} if name.endswith("_later") else figures_of(name, times)
    peer = figures["bare_p95_ms"]
    slowest = max(
        value for name, value in figures.items() if name.endswith("p95_ms") and name != "bare_p95_ms"
    )
    print(json.dumps(figures | {"ratio": round(slowest / peer, 2), "reviews": options.reviews}))


if __name__ == "__main__":
    main()
