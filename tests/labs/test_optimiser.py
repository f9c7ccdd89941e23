"""The search for better scores of a rank: above the SVD where it falls short, never below what is known."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.attention import Matrix, overlap, softmax, visible
from mhaquiz.labs.rank_ceiling import Optimised, Settings, optimise_curve, optimise_head
from mhaquiz.labs.rank_ceiling.layer import Task
from mhaquiz.labs.rank_ceiling.optimiser import _Search
from mhaquiz.labs.rank_ceiling.patterns import target

SENTENCE = "the cat sat on the mat on a cat the sat on"
TOKENS = tuple(SENTENCE.split())


@cache
def search(job: str, rank: int, masked: bool = True) -> Optimised:
    return optimise_head(
        (job,), rank, Task(TOKENS, 8, masked, "svd", None), lambda: False, lambda share: None
    )


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("rank", [1, 2, 4])
@pytest.mark.parametrize("job", ["previous", "same"])
def test_beats_the_svd_below_the_rank_of_the_pattern(job: str, rank: int, masked: bool) -> None:
    found = search(job, rank, masked)
    assert found.reached > found.svd + 0.05
    assert found.reached >= found.known


@pytest.mark.parametrize("rank", [1, 6, 8, 12])
@pytest.mark.parametrize("job", ["previous", "first", "same", "everything"])
def test_never_lower_elsewhere(job: str, rank: int) -> None:
    found = search(job, rank)
    assert found.reached >= max(found.svd, found.known)
    assert found.reached <= 1


def test_what_is_reported_is_what_the_scores_do() -> None:
    found = search("same", 2)
    attention = softmax(found.scores, visible(12, True))
    assert np.linalg.matrix_rank(found.scores) <= 2
    assert found.reached == pytest.approx(overlap(attention, target("same", TOKENS, 8, True)))


def test_gradients_against_finite_differences() -> None:
    rng = np.random.default_rng(0)
    seen = visible(5, True)
    targets = np.array([softmax(rng.normal(size=(5, 5)), seen) for _ in range(2)])
    scores = rng.normal(size=(5, 5))
    searched = _Search(targets, seen, scores, softmax(scores, seen))

    def entropy(at: Matrix) -> float:
        logs = np.log(np.where(seen, softmax(at, seen), 1))
        return float(-(targets.mean(axis=0) * logs).sum() / 5)

    def shortfall(at: Matrix) -> float:
        return -float(np.mean([overlap(softmax(at, seen), wanted) for wanted in targets]))

    attention = softmax(scores, seen)
    for loss, slope in (
        (entropy, searched._entropy_slope(attention)),
        (shortfall, searched._overlap_slope(attention)),
    ):
        for t, s in zip(*np.nonzero(seen), strict=True):
            step = np.zeros((5, 5))
            step[t, s] = 1e-6
            measured = (loss(scores + step) - loss(scores - step)) / 2e-6
            assert slope[t, s] == pytest.approx(measured, abs=1e-7)


def test_stops_when_asked_and_keeps_what_it_has() -> None:
    asked = iter([False, False, True])
    shares: list[float] = []
    task = Task(TOKENS, 8, True, "svd", None)
    found = optimise_head(("same",), 1, task, lambda: next(asked), shares.append)
    assert not found.finished
    assert len(shares) == 3
    assert found.reached >= found.known


def test_progress_rises_to_one() -> None:
    shares: list[float] = []
    optimise_head(("previous",), 1, Task(TOKENS, 8, True, "svd", None), lambda: False, shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(shares) > 10


def test_same_seed_same_result() -> None:
    assert np.array_equal(search.__wrapped__("same", 1).scores, search("same", 1).scores)


def test_curve() -> None:
    result = labs.run("rank-ceiling", {})
    chosen: Settings = result.chosen  # type: ignore[attr-defined]
    curve = optimise_curve(chosen, lambda: False, lambda share: None)
    assert curve is not None
    known = result.curves["construction"]  # type: ignore[attr-defined]
    assert all(found >= best - 1e-12 for found, best in zip(curve, known, strict=True))
    assert curve[-1] > known[-1] + 0.05
    assert list(curve[2:]) == sorted(curve[2:], reverse=True)  # one job a head: narrower is never better
    assert optimise_curve(chosen, lambda: True, lambda share: None) is None


def test_a_search_that_finds_less_for_a_wider_head_does_not_lower_the_curve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def poorer_when_wider(jobs: tuple[str, ...], rank: int, *rest: object, **named: object) -> object:
        return SimpleNamespace(reached=1 / rank, finished=True)

    monkeypatch.setattr("mhaquiz.labs.rank_ceiling.optimiser.optimise_head", poorer_when_wider)
    chosen: Settings = labs.run("rank-ceiling", {"jobs": "first"}).chosen  # type: ignore[attr-defined]
    assert optimise_curve(chosen, lambda: False, lambda share: None) == (1.0,) * 10
