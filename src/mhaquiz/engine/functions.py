"""The functions a formula may call: exact where the mathematics allows, real otherwise."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from mhaquiz.engine.errors import EngineError, TooLarge
from mhaquiz.engine.exact import Number, bits, exact, real, square_root

#: factorial and harmonic refuse larger arguments (their results would have tens of thousands of digits).
MAX_FACTORIAL = 5_000
#: A logarithm is looked for among fractions with denominators up to this: log(8, 4) is 3/2.
LARGEST_ROOT = 16


@dataclass(frozen=True, slots=True)
class Function:
    """`evaluate` takes numbers; `real` functions may answer with a float."""

    evaluate: Callable[..., Number]
    summary: str
    real: bool = False


def _whole(name: str, number: Number) -> int:
    if isinstance(number, float) or number != int(number):
        raise EngineError(f"{name} takes whole numbers, not {number}")
    return int(number)


def _count(name: str, number: Number, most: int) -> int:
    count = _whole(name, number)
    if count < 0:
        raise EngineError(f"{name} takes whole numbers from 0 up, not {number}")
    if count > most:
        raise TooLarge(f"{name} is worked out up to {most:,}")
    return count


def factorial(number: Number, most: int = MAX_FACTORIAL) -> int:
    """1 · 2 · … · number, for whole numbers from 0 to `most`."""
    return math.factorial(_count("factorial", number, most))


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


def harmonic(number: Number, most: int = MAX_FACTORIAL) -> Number:
    """1 + 1/2 + … + 1/number, exactly, for whole numbers from 0 to `most`."""
    return exact(harmonic_number(_count("harmonic", number, most)))


def _whole_root(number: Number) -> int:
    if isinstance(number, float) or number < 0:
        raise EngineError(f"isqrt takes an exact number from 0 up, not {number}")
    return math.isqrt(math.floor(number))


def common_divisor(*numbers: Number) -> int:
    """The greatest common divisor of whole numbers."""
    return math.gcd(*(_whole("gcd", number) for number in numbers))


def logarithm(number: Number, base: Number | None = None) -> Number:
    """The natural logarithm, or the one to a base; exact where it is a whole number or a small fraction."""
    if base is None:
        return 0 if number == 1 and not isinstance(number, float) else natural_log(number)
    if base <= 0 or base == 1:
        raise EngineError("a logarithm needs a positive base other than 1")
    below = natural_log(base)
    if below == 0:
        raise EngineError("the base of this logarithm is too near 1")
    estimate = real(natural_log(number) / below)
    if isinstance(number, float) or isinstance(base, float):
        return estimate
    likely = Fraction(estimate).limit_denominator(LARGEST_ROOT)
    return exact(likely) if _is_power(number, base, likely) else estimate


def _is_power(number: int | Fraction, base: int | Fraction, exponent: Fraction) -> bool:
    """Whether `number` is `base ** exponent`; a power that would be far too large is not worked out."""
    times, root = exponent.numerator, exponent.denominator
    if (bits(base) - 1) * abs(times) > bits(number) * root:
        return False
    return number**root == Fraction(base) ** times


def natural_log(number: Number) -> float:
    """ln(number); whole numbers of any size, fractions of any size."""
    if number <= 0:
        raise EngineError(f"the logarithm of {number} is not real")
    if 0.5 < number < 1.5:
        return math.log1p(float(number - 1))  # near 1 a float of the number itself would be 1
    if isinstance(number, (int, float)):
        return math.log(number)
    if 1e-300 < number < 1e300:
        return math.log(number)
    return math.log(number.numerator) - math.log(number.denominator)


def exponential(number: Number) -> Number:
    """e to the number; an error where a float cannot hold it, 0 where it is nearer to 0 than any float."""
    if number == 0 and not isinstance(number, float):
        return 1
    try:
        return math.exp(number)
    except OverflowError:
        if number < 0:
            return 0.0
        raise TooLarge("e to that power is too large for a real number") from None


FUNCTIONS: Mapping[str, Function] = {
    "min": Function(lambda *numbers: min(numbers), "the smallest"),
    "max": Function(lambda *numbers: max(numbers), "the largest"),
    "abs": Function(abs, "without its sign"),
    "floor": Function(math.floor, "rounded down"),
    "ceil": Function(math.ceil, "rounded up"),
    "isqrt": Function(_whole_root, "the square root, rounded down"),
    "gcd": Function(common_divisor, "the greatest common divisor"),
    "factorial": Function(factorial, "1 · 2 · … · n"),
    "harmonic": Function(harmonic, "1 + 1/2 + … + 1/n"),
    "sqrt": Function(square_root, "the square root", real=True),
    "log": Function(logarithm, "the natural logarithm, or to a base", real=True),
    "exp": Function(exponential, "e to the power", real=True),
    "pi": Function(lambda: math.pi, "the circle's 3.14159…", real=True),
}
