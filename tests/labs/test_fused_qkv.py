"""The fused-QKV lab: equal to the stated tolerance, sliced rightly, also where K and V are narrower."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz import labs
from mhaquiz.labs.fused_qkv import TOLERANCE, Result


def run(**chosen: object) -> Result:
    result = labs.run("fused-qkv", chosen)
    assert isinstance(result, Result)
    return result


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(1, 1), (4, 4), (4, 1), (8, 2), (16, 4)]), st.sampled_from([1, 2, 8]), st.integers(0, 99)
)
def test_fused_equals_separate(heads: tuple[int, int], head_dim: int, seed: int) -> None:
    result = run(d_model=heads[0] * head_dim, n_heads=heads[0], n_kv_heads=heads[1], seed=seed)
    assert result.equal
    assert result.readouts["max_abs_difference"] <= TOLERANCE


def test_a_wrong_slice_would_be_seen() -> None:
    result = run()
    shifted = np.roll(result.fused, 1, axis=1)
    assert np.abs(shifted - result.separate).max() > 1000 * TOLERANCE


@pytest.mark.parametrize(
    ("chosen", "width", "edges"),
    [
        ({}, 192, [(0, 64), (64, 128), (128, 192)]),
        ({"n_kv_heads": 2}, 96, [(0, 64), (64, 80), (80, 96)]),
        ({"d_model": 512, "n_heads": 16, "n_kv_heads": 4}, 768, [(0, 512), (512, 640), (640, 768)]),
    ],
)
def test_slices(chosen: dict, width: int, edges: list[tuple[int, int]]) -> None:
    readouts = run(**chosen).readouts
    assert readouts["fused_width"] == width == run(**chosen).fused_weights.shape[1]
    assert [(part["start"], part["stop"]) for part in readouts["slices"]] == edges
    assert (readouts["matmuls_separate"], readouts["matmuls_fused"]) == (3, 1)


def test_the_sentence_names_the_slices() -> None:
    said = labs.describe_change("fused-qkv", run(), run(n_kv_heads=2))
    assert "2 KV heads for 8 query heads: the slices of k and v are 16 wide, that of q 64" in said
