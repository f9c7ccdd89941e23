"""The functions of plain arithmetic that an author may call: the engine's, with bounds and codes of decks."""

from __future__ import annotations

from mhaquiz.deck.arithmetic import ArithmeticFault, Number, as_engine, number
from mhaquiz.deck.cards import Value
from mhaquiz.engine import exact, functions

#: Largest argument of `factorial` and `harmonic` whose result stays below MAX_BITS.
MAX_FACTORIAL = 1_300
MAX_HARMONIC = 2_000


def whole(value: Value, operation: str) -> int:
    found = number(value, operation)
    if not isinstance(found, int):
        raise ArithmeticFault("E208", f"{operation} takes whole numbers")
    return found


def common_divisor(*values: Value) -> Number:
    return as_engine(functions.common_divisor, *(whole(value, "gcd") for value in values))


def factorial(n: Value) -> Number:
    return as_engine(functions.factorial, whole(n, "factorial"), MAX_FACTORIAL)


def harmonic(n: Value) -> Number:
    """1 + 1/2 + … + 1/n, exactly."""
    return as_engine(functions.harmonic, whole(n, "harmonic"), MAX_HARMONIC)


def square_root(a: Value) -> Number:
    return as_engine(exact.square_root, number(a, "sqrt"))


def logarithm(a: Value, base: Value | None = None) -> Number:
    """Natural logarithm, or to a base; exact where it is a whole number or a small fraction."""
    x = number(a, "log")
    return (
        as_engine(functions.logarithm, x)
        if base is None
        else as_engine(functions.logarithm, x, number(base, "log"))
    )


def exponential(a: Value) -> Number:
    return as_engine(functions.exponential, number(a, "exp"))
