"""Score matrices of low rank that do a job after the softmax, though they are far from the job's pattern.

The truncated SVD approximates scores; what counts is the attention. Under a causal mask row t may pick the
largest or the smallest of the keys it can see, and the mask moves that choice along, so that one dimension is
enough for "previous token".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mhaquiz.labs.attention import Matrix, overlap, read_only, softmax, visible
from mhaquiz.labs.rank_ceiling.patterns import Words, target, word_numbers

SCALES = (1.0, 2.0, 4.0, 8.0, 16.0)


@dataclass(frozen=True, slots=True)
class Construction:
    """A named way to do one job: its rank, and its scores (T, T) at scale 1 from the tokens."""

    name: str
    job: str
    rank: int
    unit_scores: Callable[[Words], Matrix]


@dataclass(frozen=True, slots=True, eq=False)
class Attempt:
    """Scores for one job with the overlap they reach and where they come from."""

    name: str
    scale: float
    scores: Matrix
    overlap: float


def alternating_signs(tokens: Words) -> Matrix:
    """a_t · b_s with b_s = (-1)^s (s+1), a_t = (-1)^(t-1). Rank 1; needs the causal mask."""
    position = np.arange(len(tokens))
    sign = 1.0 - 2.0 * (position % 2)
    return np.asarray(np.outer(-sign, sign * (position + 1)))


def parabola(tokens: Words) -> Matrix:
    """2(t-1)s - s²: a parabola in s whose top lies at t - 1. Rank 2; needs no mask."""
    position = np.arange(len(tokens), dtype=float)
    return np.asarray(2 * np.outer(position - 1, position) - position**2)


def circle(tokens: Words) -> Matrix:
    """cos of the angle between two words, word k at 2πk / words. Rank 2; needs no mask."""
    numbers = np.array(word_numbers(tokens))
    angle = 2 * np.pi * numbers / (numbers.max() + 1)
    return np.asarray(np.cos(angle[:, None] - angle[None, :]))


CONSTRUCTIONS = (
    Construction("alternating signs", "previous", 1, alternating_signs),
    Construction("a parabola", "previous", 2, parabola),
    Construction("words on a circle", "same", 2, circle),
)


@lru_cache(maxsize=512)
def attempt(
    construction: Construction, tokens: Words, scale: float, sharpness: float, masked: bool
) -> Attempt:
    """A construction at one scale, measured against its job's target."""
    scores = scale * construction.unit_scores(tokens)
    attention = softmax(scores, visible(len(tokens), masked))
    reached = overlap(attention, target(construction.job, tokens, sharpness, masked))
    return Attempt(construction.name, scale, read_only(scores), reached)


def attempts(
    job: str, rank: int, tokens: Words, scale: float | None, sharpness: float, masked: bool
) -> list[Attempt]:
    """Every listed construction of at most that rank, at the given scale or at each of SCALES."""
    fitting = [c for c in CONSTRUCTIONS if c.job == job and c.rank <= rank]
    scales = SCALES if scale is None else (float(scale),)
    return [attempt(c, tokens, s, sharpness, masked) for c in fitting for s in scales]
