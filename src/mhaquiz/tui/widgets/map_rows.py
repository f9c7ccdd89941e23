"""Rows of heat maps as segments. What was drawn once is kept: a step changes few rows of few maps."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from mhaquiz.tui import ramps
from mhaquiz.tui.widgets.map_grid import Row, Scale

Levels = tuple[int, ...]


@lru_cache(maxsize=4_096)
def levels(row: Row, scale: Scale) -> Levels:
    """The steps of the ramp for a row of values."""
    low, high = scale.low, scale.high
    return tuple(ramps.level(value, low, high) for value in row)


@lru_cache(maxsize=4_096)
def blocks(ramp: str, wide: int, upper: Levels, lower: Levels | None, base: Style) -> tuple[Segment, ...]:
    """A screen row of cells, two pixel rows in half blocks; equal neighbours are one segment."""
    if lower is None:
        runs = [(base + ramps.ink(ramp, top), len(list(run))) for top, run in groupby(upper)]
    else:
        runs = [
            (ramps.half_block(ramp, *pair), len(list(run)))
            for pair, run in groupby(zip(upper, lower, strict=True))
        ]
    return tuple(Segment("▀" * (wide * cells), style) for style, cells in runs)


@lru_cache(maxsize=1_024)
def numbers(ramp: str, wide: int, row: Levels, texts: tuple[str, ...]) -> tuple[Segment, ...]:
    """The middle screen row of large cells: each cell's number on its colour."""
    return tuple(
        Segment(text.center(wide), ramps.lettering(ramp, level))
        for level, text in zip(row, texts, strict=True)
    )


def cursor(ramp: str, wide: int, level: int, text: str = "") -> Segment:
    """The cell under the cursor."""
    return Segment(("◆" + text)[:wide].ljust(wide), ramps.marker(ramp, level))


@lru_cache(maxsize=4_096)
def glyphs(
    row: Row, scale: Scale, signed: bool, texts: tuple[str, ...], cell: int, shaded: bool
) -> tuple[str, ...]:
    """A row of cells without colour, `cell` columns each: two glyphs, a number, or both."""
    if not shaded:
        return tuple(text.center(cell) for text in texts)
    cells = [ramps.glyph(value, scale.low, scale.high, signed=signed) for value in row]
    if not texts:
        return tuple(cells)
    return tuple(f"{shade} {text}".ljust(cell) for shade, text in zip(cells, texts, strict=True))
