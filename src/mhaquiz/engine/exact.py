"""Exact arithmetic on Python numbers: a Fraction only where a division does not come out even, never a float.

Floats enter by `functions` alone (roots, logarithms, exponentials, π) and stay floats from there on.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

from mhaquiz.engine.errors import DivisionByZero, EngineError, TooLarge

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
        raise TooLarge("a value is too large for a real number")
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
        raise TooLarge("a divisor is too small for a real number")
    return real(above), divisor


def quotient(above: Number, below: Number) -> Number:
    """`above / below`, an int or a Fraction where both are exact. Raises EngineError when below is 0."""
    if below == 0:
        raise DivisionByZero("division by zero")
    if isinstance(above, int) and isinstance(below, int):
        whole, left = divmod(above, below)
        return Fraction(above, below) if left else whole
    above, below = _both_real(above, below)
    found = exact(above / below)
    return real(found) if isinstance(found, float) else found


def floor_quotient(above: Number, below: Number) -> Number:
    """`above / below` rounded down."""
    if below == 0:
        raise DivisionByZero("division by zero")
    above, below = _both_real(above, below)
    found = above // below
    return math.floor(real(found)) if isinstance(found, float) else exact(found)


def remainder(above: Number, below: Number) -> Number:
    """What `above / below` leaves over, with the sign of `below`."""
    if below == 0:
        raise DivisionByZero("division by zero")
    above, below = _both_real(above, below)
    return exact(above % below)


def raised(base: Number, exponent: Number) -> Number:
    """`base ** exponent`: exact for whole exponents and for exact roots, a float otherwise.

    Its size is bounded before it is computed.
    """
    if base == 0 and exponent < 0:
        raise DivisionByZero("division by zero: 0 to a negative power")
    if isinstance(base, float) or isinstance(exponent, float):
        return _raised_float(base, exponent)
    if exponent.denominator == 1:
        return _whole_power(base, exponent.numerator)
    if base < 0:
        raise EngineError("a root of a negative number is not real")
    root = exact_root(base, exponent.denominator)
    if root is not None:
        return _whole_power(root, exponent.numerator)
    return square_root(base) if exponent == Fraction(1, 2) else _raised_float(base, exponent)


def _whole_power(base: int | Fraction, exponent: int) -> Number:
    if bits(base) * abs(exponent) > MAX_VALUE_BITS:
        raise TooLarge(f"a power to the {exponent} is too large to work out")
    return exact(Fraction(base) ** exponent if exponent < 0 else base**exponent)


def _raised_float(base: Number, exponent: Number) -> float:
    try:
        found = float(base) ** float(exponent)
    except OverflowError:
        raise TooLarge("a power is too large for a real number") from None
    except ZeroDivisionError:
        raise TooLarge("a divisor is too small for a real number") from None
    if isinstance(found, complex):
        raise EngineError("a root of a negative number is not real")
    return real(found)


def square_root(number: Number) -> Number:
    """√number: exact for squares of whole numbers and fractions, a float otherwise."""
    if number < 0:
        raise EngineError(f"the root of a negative number ({number}) is not real")
    if isinstance(number, float):
        return math.sqrt(number)
    root = exact_root(number, 2)
    if root is not None:
        return root
    # Beyond a float's reach the root of the whole part has more digits than the float that it becomes.
    if number > 1e300:
        return real(math.isqrt(math.floor(number)))
    return math.sqrt(number) if number > 1e-300 else 1 / real(math.isqrt(math.floor(1 / Fraction(number))))


def exact_root(number: int | Fraction, degree: int) -> int | Fraction | None:
    """The root of that degree of a number from 0 up where it is a whole number or a fraction, else None."""
    above, below = _whole_root(number.numerator, degree), _whole_root(number.denominator, degree)
    if above is None or below is None:
        return None
    return above if below == 1 else Fraction(above, below)


def _whole_root(number: int, degree: int) -> int | None:
    if number < 2:
        return number
    if degree >= number.bit_length():
        return None
    root = math.isqrt(number) if degree == 2 else _nearest_root(number, degree)
    return root if root**degree == number else None


def _nearest_root(number: int, degree: int) -> int:
    """The root rounded down, by Newton's steps from above."""
    root = 1 << -(-number.bit_length() // degree)
    while True:
        closer = ((degree - 1) * root + number // root ** (degree - 1)) // degree
        if closer >= root:
            return root
        root = closer


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
        raise TooLarge("a value in the formula is too large to work out")
    return number
