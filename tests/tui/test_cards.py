"""The card browser and a card's page: filters, marks, suspending, templates filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from textual.content import Content

from mhaquiz.memory.events import Rating, Review
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.browser import BrowserScreen
from mhaquiz.tui.screens.card import CardScreen
from mhaquiz.tui.widgets.row_list import Row, RowList

from .textual_seam import strips

Make = Callable[..., Any]
SIZE = (80, 24)

DECK = """
mhaquiz: 1
deck: {id: hostile, title: Numbers, version: 1.0.0}
cards:
  - id: weights
    kind: numeric
    params: {h: [8, 16], d: [512]}
    require: ["h > 8"]
    prompt: "How many weights have {h} heads at d_model {d:,}?"
    answer: 4 * d**2
    short: "{answer:,}"
  - id: say
    kind: recall
    prompt: "Say why."
    short: "Because."
"""


def browser(desk: Any) -> Any:
    return MhaquizApp(lambda: BrowserScreen(desk), desk)


async def test_lists_and_pages_show_numbers_not_templates(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk(DECK)
    app = browser(desk)
    async with app.run_test(size=SIZE) as pilot:
        shown = read_screen(app)
        assert shown.count("How many weights have 16 heads at d_model 512?") == 2  # the row and below it
        await pilot.press("enter")
        assert isinstance(app.screen, CardScreen)
        shown = read_screen(app)
        assert "How many weights have 16 heads at d_model 512?" in shown
        assert "{" not in shown


async def test_suspended_cards_are_found_and_brought_back(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk(DECK)
    app = browser(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("z")
        assert "weights is not asked any more; z undoes" in read_screen(app)
        await pilot.press("z")
        assert "weights is back" in read_screen(app)
        await pilot.press("z", "down", "m")
        assert desk.profile.state("hostile/weights").suspended
        assert desk.profile.state("hostile/say").flagged
        await pilot.press("f")
        assert "1 of 2" in read_screen(app)
        assert "marked  L2 recall" in read_screen(app)
        await pilot.press("f")
        shown = read_screen(app)
        assert "is:suspended" in shown
        assert "suspended  L2 numeric" in shown
        await pilot.press("z")
        state = desk.profile.state("hostile/weights")
        assert state is None or not state.suspended
        shown = read_screen(app)
        assert "weights is back" in shown
        assert "No card is suspended." in shown
        await pilot.press("f", "f", "f")
        assert "2 of 2" in read_screen(app)


def test_a_card_is_called_marked_where_it_is_shown_too(make_desk: Make) -> None:
    from mhaquiz.tui.screens import card as page

    desk = make_desk(DECK)
    desk.turn_marked("hostile/weights")
    desk.profile.record_review("hostile/weights", Review(Rating.GOOD, "correct", session="s"))
    shown, state = desk.library.card("hostile/weights"), desk.profile.state("hostile/weights")
    told = page.standing(shown, state, desk.today)
    marks = next(text.plain for name, text in told if name == "marks")
    assert marks == "marked"


async def test_is_filters_can_be_typed_with_words(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk(DECK)
    desk.turn_marked("hostile/weights")
    app = browser(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("slash", *"is:new why")
        assert "1 of 2" in read_screen(app)
        assert "Esc clear" in read_screen(app)
        await pilot.press("escape")
        assert "Esc back" in read_screen(app)
        await pilot.press("slash", *"is:marked why")
        assert "0 of 2" in read_screen(app)


async def test_a_key_without_a_card_is_not_offered(make_desk: Make, read_screen: Make) -> None:
    app = browser(make_desk(DECK))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f")
        shown = read_screen(app)
        assert "0 of 2" in shown
        for label in ("Enter open", "m mark", "z suspend"):
            assert label not in shown
        await pilot.press("z", "m", "enter")
        assert isinstance(app.screen, BrowserScreen)


async def test_one_row_shows_the_cursor_wherever_it_goes(make_desk: Make) -> None:
    """Only the rows that changed are drawn anew; what a terminal has drawn before stays on it."""
    desk = make_desk(DECK)
    app = browser(desk)
    async with app.run_test(size=SIZE) as pilot:
        listing = app.screen.query_one(RowList)
        listing.fill([Row(Content(f"card {n}"), key=str(n)) for n in range(40)])
        await pilot.pause()
        top = next(n for n, strip in enumerate(strips(app)) if "card 0" in strip.text)
        for key in ("down", "down", "up", "pagedown", "down", "end", "up", "home", "down"):
            await pilot.press(key)
            marked = [n for n, strip in enumerate(strips(app)) if "▸" in strip.text]
            assert marked == [top + listing.cursor - listing.scroll_offset.y], key


@pytest.mark.parametrize("width", [40, 60, 80])
async def test_what_to_search_for_is_cut_with_a_sign(width: int, make_desk: Make, read_screen: Make) -> None:
    app = browser(make_desk(DECK))
    async with app.run_test(size=(width, 24)) as pilot:
        line = read_screen(app).split("\n")[2].rstrip()
        assert line.endswith("…")
        assert len(line) <= width - 2
        assert ("is:suspended …" in line) is (width == 80)
        await pilot.resize_terminal(100, 24)
        await pilot.pause(0.2)  # Textual gathers changes of size for a while
        assert "is:suspended …" in read_screen(app)
