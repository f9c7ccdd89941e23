"""The rank-ceiling lab: every figure to its last digit, both methods, the cut of ties, the sentence."""

from __future__ import annotations

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.attention import overlap, softmax, visible
from mhaquiz.labs.rank_ceiling import Result
from mhaquiz.labs.rank_ceiling.constructions import CONSTRUCTIONS, SCALES, attempt
from mhaquiz.labs.rank_ceiling.patterns import pattern, target
from mhaquiz.labs.rank_ceiling.truncation import decompose

SENTENCE = "the cat sat on the mat on a cat the sat on"
TOKENS = tuple(SENTENCE.split())
ALL = ["previous", "first", "same", "everything"]
BY_NAME = {construction.name: construction for construction in CONSTRUCTIONS}


def run(**settings: object) -> Result:
    result = labs.run("rank-ceiling", settings)
    assert isinstance(result, Result)
    return result


def printed(value: float, digits: int) -> str:
    return f"{value:.{digits}f}"


@pytest.mark.parametrize(
    ("n_heads", "score"),
    [
        (1, "0.471"),
        *((h, "1.000") for h in (4, 8, 16, 32)),
        (512, "0.686"),
        (2, "0.581"),
        (64, "0.943"),
        (128, "0.836"),
        (256, "0.746"),
    ],
)
def test_all_four_jobs(n_heads: int, score: str) -> None:
    assert printed(run(n_heads=n_heads, jobs=ALL).score, 3) == score


@pytest.mark.parametrize(
    ("n_heads", "score"),
    [*((2**k, "1.000") for k in range(6)), (64, "0.774"), (128, "0.487"), (256, "0.358"), (512, "0.302")],
)
def test_previous_token_alone(n_heads: int, score: str) -> None:
    assert printed(run(n_heads=n_heads, jobs=["previous"]).score, 3) == score


@pytest.mark.parametrize("n_heads", [2**k for k in range(10)])
def test_first_token_survives_every_width(n_heads: int) -> None:
    assert printed(run(n_heads=n_heads, jobs=["first"]).score, 2) == "1.00"


@pytest.mark.parametrize(
    ("n_heads", "score"), [*((2**k, "1.000") for k in range(7)), (128, "0.858"), (512, "0.444")]
)
def test_same_token_alone(n_heads: int, score: str) -> None:
    assert printed(run(n_heads=n_heads, jobs=["same"]).score, 3) == score


def test_idle_heads() -> None:
    assert run(n_heads=32, jobs=ALL).idle_heads == 28
    assert run(n_heads=2, jobs=ALL).idle_heads == 0


@pytest.mark.parametrize("n_heads", [1, 8, 512])
def test_weights_and_work_stand_still(n_heads: int) -> None:
    readouts = run(n_heads=n_heads).readouts
    assert readouts["weights"] == 1_048_576
    assert readouts["projection_macs"] == 1_048_576
    assert readouts["crossover_context"] == 1_024


@pytest.mark.parametrize("n_heads", [1, 8, 512])
@pytest.mark.parametrize(("context", "macs"), [(128, 131_072), (8_192, 8_388_608)])
def test_score_and_value_work(n_heads: int, context: int, macs: int) -> None:
    assert run(n_heads=n_heads, context=context).readouts["score_value_macs"] == macs


@pytest.mark.parametrize(("n_heads", "weights"), [(1, 262_144), (8, 2_097_152), (512, 134_217_728)])
def test_weights_move_when_head_dim_is_pinned(n_heads: int, weights: int) -> None:
    assert run(n_heads=n_heads, head_dim=128).readouts["weights"] == weights


@pytest.mark.parametrize(
    ("name", "scale", "digits", "reached"),
    [
        ("alternating signs", 1, 3, "0.893"),
        ("alternating signs", 2, 3, "0.986"),
        ("alternating signs", 4, 3, "0.998"),
        ("a parabola", 8, 3, "0.999"),
        ("words on a circle", 16, 4, "0.9994"),
    ],
)
def test_what_the_constructions_reach(name: str, scale: float, digits: int, reached: str) -> None:
    assert printed(attempt(BY_NAME[name], TOKENS, float(scale), 8, True).overlap, digits) == reached


