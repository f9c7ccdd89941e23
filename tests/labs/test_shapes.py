"""The shapes lab: its steps against numpy itself, and the missing transpose on real numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz import labs
from mhaquiz.labs.shapes import Result, Settings, attend, split


def run(**settings: object) -> Result:
    result = labs.run("shapes", settings)
    assert isinstance(result, Result)
    return result


def test_each_head_gets_its_slice_of_every_token() -> None:
    result = run()
    assert result.readouts["tokens_seen"] == [list(range(8))] * 4
    assert (result.misplaced, result.equals_reference, result.leaks_future) == (0, True, False)


@pytest.mark.parametrize(("n_tokens", "n_heads"), [(8, 4), (12, 4), (64, 8), (16, 16)])
def test_without_the_transpose_a_head_sees_whole_tokens(n_tokens: int, n_heads: int) -> None:
    result = run(bug="in", n_tokens=n_tokens, n_heads=n_heads, d_model=64)
    share = n_tokens // n_heads
    assert [list(seen) for seen in result.tokens_seen] == [
        list(range(head * share, (head + 1) * share)) for head in range(n_heads)
    ]
    assert not result.equals_reference


@pytest.mark.parametrize(
    ("bug", "equals", "leaks"),
    [("none", True, False), ("in", False, True), ("out", False, True), ("both", False, False)],
)
def test_causality_alone_does_not_find_every_bug(bug: str, equals: bool, leaks: bool) -> None:
    result = run(bug=bug)
    assert (result.equals_reference, result.leaks_future) == (equals, leaks)


@pytest.mark.parametrize("bug", ["in", "out", "both"])
@pytest.mark.parametrize("size", [{"n_heads": 1}, {"n_tokens": 1}])
def test_one_head_or_one_token_hides_the_bug(bug: str, size: dict) -> None:
    result = run(bug=bug, **size)
    assert result.equals_reference
    assert not result.leaks_future


@given(
    st.integers(1, 6),
    st.sampled_from([(1, 1), (2, 1), (2, 2), (4, 1), (4, 2), (4, 4), (6, 3)]),
    st.sampled_from(["none", "in", "out", "both"]),
)
def test_leaks_against_changing_each_token_in_turn(n_tokens: int, heads: tuple[int, int], bug: str) -> None:
    """The lab follows token numbers; here every later token is really changed and the rows compared."""
    n_heads, n_kv_heads = heads
    settings = Settings(1, n_tokens, n_heads * 2, n_heads, n_kv_heads, bug)
    rng = np.random.default_rng(7)
    queries = rng.normal(size=(n_tokens, n_heads * 2))
    keys, values = rng.normal(size=(2, n_tokens, n_kv_heads * 2))
    plain = attend(queries, keys, values, settings)
    leaks = False
    for token in range(n_tokens):
        changed = [array.copy() for array in (queries, keys, values)]
        for array in changed:
            array[token] += 1
        moved = np.abs(attend(*changed, settings) - plain).max(axis=1) > 1e-9
        leaks = leaks or bool(moved[:token].any())
    found = run(n_tokens=n_tokens, d_model=n_heads * 2, n_heads=n_heads, n_kv_heads=n_kv_heads, bug=bug)
    assert found.leaks_future == leaks


@pytest.mark.parametrize("width", [1, 2, 16])
def test_sources_do_not_depend_on_head_dim(width: int) -> None:
    """The claim that lets the run on real numbers be small, on the real width."""
    landed = split(np.repeat(np.arange(6)[:, None], 3 * width, axis=1), 3, wrong=True)
    assert (landed == landed[:, :, :1]).all()
    sources = run(bug="in", n_tokens=6, n_heads=3, d_model=3 * width).sources
    assert [[source.token for source in row] for row in sources] == landed[:, :, 0].tolist()


def test_shapes_and_copies_against_numpy() -> None:
    """The steps of the right way, done by numpy; `moves_data` is what np.shares_memory says."""
    b, t, d, h, g = 2, 6, 24, 4, 2
    w = d // h
    rng = np.random.default_rng(0)
    x = rng.normal(size=(b, t, d))
    q, k = x @ rng.normal(size=(d, h * w)), x @ rng.normal(size=(d, g * w))
    q4, k4 = q.reshape(b, t, h, w), k.reshape(b, t, g, w)
    qh, kh = q4.swapaxes(1, 2), k4.swapaxes(1, 2)
    repeated = np.repeat(kh, h // g, axis=1)
    turned = repeated.swapaxes(-2, -1)
    scores = qh @ turned
    weights = np.exp(scores)
    context = weights @ repeated
    back = context.swapaxes(1, 2)
    joined = back.reshape(b, t, h * w)
    output = joined @ rng.normal(size=(h * w, d))
    done = [
        (x, x), (q, x), (k, x), (q4, q), (qh, q4), (k4, k), (kh, k4), (repeated, kh), (turned, repeated),
        (scores, qh), (weights, scores), (context, weights), (back, context), (joined, back),
        (output, joined),
    ]  # fmt: skip
    steps = run(batch=b, n_tokens=t, d_model=d, n_heads=h, n_kv_heads=g).steps
    assert [step.shape for step in steps] == [after.shape for after, _ in done]
    assert [step.moves_data for step in steps] == [not np.shares_memory(after, was) for after, was in done]


@pytest.mark.parametrize("sizes", [(2, 6, 4, 3), (2, 1, 4, 3), (2, 6, 1, 3), (2, 6, 4, 1), (1, 2, 2, 2)])
def test_the_last_reshape_copies_where_numpy_copies(sizes: tuple[int, int, int, int]) -> None:
    b, t, h, w = sizes
    context = np.ones((b, h, t, w))
    joined = context.swapaxes(1, 2).reshape(b, t, h * w)
    step = run(batch=b, n_tokens=t, d_model=h * w, n_heads=h).steps[-2]
    assert step.shape == joined.shape
    assert step.moves_data == (not np.shares_memory(joined, context))


def test_the_bug_has_the_right_shapes_and_moves_nothing() -> None:
    right, wrong = run(), run(bug="both")
    assert right.steps[-1].shape == wrong.steps[-1].shape == (2, 8, 32)
    bare = [step for step in wrong.steps if "no transpose" in step.name]
    assert len(bare) == 3
    assert not any(step.moves_data for step in bare)


def test_large_settings_run() -> None:
    result = run(batch=64, n_tokens=1_024, d_model=16_384, n_heads=128, bug="in")
    assert result.steps[-1].shape == (64, 1_024, 16_384)
    assert len(result.tokens_seen[0]) == 8
    assert (result.run_as.n_tokens, result.run_as.n_heads, result.run_as.head_dim) == (32, 16, 4)


@pytest.mark.parametrize("n_kv_heads", [1, 4, 64])
@pytest.mark.parametrize("bug", ["none", "in", "out", "both"])
def test_the_smaller_run_tells_the_same(n_kv_heads: int, bug: str) -> None:
    """Equality at the full size, computed here, against what the lab found on its smaller run."""
    settings = Settings(1, 40, 64 * 2, 64, n_kv_heads, bug)
    rng = np.random.default_rng(1)
    queries = rng.normal(size=(40, 64 * 2))
    keys, values = rng.normal(size=(2, 40, n_kv_heads * 2))
    right = attend(queries, keys, values, Settings(1, 40, 64 * 2, 64, n_kv_heads, "none"))
    same = bool(np.allclose(attend(queries, keys, values, settings), right, rtol=0, atol=1e-12))
    result = run(n_tokens=40, d_model=64 * 2, n_heads=64, n_kv_heads=n_kv_heads, bug=bug)
    assert result.equals_reference == same


def test_the_sentence_says_that_no_error_is_raised() -> None:
    said = labs.describe_change("shapes", run(), run(bug="in"))
    assert "no error" in said.lower()
    assert "head 0 sees 2 of 8 tokens" in said
    assert "would not find it" in labs.describe_change("shapes", run(), run(bug="both"))
