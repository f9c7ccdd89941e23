"""A typed number: exact value, and how it was written, which decides what it may be taken for.

Only a plain number, a number times a power of ten or one with a suffix can be meant as rounded; every other
expression is exact.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from mhaquiz.deck import arithmetic, arithmetic_functions
from mhaquiz.deck.arithmetic import ArithmeticFault
from mhaquiz.quiz.reading.characters import plain
from mhaquiz.quiz.reading.grammar import Parser
from mhaquiz.quiz.reading.literals import Literal, times_ten
from mhaquiz.quiz.reading.tokens import Token, tokens
from mhaquiz.quiz.reading.units import PERCENT, RATIO, Unit, UnitOf, unit, why_no_unit
from mhaquiz.quiz.reading.unreadable import Unreadable

#: Values of more bits are refused; about 300 digits.
MAX_BITS = 1_024

Exact = int | Fraction


class Written(StrEnum):
    """How a number was written."""

    PLAIN = "plain"  # digits, perhaps with a power of ten or a suffix
    FRACTION = "fraction"  # a/b
    EXPRESSION = "expression"


class Reading(NamedTuple):
    """What was read. `place` is the worth of the last typed digit (0: exact), `digits` how many count."""

    value: Exact
    written: Written
    digits: int = 0
    place: Exact = 0
    in_full: bool = True  # no suffix, no power of ten, no ~: a slip in its scale can be told
    percent: bool = False
    bytes: bool = False


_ABOUT = re.compile(
    r"\s*(?:~+|=|about\b|approx(?:imately|\.)?(?=\s)|roughly\b|circa\b|ca\.?(?=\s))\s*", re.IGNORECASE
)
_SMALL_POWER = re.compile(r"[+-]?[0-9]{1,3}")
_NO_NUMBER = {"nan", "inf", "infinity", "none", "null", "true", "false"}


def read_number(text: str, of: UnitOf = None, min_sigfigs: int = 3) -> Reading:
    """The number that `text` writes. Raises Unreadable; runs nothing and computes nothing large."""
    text = plain(text)
    about = _ABOUT.match(text)
    tilde = about is not None and "=" not in about.group()
    if about:
        text = " " * about.end() + text[about.end() :]
    found = tokens(text)
    reading = _plain_number(found, of, min_sigfigs, tilde)
    if reading is None:
        reading = _expression(found, of, tilde)
    refuse_large(reading.value)
    return reading


def refuse_large(value: Exact, at: int = 0) -> None:
    """Raises Unreadable for a number that no answer needs and that could not even be printed."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise Unreadable("the number is too large", at)


def _plain_number(found: list[Token], of: UnitOf, min_sigfigs: int, tilde: bool) -> Reading | None:
    """The reading where the tokens are [sign] number [× 10^k] [units]; None where they are anything else."""
    first = 1 if found[0].kind == "sign" and found[0].text in "+-" else 0
    number = found[first].number
    if number is None:
        return None
    power, after = _power_of_ten(found, first + 1)
    units = _units(found, after, of)
    if units is None:
        return None
    digits, exponent = _significant(number, min_sigfigs)
    factor = _factor(units)
    sign = -1 if first and found[0].text == "-" else 1
    return Reading(
        value=times_ten(sign * number.mantissa * factor, number.exponent + power),
        written=Written.PLAIN,
        digits=digits,
        place=times_ten(factor, exponent + power),
        in_full=not (tilde or number.scaled or power or factor != 1),
        percent=PERCENT in units,
        bytes=any(one.kind == "bytes" for one in units),
    )


def _significant(number: Literal, min_sigfigs: int) -> tuple[int, int]:
    """Digits that count and the power of ten of the last: zeros that end a whole number may be fillers."""
    digits, exponent, mantissa = number.digits, number.exponent, number.mantissa
    if number.whole and mantissa:
        while digits > min_sigfigs and mantissa % 10 == 0:
            mantissa //= 10
            digits -= 1
            exponent += 1
    return digits, exponent


def _power_of_ten(found: list[Token], at: int) -> tuple[int, int]:
    """The k of `× 10^k` at token `at` and the token after it; 0 and `at` where there is none."""
    if found[at].kind != "sign" or found[at].text not in "*×" or found[at + 1].text != "10":
        return 0, at
    after = at + 2
    if found[after].kind == "raised" and _SMALL_POWER.fullmatch(found[after].text):
        return int(found[after].text), after + 1
    if found[after].text != "^":
        return 0, at
    sign = found[after + 1].text if found[after + 1].kind == "sign" else ""
    after += 2 if sign in ("+", "-") else 1
    if not _SMALL_POWER.fullmatch(found[after].text):
        return 0, at
    return int(sign + found[after].text), after + 1


