"""The pruning lab: a sum over heads is the product with W_O, a mask is zeroed rows, a cut frees weights."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from mhaquiz import labs
from mhaquiz.labs.pruning import TOLERANCE, Result


def run(**settings: object) -> Result:
    result = labs.run("pruning", settings)
    assert isinstance(result, Result)
    return result


@pytest.mark.parametrize(
    "chosen", [{}, {"n_kv_heads": 2}, {"n_heads": 1}, {"off": "0,3"}, {"off": "0,1,2,3,4,5,6,7"}]
)
def test_sum_equals_concat(chosen: dict) -> None:
    result = run(**chosen)
    assert result.max_abs_difference <= TOLERANCE
    assert result.mask_equals_zeroed


def test_output_change_against_the_output_without_that_head() -> None:
    whole = run().concatenated
    for head, change in enumerate(run().output_change):
        without = run(off=[head]).concatenated
        assert change == pytest.approx(np.linalg.norm(whole - without) / np.linalg.norm(whole))


def test_total_change() -> None:
    assert run(off="0,1,2,3,4,5,6,7").total_change == pytest.approx(1)
    assert run().total_change == 0


@pytest.mark.parametrize("n_kv_heads", [1, 2, 4])
def test_freed_weights_against_counting_what_is_left(n_kv_heads: int) -> None:
    d_model, n_heads = 64, 4
    width, group = d_model // n_heads, n_heads // n_kv_heads
    for off in itertools.chain.from_iterable(itertools.combinations(range(n_heads), n) for n in range(5)):
        left = set(range(n_heads)) - set(off)
        kv_left = {head // group for head in left}
        kept = 2 * d_model * width * len(left) + 2 * d_model * width * len(kv_left)
        all_weights = 2 * d_model * width * (n_heads + n_kv_heads)
        readouts = run(d_model=d_model, n_heads=n_heads, n_kv_heads=n_kv_heads, off=off).readouts
        assert readouts["weights_freed_by_cut"] == all_weights - kept
        assert readouts["weights_freed_by_mask"] == 0


def test_the_sentence_says_what_is_freed_and_what_stays() -> None:
    said = labs.describe_change("pruning", run(n_kv_heads=2), run(n_kv_heads=2, off="0,1"))
    assert "The mask frees no weight, cutting out would free 2,048 of 10,240" in said
    assert "K and V stay" in said
    whole_group = labs.describe_change("pruning", run(n_kv_heads=2), run(n_kv_heads=2, off="0,1,2,3"))
    assert "K and V stay" not in whole_group
