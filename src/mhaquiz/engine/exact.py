"""Exact arithmetic on Python numbers: a Fraction only where a division does not come out even, never a float.

Floats enter by `functions` alone (roots, logarithms, exponentials, π) and stay floats from there on.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

from mhaquiz.engine.errors import EngineError

Number: TypeAlias = "int | Fraction | float"

#: No value may have more bits than this (about 30,000 digits); larger powers are refused beforehand.
MAX_VALUE_BITS = 100_000


def exact(number: Number) -> Number:
    """The number itself, as an int where a Fraction is whole."""
    # `type is` where it runs for every value: isinstance on Fraction goes through its abstract base class.
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    return number


def real(number: Number) -> float:
    """The number as a float. Raises EngineError where a float cannot hold it."""
    try:
        found = float(number)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise EngineError("a value is too large for a real number")
    return found


def added(first: Number, second: Number) -> Number:
    """`first + second`."""
    if isinstance(first, float) or isinstance(second, float):
        return real(real(first) + real(second))
    return exact(first + second)


def multiplied(first: Number, second: Number) -> Number:
    """`first · second`."""
    if isinstance(first, float) or isinstance(second, float):
        return real(real(first) * real(second))
    return exact(first * second)


def _both_real(above: Number, below: Number) -> tuple[Number, Number]:
    """Both as floats where one is; a divisor too small for a float is refused, not taken for 0."""
    if not isinstance(above, float) and not isinstance(below, float):
        return above, below
    divisor = real(below)
    if divisor == 0:
        raise EngineError("a value is too small for a real number")
    return real(above), divisor


def quotient(above: Number, below: Number) -> Number:
    """`above / below`, an int or a Fraction where both are exact. Raises EngineError when below is 0."""
    if below == 0:
        raise EngineError("division by zero")
    if isinstance(above, int) and isinstance(below, int):
        whole, left = divmod(above, below)
        return Fraction(above, below) if left else whole
    above, below = _both_real(above, below)
    found = exact(above / below)
    return real(found) if isinstance(found, float) else found


def floor_quotient(above: Number, below: Number) -> Number:
    """`above / below` rounded down."""
    if below == 0:
        raise EngineError("division by zero")
    above, below = _both_real(above, below)
    return exact(above // below)


def remainder(above: Number, below: Number) -> Number:
    """What `above / below` leaves over, with the sign of `below`."""
    if below == 0:
        raise EngineError("division by zero")
    above, below = _both_real(above, below)
    return exact(above % below)


def raised(base: Number, exponent: Number) -> Number:
    """`base ** exponent`, exact for whole exponents; its size is bounded before it is computed."""
    if base == 0 and exponent < 0:
        raise EngineError("division by zero")
    if isinstance(base, float) or not isinstance(exponent, int):
        return _raised_float(base, exponent)
    if bits(base) * (exponent if exponent > 0 else -exponent) > MAX_VALUE_BITS:
        raise EngineError(f"a power to the {exponent} is too large to work out")
    return exact(Fraction(base) ** exponent if exponent < 0 else base**exponent)


def _raised_float(base: Number, exponent: Number) -> float:
    if base < 0 and exponent != int(exponent):
        raise EngineError("a broken power of a negative number is not real")
    try:
        return float(float(base) ** float(exponent))
    except OverflowError:
        raise EngineError("a power is too large for a real number") from None


def bits(number: int | Fraction) -> int:
    """Bits needed to write the number down, 0 for 0, 1 and −1 (their powers stay small)."""
    if number in (0, 1, -1):
        return 0
    if isinstance(number, Fraction):
        return max(number.numerator.bit_length(), number.denominator.bit_length())
    return number.bit_length()


def bounded(number: Number) -> Number:
    """The number, unless it is too large to go on with."""
    if not isinstance(number, float) and bits(number) > MAX_VALUE_BITS:
        raise EngineError("a value in the formula is too large to work out")
    return number
