"""Rank-r scores optimised directly for the attention they give, not for nearness to the target's scores.

S = A·Bᵀ with A, B (T, r). Two thirds of the steps go down the cross-entropy between target and attention,
whose gradient in S is attention - target; the last third goes up the overlap itself. Both by Adam, from the
best known scores of that rank and from random starts; the best attention met on the way is kept, so that the
result is never below where it began. It is a local search: what it reaches is a lower bound on what a head of
that rank can do, not the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from mhaquiz.labs.attention import Mask, Matrix, overlap, read_only, softmax, visible
from mhaquiz.labs.rank_ceiling.layer import Task, busy_head
from mhaquiz.labs.rank_ceiling.model import HEAD_COUNTS, Settings, head_width
from mhaquiz.labs.rank_ceiling.patterns import dealt, target

STEPS = 600  # of one start
_RANDOM_STARTS = 3
_RATE, _LAST_RATE = 0.3, 0.02
_CHECK_EVERY = 20  # steps between two looks at should_stop
_PERFECT = 1 - 1e-9

Stop: TypeAlias = Callable[[], bool]
Progress: TypeAlias = Callable[[float], None]
_Start: TypeAlias = tuple[Matrix, Matrix]  # factors A and B, each (T, rank)


@dataclass(frozen=True, slots=True, eq=False)
class Optimised:
    """What the search found for one head.

    `scores` and `attention` are (T, T); `reached` is the mean overlap over the head's jobs, `svd` and `known`
    that of the truncated SVD and of the best known scores of the same rank. `finished` is False where the
    search was stopped early.
    """

    jobs: tuple[str, ...]
    rank: int
    scores: Matrix
    attention: Matrix
    svd: float
    known: float
    reached: float
    finished: bool

    @property
    def max_logit(self) -> float:
        """The largest |score| at a position that gets any attention."""
        return float(np.abs(self.scores[self.attention > 0]).max())


def optimise_head(
    jobs: tuple[str, ...], rank: int, task: Task, should_stop: Stop, progress: Progress, seed: int = 0
) -> Optimised:
    """Search scores of at most `rank` for a head that carries `jobs`. `progress` hears shares up to 1."""
    rank = min(rank, len(task.tokens))
    svd = busy_head(jobs, rank, replace(task, method="svd", scale=None))
    known = busy_head(jobs, rank, replace(task, method="construction", scale=None))
    seen = visible(len(task.tokens), task.masked)
    search = _Search(_targets(jobs, task), seen, known.scores, known.attention)
    finished = _search_all(search, _starts(known.scores, svd.scores, rank, seed), should_stop, progress)
    return Optimised(
        jobs=jobs,
        rank=rank,
        scores=read_only(search.scores),
        attention=read_only(search.attention),
        svd=_mean(svd.overlaps),
        known=_mean(known.overlaps),
        reached=search.reached,
        finished=finished,
    )


def optimise_curve(settings: Settings, should_stop: Stop, progress: Progress) -> tuple[float, ...] | None:
    """The mean score at each of HEAD_COUNTS with every head optimised; None where it was stopped early."""
    task = Task(settings.tokens, settings.sharpness, settings.masked, "construction", None)
    heads = {n: _heads(settings, n) for n in HEAD_COUNTS}
    todo = sorted({head for several in heads.values() for head in several}, key=lambda head: head[1])
    reached: dict[_Head, float] = {}
    for number, (jobs, rank) in enumerate(todo):
        found = optimise_head(jobs, rank, task, should_stop, _part(progress, number, len(todo)))
        if not found.finished:
            return None
        narrower = [score for head, score in reached.items() if head[0] == jobs]
        reached[jobs, rank] = max(found.reached, *narrower, 0)  # what a narrower head can do, a wider one can
    return tuple(
        sum(len(jobs) * reached[jobs, rank] for jobs, rank in heads[n]) / len(settings.jobs)
        for n in HEAD_COUNTS
    )


_Head: TypeAlias = tuple[tuple[str, ...], int]  # the jobs of a head and the rank of its scores


def _heads(settings: Settings, n_heads: int) -> list[_Head]:
    rank = min(head_width(n_heads, settings.head_dim), len(settings.tokens))
    return [(jobs, rank) for jobs in dealt(settings.jobs, n_heads)]


def _search_all(search: _Search, starts: list[_Start], should_stop: Stop, progress: Progress) -> bool:
    """Climb from every start in turn, while there is something to gain. False where it was stopped."""
    for number, (left, right) in enumerate(starts):
        if search.reached >= _PERFECT:
            break
        for step in search.climb(left, right):
            progress((number + step / STEPS) / len(starts))
            if should_stop():
                return False
    progress(1.0)
    return True


def _part(progress: Progress, number: int, count: int) -> Progress:
    """The progress of one of several searches as that of them all."""
    return lambda share: progress((number + share) / count)


def _targets(jobs: tuple[str, ...], task: Task) -> Matrix:
    """The target attention of each job, (jobs, T, T)."""
    return np.array([target(job, task.tokens, task.sharpness, task.masked) for job in jobs])


def _mean(overlaps: tuple[float, ...]) -> float:
    return sum(overlaps) / len(overlaps)


def _starts(known: Matrix, svd: Matrix, rank: int, seed: int) -> list[_Start]:
    """Where to begin: the best known scores, the truncated SVD and some random factors."""
    rng = np.random.default_rng(seed)
    drawn = [rng.normal(size=(2, len(known), rank)) for _ in range(_RANDOM_STARTS)]
    return [_factors(known, rank), _factors(svd, rank), *((left, right) for left, right in drawn)]


def _factors(scores: Matrix, rank: int) -> _Start:
    u, s, vt = np.linalg.svd(scores)
    root = np.sqrt(s[:rank])
    return u[:, :rank] * root, vt[:rank].T * root


class _Search:
    """One head's search: where it is best so far, and the climb from one start."""

    def __init__(self, targets: Matrix, seen: Mask, scores: Matrix, attention: Matrix) -> None:
        self.targets, self.seen = targets, seen
        self.scores, self.attention = scores.copy(), attention.copy()
        self.reached = self._overlap(attention)

    def climb(self, left: Matrix, right: Matrix) -> Iterator[int]:
        """Adam from A, B; yields the step number now and then, so that the caller can stop it."""
        factors = np.stack([left, right])
        mean, square = np.zeros_like(factors), np.zeros_like(factors)
        for step in range(1, STEPS + 1):
            scores = factors[0] @ factors[1].T
            attention = softmax(scores, self.seen)
            self._keep(scores, attention)
            slope = self._entropy_slope(attention) if 3 * step < 2 * STEPS else self._overlap_slope(attention)
            gradient = np.stack([slope @ factors[1], slope.T @ factors[0]])
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient**2
            corrected = mean / (1 - 0.9**step), square / (1 - 0.999**step)
            rate = _RATE * (_LAST_RATE / _RATE) ** (step / STEPS)
            factors = factors - rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-12)
            if step % _CHECK_EVERY == 0:
                yield step

    def _keep(self, scores: Matrix, attention: Matrix) -> None:
        reached = self._overlap(attention)
        if reached > self.reached:
            self.scores, self.attention, self.reached = scores, attention, reached

    def _overlap(self, attention: Matrix) -> float:
        return sum(overlap(attention, wanted) for wanted in self.targets) / len(self.targets)

    def _entropy_slope(self, attention: Matrix) -> Matrix:
        """d cross-entropy / dS, per row: attention less the mean target. Masked positions get 0."""
        return np.asarray((attention - self.targets.mean(axis=0)) / len(attention))

    def _overlap_slope(self, attention: Matrix) -> Matrix:
        """-d overlap / dS. With m = 1 where attention is below the target, row by row -a(m - Σ a·m)."""
        short = (attention < self.targets).mean(axis=0)
        gain = (attention * short).sum(axis=1, keepdims=True)
        return np.asarray(-attention * (short - gain) / len(attention))
