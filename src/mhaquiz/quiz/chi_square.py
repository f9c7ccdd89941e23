"""Pearson's chi-square test against even counts."""

from __future__ import annotations

import math
from collections.abc import Sequence


def evenness(counts: Sequence[float]) -> float:
    """How likely counts at least so uneven are when all places are equally likely (1 for fewer than two)."""
    total, places = sum(counts), len(counts)
    if places < 2 or total <= 0:
        return 1.0
    expected = total / places
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return upper_tail(statistic, places - 1)


def upper_tail(statistic: float, freedom: int) -> float:
    """P(χ² ≥ statistic) by the finite sums for whole freedom (Abramowitz and Stegun 26.4.4 and 26.4.5)."""
    half = statistic / 2
    if half <= 0:
        return 1.0
    if freedom % 2 == 0:
        term, total = 1.0, 1.0
        for index in range(1, freedom // 2):
            term *= half / index
            total += term
        return min(1.0, math.exp(-half) * total)
    root = math.sqrt(statistic)
    term, total = root, 0.0
    for index in range(1, (freedom + 1) // 2):
        total += term
        term *= statistic / (2 * index + 1)
    return min(1.0, math.erfc(root / math.sqrt(2)) + math.sqrt(2 / math.pi) * math.exp(-half) * total)
