"""Exact arithmetic that is bounded before it is computed.

Integers and fractions stay exact; floats appear only where the mathematics leaves the rationals (roots,
logarithms). A result that would need more than `MAX_BITS` bits is refused before any work is done on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from mhaquiz.deck.cards import Value

Number: TypeAlias = "int | Fraction | float"

#: About 3,600 digits: below the 4,300 at which Python refuses to print an integer.
MAX_BITS = 12_000
#: Largest argument of `factorial` and `harmonic` whose result stays below MAX_BITS.
MAX_FACTORIAL = 1_300
MAX_HARMONIC = 2_000


class ArithmeticFault(ValueError):  # noqa: N818 - a fault without a place yet; ExpressionError adds it
    """A step that has no value; `code` is the message code, the text says why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def number(value: Value, operation: str) -> Number:
    """`value` where it is a number; text, truth values and tuples are refused."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | float):
        raise ArithmeticFault("E207", f"{operation} works on numbers, not on {kind_of(value)}")
    return value


def kind_of(value: object) -> str:
    """What a value is, in a reader's words."""
    if isinstance(value, bool):
        return f"the truth value {value}"
    if isinstance(value, str):
        return f'the text "{value[:40]}"'
    if isinstance(value, tuple):
        return "a tuple"
    return "a number"


def exact(value: Number) -> Number:
    """A fraction that is whole as an integer; floats must be finite."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    if isinstance(value, float) and not math.isfinite(value):
        raise ArithmeticFault("E205", "the result is too large for a real number")
    return value


def bits(value: Number) -> int:
    """Size of a number in bits: of the larger of numerator and denominator; 0 for a float."""
    if isinstance(value, float):
        return 0
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def refuse_large(size: int) -> None:
    if size > MAX_BITS:
        raise ArithmeticFault("E205", f"the result would have about {size * 30_103 // 100_000:,} digits")


def truth(value: Value) -> bool:
    """A condition: a truth value, or a number that is or is not zero."""
    if isinstance(value, str | tuple):
        raise ArithmeticFault("E207", f"a condition is needed here, not {kind_of(value)}")
    return bool(value)


def _real(a: Number, b: Number, compute: Callable[[Any, Any], Any]) -> Number:
    try:
        result: Number = compute(float(a), float(b))
    except OverflowError:
        raise ArithmeticFault("E205", "the result is too large for a real number") from None
    if isinstance(result, complex):
        raise ArithmeticFault("E208", "a root of a negative number is not real")
    return exact(result)


def _both(
    a: Value, b: Value, operation: str, size: Callable[[int, int], int], compute: Callable[[Any, Any], Any]
) -> Number:
    x, y = number(a, operation), number(b, operation)
    if isinstance(x, float) or isinstance(y, float):
        return _real(x, y, compute)
    refuse_large(size(bits(x), bits(y)))
    return exact(compute(x, y))


def add(a: Value, b: Value) -> Number:
    if type(a) is int and type(b) is int:
        refuse_large(max(a.bit_length(), b.bit_length()) + 1)
        return a + b
    return _both(a, b, "+", lambda m, n: m + n, lambda x, y: x + y)


def subtract(a: Value, b: Value) -> Number:
    return add(a, negate(b))


def multiply(a: Value, b: Value) -> Number:
    return _both(a, b, "*", lambda m, n: m + n, lambda x, y: x * y)


def _divisor(value: Value, operation: str) -> None:
    if number(value, operation) == 0:
        raise ArithmeticFault("E206", "division by zero")


def divide(a: Value, b: Value) -> Number:
    """The exact quotient: 4/2 is the integer 2, 1/3 the fraction."""
    _divisor(b, "/")
    if isinstance(a, float) or isinstance(b, float):
        return _real(number(a, "/"), number(b, "/"), lambda x, y: x / y)
    return _both(a, b, "/", lambda m, n: m + n, lambda x, y: Fraction(x) / Fraction(y))


def floor_divide(a: Value, b: Value) -> Number:
    _divisor(b, "//")
    return floor(_both(a, b, "//", lambda m, n: m + n, lambda x, y: x // y))


def modulo(a: Value, b: Value) -> Number:
    _divisor(b, "%")
    return _both(a, b, "%", lambda m, n: m + n, lambda x, y: x % y)


def _raised(base: Any, exponent: Any) -> Any:
    return base**exponent


def power(a: Value, b: Value) -> Number:
    """Exact for whole exponents and for exact roots; real otherwise. Bounded before it is computed."""
    base, exponent = number(a, "**"), number(b, "**")
    if base == 0 and exponent < 0:
        raise ArithmeticFault("E206", "division by zero: 0 to a negative power")
    if isinstance(base, float) or isinstance(exponent, float):
        return _real(base, exponent, _raised)
    if isinstance(exponent, int):
        return _whole_power(base, exponent)
    root = _exact_root(base, exponent.denominator)
    if root is None:
        return _real(base, exponent, _raised)
    return _whole_power(root, exponent.numerator)


def _whole_power(base: int | Fraction, exponent: int) -> Number:
    if base not in (0, 1, -1):
        refuse_large(bits(base) * abs(exponent) if abs(exponent) <= MAX_BITS else MAX_BITS * abs(exponent))
    elif exponent.bit_length() > 64:
        exponent %= 2
    return exact(_raised(Fraction(base) if exponent < 0 else base, exponent))


def _exact_root(value: int | Fraction, degree: int) -> int | Fraction | None:
    """The square root where it is rational; other degrees are left to real arithmetic."""
    if degree != 2 or value < 0:
        return None
    fraction = Fraction(value)
    top, bottom = math.isqrt(fraction.numerator), math.isqrt(fraction.denominator)
    if top * top != fraction.numerator or bottom * bottom != fraction.denominator:
        return None
    return Fraction(top, bottom)


def negate(a: Value) -> Number:
    return -number(a, "-")


def plus(a: Value) -> Number:
    return number(a, "+")


def floor(a: Value) -> int:
    return math.floor(number(a, "floor"))


def ceil(a: Value) -> int:
    return math.ceil(number(a, "ceil"))


def absolute(a: Value) -> Number:
    found: Number = number(a, "abs")
    return -found if found < 0 else found


def _extreme(choose: Callable[[Any], Any], values: list[Number]) -> Number:
    """min or max over mixed number types, which compare exactly."""
    found: Number = choose(values)
    return found


def smallest(*values: Value) -> Number:
    return _extreme(min, [number(value, "min") for value in values])


def largest(*values: Value) -> Number:
    return _extreme(max, [number(value, "max") for value in values])


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
    return 1 if x == 0 else _real(math.e, x, lambda e, power_of: e**power_of)
