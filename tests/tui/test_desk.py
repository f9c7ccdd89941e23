"""What the screens work on, asked without a screen."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep
from typing import Any

import pytest

from mhaquiz.deck.library import Library
from mhaquiz.memory.profile import Profile
from mhaquiz.tui.desk import Desk

Make = Callable[..., Any]


def test_the_decks_are_read_once_whoever_needs_them_first(clock: Any) -> None:
    """Home reads them in a thread; a key pressed meanwhile needs them too."""
    read: list[Library] = []
    together = Barrier(2)

    def load() -> Library:
        sleep(0.05)
        read.append(Library())
        return read[-1]

    def ask(desk: Desk) -> Library:
        together.wait()
        return desk.library

    desk = Desk(load, pytest.fail, clock)
    with ThreadPoolExecutor(2) as threads:
        first, second = (one.result() for one in [threads.submit(ask, desk) for _ in range(2)])
    assert first is second
    assert len(read) == 1
    desk.reload()
    assert desk.library is not first


def test_how_the_decks_stand_is_read_at_once(make_desk: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards there are: not card by card."""
    desk = make_desk()
    session = desk.study()
    session.give_up()
    session.rate()
    [deck] = desk.library.decks
    counts = desk.counts([deck])
    assert counts.learning == 1
    asked: list[str] = []
    monkeypatch.setattr(Profile, "state", lambda self, key: asked.append(key))
    [standing] = desk.standings()
    assert (standing.deck, standing.due, standing.seen) == (deck, 1, 1)
    assert asked == []
