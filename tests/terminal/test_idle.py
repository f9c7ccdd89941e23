"""A screen at rest writes nothing and takes no processor time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
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
TRIES = 3
"""A loaded machine still has something to finish; what runs at rest never comes to an end."""


def test_screens_at_rest_write_nothing_and_use_no_time(start: Start) -> None:
    """All at once, so that the seconds of waiting pass once."""
    opened = {**SCREENS, **CLOCKS}
    resting = {name: start(*arguments, until="") for name, (arguments, _) in opened.items()}
    for name, terminal in resting.items():
        for keys, text in opened[name][1]:
            terminal.press(keys, text)
    listen(resting.values(), 1.5)
    for _ in range(TRIES):
        restless = watch(resting)
        resting = {name: resting[name] for name in restless}
        if not restless:
            return
    assert restless == {}


def watch(terminals: Mapping[str, Any]) -> dict[str, tuple[str, float]]:
    """What those wrote, and how long they computed, that did not rest."""
    before = {name: (len(terminal.written), terminal.cpu_seconds) for name, terminal in terminals.items()}
    listen(terminals.values(), SECONDS)
    restless = {}
    for name, terminal in terminals.items():
        written = terminal.written[before[name][0] :]
        seconds = terminal.cpu_seconds - before[name][1]
        limit = MOST_BYTES * (SECONDS + 1) if name in CLOCKS else 0
        if len(written) > limit or seconds > MOST_CPU * SECONDS:
            restless[name] = (written, seconds)
    return restless


def listen(terminals: Iterable[Any], seconds: float) -> None:
    """Read from all of them for so long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for terminal in terminals:
            terminal.read(0.01)
