"""Pictures of every screen, compared with the ones in `__snapshots__`: what stands where, and how it looks.

    python -m pytest tests/tui/test_snapshots.py --snapshot-update

takes them anew; look at the difference before you keep it. A picture is text: the screen, then its styles as
runs of letters, so that a difference can be read in a review. SVG was tried in its place: 40 kB a screen, new
bytes at every release of Rich, and nothing in a diff that a person could judge; labs have one each besides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.widgets import Input

from mhaquiz.tui.literal import spell_with

from .scenes import SCENES, Stage, play
from .textual_seam import strips


class Pictures(SingleFileSnapshotExtension):
    """One text file a picture."""

    _file_extension = "txt"
    _write_mode = WriteMode.TEXT

    def serialize(self, data: Any, **_: Any) -> str:
        return str(data)


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Pictures)


@pytest.fixture(autouse=True)
def a_terminal_like_any_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Nothing of the machine that the tests run on; and UTF-8 again after a test without."""
    for name in [
        name for name in os.environ if name.startswith(("NO_COLOR", "TEXTUAL", "COLORTERM", "SSH_"))
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.chdir(tmp_path)
    yield
    spell_with(None)


@pytest.fixture
def quick_second_route() -> None:
    """In place of the faked one: these cards have an engine behind them."""


def photograph(app: Any) -> str:
    """The screen with a frame around it, then each style once, then each line's styles as runs."""
    for line in app.screen.query(Input):
        line.cursor_blink, line._cursor_visible = False, True
    lines = strips(app)
    letters: dict[str, str] = {}
    runs = []
    for strip in lines:
        cells = [letter_of(segment.style, letters) for segment in strip for _ in range(segment.cell_length)]
        runs.append(" ".join(f"{len(list(group))}{letter}" for letter, group in groupby(cells)))
    edge = "─" * app.size.width
    text = [f"│{strip.text}│" for strip in lines]
    legend = [f"{letter} {style}" for style, letter in letters.items()]
    return "\n".join([f"┌{edge}┐", *text, f"└{edge}┘", *legend, "", *runs, ""])


def letter_of(style: Style | None, letters: dict[str, str]) -> str:
    """The style's letter, a new one where it is met for the first time."""
    told = described(style or Style())
    if told not in letters:
        number = len(letters)
        letters[told] = chr(ord("a") + number) if number < 26 else f"z{number}."
    return letters[told]


@lru_cache(maxsize=1_024)
def described(style: Style) -> str:
    """What of a style can be seen."""
    names = ("bold", "dim", "italic", "underline", "reverse", "strike")
    parts = [name for name in names if getattr(style, name)]
    ink, ground = (colour.name if colour else "default" for colour in (style.color, style.bgcolor))
    return " ".join([*parts, ink, "on", ground])


async def taken(name: str, folder: Path, size: tuple[int, int], prepare: Callable[[Any], object]) -> str:
    scene, stage = SCENES[name], Stage(folder)
    if scene.before:
        scene.before(stage)
    app = scene.opens(stage)
    async with app.run_test(size=size) as pilot:
        prepare(app)
        await play(scene, app, pilot)
        shot = photograph(app)
        if prepare is as_it_is:
            assert scene.shows in shot, shot
        assert str(folder) not in shot
        if app.desk is not None:
            app.desk.close()
        return shot


def as_it_is(app: Any) -> None:
    """Dark, with all the colours there are."""


def light(app: Any) -> None:
    app.theme = "mhaquiz-light"


@pytest.mark.parametrize("name", SCENES)
async def test_dark(name: str, tmp_path: Path, picture: SnapshotAssertion) -> None:
    assert await taken(name, tmp_path, (80, 24), as_it_is) == picture


TELLING = ("home_plan", "study_numeric", "reveal_misconception", "reveal_points", "lab_rank-ceiling_second")


@pytest.mark.parametrize("name", [*TELLING, "statistics", "study_choices"])
async def test_no_color(
    name: str, tmp_path: Path, picture: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert await taken(name, tmp_path, (80, 24), as_it_is) == picture


@pytest.mark.parametrize("name", ["home_plan", "reveal_misconception", "lab_rank-ceiling_second"])
async def test_light(name: str, tmp_path: Path, picture: SnapshotAssertion) -> None:
    assert await taken(name, tmp_path, (80, 24), light) == picture


@pytest.mark.parametrize("name", ["study_hints", "reveal_full", "lab_rank-ceiling_second"])
async def test_ascii(name: str, tmp_path: Path, picture: SnapshotAssertion) -> None:
    shot = await taken(name, tmp_path, (80, 24), lambda app: app.draw_ascii())
    drawn = shot.translate(dict.fromkeys(map(ord, "┌┐└┘─│")))
    assert sorted({sign for sign in drawn if not sign.isascii()}) == []
    assert shot == picture


@pytest.mark.parametrize("size", [(40, 12), (120, 40), (200, 60)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["home_plan", "reveal_misconception", "lab_rank-ceiling_second"])
async def test_sizes(name: str, size: tuple[int, int], tmp_path: Path, picture: SnapshotAssertion) -> None:
    shot = await taken(name, tmp_path, size, lambda app: None)
    assert shot == picture
