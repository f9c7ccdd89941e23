"""The induction lab: how the next word is found, and the attention of the two heads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from mhaquiz.deck.display import percent
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.pictures import Data, MapsData, Picture, ProseData, Show, all_readouts, rows_of
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid, Scale


def _next(result: Any, subject: int) -> Data:
    """The sequence with the place that is matched, what each head does about it, and what comes out."""
    found = _looked_at(result.attention_induction)
    return ProseData(
        [
            Block(_sequence(result, found)),
            Block(*_verdict(result), 2, gap=True),
            *_steps(result, found),
        ],
        wide=True,
    )


def _looked_at(attention: Any) -> tuple[int, float]:
    """The position that the last word attends to most, and how much."""
    weights: Sequence[float] = attention[-1].tolist()
    place = max(range(len(weights)), key=weights.__getitem__)
    return place, weights[place]


def _sequence(result: Any, found: tuple[int, float]) -> Content:
    """The words; those that the match is made of stand out, and the one that is copied."""
    styles = {len(result.labels) - 1: "bold underline"}
    if found[0] and result.predicted is not None:
        styles |= {found[0] - 1: "bold underline", found[0]: "bold $accent"}
    words = [literal(one_line(word), styles.get(n, "")) for n, word in enumerate(result.labels) if n]
    return Content("  ").join([*words, Content.styled("…", "$quiet")])


def _verdict(result: Any) -> tuple[Content, Content]:
    told = result.predicted if result.predicted is not None else "nothing"
    right = result.predicted == result.expected
    sign = Content.styled("✓ " if right else "✗ ", "bold $good" if right else "bold $bad")
    expected = "" if right else f"   (it was followed by {one_line(result.expected or 'nothing')})"
    return Content.assemble("next: ", (one_line(told), "bold $accent"), (expected, "$quiet")), sign


def _steps(result: Any, found: tuple[int, float]) -> list[Block]:
    last, (place, weight) = one_line(result.labels[-1]), found
    there = one_line(result.labels[place])
    writes = {
        "none": "tells every position the word before it.",
        "previous-token-head": "looks one back as before, but what it writes is zeroed.",
        "one-layer": "looks one back in the same layer: too late for the other head to read.",
    }[result.chosen.ablate]
    steps = [
        f"The previous-token head {writes}",
        f"The induction head stands at “{last}” and seeks a position that was told “{last}”: "
        f"{percent(weight)} of its attention is on “{there}” ({place}).",
        f"It copies what stands there: “{there}”."
        if result.predicted is not None
        else "That is the start mark, which stands for no word: it says nothing.",
    ]
    return [
        Block(literal(text), Content.styled(f"{number} ", "bold $accent"), 2, gap=number == 1)
        for number, text in enumerate(steps, 1)
    ]


def _why(result: Any, subject: int) -> Data:
    """Why two layers are needed."""
    from mhaquiz import labs

    return ProseData([Block(literal(labs.background("induction")))], wide=True)


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
    pictures=(
        Picture("next", _next),
        Picture("attention", _maps),
        Picture("why two layers", _why),
        Picture("all", all_readouts),
    ),
)
