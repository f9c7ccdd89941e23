"""The functions a formula may call: exact where the mathematics allows, real otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.exact import Number, real

#: factorial and harmonic refuse larger arguments (their results would have tens of thousands of digits).
MAX_FACTORIAL = 5_000


@dataclass(frozen=True, slots=True)
class Function:
    """`evaluate` takes numbers; `real` functions may answer with a float."""

    evaluate: Callable[..., Number]
    summary: str
    real: bool = False


def _whole(name: str, number: Number, least: int, most: int | None = None) -> int:
    if isinstance(number, float) or number != int(number) or number < least:
        raise EngineError(f"{name} takes a whole number from {least} up, not {number}")
    if most is not None and number > most:
        raise EngineError(f"{name} is worked out up to {most:,}, not for {number}")
    return int(number)


def _factorial(number: Number) -> int:
    return math.factorial(_whole("factorial", number, 0, MAX_FACTORIAL))


@lru_cache(maxsize=256)
def harmonic_number(n: int) -> Fraction:
    """1 + 1/2 + … + 1/n, by halves so that the fractions stay small."""
    return _reciprocals(1, n) if n else Fraction(0)


@lru_cache(maxsize=256)
def harmonic_difference(first: int, last: int) -> Fraction:
    """1/(first + 1) + … + 1/last for first ≤ last."""
    return _reciprocals(first + 1, last) if first < last else Fraction(0)


def _reciprocals(first: int, last: int) -> Fraction:
    if first == last:
        return Fraction(1, first)
    middle = (first + last) // 2
    return _reciprocals(first, middle) + _reciprocals(middle + 1, last)


def _harmonic(number: Number) -> Fraction:
    return harmonic_number(_whole("harmonic", number, 0, MAX_FACTORIAL))


def _whole_root(number: Number) -> int:
    if isinstance(number, float) or number < 0:
        raise EngineError(f"isqrt takes an exact number from 0 up, not {number}")
    return math.isqrt(math.floor(number))


def _gcd(*numbers: Number) -> int:
    return math.gcd(*(_whole("gcd", number, 0) for number in numbers))


def square_root(number: Number) -> Number:
    """√number: exact for squares of whole numbers and fractions, a float otherwise."""
    if number < 0:
        raise EngineError(f"the root of a negative number ({number}) is not real")
    if isinstance(number, float):
        return math.sqrt(number)
    above, below = math.isqrt(number.numerator), math.isqrt(number.denominator)
    if above * above == number.numerator and below * below == number.denominator:
        return Fraction(above, below)
    # Beyond a float's reach the root of the whole part has more digits than the float that it becomes.
    return real(math.isqrt(math.floor(number))) if number > 1e300 else math.sqrt(number)


def logarithm(number: Number, base: Number | None = None) -> float:
    """The natural logarithm, or the one to a base."""
    if base is None:
        return natural_log(number)
    below = natural_log(base)
    if below == 0:
        raise EngineError("a logarithm to base 1 has no value")
    return natural_log(number) / below


def natural_log(number: Number) -> float:
    """ln(number); whole numbers of any size, fractions of any size."""
    if (number if isinstance(number, float) else number.numerator) <= 0:
        raise EngineError(f"the logarithm of {number} is not real")
    if isinstance(number, (int, float)):
        return math.log(number)
    return math.log(number.numerator) - math.log(number.denominator)


def exponential(number: Number) -> float:
    """e to the number; an error where a float cannot hold it, 0 where it is nearer to 0 than any float."""
    try:
        return math.exp(number)
    except OverflowError:
        if number < 0:
            return 0.0
        raise EngineError("e to that power is too large for a real number") from None


FUNCTIONS: Mapping[str, Function] = {
    "min": Function(lambda *numbers: min(numbers), "the smallest"),
    "max": Function(lambda *numbers: max(numbers), "the largest"),
    "abs": Function(abs, "without its sign"),
    "floor": Function(math.floor, "rounded down"),
    "ceil": Function(math.ceil, "rounded up"),
    "isqrt": Function(_whole_root, "the square root, rounded down"),
    "gcd": Function(_gcd, "the greatest common divisor"),
    "factorial": Function(_factorial, "1 · 2 · … · n"),
    "harmonic": Function(_harmonic, "1 + 1/2 + … + 1/n"),
    "sqrt": Function(square_root, "the square root", real=True),
    "log": Function(logarithm, "the natural logarithm, or to a base", real=True),
    "exp": Function(exponential, "e to the power", real=True),
    "pi": Function(lambda: math.pi, "the circle's 3.14159…", real=True),
}
