"""The head-diversity lab: the reference figures to their last digit; identical, built and narrow heads."""

from __future__ import annotations

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.head_diversity import Result, _distinct_targets, build_layer


def run(**settings: object) -> Result:
    result = labs.run("head-diversity", settings)
    assert isinstance(result, Result)
    return result


REFERENCE = "the tired cat quickly chased the small mouse; d_model 32, 4 heads, seed 0, focus chased"


def four(values: object) -> list[str]:
    return [f"{value:.4f}" for value in np.asarray(values)]


def test_reference_row_of_head_0() -> None:
    row = run().attention_rows[0]
    printed = "0.2030 0.0000 0.0063 0.7905 0.0000 0.0000 0.0003 0.0000"
    assert " ".join(four(row)) == printed, REFERENCE


def test_reference_mean_of_heads() -> None:
    mean = run().attention_rows.mean(axis=0)
    printed = "0.0664 0.1734 0.0068 0.2859 0.0034 0.2150 0.0304 0.2188"
    assert " ".join(four(mean)) == printed, REFERENCE


def test_reference_cosines() -> None:
    result = run()
    assert f"{result.pairwise_cosine[0, 1]:.4f}" == "0.1473"
    assert f"{result.mean_cosine:.4f}" == "0.1892"


def test_reference_entropies() -> None:
    result = run()
    assert four(result.entropy) == ["0.5704", "0.7017", "1.2150", "0.4940"]
    assert f"{result.uniform_entropy:.4f}" == "2.0794"


@pytest.mark.parametrize("n_heads", [1, 4])
def test_reference_weights(n_heads: int) -> None:
    readouts = run(n_heads=n_heads).readouts
    assert (readouts["qkv_weights"], readouts["weights"]) == (3_072, 4_096)


@pytest.mark.parametrize("n_heads", [1, 2, 4, 8, 16, 32])
def test_weights_are_those_of_the_arrays(n_heads: int) -> None:
    result = run(n_heads=n_heads)
    layer = build_layer(result.chosen)
    qkv = layer.queries.size + layer.keys.size + layer.values.size
    assert (result.qkv_weights, result.weights) == (qkv, qkv + layer.output.size)


def test_attention_by_hand_for_one_head() -> None:
    """A second route: loops and math.exp on the arrays of the layer."""
    import math

    result = run(seed=5)
    layer = build_layer(result.chosen)
    q = layer.embeddings @ layer.queries[2]
    k = layer.embeddings @ layer.keys[2]
    for t in range(8):
        raised = [math.exp(sum(q[t, j] * k[s, j] for j in range(8)) / math.sqrt(8)) for s in range(8)]
        assert result.attention[2, t] == pytest.approx([value / sum(raised) for value in raised])


def test_identical_heads_agree() -> None:
    readouts = run(identical=True).readouts
    assert (readouts["disagreement"], readouts["distinct_targets"]) == (0, 1)
    assert readouts["weights"] == 4_096


def test_one_head_agrees_with_itself() -> None:
    readouts = run(n_heads=1).readouts
    assert (readouts["mean_cosine"], readouts["disagreement"]) == (1, 0)


@pytest.mark.parametrize(
    ("sentence", "focus", "targets"),
    [
        ("the tired cat quickly chased the small mouse", None, [2, 7, 0]),
        ("the tired cat quickly chased the small mouse", "mouse", [2, 7, 5]),
        ("the old dog drank the cold water", None, [2, 6, 0]),
        ("the old dog drank the cold water", "water", [2, 6, 4]),
        ("a young bird found the last red berry", "red", [2, 7, 4]),
    ],
)
@pytest.mark.parametrize("d_model", [8, 32, 64])
def test_built_heads_follow_subject_object_determiner(
    sentence: str, focus: str | None, targets: list[int], d_model: int
) -> None:
    result = run(sentence=sentence, heads="built", focus=focus, d_model=d_model)
    assert result.attention_rows.argmax(axis=1).tolist()[:3] == targets
    assert result.attention_rows.max(axis=1).min() > 0.99
    assert result.distinct_targets == 3


def test_one_built_head_blends_the_three() -> None:
    result = run(sentence="the old dog drank the cold water", heads="built", n_heads=1)
    assert np.round(result.attention_rows[0], 2).tolist() == [0.33, 0, 0.33, 0, 0, 0, 0.33]


def test_width_falls_while_weights_stand_still() -> None:
    one, four_heads = run(d_model=64, n_heads=1), run(d_model=64, n_heads=4)
    assert (one.head_dim, four_heads.head_dim) == (64, 16)
    assert one.weights == four_heads.weights


def test_narrow_heads_lose_rank() -> None:
    assert run(d_model=16, n_heads=4).readouts["score_rank"] == [4, 4, 4, 4]
    assert run(d_model=32, n_heads=32).readouts["score_rank"] == [1] * 32


def test_score_rank_against_matrix_rank() -> None:
    for n_heads in (1, 4, 8, 16):
        result = run(n_heads=n_heads, seed=3)
        assert list(result.score_rank) == [int(np.linalg.matrix_rank(scores)) for scores in result.scores]


def test_attention_does_not_sharpen_with_the_model() -> None:
    """With the deviation fixed at 0.4 a wide model would be almost one-hot."""
    entropies = [np.mean(run(d_model=d, n_heads=4).entropy) for d in (16, 32, 64, 128, 256)]
    assert max(entropies) < 3 * min(entropies)


def test_coverage_counts_positions_above_the_even_share() -> None:
    result = run()
    over = sum(any(row[s] > 1 / 8 for row in result.attention_rows) for s in range(8))
    assert result.coverage == over / 8


def test_the_sentence_names_what_moved() -> None:
    said = labs.describe_change("head-diversity", run(n_heads=4), run(n_heads=1))
    assert "1 head, each 32 wide" in said
    assert "The weights stand still" in said
    assert "falls from 0.811 to 0.000" in said
    narrow = labs.describe_change("head-diversity", run(), run(d_model=16))
    assert "rank 4 of 8" in narrow


def test_rounding_error_makes_no_target() -> None:
    """Two words that tie but for the last bit: which of them is ahead depends on the BLAS."""
    tied = np.array([[0.5, np.nextafter(0.5, 1)], [np.nextafter(0.5, 1), 0.5]])
    assert _distinct_targets(tied) == 1
    assert _distinct_targets(np.array([[0.4, 0.6], [0.6, 0.4]])) == 2
