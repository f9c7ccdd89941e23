"""What one key changes is painted once, and what we take from Textual beyond its pages is still there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from mhaquiz.deck.cards import Kind
from mhaquiz.quiz.session import Phase
from mhaquiz.tui import one_frame
from mhaquiz.tui.screens.phases import ROUTE_AFTER

from .textual_seam import count_paints, draw_now, send_key

Make = Callable[..., Any]


async def test_a_key_that_changes_the_phase_paints_once(
    make_session: Make, make_card: Make, open_session: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = make_session(make_card(), make_card(Kind.SINGLE_CHOICE), make_card())
    app = open_session(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1")
        await pilot.pause(2 * ROUTE_AFTER)
        paints = count_paints(monkeypatch)
        for phase in (Phase.CONFIDENCE, Phase.REVEAL, Phase.QUESTION) * 2:
            send_key(app, "enter")
            for _ in range(300):  # as if a frame fell due at every turn: whatever was told so far is drawn
                await asyncio.sleep(0)
                draw_now(app)
            assert session.phase is phase
            told = f"to {phase}: Textual takes more turns than one_frame.ROUNDS = {one_frame.ROUNDS} to tell"
            assert paints() == 1, told
            if phase is Phase.QUESTION:  # as long as anybody needs to read it
                await asyncio.sleep(2 * ROUTE_AFTER)
                await app.workers.wait_for_complete()
                paints()


def test_what_we_declare_anew_of_textual_is_declared_there() -> None:
    """`widgets.still` and `screens.phases` only take the repainting away from reactives of these names."""
    for owner, name, initial in ((Widget, "virtual_size", Size(0, 0)), (Screen, "focused", None)):
        declared = owner.__dict__[name]
        assert isinstance(declared, Reactive), name
        assert declared._default == initial, name
    assert callable(Widget.watch_has_focus), "widgets.answer_line and widgets.picker leave out what it does"
