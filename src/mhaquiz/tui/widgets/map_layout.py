"""Where the cells of heat maps stand: how large, which maps side by side, which part of a large one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.map_grid import Grid, texts_within

GAP = 2
LARGEST = 8  # columns of a cell
GLYPHS = 2  # columns of a cell drawn without colour
_BESIDE = 4  # of one more than of the number in it: two glyphs, a blank, and one after the number
_APART = (_BESIDE, 2, 1)  # of one more than of its number: where there is less room it stands alone
_LONGEST_NUMBER = 6
_FEWEST = 8  # columns of each of several maps drawn without colour that do not fit whole
_NUMBERED = 3  # columns of a coloured cell: below it numbers are a thicket
_LONGEST_NAME = 12
_NAMED_FROM = 5  # columns of a cell from which its column's name can be read
_LEAST_NAMED = 3  # of one that is made narrower for the names of rows

Cursor = tuple[int, int, int]
"""Map, row and column."""


class Layout(NamedTuple):
    """Maps on the screen. All of them show the same rows and columns of their matrices.

    `cell` and `zoom` are a cell's columns and pixel rows (two to a screen row, and an even number of them or
    one; without colour a cell has a screen row of its own), `starts` the column of each map by its number,
    `left` and `top` the first column and row of the matrices, `columns` and `seen` how many columns and rows
    there is room for, `margin` what the names of rows take, `named` whether a line of column names stands
    below, `numbers` how many columns of a cell its number may take (none: it has no room for one).
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
    numbers: int

    @property
    def shaded(self) -> bool:
        """Whether cells have colours or shades: without colour numbers may leave no room for them."""
        return not self.glyphs or not self.numbers or self.cell >= self.numbers + _BESIDE

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
        row, line = divmod(2 * y, self.zoom)
        return self.top + row if self.zoom > 1 and line == self.zoom // 4 * 2 else None


def screen_rows(count: int, zoom: int, glyphs: bool) -> int:
    return count if glyphs else -(-count * zoom // 2)


def size_within(grids: Sequence[Grid], width: int, height: int) -> tuple[int, int]:
    """Columns and pixel rows of a coloured cell: as many as let all maps fit beside titles and legend.

    A row of cells takes whole lines, at most as high as wide. Where there are too many rows two share a line,
    and only the names of columns are worth cells that are wider than high.
    """
    down = max((grid.height for grid in grids), default=1) or 1
    most = max(min(_across(grids, width), LARGEST), 1)
    named = _names_fit(grids, most)
    lines = max(height - 3, 0) // down if named else 0  # with a line of column names below
    lines = lines or max(height - 2, 0) // down
    if most > 1 and lines:
        return most, 2 * min(lines, most // 2)
    return (most if named else 1), 1


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
    cell, zoom = (0, 1) if glyphs else size_within(grids, width, height)
    numbers = cell - 1 if zoom > 1 and cell >= _NUMBERED else 0
    if glyphs:
        cell, numbers = _glyph_cell(grids, width)
    tallest = max((grid.height for grid in grids), default=0)
    room = max(height - 2, 1)
    count = min(tallest, room if glyphs else 2 * room // zoom)
    columns = _columns(grids, width, cell, glyphs)
    shown = _side_by_side([min(grid.width, columns) * cell for grid in grids], width, cursor[0])
    taken = sum(min(grids[n].width, columns) * cell for n in shown) + GAP * max(len(shown) - 1, 0)
    margin = _margin(grids[shown[0]], width - taken) if shown and (glyphs or zoom > 1) else 0
    rows = screen_rows(count, zoom, glyphs)
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
        _names_fit(grids, cell) and rows < room + bool(numbers),  # numbers can do without the legend
        numbers,
    )


def _glyph_cell(grids: Sequence[Grid], width: int) -> tuple[int, int]:
    """Columns of a cell without colour and of its number, which stands there where all maps have room for it.

    The names of rows come first, where they have room beside shades.
    """
    cells, room = max(sum(grid.width for grid in grids), 1), width - GAP * (len(grids) - 1)
    names = max(map(_names_of_rows, grids), default=0)
    most = (room - names) // cells
    most = most if most >= GLYPHS else room // cells
    for apart in _APART:
        if longest := _longest_number(grids, min(most - apart, _LONGEST_NUMBER)):
            return longest + apart, longest
    return GLYPHS, 0


def _longest_number(grids: Sequence[Grid], most: int) -> int:
    """Columns of the longest number, none where one does not fit into `most`."""
    texts = [texts_within(grid.rows, most) if most > 0 else [] for grid in grids]
    return max(len(text) for rows in texts for row in rows for text in row) if all(texts) and texts else 0


def _columns(grids: Sequence[Grid], width: int, cell: int, glyphs: bool) -> int:
    """Columns of each map in sight: without colour a part of all where they do not fit whole."""
    widest = max((grid.width for grid in grids), default=0)
    across = sum(grid.width for grid in grids) * cell + GAP * (len(grids) - 1)
    if glyphs and across > width:
        share = (width - GAP * (len(grids) - 1)) // len(grids) // cell
        if share >= _FEWEST:
            return min(widest, share)
    return min(widest, max(width // cell, 1))


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
