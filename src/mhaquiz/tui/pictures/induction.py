"""The induction lab: attention of the two heads, and what comes next."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.pictures import Data, MapsData, Picture, ProseData, Show, all_readouts, rows_of
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid, Scale


def _next(result: Any, subject: int) -> Data:
    words = "  ".join(one_line(word) for word in result.chosen.sequence)
    told = result.predicted if result.predicted is not None else "nothing: this word has not been seen before"
    right = result.predicted == result.expected
    sign = Content.styled("✓ " if right else "✗ ", "bold $good" if right else "bold $bad")
    expected = "" if right else f"   (it was followed by {one_line(result.expected or 'nothing')})"
    found = Content.assemble("next: ", (one_line(told), "bold $accent"), (expected, "$quiet"))
    how = "The first head looks one back, the second matches and copies."
    return ProseData(
        [
            Block(literal(words + "  …")),
            Block(found, sign, 2, gap=True),
            Block(literal(how, "$quiet"), gap=True),
        ],
        wide=True,
    )


def _maps(result: Any, subject: int) -> Data:
    names = result.labels
    return MapsData(
        [
            Grid("previous-token head", rows_of(result.attention_previous), names, names),
            Grid("induction head", rows_of(result.attention_induction), names, names),
        ],
        Scale(0.0, 1.0),
    )


SHOW = Show(
    headline=(
        ("predicted", "next"),
        ("prefix_matching_score", "prefix matching"),
        ("copying_score", "copying"),
    ),
    pictures=(Picture("next", _next), Picture("attention", _maps), Picture("all", all_readouts)),
)
