"""A screen at rest writes nothing and takes no processor time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Start = Callable[..., Any]
DECK = str(Path(__file__).parent.parent / "tui" / "gallery.yaml")
NUMBER = ("study", DECK, "--tag", "topic/weights")
CHOICES = ("study", DECK, "--tag", "topic/choice")
#: Arguments, then keys with what they bring; the last text is awaited before the screen must rest.
SCREENS: dict[str, tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    "home": ((), (("", "recall today"),)),
    "a typed question": (NUMBER, (("12", "❯ 12"),)),
    "a reveal": (NUMBER, (("12\r", "How sure"), ("1", "Enter takes"))),
    "choices": (CHOICES, (("", "causal mask"),)),
    "cards": ((), (("", "recall today"), ("b", "/ search"))),
    "a card": ((), (("", "recall today"), ("b", "/ search"), ("\r", "practise"))),
    "statistics": ((), (("", "recall today"), ("s", "knowledge"))),
    "settings": ((), (("", "recall today"), ("o", "new limit"))),
    "plan": ((), (("", "recall today"), ("p", "minutes"))),
    "a lab": (("lab", "rank-ceiling"), (("", "weights 1,048,576"),)),
    "maps": (("lab", "rank-ceiling"), (("", "weights 1,048,576"), ("\t", "sat"))),
    "help": ((), (("", "recall today"), ("?", "(here)"))),
    "commands": ((), (("", "recall today"), ("\x10", "Search"))),
    "a preview": (("deck", "preview", DECK, "--tui"), (("", "answer it"),)),
    "before a mock": ((), (("", "recall today"), ("m", "minutes"))),
}
#: A running clock may write: one small update a second.
CLOCKS = {
    "a mock": (("mock", "--seed", "3"), (("", "left"),)),
    "speaking": (("study", DECK, "--tag", "topic/scaling"), (("", "start and stop"), (" ", "Space stops"))),
}
SECONDS = 3
MOST_BYTES = 400
"""Of a clock, a second: the line that it stands on, with its colours."""
#: Of one processor; bench/tui_idle.py measures, this only catches something that runs.
MOST_CPU = 0.03


def test_screens_at_rest_write_nothing_and_use_no_time(start: Start) -> None:
    """All at once, so that the seconds of waiting pass once."""
    opened = {**SCREENS, **CLOCKS}
    resting = {name: start(*arguments, until="") for name, (arguments, _) in opened.items()}
    for name, terminal in resting.items():
        for keys, text in opened[name][1]:
            terminal.press(keys, text)
    listen(resting.values(), 1.5)
    before = {name: (len(terminal.written), terminal.cpu_seconds) for name, terminal in resting.items()}
    listen(resting.values(), SECONDS)
    for name, terminal in resting.items():
        written, seconds = before[name]
        limit = MOST_BYTES * (SECONDS + 1) if name in CLOCKS else 0
        assert len(terminal.written) - written <= limit, (name, terminal.written[written:])
        assert terminal.cpu_seconds - seconds <= MOST_CPU * SECONDS, name


def listen(terminals: Iterable[Any], seconds: float) -> None:
    """Read from all of them for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for terminal in terminals:
            terminal.read(0.01)
