"""Every text on the main screens can be read in every theme there is: 4.5 to 1 as drawn, not as planned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color
from textual.strip import Strip
from textual.theme import BUILTIN_THEMES

from mhaquiz.tui import themes

from .scenes import FOUND, SCENES, Scene, Stage, home, play
from .textual_seam import strips

THEMES = [
    themes.DARK.name,
    themes.LIGHT.name,
    *(name for name, one in BUILTIN_THEMES.items() if not one.ansi),
]
#: Tracks, rules, bars and shades: drawings beside a number that says the same.
DRAWN = set("━─│┊●○·▀▄█▁▂▃▅▆▇▏▎▍▌▋▊▉░▒▓╸⠀╱┬┴├┤┌┐└┘▔") | {chr(code) for code in range(0x2800, 0x2900)}


@pytest.fixture
def quick_second_route() -> None:
    """In place of the faked one: these cards have an engine behind them."""


MAIN = ["home_due", "reveal_misconception", "reveal_full", "lab_cost-ledger", "statistics"]


@pytest.mark.parametrize("name", MAIN)
async def test_every_word_can_be_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scene, stage, faint = SCENES[name], Stage(tmp_path), {}
    if scene.before:
        scene.before(stage)
    app = scene.opens(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(scene, app, pilot)
        for theme in THEMES:
            app.theme = theme
            await pilot.pause()
            if hard := hard_to_read(app):
                faint[theme] = hard
    assert faint == {}


#: What a terminal with 256 colours, and one that is asked for none, makes of a colour.
SEEN: dict[str, Callable[[RichColor], RichColor]] = {
    "as it is": lambda colour: colour,
    "256 colours": lambda colour: colour.downgrade(ColorSystem.EIGHT_BIT),
    "no colours": lambda colour: Color.from_rich_color(colour).monochrome.rich_color,
}


@pytest.mark.parametrize(
    "name", ["home_due", "reveal_suspected", "browser", "decks", "plan_none", "palette_none"]
)
async def test_lists_and_hints_can_be_read_with_fewer_colours(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the own themes: the line under the cursor, what an empty line says, and the list of commands too."""
    monkeypatch.chdir(tmp_path)
    scene, stage, faint = LISTS.get(name) or SCENES[name], Stage(tmp_path), {}
    app = scene.opens(stage)
    async with app.run_test(size=(80, 24)) as pilot:
        await play(scene, app, pilot)
        for theme in (themes.DARK.name, themes.LIGHT.name):
            app.theme = theme
            await pilot.pause()
            for terminal, seen in SEEN.items():
                if hard := hard_to_read(app, seen, on_top(app)):
                    faint[theme, terminal] = hard
    assert faint == {}


def on_top(app: Any) -> list[Strip]:
    """The lines of what lies over the screen, where something does: below it all is dimmed."""
    from textual.command import CommandList, CommandPalette

    if not isinstance(app.screen, CommandPalette):
        return list(strips(app))
    parts = [app.screen.query_one("#--input").region, app.screen.query_one(CommandList).region]
    return [line for part in parts for line in strips(app)[part.y : part.bottom]]


LISTS = {
    "plan_none": Scene(home, ("p", *["backspace"] * 9)),
    "palette_none": Scene(home, ("ctrl+p", *"zzqq", FOUND, FOUND)),
}


def test_a_line_to_type_on_is_a_box_with_256_colours_too() -> None:
    for theme in (themes.DARK, themes.LIGHT):
        ground, box = (SEEN["256 colours"](RichColor.parse(str(c))) for c in (theme.background, theme.panel))
        assert ground != box


def hard_to_read(
    app: Any, seen: Callable[[RichColor], RichColor] = lambda colour: colour, lines: Sequence[Strip] = ()
) -> list[tuple[str, float]]:
    """The texts whose ink is too near to their ground."""
    found = []
    for strip in lines or strips(app):
        for segment in strip:
            words = "".join(char for char in segment.text if char not in DRAWN).strip()
            style = segment.style
            if words and style and style.color and style.bgcolor:
                ink, ground = (Color.from_rich_color(seen(colour)) for colour in (style.color, style.bgcolor))
                if (ratio := themes.contrast(ink, ground)) < 4.5:
                    found.append((words, round(ratio, 2)))
    return found
