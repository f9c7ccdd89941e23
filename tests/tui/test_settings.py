"""The settings screen: every row of the table, turned by keys or typed, kept in the profile, and obeyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.deck.cards import Kind
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.settings import SETTINGS
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.settings import SettingsScreen
from mhaquiz.tui.screens.study import StudyScreen
from mhaquiz.tui.setting_values import in_words, moved

Make = Callable[..., Any]


def opened(desk: Any, name: str | None = None) -> Any:
    assert desk.profile is not None
    return MhaquizApp(lambda: SettingsScreen(desk, name), desk)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_every_setting_can_be_reached(
    make_desk: Make, read_screen: Make, size: tuple[int, int]
) -> None:
    app = opened(make_desk())
    async with app.run_test(size=size) as pilot:
        met = []
        for _ in SETTINGS:
            met.append(app.screen.chosen.name)
            assert app.screen.chosen.name.replace("_", " ") in read_screen(app)
            await pilot.press("down")
        assert met == list(SETTINGS)


async def test_the_row_says_value_meaning_and_what_is_legal(make_desk: Make, read_screen: Make) -> None:
    app = opened(make_desk(), "rollover_hour")
    async with app.run_test(size=(80, 24)) as pilot:
        shown = read_screen(app)
        assert "hour at which a new study day begins" in shown
        assert "0 to 23; the default is 4" in shown
        await pilot.press("right", "right")
        assert app.desk.profile.settings["rollover_hour"] == 6
        await pilot.press("r")
        assert app.desk.profile.settings["rollover_hour"] == 4


async def test_a_wrong_value_is_told_and_changes_nothing(make_desk: Make, read_screen: Make) -> None:
    app = opened(make_desk(), "rollover_hour")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        assert app.screen.place == "setting"
        await pilot.press("end", "backspace", *"99[b]", "enter")
        assert "99[b]" in read_screen(app)
        assert "give 0 to 23" in read_screen(app)
        assert app.desk.profile.settings["rollover_hour"] == 4
        await pilot.press("escape")
        assert app.screen.place == "settings"
        await pilot.press("escape")
        assert app.is_quitting


async def test_desired_retention_is_typed_and_logged(make_desk: Make, read_screen: Make) -> None:
    app = opened(make_desk(), "desired_retention")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right")
        assert app.desk.profile.settings["desired_retention"] == 0.9
        await pilot.press("enter", *["backspace"] * 4, *"0.95", "enter")
        assert app.desk.profile.settings["desired_retention"] == 0.95
        assert "0.95" in read_screen(app)
        kinds = app.desk.profile.connection.execute("SELECT kind FROM event").fetchall()
        assert kinds == [(EventKind.PARAMETERS.value,)]


async def test_theme_and_ascii_are_seen_at_once(make_desk: Make, read_screen: Make) -> None:
    app = opened(make_desk(), "theme")
    async with app.run_test(size=(80, 24)) as pilot:
        before = app.theme
        await pilot.press("right")
        assert app.theme == app.desk.profile.settings["theme"] != before
        await pilot.press("r")
        assert app.theme == before
        await pilot.press("down", "down")
        assert not read_screen(app).isascii()
        await pilot.press("enter")
        assert read_screen(app).isascii()
        await pilot.press("enter")
        assert not read_screen(app).isascii()


@pytest.mark.parametrize("shown", [True, False])
async def test_the_clock_is_shown_or_not(
    make_desk: Make, make_session: Make, make_card: Make, read_screen: Make, shown: bool
) -> None:
    desk = make_desk()
    desk.profile.set_setting("show_clock", shown)
    session = make_session(make_card(Kind.RECALL))
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space")
        assert ("0 s of" in read_screen(app)) == shown
        assert "Space stops" in read_screen(app)


def test_steps_land_on_round_numbers_and_stop_at_the_ends() -> None:
    minutes = SETTINGS["minutes_a_day"]
    assert moved(minutes, 1, 1, ()) == 5
    assert moved(minutes, 5, -1, ()) == 1
    assert moved(minutes, 1, -1, ()) is None
    assert moved(minutes, 600, 1, ()) is None
    assert moved(SETTINGS["ramp"], "grey", 1, SETTINGS["ramp"].choices) == "viridis"


@pytest.mark.parametrize("row", SETTINGS.values(), ids=lambda row: row.name)
def test_what_is_shown_can_be_typed(row: Any) -> None:
    from mhaquiz.memory.settings import checked

    if row.name != "theme":
        assert checked(row.name, in_words(row, row.default)) == row.default


async def test_no_meaning_is_cut_at_80_columns(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    app = MhaquizApp(lambda: SettingsScreen(desk, "desired_retention"), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        shown = read_screen(app)
        assert "…" not in shown
        assert "changing it moves due dates" in shown  # below the list
        await pilot.press("enter", *"0.85", "enter")  # typed over what stood there
        assert desk.profile.settings["desired_retention"] == 0.85
