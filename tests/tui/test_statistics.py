"""The statistics screen: five pages over a known history, the drill, and every size and ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.memory.events import Rating, Review
from mhaquiz.tui import statistics_page, year_page
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.statistics import PAGES, StatisticsScreen
from mhaquiz.tui.statistics_page import Line
from mhaquiz.tui.widgets.columns import column_lines

from .opening import ready

Make = Callable[..., Any]
DAY_MS = 86_400_000
DECK = """
mhaquiz: 1
deck: {id: small, title: Small, version: 1.0.0}
misconceptions:
  forgot-wo: {title: 'Forgets [W_O]', fix: 'There are four matrices.'}
cards:
  - id: weights
    kind: numeric
    level: L2
    tags: [topic/projections]
    prompt: How many weights?
    answer: 4*768**2
    mistakes: [{is: forgot-wo, answer: 3*768**2}]
  - id: which
    kind: single_choice
    level: L3
    tags: [topic/heads]
    prompt: Which?
    choices:
      - {id: a, text: four, correct: true}
      - {id: b, text: three, is: forgot-wo}
"""


@pytest.fixture
def studied(make_desk: Make, clock: Any) -> Any:
    """Two cards over eleven days: certain and right, guessed and wrong with a named idea, a slip."""
    desk = make_desk(DECK.replace("{", "{{").replace("}", "}}"))
    assert [card.key for card in desk.library.cards()] == ["small/weights", "small/which"]
    now = clock.ms
    answers = [
        (10, "weights", Rating.GOOD, "correct", None, 3, 8_000),
        (7, "weights", Rating.AGAIN, "misconception", "forgot-wo", 1, 30_000),
        (3, "which", Rating.AGAIN, "wrong", None, 3, 20_000),
        (1, "weights", Rating.GOOD, "correct", None, 2, 12_000),
    ]
    for days_ago, card, rating, verdict, idea, sure, ms in answers:
        clock.ms = now - days_ago * DAY_MS
        review = Review(rating, verdict, misconception=idea, confidence=sure, ms_taken=ms)
        desk.profile.record_review(f"small/{card}", review)
    clock.ms = now
    return desk


def opened(desk: Any, number: int = 0) -> Any:
    return MhaquizApp(lambda: StatisticsScreen(desk, number), desk)


async def pages(desk: Any, read_screen: Make, size: tuple[int, int] = (80, 30)) -> list[str]:
    app = opened(desk)
    shown = []
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        for _ in PAGES:
            shown.append(read_screen(app))
            await pilot.press("tab")
        assert app.screen.number == 0
    return shown


async def test_five_pages_tell_the_history(studied: Any, read_screen: Make) -> None:
    knowledge, recall, days, ahead, mistakes = await pages(studied, read_screen)
    assert "4 answers, 1 day in a row" in knowledge
    assert "1 of 1 seen" in knowledge
    assert "projections" in knowledge
    lines = {line.split()[0]: line for line in recall.split("\n") if line.strip()}
    assert " 0%" in lines["guess"]
    assert "100%" in lines["fairly"]
    assert " 50%" in lines["certain"]
    assert "expected, 1 review\n" in recall
    assert "4 days with answers" in days
    assert "last 30 days: 4 in all" in days
    assert "10 s right · 25 s wrong" in days
    assert "1–3 d" in ahead
    assert "1 answer shows a wrong idea" in mistakes
    assert "Forgets [W_O]" in mistakes
    assert "2 cards meet it" in mistakes


async def test_the_right_predicted_share_stands_beside_what_was_recalled(studied: Any) -> None:
    """The scheduler's expectation, worked out from FSRS-6's own curve over the same intervals."""
    found = studied.overview()()
    reviews = [week for week in found.retention if week.reviews]
    assert sum(week.reviews for week in reviews) == 2
    assert all(0.5 < (week.predicted or 0) < 1 for week in reviews)
    assert found.met_on == {"forgot-wo": ("small/weights",)}


async def test_a_key_on_a_wrong_idea_drills_its_cards(studied: Any, read_screen: Make) -> None:
    app = opened(studied, PAGES.index("mistakes"))
    before = studied.profile.states()
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("enter")
        assert type(app.screen).__name__ == "StudyScreen"
        assert {card.key for card in app.screen.session.cards} == {"small/weights", "small/which"}
        await pilot.press("f5", "enter", "escape", "enter")
        await ready(app, pilot)
        assert type(app.screen).__name__ == "StatisticsScreen"
        assert studied.kept.waiting("quiz") is not None
    assert studied.profile.states() == before


async def test_someone_new_is_told_so(make_desk: Make, read_screen: Make) -> None:
    for shown in await pages(make_desk(), read_screen):
        assert "Nothing to show yet" in shown


async def test_home_opens_it_and_escape_returns(studied: Any, read_screen: Make) -> None:
    from mhaquiz.tui.screens.home import HomeScreen

    app = MhaquizApp(lambda: HomeScreen(studied), studied)
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("s")
        await ready(app, pilot)
        assert "4 answers" in read_screen(app)
        await pilot.press("escape")
        assert type(app.screen).__name__ == "HomeScreen"


@pytest.mark.parametrize("size", [(1, 1), (20, 5), (40, 12), (80, 24), (200, 60)])
async def test_every_size(studied: Any, read_screen: Make, size: tuple[int, int]) -> None:
    for shown in await pages(studied, read_screen, size):
        assert all(len(line) <= size[0] for line in shown.split("\n"))


async def test_the_ideas_can_be_seen_in_a_small_window(studied: Any, read_screen: Make) -> None:
    app = opened(studied, PAGES.index("mistakes"))
    async with app.run_test(size=(40, 12)) as pilot:
        await ready(app, pilot)
        assert "▸ Forgets [W_O]" in read_screen(app)
        assert "Enter drill" in read_screen(app)


@pytest.mark.parametrize("width", [40, 80])
async def test_cards_missed_often_are_told_by_what_they_ask(
    make_desk: Make, read_screen: Make, clock: Any, width: int
) -> None:
    asked = "how wide is a head here? " + "Say it. " * 9
    cards = "".join(
        f'  - {{id: card-{n}, kind: numeric, level: L2, prompt: "Number {n}: {asked}", answer: "64"}}\n'
        for n in range(5)
    )
    deck = "mhaquiz: 1\ndeck: {id: small, title: Small, version: 1.0.0}\ncards:\n" + cards
    desk = make_desk(deck.replace("{", "{{").replace("}", "}}"))
    assert len(desk.library.cards()) == 5
    for card in desk.library.cards():
        for _ in range(10):
            clock.ms += 3 * DAY_MS
            desk.profile.record_review(card.key, Review(Rating.GOOD, "correct"))
            clock.ms += 3 * DAY_MS
            desk.profile.record_review(card.key, Review(Rating.AGAIN, "wrong"))
    app = opened(desk, PAGES.index("mistakes"))
    async with app.run_test(size=(width, 24)) as pilot:
        await ready(app, pilot)
        shown = read_screen(app)
        assert "missed often  Number 0: " in shown
        assert "small/card-" not in shown
        assert [line.rstrip()[-1] for line in shown.split("\n") if "Number" in line] == ["…"] * 3
        assert "and 2 more: " in shown


async def test_ascii(studied: Any, read_screen: Make) -> None:
    app = opened(studied)
    async with app.run_test(size=(80, 30)) as pilot:
        app.draw_ascii()
        await ready(app, pilot)
        for _ in PAGES:
            assert read_screen(app).isascii()
            await pilot.press("tab")


def test_the_year_tells_a_busy_day_by_its_sign() -> None:
    today = 19_998  # a Wednesday
    lines = year_page.year_map({today: 50, today - 1: 1}, today, 80, ".:+#@")
    assert [line.plain[-1] for line in lines[1:4]] == [".", ":", "@"]
    assert lines[4].plain.endswith(" ")
    assert len({line.cell_length for line in lines[1:]}) == 1


def test_columns_grow_with_their_values_and_none_is_lost() -> None:
    lines = [line.plain for line in column_lines([0, 1, 8, 16], 80, rows=2)]
    assert lines[0].rstrip() == "   16       █".rstrip()
    assert lines[1].rstrip() == "    0 · ▁ █ █"


def test_a_day_of_seconds_is_no_full_column() -> None:
    lines = [line.plain for line in column_lines([0.0, 0.2], 80, rows=2)]
    assert lines[0].split() == ["1"]
    assert "█" not in "".join(lines)


def test_names_of_topics_are_whole_at_80_and_120_columns() -> None:
    name = "induction-and-what-heads-learn"
    for width in (74, 96):
        shown = [
            block.body.plain for block in statistics_page.bars([Line(name, 0.5, "12 of 33 seen")], width)
        ]
        assert name in shown[0]
        assert len(shown[0]) <= width


def test_days_alike_are_drawn_as_one_piece() -> None:
    """A piece a day made a page turn of 46 ms; it is 20 ms with a piece a run."""
    today = 20_000
    row = year_page.year_map({today: 50}, today, 80, ".:+#@")[1]
    assert len(row.spans) <= 4


async def test_nobody_was_asked_how_sure(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk(DECK.replace("{", "{{").replace("}", "}}"))
    desk.profile.record_review("small/weights", Review(Rating.GOOD, "correct", typed="1"))
    app = opened(desk, PAGES.index("recall"))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        assert "a study session asks how sure you are" in read_screen(app)
