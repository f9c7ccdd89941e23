"""The words around heat maps: titles above, names of columns below and of rows at the side."""

from __future__ import annotations

from collections.abc import Sequence

from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.map_grid import Grid
from mhaquiz.tui.widgets.map_layout import Layout

_LEAST_TITLE = 8  # cells: without a name what is in sight of a map says little
ROUNDING = 1e-9  # values below it in a map of differences are what floating point leaves of zero


def titles(layout: Layout, grids: Sequence[Grid], width: int) -> dict[int, str]:
    """The title of each map in sight, by its number."""
    ends = [*list(layout.starts.values())[1:], width + 1]
    return {
        number: _title(layout, grids[number], max(end - start - 1, 0))
        for (number, start), end in zip(layout.starts.items(), ends, strict=True)
    }


def _title(layout: Layout, grid: Grid, room: int) -> str:
    """What a map is called, cut where that is too long beside what follows: what is in sight of it."""
    told = _found(grid)
    if layout.seen < grid.height:
        told += f", rows {layout.top}…{layout.top + layout.seen - 1} of {grid.height}"
    if layout.columns < grid.width:
        told += f", columns {layout.left}…{layout.left + layout.columns - 1} of {grid.width}"
    name = cut(literal(one_line(grid.title)), max(room - len(told), _LEAST_TITLE))
    return cut(name + literal(told), room).plain


def _found(grid: Grid) -> str:
    """What a map that shows nothing has to say: differences that are zero but for rounding."""
    if not grid.signed or any(abs(value) > ROUNDING for row in grid.rows for value in row):
        return ""
    return ": all 0" if not any(map(any, grid.rows)) else ": all near 0"


def of_columns(layout: Layout, grids: Sequence[Grid]) -> dict[int, str]:
    """The names of columns, each under the middle of its own, or its begin where a shade stands, by map."""
    columns = slice(layout.left, layout.left + layout.columns)
    middle = not (layout.glyphs and layout.shaded)
    return {
        number: "".join(_within(name, layout.cell, middle) for name in grids[number].column_names[columns])
        for number in layout.starts
    }


def of_row(layout: Layout, grids: Sequence[Grid], row: int | None) -> str:
    """The name at the side of a screen row, that of the first map in sight."""
    names = grids[next(iter(layout.starts))].row_names
    return _within(names[row] if row is not None and row < len(names) else "", layout.margin)


def _within(name: str, cells: int, middle: bool = False) -> str:
    """A name and a blank in exactly so many cells, at their begin or where `str.center` has a number."""
    short = cut(literal(one_line(name)), cells - 1)
    over = max(cells - short.cell_length, 0)
    before = over // 2 + (over & cells & 1) if middle else 0
    return short.pad_left(before).pad_right(over - before).plain


def of_cell(names: Sequence[str], index: int) -> str:
    """A row or a column of a cell that is read out: its name and its number."""
    return f"{one_line(names[index])} ({index})" if index < len(names) else str(index)
