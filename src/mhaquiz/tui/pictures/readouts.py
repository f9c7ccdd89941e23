"""Any lab's readouts as labelled lines, nested lists and objects as short text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from mhaquiz.plain.lab_text import decimal, row_text
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block


def text_of(value: Any, places: int = 4) -> str:
    """One value for people: thousands grouped, decimals to `places`, lists by comma, objects by name."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return _decimal(value, places)
    if isinstance(value, Mapping):
        return "  ".join(f"{key}={text_of(one, places)}" for key, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(text_of(one, places) for one in value) or "none"
    return one_line(str(value))


def _decimal(value: float, places: int) -> str:
    if value == 0:
        return "0"  # exactly, not rounded
    if not 1e-3 <= abs(value) < 1e6:
        return f"{value:.2e}"
    return f"{value:.{places}f}"


def short(value: Any) -> str:
    """A value in few cells: `67.1 M` for 67,108,864."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) < 100_000:
        return text_of(value, 3)
    amount = float(value)
    for unit in ("", " k", " M", " G", " T"):
        if abs(amount) < 999.5:
            return f"{amount:.3g}{unit}"
        amount /= 1000
    return f"{value:.2e}"


def brief(value: Any) -> str:
    """A value in as few cells as still say how large it is: `0.11`, `0.004`, `512`, `67.1 M`."""
    if not isinstance(value, float) or value == 0 or not 1e-3 <= abs(value) < 1e6:
        return short(value)
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.2f}" if abs(value) >= 0.01 else f"{value:.1g}"


def blocks(readouts: Mapping[str, Any]) -> list[Block]:
    """Every readout by name; of a matrix or a list of objects each row has a line."""
    width = max((len(name) for name in readouts), default=0) + 2
    return [block for name, value in readouts.items() for block in _lines(name, decimal(name, value), width)]


def _lines(name: str, value: Any, width: int) -> list[Block]:
    nested = isinstance(value, list) and value and isinstance(value[0], list | dict)
    rows = [row_text(row, text_of) for row in value] if nested else [text_of(value)]
    return [
        Block(literal(row), Content.styled((name if n == 0 else "").ljust(width), "$quiet"), width)
        for n, row in enumerate(rows)
    ]
