"""Every text on the main screens can be read in every theme there is: 4.5 to 1 as drawn, not as planned."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from mhaquiz.tui import themes

from .scenes import SCENES, Stage, play
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


def hard_to_read(app: Any) -> list[tuple[str, float]]:
    """The texts whose ink is too near to their ground."""
    found = []
    for strip in strips(app):
        for segment in strip:
            words = "".join(char for char in segment.text if char not in DRAWN).strip()
            style = segment.style
            if words and style and style.color and style.bgcolor:
                ink, ground = (Color.from_rich_color(colour) for colour in (style.color, style.bgcolor))
                if (ratio := themes.contrast(ink, ground)) < 4.5:
                    found.append((words, round(ratio, 2)))
    return found
