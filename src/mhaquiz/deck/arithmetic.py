"""Exact arithmetic that is bounded before it is computed.

Integers and fractions stay exact; floats appear only where the mathematics leaves the rationals (roots,
logarithms). A result that would need more than `MAX_BITS` bits is refused before any work is done on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from mhaquiz.deck.cards import Value
from mhaquiz.engine import exact as engine
from mhaquiz.engine.errors import DivisionByZero, EngineError, TooLarge

Number: TypeAlias = "int | Fraction | float"

#: About 3,600 digits: below the 4,300 at which Python refuses to print an integer. Whatever an author works
#: out may be shown, so each step keeps to it. The engine's own bound is wider, because only the end of its
#: formula is shown: what has a value here has the same one there. Powers,
#: roots and functions are worked out by the engine.
MAX_BITS = 12_000


#: Values of a tuple with those of the tuples in it, and how deep they stand in one another. A name may stand
#: in a tuple twice, and that tuple's name in the next: forty lines of `let` would make 2**40 values.
MAX_GROUPED = 400
MAX_GROUP_DEPTH = 8


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
        digits = min(size * 30_103 // 100_000, 10**12)
        raise ArithmeticFault("E205", f"the result would have {digits:,} digits or more")


def truth(value: Value) -> bool:
    """A condition: a truth value, or a number that is or is not zero."""
    if isinstance(value, str | tuple):
        raise ArithmeticFault("E207", f"a condition is needed here, not {kind_of(value)}")
    return bool(value)


def real(a: Number, b: Number, compute: Callable[[Any, Any], Any]) -> Number:
    """`compute` on floats. Raises ArithmeticFault where that has no finite real value."""
    try:
        result: Number = compute(float(a), float(b))
    except OverflowError:
        raise ArithmeticFault("E205", "the result is too large for a real number") from None
    except ZeroDivisionError:  # a divisor that is not 0, as a float of it is
        raise ArithmeticFault("E205", "a divisor is too small for a real number") from None
    if isinstance(result, complex):
        raise ArithmeticFault("E208", "a root of a negative number is not real")
    return exact(result)


def _both(
    a: Value, b: Value, operation: str, size: Callable[[int, int], int], compute: Callable[[Any, Any], Any]
) -> Number:
    x, y = number(a, operation), number(b, operation)
    if isinstance(x, float) or isinstance(y, float):
        return real(x, y, compute)
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
        return real(number(a, "/"), number(b, "/"), lambda x, y: x / y)
    return _both(a, b, "/", lambda m, n: m + n, lambda x, y: Fraction(x) / Fraction(y))


def floor_divide(a: Value, b: Value) -> Number:
    _divisor(b, "//")
    return floor(_both(a, b, "//", lambda m, n: m + n, lambda x, y: x // y))


def modulo(a: Value, b: Value) -> Number:
    _divisor(b, "%")
    return _both(a, b, "%", lambda m, n: m + n, lambda x, y: x % y)


def as_engine(compute: Callable[..., Number], *values: Number) -> Number:
    """What the engine's arithmetic makes of numbers; its errors as faults with a deck's codes."""
    try:
        return exact(compute(*values))
    except DivisionByZero as error:
        raise ArithmeticFault("E206", str(error)) from None
    except TooLarge as error:
        raise ArithmeticFault("E205", str(error)) from None
    except EngineError as error:
        raise ArithmeticFault("E208", str(error)) from None


def power(a: Value, b: Value) -> Number:
    """Exact for whole exponents and for exact roots; real otherwise. Bounded before it is computed."""
    base, exponent = number(a, "**"), number(b, "**")
    if isinstance(base, int | Fraction) and isinstance(exponent, int | Fraction) and base not in (0, 1, -1):
        times = abs(exponent.numerator)
        # A root of the base is taken first, where it has one: 4**(3/2) is no larger than 8.
        size = -(-bits(base) // exponent.denominator)
        refuse_large(size * times if times <= MAX_BITS else MAX_BITS * times)
    return as_engine(engine.raised, base, exponent)


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


def group(*values: Value) -> tuple[Value, ...]:
    """The tuple of values. Bounded: whoever shows or compares it meets every value in it."""
    size, depth = _extent(values)
    if size > MAX_GROUPED or depth > MAX_GROUP_DEPTH:
        bounds = f"at most {MAX_GROUPED} values, {MAX_GROUP_DEPTH} deep"
        raise ArithmeticFault("E205", f"a tuple holds {bounds}, those of its tuples counted")
    return values


def _extent(value: Value) -> tuple[int, int]:
    """How many values a tuple holds, itself included, and how deep they stand."""
    if not isinstance(value, tuple):
        return 1, 0
    parts = [_extent(item) for item in value]
    return 1 + sum(size for size, _ in parts), 1 + max((depth for _, depth in parts), default=0)


def _extreme(choose: Callable[[Any], Any], values: list[Number]) -> Number:
    """min or max over mixed number types, which compare exactly."""
    found: Number = choose(values)
    return found


def smallest(*values: Value) -> Number:
    return _extreme(min, [number(value, "min") for value in values])


def largest(*values: Value) -> Number:
    return _extreme(max, [number(value, "max") for value in values])
