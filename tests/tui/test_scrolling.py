"""What does not fit says so: an arrow where there is more, a key that leads there, where one is in help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.content import Content

from mhaquiz.deck.cards import Kind
from mhaquiz.quiz.mock_report import MockReport
from mhaquiz.quiz.questions import TopicScore
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row
from mhaquiz.tui.widgets.scroll_bar import DOWN, UP
from mhaquiz.tui.widgets.text_page import TextPage

from .opening import home, ready
from .textual_seam import strips

Make = Callable[..., Any]
SIZE = (80, 24)


def bar_of(app: Any) -> tuple[str, str]:
    """What stands at the upper and at the lower end of the help page's scroll bar."""
    lines = [strip.text for strip in strips(app)]
    return lines[2][-1], lines[-2][-1]


async def test_help_says_that_there_is_more_where_one_is_and_which_key_moves(
    make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        await pilot.press("f1")
        shown = read_screen(app)
        lines = app.screen.query_one(TextPage).virtual_size.height
        assert "PgDn page down" in shown
        assert f"lines 1–21 of {lines}" in shown
        assert bar_of(app) == (" ", DOWN)
        await pilot.press("pagedown")
        assert f"lines 21–41 of {lines}" in read_screen(app)  # one line of the last screenful stays
        assert bar_of(app) == (UP, DOWN)
        await pilot.press("end")
        shown = read_screen(app)
        assert f"of {lines}" in shown
        assert f"–{lines} of" in shown
        assert bar_of(app)[1] != DOWN
        assert "PgDn" not in shown.split("\n")[-1]
        await pilot.press("g", "j", "k", "down")
        assert "lines 2–22 of" in read_screen(app)


async def test_a_page_that_fits_has_no_sign(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 400)) as pilot:
        await ready(app, pilot)
        await pilot.press("f1")
        shown = read_screen(app)
        assert UP not in shown
        assert DOWN not in shown
        assert "PgDn page down" not in shown.split("\n")[-1]
        assert "lines 1" not in shown


async def test_a_long_question_has_the_arrow_and_scrolls_while_one_types(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session(make_card(), make_card(prompt="Long. " * 400))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        assert DOWN not in read_screen(app)
        await pilot.press(*"2359296", "enter", "2", "enter")
        await pilot.pause()
        assert DOWN in read_screen(app)
        await pilot.press("pagedown")
        assert UP in read_screen(app)


@pytest.mark.parametrize("topics", [2, 30])
async def test_a_report_that_does_not_fit_names_the_key_that_leads_on(
    topics: int, make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session(make_card(Kind.SINGLE_CHOICE))
    report = MockReport(3, 1, 60, topics={f"topic {n}": TopicScore(1, 0) for n in range(topics)})
    session.mock_report = lambda: report
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("1", "enter", "2", "enter")
        await pilot.pause()
        shown = read_screen(app)
        assert "topic 1 " in shown
        assert (DOWN in shown, "PgDn page down" in shown) == (topics == 30, topics == 30)
        if topics == 30:
            await pilot.press("pagedown", "pagedown")
            await pilot.pause()
            shown = read_screen(app)
            assert "topic 29" in shown
            assert "PgDn" not in shown


@pytest.mark.parametrize("no_colour", [False, True], ids=["colours", "NO_COLOR"])
async def test_the_arrow_can_be_seen(no_colour: bool, make_desk: Make, monkeypatch: Any) -> None:
    if no_colour:
        monkeypatch.setenv("NO_COLOR", "1")
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        for theme in ("mhaquiz-dark", "mhaquiz-light", "ansi-dark"):
            app.theme = theme
            await pilot.press("f1")
            await pilot.pause()
            arrow = next(part for part in strips(app)[-2] if DOWN in part.text)
            assert arrow.style is not None
            assert arrow.style.color != arrow.style.bgcolor or arrow.style.color is None
            await pilot.press("escape")


async def test_the_arrows_are_spelled_in_ascii(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=SIZE) as pilot:
        await ready(app, pilot)
        app.draw_ascii()
        await pilot.press("f1", "pagedown")
        await pilot.pause()
        assert bar_of(app) == ("^", "v")


@pytest.mark.parametrize("size", [(40, 12), (80, 24)], ids=["40x12", "80x24"])
@pytest.mark.parametrize("key", ["d", "b", "o", "m", "l", "r"])
async def test_what_stands_below_a_list_is_cut_with_a_sign(
    key: str, size: tuple[int, int], make_desk: Make, read_screen: Make
) -> None:
    app = home(make_desk(text="The scores are divided by the root of the head width. " * 3))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        await pilot.press(key)
        await ready(app, pilot)
        about = app.screen.query_one("#about", ProseView)
        where, told = about.content_region, about.prose.lines(about.content_size.width)
        assert where.height > 0
        last = read_screen(app).split("\n")[where.bottom - 1]
        if size == (40, 12):
            assert len(told) > where.height
        assert last.rstrip().endswith("…") is (len(told) > where.height)


@pytest.mark.parametrize(
    ("key", "name"), [("b", "#cards"), ("r", "#models"), ("d", "#decks"), ("m", "#choices")]
)
@pytest.mark.parametrize("width", [80, 57])
async def test_rows_end_in_one_column_whether_there_is_a_bar_or_not(
    key: str, name: str, width: int, make_desk: Make
) -> None:
    """Where the title's own text ends; the bar stands beyond it, at the window's edge."""
    app = home(make_desk())
    ends = set()
    async with app.run_test(size=(width, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press(key)
        listing = app.screen.query_one(name)
        for count in (3, 80):
            listing.fill([Row(Content("left"), Content("right"), str(n)) for n in range(count)])
            await pilot.pause()
            assert listing.show_vertical_scrollbar is (count == 80)
            line = next(strip.text for strip in strips(app) if "left" in strip.text)
            ends.add(line.index("right") + len("right"))
    assert ends == {width - 2}
