"""The command palette reaches every screen, deck, lab, setting, theme and command, all text as written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.command_table import COMMANDS
from mhaquiz.deck.lab_table import LABS
from mhaquiz.memory.settings import SETTINGS
from mhaquiz.tui.commands import offers
from mhaquiz.tui.screens.statistics import PAGES
from mhaquiz.tui.ways import WAYS

from .opening import home, ready

Make = Callable[..., Any]
HOSTILE = "A[i] [@click=app.quit]go[/]"


async def test_everything_is_offered(make_desk: Make) -> None:
    app = home(make_desk(text=HOSTILE))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        titles = [offer.title for offer in offers(app)]
        assert len(titles) == len(set(titles))
        for lab in LABS.values():
            assert f"Lab: {lab.title}" in titles
        for name in SETTINGS:
            assert f"Setting: {name.replace('_', ' ')}" in titles
        for page in PAGES:
            assert f"Statistics: {page}" in titles
        for command in COMMANDS.values():
            assert f"In the shell: mhaquiz {command.name}" in titles
        for what in ("Study deck", "Quiz deck", "Cards of deck"):
            assert f"{what}: {HOSTILE}" in titles
        for theme in app.available_themes:
            assert f"Theme: {theme}" in titles


async def test_homes_ways_are_offered_from_other_screens(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("d")
        await ready(app, pilot)
        found = [offer for offer in offers(app) if offer.help == "Opens over this screen"]
        assert len(found) == len(WAYS)


async def test_every_offer_can_be_taken(make_desk: Make) -> None:
    """Each line does what it says without an error, from the deck list, one after another."""
    app = home(make_desk(text=HOSTILE))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("d")
        await ready(app, pilot)
        found = [o for o in offers(app) if o.help.startswith(("Opens", "What", "Due", "Ten", "Look"))]
        found += [o for o in offers(app) if o.title.startswith(("Setting:", "In the shell:"))]
        assert len(found) > 40
        for offer in found:
            offer.run()
            await ready(app, pilot)
            assert len(app.screen_stack) == 3, offer.title
            app.pop_screen()
            await pilot.pause()
        assert app.is_quitting is False


async def test_it_is_searched_and_taken_with_keys(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk(text=HOSTILE))
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("ctrl+p", *"rollover")
        await pilot.pause(0.6)
        assert "Setting: rollover hour" in read_screen(app)
        await pilot.press("enter")
        await ready(app, pilot)
        assert app.screen.chosen.name == "rollover_hour"
        await pilot.press("escape", "ctrl+p", *"cards of deck")
        await pilot.pause(0.6)
        assert HOSTILE in read_screen(app)


async def test_a_theme_is_kept(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        next(offer for offer in offers(app) if offer.title == "Theme: nord").run()
        assert app.theme == app.desk.profile.settings["theme"] == "nord"


async def test_a_commands_help_is_shown(make_desk: Make, read_screen: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        next(offer for offer in offers(app) if offer.title.endswith("mhaquiz backup")).run()
        await pilot.pause()
        assert "usage: mhaquiz backup [-h] [--list]" in read_screen(app)


@pytest.mark.parametrize("name", WAYS)
def test_every_way_is_a_key_of_home(name: str) -> None:
    from mhaquiz.tui.keys import KEYS

    assert any(key.owner == "home" and key.action == name for key in KEYS)


async def test_nothing_moves_in_it_while_nobody_types(make_desk: Make) -> None:
    app = home(make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await ready(app, pilot)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert [one for one in app.screen.walk_children() if one.auto_refresh] == []
