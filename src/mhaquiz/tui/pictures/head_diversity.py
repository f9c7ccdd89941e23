"""The head-diversity lab: where each head looks from the focus word, whole attention, how alike heads are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mhaquiz.tui.pictures import BarsData, Data, MapsData, Picture, Show, all_readouts, rows_of
from mhaquiz.tui.widgets.map_grid import Grid, Scale
from mhaquiz.tui.widgets.plots import Bar


def _heads(result: Any) -> Sequence[str]:
    """Each head's name, with what it was built to follow."""
    return tuple(
        f"head {number}" + (f", {follows}" if follows else "")
        for number, follows in enumerate(result.follows)
    )


def _focus_rows(result: Any, subject: int) -> Data:
    words = result.chosen.sentence
    grid = Grid(
        f"attention from “{result.chosen.focus}”", rows_of(result.attention_rows), _heads(result), words
    )
    return MapsData([grid], Scale(0.0, 1.0))


def _one_head(result: Any, subject: int) -> Data:
    words = result.chosen.sentence
    attention = rows_of(result.attention[subject])
    scores = rows_of(result.scores[subject])
    return MapsData(
        [
            Grid(f"{_heads(result)[subject]}: attention", attention, words, words),
            Grid("scores", scores, words, words, signed=True),
        ],
        Scale(0.0, 1.0),
    )


def _alike(result: Any, subject: int) -> Data:
    names = _heads(result)
    return MapsData(
        [Grid("cosine of head and head", rows_of(result.pairwise_cosine), names, names)], Scale(0.0, 1.0)
    )


def _entropy(result: Any, subject: int) -> Data:
    most = result.uniform_entropy
    bars = [Bar(f"head {n}", value / most, f"{value:.3f}") for n, value in enumerate(result.entropy)]
    return BarsData(bars, f"Entropy of a row in nats, by head; equal attention would be {most:.4f}.")


def _rank(result: Any, subject: int) -> Data:
    tokens = len(result.chosen.sentence)
    bars = [
        Bar(f"head {n}", rank / tokens, f"{rank} of {tokens}") for n, rank in enumerate(result.score_rank)
    ]
    return BarsData(
        bars, f"Rank of each head's scores. A head {result.head_dim} wide reaches rank {result.head_dim}."
    )


SHOW = Show(
    headline=(
        ("weights", "weights"),
        ("head_dim", "head_dim"),
        ("disagreement", "disagreement"),
        ("distinct_targets", "targets"),
        ("coverage", "coverage"),
    ),
    pictures=(
        Picture("focus", _focus_rows),
        Picture("head", _one_head, _heads),
        Picture("alike", _alike),
        Picture("entropy", _entropy),
        Picture("rank", _rank),
        Picture("all", all_readouts),
    ),
)
