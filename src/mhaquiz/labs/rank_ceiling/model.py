"""The rank-ceiling lab: settings in, one frozen result out.

One layer with d_model 512 and T tokens. Its jobs are dealt to the heads; a head that is head_dim wide has
scores of rank head_dim at most. The weights do not move with the number of heads; what a head can store does.

The truncated SVD is one way to choose such scores and a poor one: what a pattern needs is decided after the
softmax. `method="construction"` takes the best known scores of the same rank instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from mhaquiz import engine
from mhaquiz.labs.attention import Matrix, printed
from mhaquiz.labs.rank_ceiling.layer import BusyHead, Task, busy_heads, layer_score
from mhaquiz.labs.rank_ceiling.patterns import Words, target
from mhaquiz.labs.results import as_json, settings_as_json

D_MODEL = 512
HEAD_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
METHODS = ("svd", "construction")


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    n_heads: int
    jobs: tuple[str, ...]
    context: int
    head_dim: int | None
    sharpness: float
    tokens: Words
    method: str
    masked: bool
    scale: float | None


@dataclass(frozen=True, eq=False)
class Result:
    """One run. Matrices are (T, T), query rows by key columns, and read-only.

    `curves` maps each method to the mean score at each of HEAD_COUNTS.
    """

    chosen: Settings
    weights: int
    head_dim: int
    projection_macs: int
    score_value_macs: int
    crossover_context: Fraction
    idle_heads: int
    heads: tuple[BusyHead, ...]
    curves: dict[str, tuple[float, ...]]

    @cached_property
    def job_scores(self) -> dict[str, float]:
        """The overlap of each job with its target, in the order of the settings."""
        reached = {job: o for head in self.heads for job, o in zip(head.jobs, head.overlaps, strict=True)}
        return {job: reached[job] for job in self.chosen.jobs}

    @property
    def score(self) -> float:
        """The layer's score: the mean over its jobs."""
        return sum(self.job_scores.values()) / len(self.job_scores)

    @property
    def max_logit(self) -> float:
        """The largest |score| at a visible position over the busy heads."""
        return max(head.max_logit for head in self.heads)

    def head_of(self, job: str) -> BusyHead:
        """The head that carries a job."""
        return next(head for head in self.heads if job in head.jobs)

    def target(self, job: str) -> Matrix:
        """The attention a job asks for."""
        return target(job, self.chosen.tokens, self.chosen.sharpness, self.chosen.masked)

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        curve = self.curves[self.chosen.method]
        return {
            "weights": self.weights,
            "head_dim": self.head_dim,
            "projection_macs": self.projection_macs,
            "score_value_macs": self.score_value_macs,
            "crossover_context": as_json(self.crossover_context),
            "idle_heads": self.idle_heads,
            "score": printed(self.score),
            "job_scores": {job: printed(score) for job, score in self.job_scores.items()},
            "curve": {str(h): printed(score) for h, score in zip(HEAD_COUNTS, curve, strict=True)},
            "ranks": {
                "before": [head.rank_before for head in self.heads],
                "after": [head.rank_after for head in self.heads],
            },
            "max_logit": printed(self.max_logit),
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    head_dim = head_width(settings.n_heads, settings.head_dim)
    layer = {"d_model": D_MODEL, "n_heads": settings.n_heads, "head_dim": head_dim}
    one_token = {
        "n_queries": 1,
        "n_keys": settings.context,
        "n_heads": settings.n_heads,
        "head_dim": head_dim,
    }
    return Result(
        chosen=settings,
        weights=engine.evaluate("attention_weights", **layer),
        head_dim=head_dim,
        projection_macs=engine.evaluate("projection_macs", n_tokens=1, **layer),
        score_value_macs=engine.evaluate("score_macs", **one_token)
        + engine.evaluate("value_macs", **one_token),
        crossover_context=Fraction(engine.evaluate("crossover_context", **layer)),
        idle_heads=engine.evaluate("idle_heads", settings.n_heads, len(settings.jobs)),
        heads=busy_heads(settings.jobs, settings.n_heads, head_dim, _task(settings, settings.method)),
        curves={
            method: _curve(settings.jobs, settings.head_dim, _task(settings, method)) for method in METHODS
        },
    )


def head_width(n_heads: int, pinned: int | None) -> int:
    """The width of one head: as pinned, or d_model shared out."""
    return pinned if pinned is not None else D_MODEL // n_heads


def _task(settings: Settings, method: str) -> Task:
    return Task(settings.tokens, settings.sharpness, settings.masked, method, settings.scale)


@lru_cache(maxsize=256)
def _curve(jobs: tuple[str, ...], pinned: int | None, task: Task) -> tuple[float, ...]:
    """The mean score at each of HEAD_COUNTS; one curve serves every head count and context."""
    return tuple(layer_score(jobs, n_heads, head_width(n_heads, pinned), task) for n_heads in HEAD_COUNTS)
