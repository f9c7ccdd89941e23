"""Every screen at every size, and a storm of resizes: nothing raises, and from 40×12 up it can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.cards import Kind, Point, RedFlag

from .textual_seam import failure

Make = Callable[..., Any]
STORM = [
    (1, 1),
    (200, 60),
    (2, 1),
    (80, 24),
    (1, 24),
    (80, 1),
    (13, 8),
    (40, 12),
    (39, 11),
    (99, 24),
    (120, 40),
]


async def storm(app: Any, pilot: Any) -> None:
    for size in STORM:
        await pilot.resize_terminal(*size)
        assert failure(app) is None


@pytest.mark.parametrize("kind", [Kind.NUMERIC, Kind.ORDER, Kind.RECALL])
async def test_a_session(kind: Kind, make_session: Make, make_card: Make, open_session: Make) -> None:
    long = "A prompt that goes on and on over several lines of the screen. " * 6
    points = tuple(Point(f"{long[:90]} {n}", n == 0) for n in range(4))
    card = make_card(kind, long, hints=(long,), points=points, red_flags=(RedFlag(long, long),))
    session = make_session(card, card)
    app = open_session(session)
    async with app.run_test(size=(80, 24)) as pilot:
        await storm(app, pilot)
        await pilot.press("f2")
        session.give_up()
        app.screen.show_phase()
        await pilot.press("f")
        await storm(app, pilot)
        await pilot.press("f1")
        await storm(app, pilot)


async def test_home_decks_and_cards(make_desk: Make) -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.home import HomeScreen

    desk = make_desk()
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        await storm(app, pilot)
        for key in ("d", "b", "enter"):
            await pilot.press(key)
            await pilot.pause()
            await storm(app, pilot)
        await pilot.press("ctrl+p")
        await storm(app, pilot)


async def test_a_lab_in_all_its_pictures() -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.lab import LabScreen

    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        for _ in app.screen.view.pictures:
            await storm(app, pilot)
            await pilot.press("tab")


async def test_the_list_of_labs() -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.labs import LabsScreen

    app = MhaquizApp(LabsScreen)
    async with app.run_test(size=(80, 24)) as pilot:
        await storm(app, pilot)


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_a_question_can_be_answered_at_the_smallest_size(
    size: tuple[int, int], make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=size) as pilot:
        assert "How many weights?" in read_screen(app)
        await pilot.press(*"2359296", "enter")
        assert "1 guess" in read_screen(app)
        await pilot.press("2")
        assert "✓ Correct." in read_screen(app)
        assert "Enter next" in read_screen(app)
