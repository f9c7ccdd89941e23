"""Themes that can be read, colour that is never needed, and terminals that lack things."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from mhaquiz.tui import themes
from mhaquiz.tui.ascii_only import plainly
from mhaquiz.tui.literal import spell_with

Make = Callable[..., Any]
OURS = (themes.DARK, themes.LIGHT)


@pytest.fixture(autouse=True)
def utf8_again() -> Iterator[None]:
    yield
    spell_with(None)


@pytest.mark.parametrize("theme", OURS, ids=lambda theme: theme.name)
@pytest.mark.parametrize("ink", ["foreground", "accent", "quiet", "code", "good", "bad", "warn"])
@pytest.mark.parametrize("ground", ["background", "panel", "mark"])
def test_our_themes_have_contrast(theme: Theme, ink: str, ground: str) -> None:
    colours = {**theme.variables, "foreground": theme.foreground, "accent": theme.accent,
               "background": theme.background, "panel": theme.panel}  # fmt: skip
    assert themes.contrast(Color.parse(colours[ink]), Color.parse(colours[ground])) >= 4.5


@pytest.mark.parametrize("theme", [t for t in BUILTIN_THEMES.values() if not t.ansi], ids=lambda t: t.name)
def test_every_theme_gets_readable_extras(theme: Theme) -> None:
    ground = Color.parse(theme.background or ("#121212" if theme.dark else "#e0e0e0"))
    extras = themes.extras(theme)
    for ours in OURS:
        assert {name for name in ours.variables if "-" not in name} - {"scrollbar"} == set(extras)
    for ink in ("quiet", "code", "good", "bad", "warn"):
        assert themes.contrast(Color.parse(extras[ink]), ground) >= 4.5, ink


def test_contrast_is_that_of_wcag() -> None:
    assert themes.contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert themes.contrast(Color.parse("#777777"), Color.parse("#ffffff")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", ["mhaquiz-light", "nord", "textual-light", "ansi-dark", "ansi-light"])
async def test_a_session_in_other_themes(
    name: str, make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=(80, 24)) as pilot:
        if name not in app.available_themes:
            pytest.skip(f"this Textual has no theme {name}")
        app.theme = name
        await pilot.press("9", "enter", "2")
        await pilot.pause(0.1)  # a new theme styles everything anew
        assert "✗ Not quite" in read_screen(app)


async def test_verdicts_have_signs_without_colour(
    make_session: Make, open_session: Make, read_screen: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = open_session(make_session())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("9", "enter", "2")
        shown = read_screen(app)
        assert "✗ Not quite" in shown
        assert "▸1 again" in shown


async def test_maps_are_glyphs_without_colour(monkeypatch: pytest.MonkeyPatch, read_screen: Make) -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.lab import LabScreen

    monkeypatch.setenv("NO_COLOR", "1")
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()  # the first run begins after the first frame
        await app.workers.wait_for_complete()
        await pilot.press("tab")
        rows = read_screen(app).split("\n")[5:17]
        assert [row[2:26].rstrip() for row in rows] == ["@@", *("  " * n + "@@" for n in range(11))]


async def test_ascii_draws_nothing_else(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    card = make_card(prompt="How many weights are 4·d² at d = 768?", hints=("√d_k → ∞",))
    app = open_session(make_session(card))
    async with app.run_test(size=(80, 24)) as pilot:
        app.draw_ascii()
        app.screen.show_phase()
        await pilot.press("f2")
        assert read_screen(app).isascii()
        assert "4*d^2" in read_screen(app)
        await pilot.press("9", "enter", "2")
        assert read_screen(app).isascii()


def test_ascii_keeps_every_cell() -> None:
    from rich.cells import cell_len

    for text in ("▸ ━━●── 8", "⠉⠑⢄", "日本", "✓ ✗ … ┊ ▀▀"):
        assert plainly(text).isascii()
        assert cell_len(plainly(text)) == cell_len(text)


async def test_the_theme_is_kept(make_desk: Make) -> None:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.home import HomeScreen

    desk = make_desk()
    for expected in ("mhaquiz-dark", "mhaquiz-light"):
        app = MhaquizApp(lambda: HomeScreen(desk), desk)
        async with app.run_test(size=(80, 24)) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert app.theme == expected
            if expected == "mhaquiz-dark":
                await pilot.press("f12")


async def test_a_theme_that_is_made_known_again_is_taken(make_session: Make, open_session: Make) -> None:
    app = open_session(make_session())
    async with app.run_test(size=(80, 24)):
        assert app.current_theme.accent == themes.DARK.accent
        app.register_theme(replace(themes.DARK, accent="#ff00ff"))
        assert app.current_theme.accent == "#ff00ff"
