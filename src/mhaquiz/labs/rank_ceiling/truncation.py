"""The truncated SVD, cut the same way on every LAPACK.

The patterns have equal singular values (previous token: ten ones), and inside a group of equal ones any
basis is as good as any other, so that where a cut falls in a group the result would depend on the library.
The rule: the group's left basis is the Gram–Schmidt of e_0, e_1, … (query rows) projected on the group.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from mhaquiz.labs.attention import RANK_TOLERANCE, Matrix, read_only
from mhaquiz.labs.rank_ceiling.patterns import Words, mean_pattern

_EQUAL = 1e-9  # relative gap below which two singular values are one
_INDEPENDENT = 1e-6  # a projected row shorter than this adds no direction of its own


@dataclass(frozen=True, slots=True, eq=False)
class Decomposition:
    """Left singular vectors (T, rank) in the order of the rule, and all singular values, descending."""

    matrix: Matrix
    left: Matrix
    singular_values: Matrix

    @property
    def rank(self) -> int:
        return int(self.left.shape[1])

    def truncated(self, rank: int) -> Matrix:
        """The nearest matrix of that rank: U_r U_rᵀ S."""
        kept = self.left[:, :rank]
        return kept @ (kept.T @ self.matrix)


def decompose(matrix: Matrix) -> Decomposition:
    """The SVD of a matrix (T, T) with ties cut by the rule above."""
    vectors, values, _ = np.linalg.svd(matrix)
    groups = [_gram_schmidt(vectors[:, start:stop]) for start, stop in _equal_groups(values)]
    left = np.hstack(groups) if groups else np.zeros((len(matrix), 0))
    return Decomposition(matrix, read_only(left), read_only(values))


@lru_cache(maxsize=256)
def decomposed_jobs(jobs: tuple[str, ...], tokens: Words) -> Decomposition:
    """The SVD of the mean pattern of some jobs: once a setting, rebuilt for each rank and sharpness."""
    return decompose(mean_pattern(jobs, tokens))


def _equal_groups(values: Matrix) -> list[tuple[int, int]]:
    """The runs (start, stop) of equal singular values, those that are zero left out."""
    count = int((values > RANK_TOLERANCE * values[0]).sum()) if values[0] > 0 else 0
    starts = [i for i in range(count) if i == 0 or values[i - 1] - values[i] > _EQUAL * values[i - 1]]
    return list(zip(starts, [*starts[1:], count], strict=False)) if starts else []


def _gram_schmidt(group: Matrix) -> Matrix:
    """The basis of span(group) that the projections of e_0, e_1, … give in turn. Shape as the input's."""
    width = group.shape[1]
    basis, found = np.zeros((width, width)), 0
    for row in group:  # the coordinates of the projection of e_row in the group's own basis
        rest = row.copy()
        for _ in range(2):  # twice: once leaves rounding error along the earlier vectors
            rest -= (basis[:found] @ rest) @ basis[:found]
        length = np.sqrt(rest @ rest)
        if length > _INDEPENDENT:
            basis[found] = rest / length
            found += 1
        if found == width:
            break
    return np.asarray(group @ basis.T)
