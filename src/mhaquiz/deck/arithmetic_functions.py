"""The functions of plain arithmetic that an author may call: exact where the mathematics is, and bounded."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from mhaquiz.deck.arithmetic import MAX_BITS, ArithmeticFault, Number, exact, number, power, real
from mhaquiz.deck.cards import Value

#: Largest argument of `factorial` and `harmonic` whose result stays below MAX_BITS.
MAX_FACTORIAL = 1_300
MAX_HARMONIC = 2_000


def whole(value: Value, operation: str) -> int:
    found = number(value, operation)
    if not isinstance(found, int):
        raise ArithmeticFault("E208", f"{operation} takes whole numbers")
    return found


def common_divisor(*values: Value) -> int:
    return math.gcd(*(whole(value, "gcd") for value in values))


def factorial(n: Value) -> int:
    count = whole(n, "factorial")
    if count < 0:
        raise ArithmeticFault("E208", "factorial takes whole numbers from 0 up")
    if count > MAX_FACTORIAL:
        raise ArithmeticFault("E205", f"factorial is computed up to {MAX_FACTORIAL:,}")
    return math.factorial(count)


def harmonic(n: Value) -> Number:
    """1 + 1/2 + … + 1/n, exactly."""
    count = whole(n, "harmonic")
    if count < 0:
        raise ArithmeticFault("E208", "harmonic takes whole numbers from 0 up")
    if count > MAX_HARMONIC:
        raise ArithmeticFault("E205", f"harmonic is computed up to {MAX_HARMONIC:,}")
    return _harmonic_number(count)


@lru_cache(maxsize=1_024)  # a card asks for the same few in every variant
def _harmonic_number(count: int) -> Number:
    return exact(Fraction(*_harmonic_sum(1, count + 1)))


def _harmonic_sum(first: int, end: int) -> tuple[int, int]:
    """Σ 1/k over first ≤ k < end as an unreduced quotient, by halves: one gcd at the end instead of n."""
    if end - first <= 1:
        return (1, first) if end > first else (0, 1)
    middle = (first + end) // 2
    top, bottom = _harmonic_sum(first, middle)
    more, below = _harmonic_sum(middle, end)
    return top * below + more * bottom, bottom * below


def square_root(a: Value) -> Number:
    if number(a, "sqrt") < 0:
        raise ArithmeticFault("E208", "a root of a negative number is not real")
    return power(a, Fraction(1, 2))


def logarithm(a: Value, base: Value | None = None) -> Number:
    """Natural logarithm, or to a base; exact where the argument is 1 or a whole power of the base."""
    x = number(a, "log")
    if x <= 0:
        raise ArithmeticFault("E208", "the logarithm of a number that is not positive")
    if base is None:
        return 0 if x == 1 else _natural(x)
    b = number(base, "log")
    if b <= 0 or b == 1:
        raise ArithmeticFault("E208", "a logarithm needs a positive base other than 1")
    below = _natural(b)
    if below == 0:
        raise ArithmeticFault("E208", "the base of this logarithm is too near 1")
    estimate = exact(_natural(x) / below)
    nearest = round(estimate)
    if not isinstance(x, float) and not isinstance(b, float) and abs(nearest) <= MAX_BITS:
        return nearest if power(b, nearest) == x else estimate
    return estimate


def _natural(x: Number) -> float:
    """ln x for numbers of any size, beyond the reach of floats too."""
    if Fraction(1, 2) < x < Fraction(3, 2):
        return math.log1p(float(x - 1))  # near 1 a float of x would be 1
    if isinstance(x, Fraction):
        return math.log(x.numerator) - math.log(x.denominator)
    return math.log(x)


def exponential(a: Value) -> Number:
    x = number(a, "exp")
    return 1 if x == 0 else real(math.e, x, lambda e, power_of: e**power_of)
