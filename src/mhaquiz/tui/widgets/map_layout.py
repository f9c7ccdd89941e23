"""Where the cells of heat maps stand: how large, which maps side by side, which part of a large one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.map_grid import Grid

GAP = 2
LARGEST = 8  # columns of a cell
GLYPHS = 2  # columns of a cell drawn without colour
NUMBERED = 8  # of one with its number beside the glyphs
_LONGEST_NAME = 12
_NAMED_FROM = 5  # columns of a cell from which its column's name can be read
_LEAST_NAMED = 3  # of one that is made narrower for the names of rows

Cursor = tuple[int, int, int]
"""Map, row and column."""


class Layout(NamedTuple):
    """Maps on the screen. All of them show the same rows and columns of their matrices.

    `cell` and `zoom` are a cell's columns and pixel rows (two to a screen row; without colour a cell has a
    screen row of its own), `starts` the column of each map by its number, `left` and `top` the first column
    and row of the matrices, `columns` and `seen` how many columns and rows there is room for, `margin` what
    the names of rows take, `named` whether a line of column names stands below.
    """

    glyphs: bool
    cell: int
    zoom: int
    starts: dict[int, int]
    left: int
    columns: int
    top: int
    seen: int
    margin: int
    named: bool

    @property
    def rows(self) -> int:
        """Screen rows of the cells."""
        return screen_rows(self.seen, self.zoom, self.glyphs)

    def matrix_rows(self, y: int) -> tuple[int, int]:
        """The matrix rows in the upper and in the lower half of a screen row of cells."""
        if self.glyphs:
            return self.top + y, self.top + y
        return self.top + 2 * y // self.zoom, self.top + (2 * y + 1) // self.zoom

    def matrix_row(self, y: int) -> int | None:
        """The matrix row that a screen row is the middle of, if of any."""
        if self.glyphs:
            return self.top + y
        row = 2 * y // self.zoom
        wholly = self.zoom > 1 and (2 * y + 1) // self.zoom == row
        middle = (row * self.zoom + self.zoom // 2) // 2
        middle += 2 * middle < row * self.zoom
        return self.top + row if wholly and y == middle else None


def screen_rows(count: int, zoom: int, glyphs: bool) -> int:
    return count if glyphs else -(-count * zoom // 2)


def zoom_within(grids: Sequence[Grid], width: int, height: int) -> int:
    """Columns of a coloured cell: as many as let all maps fit beside titles and legend, at least 1."""
    down = max((grid.height for grid in grids), default=1) or 1
    most = min(_across(grids, width), LARGEST)
    named = min(most, 2 * (height - 3) // down)  # with a line of column names below
    if _names_fit(grids, named):
        return named
    return max(1, min(most, 2 * (height - 2) // down))


def _across(grids: Sequence[Grid], width: int) -> int:
    """Columns of a cell that let all maps fit side by side: one fewer where rows are named only so."""
    cells, room = max(sum(grid.width for grid in grids), 1), width - GAP * (len(grids) - 1)
    most = room // cells
    if most <= _LEAST_NAMED:
        return most
    named = (room - max(map(_names_of_rows, grids), default=0)) // cells
    return named if named == most - 1 else most


def _names_fit(grids: Sequence[Grid], cell: int) -> bool:
    """Whether columns have names that, cut to a cell, can still be told apart."""
    if cell < _NAMED_FROM:
        return False
    names = {one_line(name) for grid in grids for name in grid.column_names}
    return bool(names) and len({_cut(name, cell) for name in names}) == len(names)


def _cut(name: str, cell: int) -> str:
    return cut(literal(name), cell - 1).plain


def lay_out(grids: Sequence[Grid], width: int, height: int, glyphs: bool, cursor: Cursor) -> Layout:
    """Maps as large as fits; what does not fit is left out so that the cursor's cell is in sight."""
    zoom = 1 if glyphs else zoom_within(grids, width, height)
    cell = _glyph_cell(grids, width) if glyphs else zoom
    tallest = max((grid.height for grid in grids), default=0)
    room = max(height - 2, 1)
    count = min(tallest, room if glyphs else 2 * room // zoom)
    columns = min(max((grid.width for grid in grids), default=0), max(width // cell, 1))
    shown = _side_by_side([min(grid.width, columns) * cell for grid in grids], width, cursor[0])
    taken = sum(min(grids[n].width, columns) * cell for n in shown) + GAP * max(len(shown) - 1, 0)
    margin = _margin(grids[shown[0]], width - taken) if shown and (glyphs or zoom > 1) else 0
    return Layout(
        glyphs,
        cell,
        zoom,
        _starts(grids, shown, columns * cell, cell, margin, width),
        _window(cursor[2], columns, max((grid.width for grid in grids), default=0)),
        columns,
        _window(cursor[1], count, tallest),
        count,
        margin,
        _names_fit(grids, cell) and screen_rows(count, zoom, glyphs) < room,
    )


def _glyph_cell(grids: Sequence[Grid], width: int) -> int:
    """With numbers where all maps have room for them."""
    across = sum(grid.width for grid in grids) * NUMBERED + GAP * (len(grids) - 1)
    return NUMBERED if across <= width else GLYPHS


def _side_by_side(widths: Sequence[int], width: int, wanted: int) -> list[int]:
    """The maps that fit beside one another, the wanted one among them."""
    shown: list[int] = []
    for number in range(len(widths)):
        shown.append(number)
        while len(shown) > 1 and sum(widths[n] + GAP for n in shown) - GAP > width:
            if shown[-1] > wanted:
                return shown[:-1]
            shown.pop(0)
    return shown


def _margin(grid: Grid, room: int) -> int:
    """Columns for the names of rows, whole or cut, where there is room for them."""
    whole, short = _longest(grid) + 1, _names_of_rows(grid)
    return whole if short and whole <= room else short if short <= room else 0


def _names_of_rows(grid: Grid) -> int:
    """Columns that the names of rows take, with a blank; none where there are none."""
    longest = _longest(grid)
    return min(longest, _LONGEST_NAME) + 1 if longest else 0


def _longest(grid: Grid) -> int:
    return max((cell_len(one_line(name)) for name in grid.row_names), default=0)


def _starts(
    grids: Sequence[Grid], shown: Sequence[int], most: int, cell: int, margin: int, width: int
) -> dict[int, int]:
    """The column of each map: further apart than the gap where titles want it and there is room."""
    widths = [min(grids[n].width * cell, most) for n in shown]
    apart = [max(w, cell_len(one_line(grids[n].title))) for n, w in zip(shown, widths, strict=True)]
    apart[-1:] = widths[-1:]
    if margin + sum(apart) + GAP * (len(shown) - 1) > width:
        apart = widths
    starts, at = {}, margin
    for number, wide in zip(shown, apart, strict=True):
        starts[number] = at
        at += wide + GAP
    return starts


def _window(wanted: int, room: int, of: int) -> int:
    """The first of `room` places out of `of`, with the wanted one about the middle."""
    return min(max(wanted - room // 2, 0), max(of - room, 0))
