"""Leaving a quiz or a mock interview: nothing is lost, and help, footer and act say the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.cards import LabLink
from mhaquiz.quiz.session import Phase
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.card_lab import has_lab
from mhaquiz.tui.screens.home import HomeScreen
from mhaquiz.tui.screens.leaving import LeavingScreen, QuittingScreen
from mhaquiz.tui.screens.mock import MockScreen
from mhaquiz.tui.screens.study import StudyScreen

from .opening import home, ready

Make = Callable[..., Any]
SIZE = (80, 24)


async def answer_one(app: Any, pilot: Any) -> None:
    await pilot.press("f5") if app.screen.place != "speak" else await pilot.press("enter")
    await pilot.press("enter")


@pytest.mark.parametrize(("key", "kind"), [("t", "quiz"), ("m", "mock interview")])
async def test_escape_keeps_what_was_answered_and_home_goes_on(
    key: str, kind: str, make_desk: Make, read_screen: Make
) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press(key, *(["enter"] if key == "m" else []))
        session = app.screen.session
        await answer_one(app, pilot)
        open_card = session.current.card.key
        await pilot.press("escape")
        assert isinstance(app.screen, LeavingScreen)
        assert f"Leave the {kind}?" in read_screen(app)
        assert f"{key} on home goes on with it" in " ".join(read_screen(app).split())
        await pilot.press("enter")
        await ready(app, pilot)
        assert isinstance(app.screen, HomeScreen)
        assert f"goes on with the {kind}: 1 " in read_screen(app)
        await pilot.press(key)
        assert isinstance(app.screen, StudyScreen)
        assert app.screen.session is session
        assert session.current.card.key == open_card
        assert len(session.answered) == 1


async def test_escape_twice_goes_on(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter", "escape", "escape")
        assert isinstance(app.screen, StudyScreen)
        assert app.screen.session.phase is Phase.QUESTION


async def test_a_mock_can_be_ended_with_its_report(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 40)) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter", "escape", "f")
        assert isinstance(app.screen, LeavingScreen)  # nothing answered: there is no report yet
        await pilot.press("escape")
        await answer_one(app, pilot)
        await pilot.press("escape", "f")
        assert app.screen.place == "finished"
        assert "Mock interview" in read_screen(app)


async def test_no_time_runs_while_a_mock_waits(make_desk: Make, clock: Any, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter")
        session = app.screen.session
        clock.ms += 60_000
        await pilot.press("escape")
        clock.ms += 60_000
        await pilot.press("enter")
        await ready(app, pilot)
        clock.ms += 3_600_000
        await pilot.press("m")
        assert session.seconds_left == 29 * 60
        clock.ms += 60_000
        assert session.seconds_left == 28 * 60


async def test_a_session_begun_on_the_command_line_is_kept_too(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    session = desk.quiz(desk.library.cards())
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        await answer_one(app, pilot)
        await pilot.press("escape", "enter")
        await ready(app, pilot)
        assert "goes on with the quiz: 1 of 2 answered" in read_screen(app)
        await pilot.press("t")
        assert app.screen.session is session


async def test_without_answers_a_quiz_is_left_at_once(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("t", "escape")
        assert isinstance(app.screen, HomeScreen)


# ── quitting ────────────────────────────────────────────────────────────────────────────
async def leave_a_quiz_and_a_mock(app: Any, pilot: Any) -> None:
    for keys in (["t"], ["m", "enter"]):
        await pilot.press(*keys)
        await answer_one(app, pilot)
        await pilot.press("escape", "enter")
        await ready(app, pilot)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q"])
@pytest.mark.parametrize("answer", ["enter", "y"])
async def test_what_waits_is_asked_for_before_quitting(
    key: str, answer: str, make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await leave_a_quiz_and_a_mock(app, pilot)
        await pilot.press(key)
        assert isinstance(app.screen, QuittingScreen)
        shown = " ".join(read_screen(app).split())
        assert "The quiz, 1 of 2 answered: it cannot be taken up again" in shown
        assert "The mock interview, 1 answered, 30 min left: it cannot be taken up again" in shown
        assert not app.is_quitting
        await pilot.press(answer)
        assert app.is_quitting


@pytest.mark.parametrize("key", ["escape", "n"])
async def test_who_stays_finds_everything_as_it_was(key: str, make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await leave_a_quiz_and_a_mock(app, pilot)
        before = read_screen(app)
        await pilot.press("q", key)
        assert isinstance(app.screen, HomeScreen)
        assert not app.is_quitting
        assert read_screen(app) == before
        assert "goes on with the quiz: 1 of 2 answered" in before


async def test_quitting_from_a_mock_that_runs_is_asked_for_too_and_its_clock_stands_still(
    make_desk: Make, clock: Any
) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter")
        session = app.screen.session
        await pilot.press("ctrl+q")
        assert isinstance(app.screen, QuittingScreen)
        clock.ms += 60_000
        await pilot.press("escape")
        assert session.seconds_left == 30 * 60
        clock.ms += 60_000
        assert session.seconds_left == 29 * 60


async def test_the_palette_asks_too(make_desk: Make) -> None:
    from mhaquiz.tui.commands import offers

    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await leave_a_quiz_and_a_mock(app, pilot)
        quits = [offer for offer in offers(app) if offer.help in ("key: Esc", "key: Ctrl+Q")]
        assert len(quits) == 2
        for offer in quits:
            await offer.run()
            await pilot.pause()
            assert isinstance(app.screen, QuittingScreen)
            await pilot.press("escape")


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+q"])
async def test_where_nothing_waits_the_app_quits_at_once(
    key: str, make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        assert "Esc quit" in read_screen(app).split("\n")[-1]
        await pilot.press("enter", "escape")  # a study session holds nothing of its own
        await ready(app, pilot)
        await pilot.press(key)
        assert app.is_quitting


@pytest.mark.parametrize(
    "keys",
    [["ctrl+c", "ctrl+c"], ["q", "ctrl+c", "ctrl+c"], ["f1", "ctrl+c", "ctrl+c"], ["ctrl+q", "ctrl+q"]],
)
async def test_a_key_pressed_twice_quits_whatever_waits(keys: list[str], make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await leave_a_quiz_and_a_mock(app, pilot)
        await pilot.press(*keys)
        assert app.is_quitting


# ── before a mock interview ─────────────────────────────────────────────────────────────
async def test_m_shows_what_will_happen_and_enter_begins(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m")
        assert isinstance(app.screen, MockScreen)
        shown = read_screen(app)
        for told in ("30 min", "L2", "minutes without hints", "report", "Enter start"):
            assert told in shown
        assert desk.profile.showings("hostile/say") == 0
        await pilot.press("left", "left", "down", "right", "enter")
        assert isinstance(app.screen, StudyScreen)
        assert app.screen.session.minutes == 15
        assert app.screen.session.ladder.lowest == "L3"
        assert "15 min left" in read_screen(app)


async def test_a_mock_without_topics_cannot_begin(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "down", "down", "space")
        topics = sum("[ ]" in line for line in read_screen(app).split("\n"))
        assert topics == 1
        for _ in range(5):
            await pilot.press("down", "left")
        assert "there is nothing to ask" in read_screen(app)
        await pilot.press("enter")
        assert isinstance(app.screen, MockScreen)
        await pilot.press("space", "enter")
        assert isinstance(app.screen, StudyScreen)


async def test_both_clocks_stand_in_the_title(make_desk: Make, clock: Any, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("m", "enter")
        clock.ms += 20_000
        app.screen._tick()
        title = read_screen(app).split("\n")[0]
        assert "this card" in title
        assert "left · 0 done" in title


async def test_no_card_of_a_mock_opens_a_lab(make_desk: Make) -> None:
    from dataclasses import replace

    desk = make_desk()
    session = desk.mock(desk.library.cards(), 30, "L2")
    card = replace(session.current.card, lab=LabLink("rank-ceiling", ()))
    session.current.card = card
    session.give_up()
    assert not has_lab(session)


async def test_at_the_end_one_key_leads_home_and_the_title_is_done_counting(
    make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("t")
        await answer_one(app, pilot)
        await answer_one(app, pilot)
        await pilot.pause(0.05)
        lines = read_screen(app).split("\n")
        assert lines[0].split() == ["mhaquiz", "quiz"]
        assert lines[-1].count("home") == 1
        await pilot.press("escape")
        assert isinstance(app.screen, HomeScreen)


async def test_the_footer_says_where_leaving_leads(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("t")
        await pilot.pause(0.05)
        assert "Esc home" in read_screen(app)
        await pilot.press("escape", "b", "enter", "enter")  # a card of the browser, practised
        await pilot.pause(0.05)
        assert "Esc back" in read_screen(app)
        await answer_one(app, pilot)
        await pilot.pause(0.05)
        assert "Enter back" in read_screen(app)
        await pilot.press("enter")
        assert type(app.screen).__name__ == "CardScreen"


async def test_without_a_desk_leaving_quits_and_says_so(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(0.05)
        assert "Esc quit" in read_screen(app)
        await pilot.press("escape")
        assert app.is_quitting


@pytest.mark.parametrize("turns", range(0, 48, 3))
async def test_quitting_while_a_screen_is_being_built_is_no_crash(turns: int, make_desk: Make) -> None:
    """As a kill does it, or a quick Ctrl+Q: the screen's parts are taken away while it is put together."""
    desk = make_desk()
    app = home(desk)
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        app.push_screen(StudyScreen(desk.study()))
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit(0)
    assert app.return_code == 0
