"""Scores measured: distributions, ranks, masks, rotations and views, each built and looked at."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from mhaquiz.engine.measurements.instruments import carried_on, measures, parts, whole
from mhaquiz.engine.verification import Measurement

Matrix = np.ndarray[Any, Any]
#: Distributions, masks and patterns are built in full up to these sizes and carried on from there.
LARGEST_DISTRIBUTION = 64
LARGEST_MASK = 512
LARGEST_PATTERN = 48
RANK_BLOCK = 48


@lru_cache(maxsize=256)
def _dot_product_counts(head_dim: int) -> tuple[int, ...]:
    """How many of the 4^head_dim pairs of ±1 vectors give q·k = −head_dim, −head_dim + 2, … head_dim."""
    counts = np.array([1], dtype=object)
    for _ in range(head_dim):
        counts = np.convolve(counts, np.array([2, 2], dtype=object))
    return tuple(int(count) for count in counts)


def _second_moment(head_dim: int) -> Fraction:
    counts = _dot_product_counts(head_dim)
    squares = sum(count * (2 * index - head_dim) ** 2 for index, count in enumerate(counts))
    return Fraction(squares, sum(counts))


def _variance(head_dim: int) -> tuple[Fraction, str]:
    how = "worked out the exact distribution of q·k over ±1 vectors"
    if head_dim <= LARGEST_DISTRIBUTION:
        return _second_moment(head_dim), how
    found = carried_on(_second_moment, {"head_dim": head_dim}, {"head_dim": (8, 16, 24)})
    return Fraction(found), f"{how} at head_dim 8, 16 and 24, carried on"


@measures
def dot_product_variance(head_dim: int, scaled: bool) -> Measurement:
    variance, how = _variance(head_dim)
    return Measurement(whole(variance / head_dim if scaled else variance), how)


@measures
def score_deviation(head_dim: int, scale_dim: int) -> Measurement:
    variance, how = _variance(head_dim)
    return Measurement(math.sqrt(float(variance)) / math.sqrt(scale_dim), how)


@measures
def two_key_weight(gap: Fraction | int, head_dim: int) -> Measurement:
    unscaled = np.array([0.0, -float(gap) * math.sqrt(head_dim)])
    weights = np.exp(unscaled)
    return Measurement(float(weights[0] / weights.sum()), "took the softmax of the two scores")


@lru_cache(maxsize=1024)
def _rank_of_product(outer: int, inner: int) -> int:
    random = np.random.default_rng(outer * 1009 + inner)
    left = random.integers(-3, 4, (outer, inner)).astype(float)
    right = random.integers(-3, 4, (inner, outer)).astype(float)
    left[np.arange(min(outer, inner)), np.arange(min(outer, inner))] += 8.0
    right[np.arange(min(outer, inner)), np.arange(min(outer, inner))] += 8.0
    return int(np.linalg.matrix_rank(left @ right))


def _product_rank(outer: int, inner: int) -> Measurement:
    """Rank of random (outer, inner) times (inner, outer): in independent blocks where it is large."""
    smaller = min(outer, inner)
    total = 0
    for times, size in parts(smaller, RANK_BLOCK):
        sides = (
            min(outer, size + 4) if outer > smaller else size,
            min(inner, size + 4) if inner > smaller else size,
        )
        total += times * _rank_of_product(*sides)
    how = "computed the rank of random factors"
    return Measurement(total, how if max(outer, inner) <= RANK_BLOCK else f"{how} in blocks of {RANK_BLOCK}")


@measures
def score_rank_bound(n_tokens: int, head_dim: int) -> Measurement:
    return _product_rank(n_tokens, head_dim)


@measures
def ov_rank_bound(d_model: int, head_dim: int) -> Measurement:
    return _product_rank(d_model, head_dim)


@measures
def modified_score_rank(n_tokens: int, head_dim: int, change: str) -> Measurement:
    fewer = max(0, min(n_tokens, head_dim) - 8)
    tokens, width = n_tokens - fewer, head_dim - fewer
    tokens, width = min(tokens, width + 6), min(width, tokens + 6)
    rank = _changed_rank(tokens, width, change)
    how = f"built the scores with {tokens} tokens and head_dim {width} and computed the rank"
    return Measurement(rank + fewer, how + (f", {fewer:,} dimensions more add as many" if fewer else ""))


@lru_cache(maxsize=1024)
def _changed_rank(n_tokens: int, head_dim: int, change: str) -> int:
    random = np.random.default_rng(n_tokens * 101 + head_dim)
    queries, keys = random.standard_normal((2, n_tokens, head_dim))
    if change == "qk-bias":
        queries, keys = queries + random.standard_normal(head_dim), keys + random.standard_normal(head_dim)
    elif change == "qk-norm":
        queries, keys = (rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (queries, keys))
    elif change == "rope" and head_dim > 1:
        queries, keys = _rotated(queries, np.arange(n_tokens)), _rotated(keys, np.arange(n_tokens))
    scores = queries @ keys.T
    if change == "scale":
        scores = scores / math.sqrt(head_dim)
    elif change == "alibi":
        positions = np.arange(n_tokens)
        scores = scores - 0.5 * (positions[:, None] - positions[None, :])
    return int(np.linalg.matrix_rank(scores))


def _rotated(rows: Matrix, positions: Matrix, base: float = 10_000.0) -> Matrix:
    """RoPE on the pairs (0, 1), (2, 3) …; an odd last column stays as it is."""
    pairs = rows.shape[1] // 2
    speed = np.exp(-np.arange(pairs) * 2.0 / (2 * pairs) * math.log(base))
    turn = np.exp(1j * positions[:, None] * speed)
    turned = (rows[:, 0 : 2 * pairs : 2] + 1j * rows[:, 1 : 2 * pairs : 2]) * turn
    result = rows.copy()
    result[:, 0 : 2 * pairs : 2], result[:, 1 : 2 * pairs : 2] = turned.real, turned.imag
    return result


@measures
def pattern_rank(n_tokens: int, job: str, n_identities: int) -> Measurement:
    how = "computed the rank of the 0/1 matrix"
    if n_tokens <= LARGEST_PATTERN:
        return Measurement(_rank_of_job(n_tokens, job, n_identities), how)
    points = {"n_tokens": (20, 21), "n_identities": (2, 3)}
    sizes = {"n_tokens": n_tokens, "n_identities": n_identities}
    found = carried_on(
        lambda n_tokens, n_identities: _rank_of_job(n_tokens, job, n_identities), sizes, points
    )
    return Measurement(found, f"{how} at 20 and 21 tokens, carried on")


@lru_cache(maxsize=1024)
def _rank_of_job(n_tokens: int, job: str, n_identities: int) -> int:
    queries = np.arange(n_tokens)
    identities = queries % n_identities
    wanted = {
        "first": np.zeros_like(queries),
        "previous": np.maximum(queries - 1, 0),
        "self": queries,
    }
    if job == "same-identity":
        pattern = identities[:, None] == identities[None, :]
    else:
        pattern = wanted[job][:, None] == queries[None, :]
    return int(np.linalg.matrix_rank(pattern.astype(float)))


def _allowed(n_tokens: int, window: int, prefix: int) -> int:
    """True entries of a boolean mask, built in full."""
    queries, keys = np.arange(n_tokens)[:, None], np.arange(n_tokens)[None, :]
    mask = ((keys <= queries) & (queries - keys < window)) | (keys < prefix)
    return int(np.count_nonzero(mask))


@measures
def causal_pairs(n_tokens: int) -> Measurement:
    how = "counted the true entries of the mask"
    if n_tokens <= LARGEST_MASK:
        return Measurement(_allowed(n_tokens, n_tokens, 0), how)
    points = {"n_tokens": (8, 16, 24)}
    found = carried_on(lambda n_tokens: _allowed(n_tokens, n_tokens, 0), {"n_tokens": n_tokens}, points)
    return Measurement(found, f"{how} at 8, 16 and 24 tokens, carried on")


@measures
def sliding_window_pairs(n_tokens: int, window: int) -> Measurement:
    how = "counted the true entries of the mask"
    if n_tokens <= LARGEST_MASK:
        return Measurement(_allowed(n_tokens, window, 0), how)
    points = {"n_tokens": (16, 17), "window": (4, 5, 6)}
    sizes = {"n_tokens": n_tokens, "window": window}
    found = carried_on(lambda n_tokens, window: _allowed(n_tokens, window, 0), sizes, points)
    return Measurement(found, f"{how} at 16 and 17 tokens and windows of 4 to 6, carried on")


@measures
def prefix_pairs(n_tokens: int, prefix: int) -> Measurement:
    how = "counted the true entries of the mask"
    if n_tokens <= LARGEST_MASK:
        return Measurement(_allowed(n_tokens, n_tokens, prefix), how)
    points = {"n_tokens": (16, 17, 18), "prefix": (0, 1, 2)}
    sizes = {"n_tokens": n_tokens, "prefix": prefix}
    found = carried_on(lambda n_tokens, prefix: _allowed(n_tokens, n_tokens, prefix), sizes, points)
    return Measurement(found, f"{how} at 16 to 18 tokens and prefixes of 0 to 2, carried on")


def _entropy(weights: Matrix) -> float:
    return float(-(weights * np.log(weights)).sum())


@measures
def uniform_entropy(n_keys: int) -> Measurement:
    return Measurement(_entropy(np.full(n_keys, 1.0 / n_keys)), f"added −p·ln p over {n_keys:,} keys")


@measures
def uniform_causal_entropy(n_tokens: int) -> Measurement:
    rows = [_entropy(np.full(visible, 1.0 / visible)) for visible in range(1, n_tokens + 1)]
    return Measurement(math.fsum(rows) / n_tokens, f"took the entropy of {n_tokens:,} rows")


@measures
def sink_entropy(n_keys: int, sink_weight: Fraction) -> Measurement:
    weights = np.full(n_keys, (1.0 - float(sink_weight)) / (n_keys - 1))
    weights[0] = float(sink_weight)
    return Measurement(_entropy(weights), f"added −p·ln p over {n_keys:,} keys")


def _speeds(head_dim: int, base: int) -> Matrix:
    """Radians a token by which each pair turns."""
    return np.asarray(1.0 / np.power(float(base), np.arange(0, head_dim, 2, dtype=float) / head_dim))


@measures
def rope_wavelength(head_dim: int, pair: int, base: int) -> Measurement:
    return Measurement(
        float(2 * np.pi / _speeds(head_dim, base)[pair]), "divided a full turn by the pair's speed"
    )


@measures
def longest_rope_wavelength(head_dim: int, base: int) -> Measurement:
    longest = float((2 * np.pi / _speeds(head_dim, base)).max())
    return Measurement(longest, f"compared the wavelengths of {head_dim // 2:,} pairs")


@measures
def rope_distinct_scores(head_dim: int, query_position: int, key_position: int, base: int) -> Measurement:
    width = min(head_dim, 256)
    query, key = np.random.default_rng(0).standard_normal((2, 1, width))
    scores: list[float] = []
    for shift in (0, 1, 17, 400):
        turned = [
            _rotated(row, np.array([position + shift]), float(base))
            for row, position in ((query, query_position), (key, key_position))
        ]
        score = float((turned[0] * turned[1]).sum())
        if not any(math.isclose(score, known, rel_tol=1e-6, abs_tol=1e-6) for known in scores):
            scores.append(score)
    return Measurement(len(scores), "rotated both by shifts of 0, 1, 17 and 400 and compared")


@measures
def tokens_seen_by_wrong_view(n_tokens: int, n_heads: int) -> Measurement:
    owners = np.repeat(np.arange(-(-n_tokens // n_heads) + 1), n_heads)[:n_tokens]
    return Measurement(int(np.unique(owners).size), "tagged the rows of head 0 with their tokens")


@measures
def vectors_kept_by_wrong_view(n_tokens: int, n_heads: int) -> Measurement:
    kept = 0
    positions = np.arange(n_tokens)
    for head in range(n_heads):
        flat = head * n_tokens + positions
        kept += int(np.count_nonzero((flat // n_heads == positions) & (flat % n_heads == head)))
    return Measurement(kept, f"compared {n_heads:,} × {n_tokens:,} slots")
