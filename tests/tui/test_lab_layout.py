"""How a lab shares the window, where the cells of its maps stand, and what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.lab_layout import HIGH, WIDE, Arrangement, Form, arrange, kept
from mhaquiz.tui.pictures import BarsData, MapsData, ProseData
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.map_grid import Grid, Scale, scales, texts_within
from mhaquiz.tui.widgets.map_layout import GAP, lay_out, size_within

from .scenes import settle

Make = Callable[..., Any]
KNOBS = 38


def square(size: int, title: str = "m", names: tuple[str, ...] = ()) -> Grid:
    return Grid(title, [(0.0,) * size] * size, names, names)


# ── the window ──────────────────────────────────────────────────────────────────────────
def test_a_large_window_shows_all_controls_and_a_narrow_one_gives_maps_its_width() -> None:
    maps = MapsData([square(12)] * 3)
    assert arrange(maps, WIDE, HIGH, KNOBS, False).form is Form.STACKED
    assert arrange(maps, 80, 24, KNOBS, False).form is Form.STRIP
    assert arrange(BarsData([]), 80, 24, KNOBS, False).form is Form.SIDE
    assert arrange(ProseData([], wide=True), 80, 24, KNOBS, False).form is Form.STRIP
    assert arrange(ProseData([]), 80, 24, KNOBS, False).form is Form.SIDE


def test_words_take_what_costs_the_maps_nothing() -> None:
    small, exact, large = (MapsData([square(n)] * 2) for n in (4, 32, 64))
    assert arrange(exact, 80, 24, KNOBS, False).words == 1  # all 32 rows are in sight only so
    assert arrange(large, 80, 24, KNOBS, False).words == 2
    assert arrange(small, 80, 24, KNOBS, False).words >= 2


@given(st.integers(1, 200), st.integers(1, 60), st.integers(1, 70), st.integers(1, 4), st.booleans())
def test_no_window_is_too_small(width: int, height: int, size: int, count: int, glyphs: bool) -> None:
    arranged = arrange(MapsData([square(size)] * count), width, height, KNOBS, glyphs)
    assert 1 <= arranged.words <= 5
    layout = lay_out([square(size)] * count, width, height, glyphs, (count - 1, size - 1, 0))
    assert count - 1 in layout.starts
    assert layout.top <= size - 1 < layout.top + layout.seen
    assert layout.left == 0
    if width > 2:  # the narrowest cell of a map drawn without colour
        assert all(
            start + min(size, layout.columns) * layout.cell <= width for start in layout.starts.values()
        )


# ── the maps ────────────────────────────────────────────────────────────────────────────
def test_two_maps_of_32_fit_whole_in_a_narrow_window() -> None:
    grids = [square(32, "target"), square(32, "produced"), square(32, "difference")]
    layout = lay_out(grids, 76, 18, False, (0, 0, 0))
    assert list(layout.starts) == [0, 1]
    assert (layout.zoom, layout.seen, layout.rows) == (1, 32, 16)
    assert list(lay_out(grids, 76, 18, False, (2, 0, 0)).starts) == [1, 2]  # the cursor walks on to it


def test_a_map_too_large_follows_the_cursor() -> None:
    layout = lay_out([square(64)], 40, 12, False, (0, 63, 63))
    assert (layout.top + layout.seen, layout.left + layout.columns) == (64, 64)


def test_names_of_columns_are_worth_a_lower_cell() -> None:
    named = [square(4, names=("one", "two", "three", "four"))]
    assert size_within(named, 76, 14) == (8, 4)
    assert size_within([square(4)], 76, 14) == (8, 6)
    assert lay_out(named, 76, 14, False, (0, 0, 0)).named
    alike = [
        square(4, names=("position 0", "position 1", "position 2", "position 3"))
    ]  # cut, all would be one
    assert not lay_out(alike, 76, 14, False, (0, 0, 0)).named
    assert size_within(alike, 76, 14) == (8, 6)


@given(st.integers(2, 8), st.integers(1, 8))
def test_every_row_of_large_cells_has_one_middle(zoom: int, size: int) -> None:
    layout = lay_out([square(size)], size * zoom, 2 + -(-size * zoom // 2), False, (0, 0, 0))
    assert layout.zoom % 2 == 0  # no screen row belongs to two rows
    met = [row for y in range(layout.rows) if (row := layout.matrix_row(y)) is not None]
    assert met == list(range(size))


def test_names_of_rows_are_worth_one_column_of_a_cell() -> None:
    slots = [Grid("slots", [(0.0,) * 8] * 4, [f"head {n}" for n in range(4)])] * 2
    named = lay_out(slots, 116, 20, False, (0, 0, 0))
    assert (named.cell, named.margin) == (6, 7)
    assert lay_out([replace(one, row_names=()) for one in slots], 116, 20, False, (0, 0, 0)).cell == 7
    few = [Grid("few", [(0.0,) * 4], ["a very long name"])]
    assert lay_out(few, 30, 20, False, (0, 0, 0))[:2] == (False, 7)  # three columns are too many
    small = lay_out([square(12, names=tuple("abcdefghijkl"))] * 3, 76, 40, False, (0, 0, 0))
    assert (small.cell, small.margin) == (2, 0)  # as are cells too narrow for their numbers


def test_starts_leave_room_for_titles() -> None:
    title = "a title longer than its map"
    layout = lay_out([square(2, title), square(2)], 60, 4, False, (0, 0, 0))
    assert layout.starts[1] == len(title) + GAP


@pytest.mark.parametrize(
    ("rows", "cells", "expected"),
    [
        ([(0.5, 1.0)], 4, [("0.50", "1.00")]),
        ([(0.5, -13.2)], 5, [("0.5", "−13.2")]),
        ([(3.0, 12.0)], 2, [("3", "12")]),
        ([(0.5, 1.0)], 2, []),
        ([(float("nan"), 0.5)], 4, [("nan", "0.50")]),
        ([(float("inf"), 0.5)], 4, [("inf", "0.50")]),
    ],
)
def test_numbers_stand_in_cells_only_where_all_fit(rows: Any, cells: int, expected: Any) -> None:
    assert texts_within(rows, cells) == expected


def test_signed_maps_share_a_scale_that_is_even_about_zero() -> None:
    grids = [Grid("a", [(0.2, 0.9)]), Grid("b", [(-3.0, 1.0)], signed=True)]
    assert scales(grids, None) == (Scale(0.2, 0.9), Scale(-3.0, 3.0))
    assert scales([Grid("d", [(0.1,)], signed=True, most=1.0)], Scale()) == (Scale(), Scale(-1.0, 1.0))


async def test_small_maps_show_their_numbers_and_names(read_screen: Make, monkeypatch: Any) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", False)
    app = MhaquizApp(lambda: LabScreen("head-diversity"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        shown = read_screen(app)
        for part in ("head 0", "0.20", "0.79", "tired", "mouse"):
            assert part in shown, part


async def test_only_rows_that_differ_are_repainted(monkeypatch: Any) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", False)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("tab")
        await settle(app, pilot)
        maps, asked = app.screen.query_one(HeatMap), []
        maps.render_line(0)
        monkeypatch.setattr(maps, "refresh", lambda *regions, **how: asked.append(regions))
        grids = list(maps.grids)
        maps.show(grids, maps.scale)
        assert asked == []  # nothing differs
        rows = [list(row) for row in grids[1].rows]
        rows[0][5] = 0.5
        before = [maps.render_line(y) for y in range(maps.size.height)]
        grids[1] = Grid("produced", rows, grids[1].row_names, grids[1].column_names)
        maps.show(grids, maps.scale)
        (regions,) = asked
        after = [maps.render_line(y) for y in range(maps.size.height)]
        differ = [y for y, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
        assert [region.y for region in regions] == differ == [1]


# ── the way out ─────────────────────────────────────────────────────────────────────────
async def test_a_lab_opened_first_leads_home_where_there_are_decks(
    make_desk: Make, read_screen: Make
) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"), make_desk())
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "Esc home" in read_screen(app)
        await pilot.press("tab", "e")
        await settle(app, pilot)
        assert "Esc back" in read_screen(app)  # out of the map first
        await pilot.press("escape")
        await settle(app, pilot)
        assert "Esc home" in read_screen(app)
        await pilot.press("escape")
        await settle(app, pilot)
        assert type(app.screen).__name__ == "HomeScreen"
        assert app.is_running


async def test_a_lab_without_decks_says_that_it_quits(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "Esc quit" in read_screen(app)
        await pilot.press("escape")
        await settle(app, pilot)
    assert app.return_value == 0


async def test_a_lab_opened_from_home_says_back(make_desk: Make, read_screen: Make) -> None:
    from mhaquiz.tui.screens.home import HomeScreen

    desk = make_desk()
    app = MhaquizApp(lambda: HomeScreen(desk), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("l", "enter")
        await settle(app, pilot)
        assert "Esc back" in read_screen(app)
        await pilot.press("escape")
        await settle(app, pilot)
        assert type(app.screen).__name__ == "LabsScreen"


# ── standing still ──────────────────────────────────────────────────────────────────────
def test_maps_of_another_size_move_nothing_where_the_lines_of_words_serve_them_too() -> None:
    present = arrange(MapsData([square(8)]), 80, 24, KNOBS, False)
    assert kept(present, MapsData([square(8)]), 80, 24, False)
    few = Arrangement(Form.STRIP, 2)
    assert kept(few, MapsData([square(8)]), 80, 24, False)
    assert not kept(few, MapsData([square(32)] * 2), 80, 24, False)  # a row would be out of sight
    assert not kept(few, BarsData([]), 80, 24, False)


async def test_the_control_on_a_line_of_its_own_is_counted(read_screen: Make) -> None:
    app = MhaquizApp(lambda: LabScreen("head-diversity"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        assert "1 of 7" in read_screen(app)
        await pilot.press("down")
        await settle(app, pilot)
        assert "2 of 7" in read_screen(app)
        slider = app.screen.knobs.controls[1]
        await pilot.click(slider, offset=(13 + slider._track(slider.room())[0] - 1, 0))
        await settle(app, pilot)
        assert app.screen.settings["n_heads"] == slider.stops[-1]
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.2)
        await settle(app, pilot)
        assert "2 of 7" not in read_screen(app)


def test_a_slow_machine_makes_no_lab_slow() -> None:
    """Only a run's own processor time sends the next one to a worker."""
    from time import sleep

    from mhaquiz.tui.screens import lab_view

    _, took = lab_view._timed(lambda: sleep(0.02))
    assert took < lab_view.SLOW_MS
    _, took = lab_view._timed(lambda: sum(range(2_000_000)))
    assert took > lab_view.SLOW_MS


