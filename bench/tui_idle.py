"""What screens at rest cost: bytes written and processor time over some seconds, each in a pty at 80×24.

    python bench/tui_idle.py [--seconds 10]

The peer, in the same run, is a bare Textual Header/Footer app. Time is counted in ticks of 10 ms, so that
0.5 % needs 10 seconds to be told from nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from tui_screen import BARE, Screen

DECK = str(Path(__file__).parent.parent / "tests" / "tui" / "gallery.yaml")
NUMBER = ("study", DECK, "--tag", "topic/weights")
#: Arguments and keys. A running clock may write: `mock` and `speaking` show their seconds.
SCREENS: dict[str, tuple[tuple[str, ...], str]] = {
    "home": ((), ""), "decks": ((), "d"), "cards": ((), "b"), "card": ((), "b\r"), "search": ((), "b/"),
    "statistics": ((), "s"), "settings": ((), "o"), "plan": ((), "p"), "drill": ((), "r"), "labs": ((), "l"),
    "help": ((), "?"), "palette": ((), "\x10"), "mock form": ((), "m"),
    "question": (NUMBER, "12"), "how sure": (NUMBER, "12\r"), "reveal": (NUMBER, "12\r2"),
    "choices": (("study", DECK, "--tag", "topic/choice"), ""), "quiz": (("quiz", DECK), ""),
    "lab": (("lab", "rank-ceiling"), ""), "maps": (("lab", "rank-ceiling"), "\t"),
    "preview": (("deck", "preview", DECK, "--tui"), ""),
    "mock": (("mock", "--seed", "3"), ""), "speaking": (("study", DECK, "--tag", "topic/scaling"), " "),
}  # fmt: skip


def rest(screens: Mapping[str, Screen], seconds: float) -> dict[str, dict[str, float]]:
    """Of each, all at the same time: bytes written, and the share of one processor in percent."""
    before = {name: screen.cpu_seconds for name, screen in screens.items()}
    names = {screen.handle: name for name, screen in screens.items()}
    written = dict.fromkeys(screens, 0)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        for handle in select.select(list(names), [], [], left)[0]:
            written[names[handle]] += len(os.read(handle, 65_536))
    used = {name: screen.cpu_seconds - before[name] for name, screen in screens.items()}
    return {
        name: {"bytes": written[name], "cpu_percent": round(100 * used[name] / seconds, 2)}
        for name in screens
    }


def begin(name: str, arguments: tuple[str, ...], keys: str, environ: Mapping[str, str]) -> Screen:
    bare = name == "bare"
    argv = [sys.executable, *(("-c", BARE) if bare else ("-m", "mhaquiz", *arguments))]
    screen = Screen(argv, environ, b"Quit" if bare else b"F1" if arguments else b"recall today")
    for key in keys:
        screen.press(key.encode())
        screen.settle(0.3)
    return screen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    screens: dict[str, Screen] = {}
    with tempfile.TemporaryDirectory() as home:
        for number, (name, (arguments, keys)) in enumerate({"bare": ((), ""), **SCREENS}.items()):
            profile = os.path.join(home, str(number))
            environ = {**os.environ, "MHAQUIZ_HOME": profile, "TERM": "xterm-256color"}
            screens[name] = begin(name, arguments, keys, environ)
        rest(screens, 2)  # what was still coming
        figures = rest(screens, options.seconds)
        for screen in screens.values():
            screen.close()
    print(json.dumps({**figures, "seconds": options.seconds}))


if __name__ == "__main__":
    main()
