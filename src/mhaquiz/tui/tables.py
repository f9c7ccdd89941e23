"""A small table laid out in a given width: columns as wide as they need, the widest shrunk first."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from mhaquiz.tui.literal import wrapped

Row = Sequence[Content]
GAP = 2


def column_widths(rows: Sequence[Row], width: int) -> list[int]:
    """Widths in cells that sum, with gaps, to at most `width` where that leaves every column three cells."""
    columns = max(len(row) for row in rows)
    widths = [max((row[n].cell_length for row in rows if n < len(row)), default=1) for n in range(columns)]
    room = width - GAP * (columns - 1)
    while sum(widths) > room and max(widths) > 3:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    return widths


def is_number(cell: Content) -> bool:
    """Numbers are set right-aligned: digits with separators, signs and a short unit."""
    text = cell.plain.strip()
    return bool(text) and text[0] in "0123456789-−~+" and sum(c.isdigit() for c in text) * 2 >= len(text)


def table_lines(rows: Sequence[Row], width: int) -> list[Content]:
    """The table's lines: head, a rule, the rows; cells wrap within their column."""
    widths = column_widths(rows, width)
    right = [
        len(rows) > 1 and all(is_number(row[column]) for row in rows[1:] if column < len(row))
        for column in range(len(widths))
    ]
    lines = _row_lines(rows[0], widths, right)
    lines.append(Content.styled((" " * GAP).join("─" * cells for cells in widths), "$faint"))
    for row in rows[1:]:
        lines += _row_lines(row, widths, right)
    return lines


def _row_lines(row: Row, widths: Sequence[int], right: Sequence[bool]) -> list[Content]:
    columns = [wrapped(row[n] if n < len(row) else Content(""), cells) for n, cells in enumerate(widths)]
    height = max(len(cell) for cell in columns)
    gap = Content(" " * GAP)
    return [
        gap.join(
            _set(cell[y] if y < len(cell) else Content(""), cells, to_right)
            for cell, cells, to_right in zip(columns, widths, right, strict=True)
        )
        for y in range(height)
    ]


def _set(cell: Content, cells: int, to_right: bool) -> Content:
    blank = " " * max(cells - cell.rstrip().cell_length, 0)
    return Content(blank) + cell.rstrip() if to_right else cell.rstrip() + Content(blank)
