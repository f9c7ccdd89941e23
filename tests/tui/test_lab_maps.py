"""What the maps of labs say: without colour, where there are many rows, and where nothing differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhaquiz.tui import ramps
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.map_grid import Grid
from mhaquiz.tui.widgets.map_layout import lay_out
from mhaquiz.tui.widgets.map_names import ROUNDING, titles

from .opening import ready

Make = Callable[..., Any]


async def picture(
    name: str, title: str, read_screen: Make, *keys: str, size: tuple[int, int] = (80, 24), **settings: Any
) -> list[str]:
    """The lines of one picture of a lab, after some keys."""
    app = MhaquizApp(lambda: LabScreen(name, settings))
    async with app.run_test(size=size) as pilot:
        await ready(app, pilot)
        titles = [one.title for one in app.screen.view.pictures]
        await pilot.press(*["tab"] * titles.index(title), *keys)
        await ready(app, pilot)
        return list(read_screen(app).split("\n"))


# ── without colour ──────────────────────────────────────────────────────────────────────
@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", True)


def test_no_shade_is_a_sign_and_blanks_have_none() -> None:
    assert not set(ramps.GLYPHS) & set("+-−")
    drawn = [ramps.glyph(n / 50, -1.0, 1.0, signed=True) for n in range(-50, 51)]
    assert {cell[1] for cell in drawn} == set(ramps.GLYPHS)
    assert "- " not in drawn
    assert drawn[:50] == ["-" + cell[1] if cell[1] != " " else "  " for cell in drawn[:50:-1]]


@pytest.mark.usefixtures("plain")
async def test_the_legend_names_every_shade_and_the_sign(read_screen: Make) -> None:
    lines = await picture("shapes", "numbers", read_screen)
    (legend,) = [line for line in lines if "below 0" in line]
    assert legend.strip() == f"0 {ramps.GLYPHS} 2.8, - below 0"


@pytest.mark.usefixtures("plain")
async def test_whole_numbers_stand_where_shades_have_no_room_beside_them(read_screen: Make) -> None:
    lines = await picture("shapes", "slots", read_screen)
    row = next(line for line in lines if line.strip().startswith("head 0"))
    assert row.split()[2:] == [str(n) for n in range(8)] * 2
    assert not any(ramps.GLYPHS in line for line in lines)  # no shade, no scale of shades


@pytest.mark.usefixtures("plain")
async def test_the_words_of_rows_come_before_numbers(read_screen: Make) -> None:
    lines = await picture("induction", "attention", read_screen)
    names = [line.split()[0] for line in lines if "@@" in line and ramps.GLYPHS not in line]
    assert names == ["<start>", "the", "cat", "sat", "on", "a", "mat", "and", "the"]


@pytest.mark.usefixtures("plain")
async def test_a_number_stands_apart_from_its_shade(read_screen: Make) -> None:
    lines = await picture("head-diversity", "focus", read_screen)
    row = next(line for line in lines if line.strip().startswith("head 0"))
    assert ".. 0.20" in row
    assert "## 0.79" in row


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(("lab", "title"), [("fused-qkv", "numbers"), ("pruning", "shares")])
async def test_maps_compared_are_both_in_sight(lab: str, title: str, read_screen: Make) -> None:
    lines = await picture(lab, title, read_screen)
    head = next(line for line in lines if "of 32" in line)
    assert head.count("of 32") == 2
    assert not any("more map" in line for line in lines)


@pytest.mark.usefixtures("plain")
async def test_the_cursor_reaches_the_last_column_of_both(read_screen: Make) -> None:
    lines = await picture("fused-qkv", "numbers", read_screen, "e", *["right"] * 31)
    head = next(line for line in lines if "of 32" in line)
    assert head.count("14…31 of 32") == 2
    assert any("→ 31:" in line for line in lines)


# ── where there are many rows ───────────────────────────────────────────────────────────
@pytest.mark.parametrize("heads", [8, 16])
@pytest.mark.parametrize("glyphs", [False, True])
async def test_many_heads_keep_their_names_numbers_and_words(
    heads: int, glyphs: bool, read_screen: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", glyphs)
    lines = await picture("head-diversity", "focus", read_screen, n_heads=heads, d_model=64)
    rows = [line for line in lines if line.strip().startswith("head ")]
    assert [line.split()[1] for line in rows] == [str(n) for n in range(heads)]
    assert all(any(char.isdigit() for char in line[12:]) for line in rows)
    assert any("tired" in line and "mouse" in line and "sentence" not in line for line in lines)


async def test_a_high_cell_has_one_cursor(read_screen: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", False)
    lines = await picture("shapes", "slots", read_screen, "e", "down")
    (marked,) = [line for line in lines if "◆" in line]
    assert marked.strip().startswith("head 1")


async def test_a_cell_in_words_comes_before_the_names_of_columns(read_screen: Make) -> None:
    lines = await picture("head-diversity", "focus", read_screen, "e", n_heads=16, d_model=64)
    assert any("head 0 (0) → the (0): 0." in line for line in lines)


def test_a_row_of_cells_takes_whole_lines() -> None:
    for size in range(1, 15):
        layout = lay_out([Grid("m", [(0.0,) * size] * size)], 76, 16, False, (0, 0, 0))
        assert layout.zoom == 1 or layout.rows * 2 == size * layout.zoom
        assert layout.seen == size


# ── where nothing differs ───────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("value", "told"), [(0.0, "gap: all 0"), (ROUNDING / 2, "gap: all near 0"), (ROUNDING * 2, "gap")]
)
def test_a_map_of_zeros_says_so(value: float, told: str) -> None:
    grids = [Grid("gap", [(0.0, -value)], signed=True)]
    assert titles(lay_out(grids, 40, 6, False, (0, 0, 0)), grids, 40) == {0: told}


@pytest.mark.parametrize(("bug", "told"), [("none", "✓ no output changes"), ("out", "✗ an output changes")])
async def test_a_tick_stands_before_what_is_so(bug: str, told: str, read_screen: Make) -> None:
    lines = await picture("shapes", "verdict", read_screen, bug=bug)
    assert any(line.strip().startswith(f"{told} when a later token does") for line in lines)


async def test_the_value_of_a_cell_has_a_real_minus_sign(read_screen: Make) -> None:
    lines = await picture("shapes", "numbers", read_screen, "e")
    (told,) = [line for line in lines if "0 → 0:" in line]
    assert "0 → 0: −" in told
