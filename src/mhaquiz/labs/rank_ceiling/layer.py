"""One layer at one rank: which scores each head uses for its jobs, and how near the attention comes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from mhaquiz.labs.attention import Mask, Matrix, matrix_rank, overlap, read_only, softmax, visible
from mhaquiz.labs.rank_ceiling.constructions import attempts
from mhaquiz.labs.rank_ceiling.patterns import Words, dealt, target
from mhaquiz.labs.rank_ceiling.truncation import decomposed_jobs

_BETTER = 1e-9  # a construction replaces the SVD only where it is really better

SVD_NAME = "truncated SVD"


@dataclass(frozen=True, slots=True)
class Task:
    """What does not change with the rank: the tokens, the targets and how scores are chosen."""

    tokens: Words
    sharpness: float
    masked: bool
    method: str
    scale: float | None


@dataclass(frozen=True, slots=True, eq=False)
class BusyHead:
    """A head with jobs: its scores (T, T), where they come from, its attention (T, T).

    `singular_values` are those of the full scores, `rank_before` and `rank_after` numerical ranks before and
    after the cut to `kept` dimensions, `max_logit` the largest |score| at a visible position, `overlaps` one
    a job.
    """

    jobs: tuple[str, ...]
    origin: str
    scale: float | None
    scores: Matrix
    attention: Matrix
    singular_values: tuple[float, ...]
    rank_before: int
    rank_after: int
    kept: int
    max_logit: float
    overlaps: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The scores a head takes, the attention they give and the overlap with each job's target."""

    origin: str
    scale: float | None
    scores: Matrix
    attention: Matrix
    overlaps: tuple[float, ...]


@lru_cache(maxsize=256)
def busy_head(jobs: tuple[str, ...], rank: int, task: Task) -> BusyHead:
    """The head that carries `jobs` with scores of at most `rank`."""
    decomposition = decomposed_jobs(jobs, task.tokens)
    kept = min(rank, len(task.tokens))
    choice = _choice(jobs, kept, task)
    return BusyHead(
        jobs=jobs,
        origin=choice.origin,
        scale=choice.scale,
        scores=choice.scores,
        attention=choice.attention,
        singular_values=tuple(float(value) for value in task.sharpness * decomposition.singular_values),
        rank_before=decomposition.rank if task.sharpness else 0,
        rank_after=matrix_rank(choice.scores),
        kept=kept,
        max_logit=float(np.abs(choice.scores[_seen(task)]).max()),
        overlaps=choice.overlaps,
    )


def busy_heads(jobs: tuple[str, ...], n_heads: int, rank: int, task: Task) -> tuple[BusyHead, ...]:
    """The heads that have jobs, in order."""
    return tuple(busy_head(carried, rank, task) for carried in dealt(jobs, n_heads))


def layer_score(jobs: tuple[str, ...], n_heads: int, rank: int, task: Task) -> float:
    """Mean overlap over all jobs."""
    kept = min(rank, len(task.tokens))
    choices = [_choice(carried, kept, task) for carried in dealt(jobs, n_heads)]
    return sum(reached for choice in choices for reached in choice.overlaps) / len(jobs)


@lru_cache(maxsize=1024)
def _choice(jobs: tuple[str, ...], rank: int, task: Task) -> _Choice:
    """The truncated SVD, or with `construction` the best known for a head that carries one job."""
    svd = _truncated(
        jobs, min(rank, decomposed_jobs(jobs, task.tokens).rank), replace(task, method="svd", scale=None)
    )
    if task.method == "svd" or len(jobs) > 1:
        return svd
    known = attempts(jobs[0], rank, task.tokens, task.scale, task.sharpness, task.masked)
    best = max(known, key=lambda attempt: attempt.overlap, default=None)
    if best is None or best.overlap <= svd.overlaps[0] + _BETTER:
        return svd
    return _Choice(best.name, best.scale, best.scores, softmax(best.scores, _seen(task)), (best.overlap,))


@lru_cache(maxsize=1024)
def _truncated(jobs: tuple[str, ...], rank: int, task: Task) -> _Choice:
    scores = task.sharpness * decomposed_jobs(jobs, task.tokens).truncated(rank)
    attention = softmax(scores, _seen(task))
    overlaps = tuple(overlap(attention, _target(job, task)) for job in jobs)
    return _Choice(SVD_NAME, None, read_only(scores), read_only(attention), overlaps)


def _seen(task: Task) -> Mask:
    return visible(len(task.tokens), task.masked)


def _target(job: str, task: Task) -> Matrix:
    return target(job, task.tokens, task.sharpness, task.masked)
