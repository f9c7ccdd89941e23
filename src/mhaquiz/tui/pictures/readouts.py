"""Any lab's readouts as labelled lines, nested lists and objects as short text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block


def text_of(value: Any, places: int = 4) -> str:
    """One value for people: thousands grouped, decimals to `places`, lists by comma."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return _decimal(value, places)
    if isinstance(value, Mapping):
        return "  ".join(f"{key} {text_of(one, places)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(text_of(one, places) for one in value)
    return one_line(str(value))


def _decimal(value: float, places: int) -> str:
    if value and not 1e-3 <= abs(value) < 1e6:
        return f"{value:.2e}"
    return f"{value:.{places}f}"


def blocks(readouts: Mapping[str, Any], skip: frozenset[str] = frozenset()) -> list[Block]:
    """Every readout on lines of its own, by name."""
    width = max((len(name) for name in readouts), default=0) + 2
    return [
        Block(literal(text_of(value)), Content.styled(name.ljust(width), "$quiet"), width)
        for name, value in readouts.items()
        if name not in skip
    ]