def _units(found: list[Token], at: int, of: UnitOf) -> list[Unit] | None:
    """The units from token `at` to the end; None where something else stands there."""
    units: list[Unit] = []
    for token in found[at:-1]:
        one = _unit(token, of)
        if one is None:
            return None
        units.append(one)
        _refuse_two(units, token)
    return units


def _unit(token: Token, of: UnitOf) -> Unit | None:
    if token.kind == "name":
        return unit(token.text, of)
    if token.text == "%":
        return PERCENT
    return RATIO if token.text == "×" else None


def _refuse_two(units: list[Unit], token: Token) -> None:
    """One unit is enough; after a suffix only B may stand (`1 million bytes`, `2 k B`)."""
    if len(units) > 1 and (len(units) > 2 or units[-1].factor != 1):
        raise Unreadable(f"one suffix is enough, and `{token.text}` is a second", token.at)


def _factor(units: list[Unit]) -> Exact:
    factor: Exact = 1
    for one in units:
        factor *= one.factor
    return factor


def _expression(found: list[Token], of: UnitOf, tilde: bool) -> Reading:
    algebra = _Numbers(of)
    parser = Parser(found, algebra)
    value = parser.parse()
    kinds = [token.kind if token.kind != "sign" else token.text for token in found if token.text not in "+-"]
    fraction = kinds[:3] == ["number", "/", "number"] and all(kind in ("name", "%") for kind in kinds[3:])
    return Reading(
        value=value.numerator if value.denominator == 1 else value,
        written=Written.FRACTION if fraction else Written.EXPRESSION,
        in_full=not tilde and all(one.factor == 1 for one in algebra.scaled_by),
        percent=any(one is PERCENT for one in algebra.scaled_by),
        bytes=any(one.kind == "bytes" for one in algebra.scaled_by),
    )


#: Functions that may be typed on a numeric card; each answers exactly or not at all.
_FUNCTIONS: Final = {
    "sqrt": arithmetic_functions.square_root,
    "factorial": arithmetic_functions.factorial,
    "ceil": arithmetic.ceil,
    "floor": arithmetic.floor,
    "min": arithmetic.smallest,
    "max": arithmetic.largest,
    "gcd": arithmetic_functions.common_divisor,
}
_OPERATIONS: Final = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "^": arithmetic.power,
}


class _Numbers:
    """The algebra of exact numbers with units."""

    def __init__(self, of: UnitOf) -> None:
        self.of = of
        self.scaled_by: list[Unit] = []

    def number(self, token: Token) -> Exact:
        assert token.number is not None
        if token.number.grouping == " ":
            raise Unreadable(
                f"is `{token.text}` one number? In an expression write it without spaces", token.end
            )
        return token.number.value

    def name(self, token: Token) -> Exact:
        lower = token.text.lower()
        if lower in _NO_NUMBER:
            raise Unreadable(f"`{token.text}` is not a number", token.at)
        if lower in _FUNCTIONS:
            raise Unreadable(f"`{token.text}` needs brackets", token.end)
        raise Unreadable(why_no_unit(token.text, self.of), token.at)

    def is_function(self, name: str) -> bool:
        return name in _FUNCTIONS

    def call(self, name: str, arguments: list[Exact], token: Token) -> Exact:
        function = _FUNCTIONS[name]
        try:
            return _exactly(function(*arguments), token)
        except ArithmeticFault as fault:
            raise Unreadable(fault.reason, token.at) from None
        except TypeError:
            raise Unreadable(f"`{name}` takes another number of values", token.at) from None

    def operate(self, sign: str, left: Exact, right: Exact, token: Token) -> Exact:
        if sign == "^" and max(right, -right) > arithmetic.MAX_BITS:
            raise Unreadable("the exponent is too large", token.at)
        try:
            return _exactly(_OPERATIONS[sign](left, right), token)
        except ArithmeticFault as fault:
            raise Unreadable(fault.reason, token.at) from None

    def negate(self, term: Exact) -> Exact:
        return -term

    def scaled(self, term: Exact, token: Token) -> Exact | None:
        one = _unit(token, self.of)
        if one is None:
            return None
        self.scaled_by.append(one)
        return term * one.factor


def _exactly(value: object, token: Token) -> Exact:
    if isinstance(value, int | Fraction):
        return value
    raise Unreadable("it does not come out exactly; type the decimal number", token.at)
