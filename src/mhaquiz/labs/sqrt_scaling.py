"""The √d lab: what the width of a head does to scores, to the softmax and to its gradient.

Queries and keys are drawn once from numpy's default_rng(seed), 512 wide, and a head of width d takes the
first d columns, so that sliding the width changes nothing else. Every column is standardised to mean 0 and
variance 1 over the draw: what is left is the effect of the width, not the luck of the draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from mhaquiz import engine
from mhaquiz.deck.display import percent
from mhaquiz.labs.attention import Matrix, entropy, printed, read_only, softmax
from mhaquiz.labs.results import settings_as_json
from mhaquiz.labs.sentences import changed_settings, moved, sentence

WIDTHS = (8, 16, 32, 64, 128, 256, 512)

#: A largest weight above which a query's softmax counts as saturated: its Jacobian is all but zero.
DEAD = 0.99

_QUERIES, _KEYS = 128, 1_024  # drawn; a run's softmax has the first n_keys keys
_SOFTMAX_ENTRIES = 16_384  # queries × keys averaged for entropy and gradient: what a step has time for


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    head_dim: int
    n_keys: int
    scaled: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Softmax:
    """Means over queries at one width: entropy in nats, largest weight, Frobenius norm of the Jacobian.

    `saturated_share` is the share of queries with a weight above DEAD. The mean norm alone misleads: it is
    largest near a tie of two keys, and small where attention is flat as well as where it is saturated.
    """

    variance: float
    entropy: float
    max_weight: float
    gradient_norm: float
    saturated_share: float


@dataclass(frozen=True, eq=False)
class Result:
    """One run.

    `expected_variance` is the closed form, `example` the attention (n_keys,) of the first query, largest
    first; `by_width` and `by_width_other` hold every width of WIDTHS, as set and with scaling the other way.
    """

    chosen: Settings
    softmax: Softmax
    expected_variance: float
    uniform_entropy: float
    example: Matrix
    by_width: tuple[Softmax, ...]
    by_width_other: tuple[Softmax, ...]

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return {
            "variance": printed(self.softmax.variance),
            "entropy": printed(self.softmax.entropy),
            "uniform_entropy": printed(self.uniform_entropy),
            "max_weight": printed(self.softmax.max_weight),
            "gradient_norm": printed(self.softmax.gradient_norm),
            "saturated_share": printed(self.softmax.saturated_share),
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    width, n_keys, scaled, seed = settings.head_dim, settings.n_keys, settings.scaled, settings.seed
    variance = engine.evaluate("dot_product_variance", head_dim=width, scaled=scaled)
    return Result(
        chosen=settings,
        softmax=measured(width, n_keys, scaled, seed),
        expected_variance=float(variance),
        uniform_entropy=engine.evaluate("uniform_entropy", n_keys=n_keys),
        example=_example(width, n_keys, scaled, seed),
        by_width=tuple(measured(each, n_keys, scaled, seed) for each in WIDTHS),
        by_width_other=tuple(measured(each, n_keys, not scaled, seed) for each in WIDTHS),
    )


def measured(head_dim: int, n_keys: int, scaled: bool, seed: int) -> Softmax:
    """The readouts at one width."""
    return _both_ways(head_dim, n_keys, seed)[scaled]


@lru_cache(maxsize=512)
def _both_ways(head_dim: int, n_keys: int, seed: int) -> tuple[Softmax, Softmax]:
    """The readouts at one width without scaling and with it."""
    every = _every_score(head_dim, seed)
    scores = every[: _SOFTMAX_ENTRIES // n_keys, :n_keys]
    variance = _variance(head_dim, seed)
    return _softmax_of(scores, variance), _softmax_of(scores / head_dim**0.5, variance / head_dim)


@lru_cache(maxsize=512)
def _variance(head_dim: int, seed: int) -> float:
    """Of q·k over every drawn query and key."""
    return float(_every_score(head_dim, seed).var())


def _every_score(head_dim: int, seed: int) -> Matrix:
    """q·k of every drawn query and key (128, 1,024) at one width."""
    narrower = [width for width in WIDTHS if width <= head_dim]
    if not narrower:
        return _added(0, head_dim, seed)
    known = _by_width(seed)[len(narrower) - 1]
    return known if narrower[-1] == head_dim else known + _added(narrower[-1], head_dim, seed)


@lru_cache(maxsize=2)
def _by_width(seed: int) -> tuple[Matrix, ...]:
    """q·k at every width of WIDTHS: each adds its own columns to what the narrower one has."""
    edges = (0, *WIDTHS)
    parts = (_added(start, stop, seed) for start, stop in pairwise(edges))
    return tuple(read_only(scores) for scores in accumulate(parts))


def _added(start: int, stop: int, seed: int) -> Matrix:
    """What columns `start` to `stop` (exclusive) of queries and keys add to the scores."""
    queries, keys = _draw(seed)
    return np.asarray(queries[:, start:stop] @ keys[:, start:stop].T)


@lru_cache(maxsize=64)
def _example(head_dim: int, n_keys: int, scaled: bool, seed: int) -> Matrix:
    """The attention (n_keys,) of the first query, largest first."""
    queries, keys = _draw(seed)
    scores = keys[:n_keys, :head_dim] @ queries[0, :head_dim]
    return read_only(np.sort(softmax(scores / head_dim**0.5 if scaled else scores))[::-1])


def _softmax_of(scores: Matrix, variance: float) -> Softmax:
    attention = softmax(scores)
    largest = attention.max(axis=1)
    return Softmax(
        variance=variance,
        entropy=float(entropy(attention).mean()),
        max_weight=float(largest.mean()),
        gradient_norm=float(_jacobian_norm(attention).mean()),
        saturated_share=float((largest > DEAD).mean()),
    )


@lru_cache(maxsize=4)
def _draw(seed: int) -> tuple[Matrix, Matrix]:
    """Queries (128, 512) and keys (1,024, 512), each column of mean 0 and variance 1."""
    rng = np.random.default_rng(seed)
    queries, keys = (rng.normal(size=(count, WIDTHS[-1])) for count in (_QUERIES, _KEYS))
    return _standardised(queries), _standardised(keys)


def _standardised(draw: Matrix) -> Matrix:
    return read_only((draw - draw.mean(axis=0)) / draw.std(axis=0))


def _jacobian_norm(attention: Matrix) -> Matrix:
    """Frobenius norm of diag(p) - p·pᵀ for each row p: √(Σp² - 2Σp³ + (Σp²)²)."""
    square = attention * attention
    squares, cubes = square.sum(axis=1), (square * attention).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * cubes + squares**2, 0)))


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why."""
    changed = changed_settings(before.chosen, after.chosen)
    now, was = after.softmax, before.softmax
    return sentence(
        (
            *(_cause(name, after) for name in changed),
            f"the variance of a score is {now.variance:.3g}",
            f"the largest weight {moved(was.max_weight, now.max_weight)} on average, "
            f"entropy is {now.entropy:.2f} of {after.uniform_entropy:.2f} nats",
            _reason(after),
            f"the mean norm of the gradient {moved(was.gradient_norm, now.gradient_norm)}"
            + _why_the_mean_misleads(after),
        )
    )


