"""The √d lab: one softmax, and entropy, saturated queries and gradient over all widths."""

from __future__ import annotations

from typing import Any

from mhaquiz.tui.pictures import BarsData, CurveData, Data, Picture, Show, all_readouts
from mhaquiz.tui.widgets.plots import Bar

_MOST_BARS = 8
_WIDTHS = ("8", "16", "32", "64", "128", "256", "512")


def _weights(result: Any, subject: int) -> Data:
    weights = [float(weight) for weight in result.example]
    bars = [Bar(f"key {n + 1}", weight, f"{weight:.3f}") for n, weight in enumerate(weights[:_MOST_BARS])]
    left = sum(weights[_MOST_BARS:])
    rest = f" The other {len(weights) - len(bars)} share {left:.3f}." if len(weights) > len(bars) else ""
    return BarsData(bars, "The first query's attention, largest first." + rest)


def _curve(result: Any, field: str, most: float, title: str) -> Data:
    values = [getattr(one, field) / most for one in result.by_width]
    other = [getattr(one, field) / most for one in result.by_width_other]
    width = str(result.chosen.head_dim)
    marked = _WIDTHS.index(width) if width in _WIDTHS else None
    how, not_so = ("scaled", "not scaled") if result.chosen.scaled else ("not scaled", "scaled")
    told = f"{title} by head_dim, {how} (dotted: {not_so})"
    return CurveData(_WIDTHS, values, other, marked=marked, title=told)


def _entropy(result: Any, subject: int) -> Data:
    return _curve(result, "entropy", result.uniform_entropy, "entropy as a share of ln n")


def _saturated(result: Any, subject: int) -> Data:
    return _curve(result, "saturated_share", 1.0, "share of dead queries (one weight above 0.99)")


def _gradient(result: Any, subject: int) -> Data:
    every = (*result.by_width, *result.by_width_other)
    return _curve(
        result, "gradient_norm", max(one.gradient_norm for one in every), "mean gradient, largest = 1"
    )


SHOW = Show(
    headline=(
        ("variance", "variance"),
        ("entropy", "entropy"),
        ("uniform_entropy", "of"),
        ("max_weight", "largest"),
        ("saturated_share", "dead"),
        ("gradient_norm", "gradient"),
    ),
    pictures=(
        Picture("weights", _weights),
        Picture("entropy", _entropy),
        Picture("dead", _saturated),
        Picture("gradient", _gradient),
        Picture("all", all_readouts),
    ),
)
