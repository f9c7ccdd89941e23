"""Whether two formulas are the same, decided exactly: as rational functions at points of a large field.

Two rational functions of total degree D that differ agree at a random point of a field of p elements with
probability at most D / p (Schwartz 1980, Zippel 1979). Degrees here stay below 10⁵ and p above 10³², and four
points are asked, so a wrong yes is out of reach; a no is a proof. The points depend on the formulas' symbols
alone, so that every run decides alike. No floating point takes part, and nothing is expanded.

What is no rational function (min, max, ceil, sqrt, log, a symbol in an exponent) is compared by its values at
given points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Formula, Number, Power, Product, Quotient, Sum, Symbol
from mhaquiz.quiz.chance import number

#: Two Mersenne primes, so that no constant can be zero in both fields.
PRIMES = (2**107 - 1, 2**127 - 1)
POINTS_PER_PRIME = 2
#: Points tried before a formula counts as undefined everywhere.
MOST_TRIES = 8
#: Points for formulas that are no rational functions, where the card has no variants of its own.
SAMPLED_POINTS = 24
REAL_TOLERANCE = 1e-9

Point = Mapping[str, int | Fraction]


class NotRationalError(ValueError):
    """The formula is no rational function."""


def same(left: Formula, right: Formula, points: Sequence[Point] = ()) -> bool:
    """True where the two formulas are equal; `points` serve those that are no rational functions."""
    names = sorted({*left.symbols(), *right.symbols()})
    try:
        return all(_agree(left, right, names, prime) for prime in PRIMES)
    except NotRationalError:
        return agree_at(left, right, points or sampled_points(names))


def _agree(left: Formula, right: Formula, names: Sequence[str], prime: int) -> bool:
    """Whether both have the same residues at POINTS_PER_PRIME points where both are defined."""
    asked = 0
    for attempt in range(MOST_TRIES):
        point = {name: _coordinate(prime, attempt, name) for name in names}
        try:
            if residue(left, point, prime) != residue(right, point, prime):
                return False
        except ZeroDivisionError:
            continue
        asked += 1
        if asked == POINTS_PER_PRIME:
            return True
    return False


def _coordinate(prime: int, attempt: int, name: str) -> int:
    return ((number(prime, attempt, name, "high") << 64) | number(prime, attempt, name, "low")) % prime


def residue(formula: Formula, point: Mapping[str, int], prime: int) -> int:
    """The formula's value modulo `prime`. Raises ZeroDivisionError at a pole, NotRationalError."""
    if isinstance(formula, Number):
        return formula.number.numerator * _inverse(formula.number.denominator, prime) % prime
    if isinstance(formula, Symbol):
        return point[formula.name]
    if isinstance(formula, Sum):
        return sum(residue(term, point, prime) for term in formula.terms) % prime
    if isinstance(formula, Product):
        return math.prod(residue(factor, point, prime) for factor in formula.factors) % prime
    if isinstance(formula, Quotient):
        below = _inverse(residue(formula.denominator, point, prime), prime)
        return residue(formula.numerator, point, prime) * below % prime
    if isinstance(formula, Power) and isinstance(formula.exponent, Number):
        return _power(residue(formula.base, point, prime), formula.exponent.number, prime)
    raise NotRationalError(type(formula).__name__)


def _power(base: int, exponent: int | Fraction, prime: int) -> int:
    if not isinstance(exponent, int):
        raise NotRationalError("a broken power")
    return pow(_inverse(base, prime), -exponent, prime) if exponent < 0 else pow(base, exponent, prime)


def _inverse(residue_: int, prime: int) -> int:
    if residue_ % prime == 0:
        raise ZeroDivisionError
    return 1 if residue_ == 1 else pow(residue_, -1, prime)


def agree_at(left: Formula, right: Formula, points: Iterable[Point]) -> bool:
    """Whether two formulas have the same values wherever `right` has one, and it has one somewhere."""
    asked = False
    for point in points:
        try:
            wanted = right.value(point)
        except (EngineError, ArithmeticError):
            continue
        try:
            if not _close(left.value(point), wanted):
                return False
        except (EngineError, ArithmeticError):
            return False
        asked = True
    return asked


def _close(first: object, second: object) -> bool:
    if isinstance(first, float) or isinstance(second, float):
        try:
            return math.isclose(float(first), float(second), rel_tol=REAL_TOLERANCE)  # type: ignore[arg-type]
        except OverflowError:
            return False
    return first == second


def sampled_points(names: Sequence[str]) -> list[dict[str, int | Fraction]]:
    """Positive whole points, small and large ones, the same on every run."""
    return [
        {name: 1 + number("sample", index, name) % 2 ** (1 + index % 12) for name in names}
        for index in range(SAMPLED_POINTS)
    ]