@pytest.mark.parametrize("construction", CONSTRUCTIONS, ids=lambda c: c.name)
def test_constructions_have_the_rank_they_claim(construction) -> None:
    assert np.linalg.matrix_rank(construction.unit_scores(TOKENS)) == construction.rank


def test_a_rank_one_head_does_previous_token_under_the_mask() -> None:
    narrow = run(n_heads=512, jobs=["previous"], method="construction")
    assert narrow.head_dim == 1
    assert narrow.heads[0].rank_after == 1
    assert narrow.heads[0].origin == "alternating signs"
    assert printed(narrow.score, 3) == "0.998"
    assert printed(run(n_heads=512, jobs=["previous"], method="construction", scale=1).score, 3) == "0.893"


def test_without_the_mask_rank_one_reaches_two_rows_at_most() -> None:
    """A row of a·bᵀ is a multiple of b: its largest entry is b's largest or b's smallest."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        scores = np.outer(rng.normal(size=12), rng.normal(size=12))
        assert len(set(scores.argmax(axis=1))) <= 2
    narrow = run(n_heads=512, jobs=["previous"], method="construction", masked=False)
    assert narrow.score < 0.5
    assert run(n_heads=256, jobs=["previous"], method="construction", masked=False).score > 0.99


def test_circle_at_rank_two() -> None:
    result = run(n_heads=256, jobs=["same"], method="construction")
    assert (result.heads[0].origin, result.heads[0].scale) == ("words on a circle", 16)
    assert printed(result.score, 4) == "0.9994"


def test_best_known_is_never_below_the_svd() -> None:
    for jobs in (["previous"], ["first"], ["same"], ["everything"], ALL, ["previous", "same"]):
        curves = run(jobs=jobs).curves
        assert all(best >= svd for svd, best in zip(curves["svd"], curves["construction"], strict=True))


def test_heads_with_several_jobs_use_the_svd() -> None:
    result = run(n_heads=1, jobs=["previous", "same"], method="construction", head_dim=1)
    assert result.heads[0].origin == "truncated SVD"


def test_curve_goes_through_every_setting() -> None:
    for method in ("svd", "construction"):
        for n_heads in (1, 2, 64, 512):
            readouts = run(n_heads=n_heads, method=method).readouts
            assert readouts["curve"][str(n_heads)] == readouts["score"]
    assert list(run().readouts["curve"]) == [str(2**k) for k in range(10)]


def test_ranks_before_and_after() -> None:
    assert run(n_heads=64, jobs=ALL).readouts["ranks"] == {"before": [11, 1, 6, 0], "after": [8, 1, 6, 0]}
    assert run(n_heads=512, jobs=ALL).readouts["ranks"]["after"] == [1, 1, 1, 0]


def test_scores_that_are_all_zero_have_rank_zero() -> None:
    ranks = run(jobs=ALL, sharpness=0).readouts["ranks"]
    assert set(ranks["before"]) == set(ranks["after"]) == {0}


def test_largest_logit_counts_visible_positions_only() -> None:
    result = run(n_heads=512, jobs=["previous"], method="construction", scale=4)
    assert result.max_logit == 4 * 12
    assert run(n_heads=4, jobs=ALL).max_logit == pytest.approx(8)
    # the parabola's largest |score| lies above the diagonal: at t = 0, s = 11, where the mask hides it
    hidden = attempt(BY_NAME["a parabola"], TOKENS, 1.0, 8, True).scores
    assert np.abs(hidden).max() > np.abs(hidden[visible(12, True)]).max()


def test_truncation_at_full_rank_gives_the_matrix_back() -> None:
    rng = np.random.default_rng(1)
    for matrix in (rng.normal(size=(9, 9)), pattern("previous", TOKENS), np.eye(5)):
        decomposition = decompose(matrix)
        assert np.allclose(decomposition.truncated(len(matrix)), matrix)
        assert np.allclose(decomposition.left.T @ decomposition.left, np.eye(decomposition.rank))


def test_truncation_is_the_nearest_of_its_rank() -> None:
    """Against numpy's own truncation, where no singular values are equal."""
    matrix = np.random.default_rng(2).normal(size=(10, 10))
    u, s, vt = np.linalg.svd(matrix)
    for rank in range(11):
        assert np.allclose(decompose(matrix).truncated(rank), (u[:, :rank] * s[:rank]) @ vt[:rank])


