"""Arithmetic that several labs share: softmax under a mask, entropy, cosine, rank.

Shapes: scores and attention are (T, T), query rows by key columns, or stacks (…, T, T).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: Below this part of the largest singular value, a singular value is rounding error.
RANK_TOLERANCE = 1e-10


@lru_cache(maxsize=64)
def visible(n_tokens: int, masked: bool) -> Mask:
    """Which key (column) each query (row) may see: its own position and earlier ones, or all."""
    everything = np.ones((n_tokens, n_tokens), dtype=bool)
    seen = np.tril(everything) if masked else everything
    seen.flags.writeable = False
    return seen


def softmax(scores: Matrix, seen: Mask | None = None) -> Matrix:
    """Softmax over the last axis; positions that are not seen get exactly 0."""
    limited = scores if seen is None else np.where(seen, scores, -np.inf)
    raised = np.exp(limited - limited.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def entropy(attention: Matrix) -> Matrix:
    """Entropy of each row in nats; 0·ln 0 is 0."""
    logs = np.log(attention, out=np.zeros_like(attention), where=attention > 0)
    return np.asarray(-(attention * logs).sum(axis=-1))


def overlap(attention: Matrix, target: Matrix) -> float:
    """Mean over rows of Σ_s min(attention, target): 1 less the total variation distance."""
    return float(np.minimum(attention, target).sum(axis=-1).mean())


def numerical_rank(singular_values: NDArray[Any]) -> int:
    """How many singular values (descending) are more than rounding error."""
    if not singular_values.size or singular_values[0] == 0:
        return 0
    return int((singular_values > RANK_TOLERANCE * singular_values[0]).sum())


def matrix_rank(matrix: Matrix) -> int:
    """The numerical rank of one matrix."""
    return numerical_rank(np.linalg.svd(matrix, compute_uv=False))


def read_only(matrix: Matrix) -> Matrix:
    """The same array, closed to writing, so that a frozen result stays what it was."""
    matrix.flags.writeable = False
    return matrix


def printed(number: float) -> float:
    """A float for the readouts: ten decimals, so that two BLAS builds print the same text."""
    return round(float(number), 10) + 0.0
