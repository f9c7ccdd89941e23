"""Where one stands in a session and what its end says: true counts, whole units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.memory.queue import Counts
from mhaquiz.plain.wording import left_today
from mhaquiz.quiz.session import Phase, Progress
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.home_page import held, interview, today
from mhaquiz.tui.screens.study import StudyScreen
from mhaquiz.tui.session_pages import progress, summary
from mhaquiz.tui.widgets.bars import _whole_parts

Make = Callable[..., Any]


@pytest.mark.parametrize(
    ("state", "told", "plain"),
    [
        (Progress(3, 11, 12, again=2), "3 done · 9 left, 2 again · 12 min", "9 cards and 2 once more"),
        (Progress(3, 2, 4, again=2), "3 done · 2 again · 4 min", "2 cards once more, about 4 min"),
        (
            Progress(9, 10, 11, again=10, more=6),
            "9 done · plan done, 10 again · 6 more fit · 11 min",
            "done as planned but for 10 cards once more. You are faster than planned: 6 more fit",
        ),
        (Progress(9, 0, 0, more=1), "9 done · plan done · 1 more fits", "done as planned. You are faster"),
    ],
)
def test_nothing_is_left_is_never_said_beside_cards_that_come(state: Progress, told: str, plain: str) -> None:
    assert progress(None, state) == told
    assert left_today(state).startswith(plain)


@pytest.mark.parametrize(
    ("counts", "head"),
    [
        (Counts(0, 0, 14, 15, more=6), "today's plan is done but for 14 cards once more"),
        (Counts(0, 0, 1, 1), "today's plan: 1 card once more"),
        (Counts(0, 0, 0, 0, more=6), "today's plan is done"),
        (Counts(3, 2, 1, 9), "today's plan: 5 cards, 2 of them new · 1 in learning"),
        (Counts(0, 0, 0, 0), ""),
    ],
)
def test_home_counts_what_enter_asks(counts: Counts, head: str) -> None:
    assert held(counts) == head


def test_what_is_due_in_all_has_a_line_of_its_own() -> None:
    first, besides, _ = today(Counts(9, 6, 3, 20, due_in_all=15), planned=True)
    assert len(first.lines(76)[0].plain) < 74
    assert besides.lines(76)[0].plain == "15 cards are due in all."


@pytest.mark.parametrize("width", range(4, 50))
def test_no_part_of_the_progress_is_cut_in_two(width: int) -> None:
    parts = "9 done · plan done, 10 again · 6 more fit · 11 min left"
    shown = _whole_parts(parts, width).plain
    assert len(shown) <= width
    assert shown.endswith("…") == (width < len("9 done"))
    if width >= len("9 done"):
        assert parts.split(" · ")[: len(shown.split(" · "))] == shown.split(" · ")


async def test_ending_while_a_card_waits_says_when_it_comes(make_desk: Make, read_screen: Make) -> None:
    """Finished in place of waiting, nothing answered: it is not true that there is nothing to study."""
    desk = make_desk()
    first = desk.study()
    while first.phase is Phase.QUESTION:
        first.give_up()
        first.rate()
    app = MhaquizApp(lambda: StudyScreen(desk.study()), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "The next card comes in 10 min." in read_screen(app)
        await pilot.press("f")
        await pilot.pause()
        shown = read_screen(app)
        assert "Nothing answered." in shown
        assert "once more, the next in 10 min." in shown
        assert "Nothing is left" not in shown


async def test_the_end_says_that_the_day_is_done(make_desk: Make) -> None:
    desk = make_desk()
    session = desk.study()
    while session.phase is Phase.QUESTION:
        session.give_up()
        session.rate()
    told = "\n".join(line.plain for block in summary(session) for line in block.lines(76))
    assert "once more" in told
    for card in desk.library.cards():
        desk.turn_suspended(card.key)
    session.resume()
    assert session.phase is Phase.FINISHED
    told = "\n".join(line.plain for block in summary(session) for line in block.lines(76))
    assert "Done for today." in told
    desk.close()


def test_the_day_of_a_mock_interview_names_the_key_that_begins_it(make_desk: Make) -> None:
    from datetime import timedelta

    from mhaquiz.memory import interviews
    from mhaquiz.memory.clock import date_of

    desk = make_desk()
    day = date_of(desk.today) + timedelta(days=1)
    interviews.plan_interview(desk.profile, day.isoformat(), 20)
    advice = desk.plan().plan.advice(desk.today)
    assert any("mhaquiz mock" in line for line in advice)
    shown = [line.plain for block in interview(advice, None) for line in block.lines(76)]
    assert "Today is a day for a mock interview: m begins one." in shown
    desk.close()


@pytest.mark.parametrize(
    ("by_idea", "told"), [((("forgot-wo", 3, 1),), "2 of them are"), ((), "6 of them are")]
)
def test_ideas_and_their_sum_agree(by_idea: Any, told: str) -> None:
    from types import SimpleNamespace

    from mhaquiz.cli.stats import _errors
    from mhaquiz.memory.statistics import Mistakes
    from mhaquiz.tui.statistics_page import mistakes

    found: Any = SimpleNamespace(mistakes=Mistakes(6, 2, by_idea))
    first, second = (block.lines(76)[0].plain for block in mistakes(found))
    assert first == "6 answers show a wrong idea, 2 are slips that no idea explains"
    assert second == f"{told} known to one card only, and not listed here."
    ideas = [{"title": "t", "declared": declared, "suspected": more} for _, declared, more in by_idea]
    plain = list(_errors({"concept_errors": 6, "slips": 2, "misconceptions": ideas, "leeches": []}))
    assert plain[1] == f"Wrong ideas 6 ({told[0]} known to one card only, not listed), slips 2"
    found.mistakes = Mistakes(1, 2, (("a", 0, 1),))
    assert len(mistakes(found)) == 1


async def test_tonights_cards_come_first_and_are_counted_in_the_singular(
    make_desk: Make, read_screen: Make
) -> None:
    """One key puts them into today; home counts them and study begins with them."""
    desk = make_desk()
    session = desk.mock(desk.library.cards(), 30, "L2")
    missed = session.current.card.key
    session.give_up()
    session.rate()
    session.finish()
    before = desk.counts().due
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        await pilot.pause()
        assert "1 card is due today, before all others." in read_screen(app)
        assert desk.counts().due == before + 1
        question = desk.study().current
        assert (question.card.key, question.why_due) == (missed, "chosen for tonight")