def test_earlier_rows_survive_a_cut_among_equal_singular_values() -> None:
    assert np.allclose(decompose(np.eye(6)).truncated(2), np.diag([1, 1, 0, 0, 0, 0]))
    kept = decompose(pattern("previous", TOKENS)).truncated(4)
    assert np.allclose(kept[:5], pattern("previous", TOKENS)[:5])
    assert np.allclose(kept[5:], 0)


def test_the_cut_does_not_depend_on_the_basis_lapack_happens_to_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any rotation inside a group of equal singular values is a valid SVD and must give the same cut."""
    matrix = pattern("same", TOKENS)
    expected = [decompose(matrix).truncated(rank) for rank in range(7)]
    u, s, vt = np.linalg.svd(matrix)
    rng = np.random.default_rng(5)
    for first, last in ((0, 2), (2, 4), (4, 6)):
        turn = np.linalg.qr(rng.normal(size=(2, 2)))[0]
        u[:, first:last] = u[:, first:last] @ turn
    monkeypatch.setattr(np.linalg, "svd", lambda _: (u, s, vt))
    for rank in range(7):
        assert np.allclose(decompose(matrix).truncated(rank), expected[rank], atol=1e-12)


def test_overlap_is_one_less_total_variation() -> None:
    rng = np.random.default_rng(4)
    one, other = (softmax(rng.normal(size=(12, 12)), visible(12, True)) for _ in range(2))
    assert overlap(one, other) == pytest.approx(1 - np.abs(one - other).sum() / 2 / 12)


def test_targets_obey_the_mask() -> None:
    for job in ALL:
        masked = target(job, TOKENS, 8, True)
        assert np.allclose(masked.sum(axis=1), 1)
        assert not masked[~visible(12, True)].any()


def test_results_are_frozen_and_json_ready() -> None:
    import json

    result = run()
    assert json.loads(json.dumps(result.readouts)) == result.readouts
    assert json.loads(json.dumps(result.settings)) == result.settings
    with pytest.raises(ValueError, match="read-only"):
        result.heads[0].scores[0, 0] = 1
    with pytest.raises(AttributeError):
        result.weights = 1  # type: ignore[misc]


def test_scales_are_the_listed_ones() -> None:
    assert SCALES == (1, 2, 4, 8, 16)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            {"n_heads": 32, "jobs": ["previous"]},
            {"n_heads": 64, "jobs": ["previous"]},
            [
                "64 heads, each 8 wide",
                "The weights stand still",
                "falls from 1.000 to 0.774",
                "rank 11",
                "keeps 8",
            ],
        ),
        (
            {"n_heads": 32, "jobs": ["previous"]},
            {"n_heads": 512, "jobs": ["previous"]},
            ["512 heads, each 1 wide", "0.302", "by alternating signs it reaches 0.998 at scale 4"],
        ),
        ({"head_dim": 128}, {"head_dim": 128, "n_heads": 512}, ["from 2,097,152 to 134,217,728", "pinned"]),
        ({"context": 128}, {"context": 8192}, ["8,388,608", "1,024"]),
        ({"n_heads": 2}, {"n_heads": 1}, ["carries four jobs"]),
        (
            {},
            {"jobs": ["first"]},
            ["No longer asked for: previous token, same token and everything equally"],
        ),
        (
            {"n_heads": 512, "jobs": ["previous"]},
            {"n_heads": 512, "jobs": ["previous"], "method": "construction"},
            ["rises from 0.302 to 0.998", "alternating signs at rank 1 and scale 4", "logits of up to 48"],
        ),
        ({}, {}, ["Nothing has changed"]),
    ],
)
def test_the_sentence_says_what_changed_and_why(before: dict, after: dict, said: list[str]) -> None:
    sentence = labs.describe_change("rank-ceiling", run(**before), run(**after))
    for part in said:
        assert part in sentence, sentence


@pytest.mark.parametrize("method", ["svd", "construction"])
def test_a_scale_that_the_svd_does_not_use_says_when_it_is_used(method: str) -> None:
    for scale, said in ((4, "Constructions at scale 4"), (None, "The best of the listed scales is taken")):
        before = run(method=method, scale=None if scale else 4)
        told = labs.describe_change("rank-ceiling", before, run(method=method, scale=scale))
        used_later = ", once the method is construction" if method == "svd" else ""
        assert told.startswith(f"{said}{used_later}.")
