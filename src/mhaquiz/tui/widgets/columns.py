"""Upright columns made of eighth blocks: a number a day, with the largest value at the side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from textual.content import Content

from mhaquiz.tui.literal import literal

ROWS = 3
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_SIDE = 6


def column_lines(
    values: Sequence[float], width: int, *, rows: int = ROWS, marks: Mapping[int, str] | None = None
) -> list[Content]:
    """`values` as columns from 0 up; the last ones are left out where `width` cells do not hold all.

    `marks` names places on the line below: index → text. The top of the scale stands at the left: the largest
    value, a whole number, 1 at least, so that a day of seconds is no full column of minutes.
    """
    step = 2 if _SIDE + 2 * len(values) <= width else 1
    shown = list(values[: max(width - _SIDE, 1) // step])
    most = float(max(ceil(max(shown, default=0.0)), 1))
    lines = [
        literal(_side(row, rows, most), "$quiet")
        + Content.styled("".join(_cell(value, most, row, rows, step) for value in shown), "$accent")
        for row in range(rows)
    ]
    return [*lines, literal(" " * _SIDE + _named(marks or {}, len(shown), step), "$quiet")]


def _side(row: int, rows: int, most: float) -> str:
    label = f"{most:,.0f}" if row == 0 else "0" if row == rows - 1 else ""
    return label.rjust(_SIDE - 1) + " "


def _cell(value: float, most: float, row: int, rows: int, step: int) -> str:
    """One column's part of a row. A value above 0 shows at least its lowest eighth."""
    total = max(round(value / most * rows * 8), 1) if value > 0 else 0
    filled = min(max(total - (rows - 1 - row) * 8, 0), 8)
    base = row == rows - 1 and not total
    return ("·" if base else _EIGHTHS[filled]) + " " * (step - 1)


def _named(marks: Mapping[int, str], count: int, step: int) -> str:
    """The names under their columns; the last one ends where the columns end."""
    line = ""
    for index, text in sorted(marks.items()):
        at = index * step
        if index == count - 1:
            at = max(count * step - len(text), len(line) + 1 if line else 0)
        if index < count and at >= len(line):
            line = line.ljust(at) + text
    return line
