"""The words around heat maps: titles above, names of columns below and of rows at the side."""

from __future__ import annotations

from collections.abc import Sequence

from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.map_grid import Grid
from mhaquiz.tui.widgets.map_layout import Layout


def titles(layout: Layout, grids: Sequence[Grid], width: int) -> dict[int, str]:
    """The title of each map in sight, by its number."""
    ends = [*list(layout.starts.values())[1:], width + 1]
    return {
        number: cut(literal(_title(layout, grids[number])), max(end - start - 1, 0)).plain
        for (number, start), end in zip(layout.starts.items(), ends, strict=True)
    }


def _title(layout: Layout, grid: Grid) -> str:
    """What a map is called, and which part of it is in sight."""
    told = one_line(grid.title)
    if layout.seen < grid.height:
        told += f", rows {layout.top}…{layout.top + layout.seen - 1} of {grid.height}"
    if layout.columns < grid.width:
        told += f", columns {layout.left}…{layout.left + layout.columns - 1} of {grid.width}"
    return told


def of_columns(layout: Layout, grids: Sequence[Grid]) -> dict[int, str]:
    """The names of columns, each under its own, by the number of the map."""
    columns = slice(layout.left, layout.left + layout.columns)
    return {
        number: "".join(_within(name, layout.cell) for name in grids[number].column_names[columns])
        for number in layout.starts
    }


def of_row(layout: Layout, grids: Sequence[Grid], row: int | None) -> str:
    """The name at the side of a screen row, that of the first map in sight."""
    names = grids[next(iter(layout.starts))].row_names
    return _within(names[row] if row is not None and row < len(names) else "", layout.margin)


def _within(name: str, cells: int) -> str:
    """A name and a blank in exactly so many cells."""
    short = cut(literal(one_line(name)), cells - 1)
    return short.pad_right(max(cells - short.cell_length, 0)).plain


def of_cell(names: Sequence[str], index: int) -> str:
    """A row or a column of a cell that is read out: its name and its number."""
    return f"{one_line(names[index])} ({index})" if index < len(names) else str(index)
