"""How a value is written for a person: one way, so that what is shown is what is graded.

Every room asks here for numbers in groups of three, shares in per cent and things that are counted.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from mhaquiz.deck.cards import Value

#: `{name:,}`, `{name:.2f}`, `{name:,.1f}`, `{name:.3g}`, `{name:.1%}`.
FORMAT = re.compile(r",?(?:\.[0-9]{1,2}[fg%])?")
_DECIMALS = 6
#: Fractions of longer numbers (131,072/109,375, a harmonic sum of hundreds of digits) are shown as a rounded
#: decimal: nobody compares an answer with them.
_UNREADABLE = 10**5
_LONG_NUMBER = re.compile(r"(?<![\w.,])[0-9]{4,}(?![A-Za-z0-9_]|[.,][0-9])")


def percent(share: float | Fraction) -> str:
    """A share of 1 in whole per cent, halves up: `88%`, as decks write it, without a space."""
    return f"{math.floor(share * 100 + Fraction(1, 2))}%"


def counted(number: int, one: str, many: str = "") -> str:
    """`1 KV head`, `8 KV heads`, `4,096 tokens`; `many` where an `s` is not enough."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def grouped(line: str) -> str:
    """Whole numbers of a line in groups of three everywhere: `2·8,192·8`. For formulas, not for prose."""
    return _LONG_NUMBER.sub(lambda number: f"{int(number[0]):,}", line)


def show(value: Value, spec: str = "") -> str:
    """A value as text. Finite decimals are written as decimals, other fractions as p/q."""
    if isinstance(value, bool | str):
        return str(value)
    if isinstance(value, tuple):
        return "(" + ", ".join(show(item, spec) for item in value) + ("," if len(value) == 1 else "") + ")"
    if spec not in ("", ","):
        return _formatted(value, spec)
    if isinstance(value, int):
        return f"{value:{spec}}"
    if isinstance(value, Fraction):
        return _fraction(value, spec)
    return _real(value, spec)


def _formatted(value: int | Fraction | float, spec: str) -> str:
    try:
        return format(float(value), spec)
    except OverflowError:
        return show(value, "," if spec.startswith(",") else "")


def _fraction(value: Fraction, spec: str) -> str:
    scaled = value * 10**_DECIMALS
    if scaled.denominator != 1:
        if max(abs(value.numerator), value.denominator) >= _UNREADABLE:
            return _long_fraction(value, spec)
        return f"{value.numerator:{spec}}/{value.denominator:{spec}}"
    whole, decimals = divmod(abs(scaled.numerator), 10**_DECIMALS)
    digits = f"{decimals:0{_DECIMALS}d}".rstrip("0")
    sign = "-" if value < 0 else ""
    return f"{sign}{whole:{spec}}" + (f".{digits}" if digits else "")


def _long_fraction(value: Fraction, spec: str) -> str:
    try:
        return _real(float(value), spec)
    except OverflowError:
        return f"{round(value):{spec}}"


def _real(value: float, spec: str) -> str:
    """Six significant digits, or all whole ones: what a learner compares with, never a float's tail."""
    return f"{round(value):{spec}}" if 10**6 <= abs(value) < 10**15 else f"{value:{spec}.6g}"