def _cause(name: str, after: Result) -> str:
    now = after.chosen
    return {
        "head_dim": f"queries and keys are {now.head_dim} wide",
        "n_keys": f"a query chooses from {now.n_keys:,} keys",
        "scaled": "scores are divided by √head_dim"
        if now.scaled
        else "scores are no longer divided by √head_dim",
        "seed": f"seed {now.seed}: another draw",
    }[name]


def _reason(after: Result) -> str:
    now = after.chosen
    if now.scaled:
        return f"a score sums {now.head_dim} products of variance 1; the division takes that out again"
    if after.softmax.saturated_share:
        return (
            f"{percent(after.softmax.saturated_share)} of the queries put more than {DEAD} on one key: "
            "saturated, they pass next to no gradient back"
        )
    return f"a score sums {now.head_dim} products of variance 1, and nothing takes that out"


def _why_the_mean_misleads(after: Result) -> str:
    """For a head without scaling whose mean gradient is larger all the same."""
    if after.chosen.scaled:
        return ""
    with_scaling = measured(after.chosen.head_dim, after.chosen.n_keys, True, after.chosen.seed)
    if after.softmax.gradient_norm <= with_scaling.gradient_norm:
        return ""
    return (
        f" (with scaling {with_scaling.gradient_norm:.3f}: two keys near a tie pass on more than flat "
        "attention, so the mean rises before it falls)"
    )
