"""The pruning lab: what each head adds, and what goes when it is off."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import BarsData, Data, MapsData, Picture, ProseData, Show, all_readouts, rows_of
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid
from mhaquiz.tui.widgets.plots import Bar

_SHOWN = 32  # columns of an output that are drawn: two maps beside one another in a narrow window


def _changes(result: Any, subject: int) -> Data:
    changes = result.output_change
    most = max(changes, default=0.0) or 1.0
    off = set(result.chosen.off)
    bars = [
        Bar(f"head {n}{', off' if n in off else ''}", change / most, f"{change:.3f}")
        for n, change in enumerate(changes)
    ]
    return BarsData(bars, "Change of the output when one head alone is taken out.")


def _sums(result: Any, subject: int) -> Data:
    equal = result.max_abs_difference < 1e-9
    masked = result.mask_equals_zeroed
    return ProseData(
        [
            _line(
                f"Σ head · W_O,head equals concat · W_O (largest difference {result.max_abs_difference:.2g})",
                equal,
            ),
            _line("switching a head off by a mask equals zeroing its rows of W_O", masked),
            Block(literal(f"Weights of the layer: {result.weights:,}"), gap=True),
            Block(literal("A mask frees no weight; it only multiplies by zero.")),
            Block(literal(f"Cutting the heads that are off frees {result.weights_freed_by_cut:,}.")),
        ],
        wide=True,
    )


def _line(text: str, good: bool) -> Block:
    sign = Content.styled("✓ " if good else "✗ ", "bold $good" if good else "bold $bad")
    return Block(literal(text), sign, 2)


def _shares(result: Any, subject: int) -> Data:
    share, total = (rows_of(one[:, :_SHOWN]) for one in (result.shares[subject], result.summed))
    names = [f"token {n}" for n in range(len(total))]
    width = result.summed.shape[1]
    part = f", first {_SHOWN} columns of {width}" if width > _SHOWN else ""
    return MapsData(
        [
            Grid(f"head {subject} adds{part}", share, names, signed=True),
            Grid("sum of heads that are on", total, names, signed=True),
        ]
    )


def _heads(result: Any) -> tuple[str, ...]:
    return tuple(f"head {n}" for n in range(len(result.output_change)))


SHOW = Show(
    headline=(
        ("max_abs_difference", "sum − concat"),
        ("mask_equals_zeroed", "mask = zeroed"),
        ("weights_freed_by_mask", "freed by mask"),
        ("weights_freed_by_cut", "by cut"),
    ),
    pictures=(
        Picture("changes", _changes),
        Picture("sums", _sums),
        Picture("shares", _shares, _heads),
        Picture("all", all_readouts),
    ),
)
