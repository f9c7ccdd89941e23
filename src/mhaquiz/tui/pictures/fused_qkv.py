"""The fused-QKV lab: one wide product, its slices, and that both ways give the same numbers."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import BarsData, Data, MapsData, Picture, ProseData, Show, all_readouts, rows_of
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid
from mhaquiz.tui.widgets.plots import Bar

_SHOWN = 32  # columns of a product that are drawn: two maps beside one another in a narrow window


def _slices(result: Any, subject: int) -> Data:
    width = result.fused_width
    bars = [
        Bar(
            f"{one.name}: {one.start}…{one.stop - 1}",
            (one.stop - one.start) / width,
            f"{one.stop - one.start}",
        )
        for one in result.slices
    ]
    note = f"{width} columns; {result.matmuls_separate} products become {result.matmuls_fused}."
    return BarsData(bars, note)


def _equal(result: Any, subject: int) -> Data:
    gap = result.max_abs_difference
    told = "to the last bit" if gap == 0 else "to rounding" if result.equal else "NOT"
    sign = Content.styled("✓ " if result.equal else "✗ ", "bold $good" if result.equal else "bold $bad")
    return ProseData(
        [
            Block(literal(f"Separate and fused products are equal {told}.", "bold"), sign, 2),
            Block(literal(f"Largest difference over all tokens and columns: {gap:.3g}"), gap=True),
        ]
    )


def _products(result: Any, subject: int) -> Data:
    one = result.slices[subject]
    stop = min(one.stop, one.start + _SHOWN)
    separate, fused = (rows_of(product[:, one.start : stop]) for product in (result.separate, result.fused))
    names = [f"token {n}" for n in range(len(fused))]
    part = "" if stop == one.stop else f", first {_SHOWN} columns of {one.width}"
    return MapsData(
        [
            Grid(f"{one.name}, separate{part}", separate, names, signed=True),
            Grid("fused", fused, names, signed=True),
        ]
    )


def _names(result: Any) -> tuple[str, ...]:
    return tuple(one.name for one in result.slices)


SHOW = Show(
    headline=(
        ("fused_width", "fused width"),
        ("matmuls_separate", "products, separate"),
        ("matmuls_fused", "fused"),
        ("max_abs_difference", "difference"),
    ),
    pictures=(
        Picture("slices", _slices),
        Picture("equal", _equal),
        Picture("numbers", _products, _names),
        Picture("all", all_readouts),
    ),
)
