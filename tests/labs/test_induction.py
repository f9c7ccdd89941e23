"""The induction lab: 1,000 random sequences of varying repeat distance, ablations, why one layer cannot."""

from __future__ import annotations

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.induction import BACKGROUND, Result, build_weights


def run(**settings: object) -> Result:
    result = labs.run("induction", settings)
    assert isinstance(result, Result)
    return result


def random_sequences(count: int) -> list[list[str]]:
    """Lengths 1 to 48 over 2 to 40 words: some repeat at once, some after 40 words, some not at all."""
    rng = np.random.default_rng(11)
    return [
        [f"w{word}" for word in rng.integers(0, rng.integers(2, 41), size=rng.integers(1, 49))]
        for _ in range(count)
    ]


def token_after_last_occurrence(words: list[str]) -> str | None:
    """The rule, by plain search from the right."""
    for place in reversed(range(len(words) - 1)):
        if words[place] == words[-1]:
            return words[place + 1]
    return None


def test_a_thousand_random_sequences() -> None:
    sequences = random_sequences(1_000)
    distances, silent = set(), 0
    for words in sequences:
        result = run(sequence=words)
        wanted = token_after_last_occurrence(words)
        assert result.predicted == wanted, words
        if wanted is None:
            silent += 1
        else:
            last = len(words) - 2 - words[-2::-1].index(words[-1])
            distances.add(len(words) - 1 - last)
    assert silent > 50
    assert len(distances) > 30  # a fixed repeat distance could be met by looking at a fixed place


@pytest.mark.parametrize("ablate", ["previous-token-head", "one-layer"])
def test_ablated_it_predicts_nothing(ablate: str) -> None:
    for words in random_sequences(100):
        assert run(sequence=words, ablate=ablate).predicted is None


def test_scores() -> None:
    readouts = run().readouts
    assert readouts["predicted"] == "cat"
    assert readouts["prefix_matching_score"] == pytest.approx(1, abs=1e-6)
    assert readouts["copying_score"] == pytest.approx(1)
    assert run(ablate="previous-token-head").readouts["prefix_matching_score"] == pytest.approx(0, abs=1e-6)
    assert run(sequence="a b c").readouts["prefix_matching_score"] is None


def test_previous_token_head_looks_one_back() -> None:
    attention = run().attention_previous
    assert all(attention[t, t - 1] > 0.999999 for t in range(1, len(attention)))


def test_later_of_two_matches_wins() -> None:
    assert run(sequence="a b a c a").predicted == "c"
    assert run(sequence="a c a b a").predicted == "b"


def test_attention_obeys_the_mask() -> None:
    result = run()
    for attention in (result.attention_previous, result.attention_induction):
        assert np.allclose(attention.sum(axis=1), 1)
        assert not np.triu(attention, k=1).any()


def test_layer_two_meets_layer_one_through_keys_alone() -> None:
    """K-composition: what layer 1 writes is read by W_K of layer 2, and not by its W_Q or W_V."""
    weights = build_weights(6, 9)
    written = weights.v1 @ weights.o1
    assert np.abs(written @ weights.k2).max() > 0
    assert not np.abs(written @ weights.q2).any()
    assert not np.abs(written @ weights.v2).any()


def test_why_one_layer_cannot() -> None:
    """The identity of the proof on random one-layer single-head models, and the contradiction it ends in."""
    rng = np.random.default_rng(2)
    words = dict(zip("ABCD", range(4), strict=True))
    solved = 0
    for _ in range(500):
        phi = np.exp(rng.normal(size=(4, 5))) * rng.normal(size=(4, 5))
        sums = [sum(phi[words[w], p] for p, w in enumerate(s)) for s in ("ABCDA", "CBADA", "ADCBA", "CDABA")]
        assert sums[0] + sums[3] == pytest.approx(sums[1] + sums[2])
        solved += sums[0] > 0 and sums[1] < 0 and sums[2] < 0 and sums[3] > 0
    assert solved == 0
    answers = [token_after_last_occurrence(list(s)) for s in ("ABCDA", "CBADA", "ADCBA", "CDABA")]
    assert answers == ["B", "D", "D", "B"]
    assert "N1 + N4 = N2 + N3" in BACKGROUND


def test_the_sentence() -> None:
    said = labs.describe_change("induction", run(), run(ablate="one-layer"))
    assert 'the last earlier "the" was followed by "cat", but nothing is predicted' in said.replace(
        "The last", "the last"
    )
    assert "One layer cannot do it" in said
