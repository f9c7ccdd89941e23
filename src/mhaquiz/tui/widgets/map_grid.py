"""What a heat map shows: matrices with their names, the scale of their colours, their numbers as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Row = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """The values at the two ends of the colours, the same for all maps of one kind."""

    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Grid:
    """One matrix with what its rows and columns are called.

    A signed one is coloured on both sides of zero, as far as `most` (none: as far as the values go).
    """

    title: str
    rows: Sequence[Sequence[float]]
    row_names: Sequence[str] = ()
    column_names: Sequence[str] = ()
    signed: bool = False
    most: float | None = None

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0


def scales(grids: Sequence[Grid], shared: Scale | None) -> tuple[Scale, Scale]:
    """The scale of unsigned maps, and the one even about zero of signed ones."""
    unsigned = [grid for grid in grids if not grid.signed]
    signed = [grid for grid in grids if grid.signed]
    if shared is None:
        low = min((min(row) for grid in unsigned for row in grid.rows), default=0.0)
        shared = Scale(low, max((max(row) for grid in unsigned for row in grid.rows), default=1.0))
    most = max((_reach(grid) for grid in signed), default=1.0) or 1.0
    return shared, Scale(-most, most)


def _reach(grid: Grid) -> float:
    if grid.most is not None:
        return grid.most
    return max(max(max(row), -min(row)) for row in grid.rows)


def _text(value: float, decimals: int) -> str:
    """A zero stays short, so that the others stand out; with a real minus sign, as in the legend."""
    text = f"{value:.{decimals}f}"
    return text.replace("-", "−") if text.strip("-0.") else "0"


def texts_within(rows: Iterable[Sequence[float]], cells: int) -> list[tuple[str, ...]]:
    """Every value with as many decimals as `cells` allow (two at most); nothing where not all fit."""
    rows = list(rows)
    whole = all(value == int(value) for row in rows for value in row if abs(value) < 1e9)
    for decimals in (0,) if whole else (2, 1):
        texts = [tuple(_text(value, decimals) for value in row) for row in rows]
        if all(len(text) <= cells for row in texts for text in row):
            return texts
    return []


def same_frame(some: Sequence[Grid], others: Sequence[Grid]) -> bool:
    """Whether maps differ in their values alone."""
    return [_frame(grid) for grid in some] == [_frame(grid) for grid in others]


def _frame(grid: Grid) -> tuple[object, ...]:
    return grid.title, grid.width, grid.height, grid.row_names, grid.column_names, grid.signed
