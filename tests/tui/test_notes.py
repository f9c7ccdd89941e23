"""A note on a card: written after the answer or on the card's page, kept in the log, shown with answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.memory.events import EventKind
from mhaquiz.quiz.session import Phase
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.card import CardScreen
from mhaquiz.tui.screens.note import NoteScreen
from mhaquiz.tui.screens.study import StudyScreen

from .conftest import HOSTILE, SHOWN, squeezed
from .opening import home, ready

Make = Callable[..., Any]
SIZE = (80, 24)


async def reveal(session: Any, pilot: Any) -> None:
    await pilot.press(*(["enter"] if session.current.spoken else ["f5"]))
    assert session.phase is Phase.REVEAL


async def test_a_note_is_written_after_the_answer_and_stands_on_the_cards_page(
    make_desk: Make, read_screen: Make
) -> None:
    desk = make_desk()
    session = desk.study()
    key = session.current.card.key
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        await reveal(session, pilot)
        await pilot.press("n")
        assert isinstance(app.screen, NoteScreen)
        await pilot.press(*"q is short", "enter")
        assert isinstance(app.screen, StudyScreen)
        assert session.phase is Phase.REVEAL
        assert "Noted." in read_screen(app).split("\n")[0]
        assert desk.profile.notes(key) == ["q is short"]
        noted = [event for event in desk.profile.events(key) if event.kind is EventKind.NOTE]
        assert [dict(event.payload) for event in noted] == [{"text": "q is short"}]  # as plain mode writes it
        await pilot.press("n")
        assert "• q is short" in read_screen(app)  # what was written before is in sight
        await pilot.press("escape")
        app.push_screen(CardScreen(desk, session.current.card))
        await pilot.pause()
        assert "• q is short" in read_screen(app)


@pytest.mark.parametrize("keys", [["x", "escape"], ["enter"], ["space", "space", "enter"]])
async def test_no_words_or_escape_keep_nothing(keys: list[str], make_desk: Make) -> None:
    desk = make_desk()
    session = desk.study()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        await reveal(session, pilot)
        await pilot.press("n", *keys)
        assert isinstance(app.screen, StudyScreen)
        assert desk.profile.notes(session.current.card.key) == []


async def test_a_note_is_written_on_the_cards_page(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    card = desk.library.card("hostile/say")
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        app.push_screen(CardScreen(desk, card))
        await pilot.pause()
        await pilot.press("n", *"mine", "enter")
        await pilot.pause()
        assert "• mine" in read_screen(app)
        event = desk.profile.events(card.key)[-1]
        desk.profile.undo(event.id)
        assert desk.profile.notes(card.key) == []


async def test_a_quiz_offers_no_note_as_it_writes_nothing(make_desk: Make) -> None:
    desk = make_desk()
    session = desk.quiz(desk.library.cards())
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        await reveal(session, pilot)
        await pilot.press("n")
        assert isinstance(app.screen, StudyScreen)


async def test_a_note_from_another_machine_is_shown_as_typed(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    card = desk.library.card("hostile/say")
    desk.note(card.key, HOSTILE)
    app = home(desk)
    async with app.run_test(size=(100, 40)) as pilot:
        await ready(app, pilot)
        app.push_screen(CardScreen(desk, card))
        await pilot.pause()
        await pilot.press("n")
        assert squeezed(SHOWN) in squeezed(read_screen(app))
        assert not app.is_quitting
