"""What each lab shows: readouts in front and pictures, made from a result by duck typing; no numpy here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from mhaquiz.deck.lab_table import find_lab
from mhaquiz.labs.searches import Search
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid, Scale
from mhaquiz.tui.widgets.plots import Bar


@dataclass(frozen=True)
class BarsData:
    bars: Sequence[Bar]
    note: str = ""


@dataclass(frozen=True)
class MapsData:
    grids: Sequence[Grid]
    scale: Scale | None = None


@dataclass(frozen=True)
class CurveData:
    names: Sequence[str]
    values: Sequence[float]
    other: Sequence[float] = ()
    best: Sequence[float] = ()
    marked: int | None = None
    title: str = ""


@dataclass(frozen=True)
class ValuesData:
    values: Sequence[float]
    kept: int
    rank: int
    title: str = ""


@dataclass(frozen=True)
class ProseData:
    """`wide` asks for the whole width of the window, as maps do."""

    blocks: Sequence[Block]
    wide: bool = False


Data: TypeAlias = "BarsData | MapsData | CurveData | ValuesData | ProseData"


@dataclass(frozen=True)
class Picture:
    """One way to look at a result. `subjects` names what it can be turned to (a job, a head), if anything.

    `draw(result, subject)` is called with an index into `subjects(result)`.
    """

    title: str
    draw: Callable[[Any, int], Data]
    subjects: Callable[[Any], Sequence[str]] = lambda result: ()


@dataclass(frozen=True)
class ShownSearch:
    """A search that the lab offers: `add` draws what it found into one of the pictures, under `sign`."""

    search: Search
    picture: str
    add: Callable[[Any, tuple[float, ...]], Data]
    sign: str = ""


@dataclass(frozen=True)
class Show:
    """How a lab is shown: readouts of the first line by name with a short label, and its pictures."""

    headline: Sequence[tuple[str, str]]
    pictures: Sequence[Picture]
    search: ShownSearch | None = None


def show_of(name: str) -> Show:
    """The pictures of a lab, in the module of its name. A lab without one shows all its readouts."""
    from importlib.util import find_spec

    module = f"{__name__}.{find_lab(name).module}"
    if find_spec(module) is None:
        return Show((), (Picture("all", all_readouts),))
    show: Show = import_module(module).SHOW
    return show


def all_readouts(result: Any, subject: int = 0) -> Data:
    """Every readout as text; the last picture of every lab."""
    from mhaquiz.tui.pictures.readouts import blocks

    return ProseData(blocks(result.readouts), wide=True)


def rows_of(matrix: Any) -> list[tuple[float, ...]]:
    """A numpy matrix, or nested sequences, as plain rows of floats."""
    if hasattr(matrix, "astype"):
        return [tuple(row) for row in matrix.astype(float).tolist()]
    return [tuple(float(value) for value in row) for row in matrix]