async def test_another_theme_draws_the_maps_anew(monkeypatch: Any) -> None:
    monkeypatch.setattr(HeatMap, "without_colour", False)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app, pilot)
        await pilot.press("tab")
        await settle(app, pilot)
        maps = app.screen.query_one(HeatMap)
        dark = [maps.render_line(y) for y in range(maps.size.height)]
        app.theme = "mhaquiz-light"
        await settle(app, pilot)
        light = [maps.render_line(y) for y in range(maps.size.height)]
        assert all(one != other for one, other in zip(dark, light, strict=True))


@pytest.mark.parametrize("glyphs", [False, True])
@pytest.mark.parametrize(("size", "cells"), [((80, 24), 12), ((80, 24), 32), ((120, 40), 6)])
async def test_what_is_kept_of_a_picture_is_what_would_be_drawn(
    glyphs: bool, size: tuple[int, int], cells: int, monkeypatch: Any
) -> None:
    """Rows are changed at random; the lines kept and redrawn are those of a picture drawn from nothing."""
    monkeypatch.setattr(HeatMap, "without_colour", glyphs)
    random = Random(cells)
    app = MhaquizApp(lambda: LabScreen("rank-ceiling"))
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        await pilot.press("tab")
        await settle(app, pilot)
        maps = app.screen.query_one(HeatMap)
        rows = [[random.random() for _ in range(cells)] for _ in range(cells)]
        for _ in range(12):
            for _ in range(random.randrange(3)):
                rows[random.randrange(cells)] = [random.random() - 0.5 for _ in range(cells)]
            signed = [tuple(value - 0.5 for value in row) for row in rows]
            grids = [Grid("a", [tuple(row) for row in rows]), Grid("b", signed, signed=True, most=1.0)]
            maps.show(grids, Scale())
            kept_lines = [maps.render_line(y) for y in range(maps.size.height)]
            assert kept_lines == maps._all_lines(maps.size)
