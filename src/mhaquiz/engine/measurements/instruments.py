"""Instruments: arrays that are counted, matrix products that count themselves, and honest enlargement.

Sizes too large to allocate are measured in three ways, and each says so: zero-stride arrays (one element that
numpy sees everywhere), tiles (a large product is a number of small equal ones), and polynomials carried on
(a count that is a polynomial of degree k in a size is fixed by k + 1 measurements).
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any

# One small product in many threads is slower than in one, and thread counts must not matter.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from mhaquiz.engine.verification import Measurement

Measure = Callable[..., Measurement]
Counted = np.ndarray[Any, Any]
MEASUREMENTS: dict[str, Measure] = {}

#: Real arrays up to this many bytes; beyond it one element is repeated with stride 0.
LARGEST_REAL_ARRAY = 1 << 22
#: Separate arrays up to this many; beyond it they are one stack.
MOST_ARRAYS = 64
#: numpy refuses views of more bytes than this.
LARGEST_VIEW = 1 << 62
#: Larger views are counted in blocks of this along each of at most seven axes; wider elements as an axis.
BLOCK = 1 << 8
TILE = 16


def measures(measure: Measure) -> Measure:
    """Enter a measurement for the quantity of its name; it takes that quantity's resolved parameters."""
    MEASUREMENTS[measure.__name__] = measure
    return measure


@cache
def _bytes_of(width: int) -> np.dtype[Any]:
    return np.dtype(f"V{width}")


class Arrays:
    """Allocates arrays and counts them, their elements and their bytes."""

    def __init__(self) -> None:
        self.count = 0
        self.elements = 0
        self.bytes = 0
        self.real = True

    def add(self, *shape: int, times: int = 1, width: int = 1) -> None:
        """`times` arrays of that shape, `width` bytes an element; one stack where they are many or large."""
        self.count += times
        if not times or 0 in shape:
            return
        extent = math.prod(shape) * width
        if times <= MOST_ARRAYS and extent <= LARGEST_REAL_ARRAY and width <= BLOCK:
            kind = _bytes_of(width)
            arrays: list[Counted] = [np.empty(shape, kind) for _ in range(times)]
            self.elements += sum([array.size for array in arrays])
            self.bytes += sum([array.nbytes for array in arrays])
            return
        self.real = False
        elements, size = self._counted((times, *shape), width)
        self.elements += elements
        self.bytes += size

    def _counted(self, shape: tuple[int, ...], width: int) -> tuple[int, int]:
        """Elements and bytes of a zero-stride view: one element that numpy sees everywhere."""
        if math.prod(shape) * width >= LARGEST_VIEW or width > BLOCK:
            return self._in_blocks(shape, width)
        view: Counted = np.ndarray(shape, _bytes_of(width), bytes(width), strides=(0,) * len(shape))
        return view.size, view.nbytes

    def _in_blocks(self, shape: tuple[int, ...], width: int) -> tuple[int, int]:
        """A view numpy would refuse, as so many equal blocks and a rest along its longest axis."""
        if width > BLOCK:
            return self._wide_elements(shape, width)
        axis = max(range(len(shape)), key=lambda index: shape[index])
        elements = size = 0
        for times, part in parts(shape[axis], BLOCK):
            block = (*shape[:axis], part, *shape[axis + 1 :])
            block_elements, block_size = self._counted(block, width)
            elements += times * block_elements
            size += times * block_size
        return elements, size

    def _wide_elements(self, shape: tuple[int, ...], width: int) -> tuple[int, int]:
        elements, _ = self._counted(shape, 1)
        _, size = self._counted((*shape, width), 1)
        return elements, size

    def how(self, noun: str = "arrays") -> str:
        """`counted 48 arrays`, with a word about arrays that were not allocated in full."""
        text = f"counted {self.count:,} {noun}"
        return text if self.real else f"{text} (sizes only)"


@lru_cache(maxsize=4096)
def parts(size: int, largest: int) -> list[tuple[int, int]]:
    """`size` as (how many, how large) equal parts and a rest."""
    whole, rest = divmod(size, largest)
    return [pair for pair in ((whole, largest), (1, rest)) if pair[0] and pair[1]]


class Products:
    """Runs matrix products of ones, in tiles, and counts the multiply-accumulates.

    Every multiply-accumulate of two matrices of ones adds exactly 1 to the sum of the result.
    """

    def __init__(self) -> None:
        self.macs = 0
        self.count = 0
        self.whole = True

    def run(self, rows: int, inner: int, columns: int, times: int = 1) -> None:
        """`times` products of (rows, inner) by (inner, columns)."""
        self.count += times
        sizes = (times, rows, inner, columns)
        self.whole = self.whole and max(sizes) <= TILE
        self.macs += tiled(_macs_of_ones, sizes)

    def how(self) -> str:
        """`ran 6 products`, with the tile where they ran in tiles."""
        text = f"ran {self.count:,} matrix product{'s' if self.count != 1 else ''}"
        return text if self.whole else f"{text} in tiles of {TILE}"


def tiled(count: Callable[..., int], sizes: Sequence[int]) -> int:
    """What `count` finds in all the tiles of a block of these sizes; equal tiles are run once."""
    tiles: list[tuple[int, tuple[int, ...]]] = [(1, ())]
    for size in sizes:
        axis = parts(size, TILE)
        tiles = [(times * more, (*tile, part)) for times, tile in tiles for more, part in axis]
    return sum(times * count(*tile) for times, tile in tiles)


@lru_cache(maxsize=4096)
def _macs_of_ones(stack: int, rows: int, inner: int, columns: int) -> int:
    result = np.ones((stack, rows, inner)) @ np.ones((stack, inner, columns))
    return int(result.sum())


@lru_cache(maxsize=4096)
def _exponentials_of_zeros(*sizes: int) -> int:
    return int(np.exp(np.zeros(sizes)).sum())


def exponentials(*sizes: int) -> int:
    """Exponentials taken over a block of these sizes: each e⁰ adds 1 to the sum."""
    return tiled(_exponentials_of_zeros, sizes)


def largest_that(fits: Callable[[int], bool]) -> int:
    """The largest whole number that fits, by trying bits from the top; 0 where not even 1 fits."""
    step = 1
    while fits(step):
        step *= 2
    found = 0
    while step:
        if fits(found + step):
            found += step
        step //= 2
    return found


def carried_on(
    measure: Callable[..., int | Fraction], sizes: Mapping[str, int], points: Mapping[str, Sequence[int]]
) -> int | Fraction:
    """The polynomial through measurements at all combinations of `points`, taken at `sizes`."""
    names = list(points)
    total = Fraction(0)
    for combination in product(*(points[name] for name in names)):
        weight = Fraction(1)
        for name, point in zip(names, combination, strict=True):
            weight *= _basis(sizes[name], point, points[name])
        if weight:
            total += weight * measure(**dict(zip(names, combination, strict=True)))
    return total.numerator if total.denominator == 1 else total


def _basis(size: int, point: int, points: Iterable[int]) -> Fraction:
    """Lagrange's polynomial that is 1 at `point` and 0 at the others, at `size`."""
    weight = Fraction(1)
    for other in points:
        if other != point:
            weight *= Fraction(size - other, point - other)
    return weight


def added(terms: Sequence[Fraction]) -> Fraction:
    """The sum of many fractions, by halves."""
    if len(terms) <= 2:
        return sum(terms, Fraction(0))
    middle = len(terms) // 2
    return added(terms[:middle]) + added(terms[middle:])


def whole(number: Fraction | int) -> int | Fraction:
    """The number, as an int where it is one."""
    return number.numerator if number.denominator == 1 else number
