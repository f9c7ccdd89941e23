"""One number as it was written: its exact value, the digits typed and what the last of them is worth."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from mhaquiz.quiz.reading.unreadable import Unreadable

#: Powers of ten beyond this are refused: no count of this subject comes near.
MAX_EXPONENT = 308

#: Digits, perhaps in groups, perhaps with decimals and an exponent; what is wrong with it is told later.
NUMBER = r"(?:[0-9]+(?:(?:[,_']|[ ]+)[0-9]+)*(?:\.[0-9]*)*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
#: The same where commas and spaces part the items of a list or the arguments of a function.
BARE_NUMBER = r"(?:[0-9]+(?:[_'][0-9]+)*(?:\.[0-9]*)*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"

_SEPARATORS = re.compile(r"[,_']| +")
_PARTS = re.compile(r"([^.eE]*)(\.[^eE]*)?(?:[eE](.*))?")


class Literal(NamedTuple):
    """A number as written: mantissa × 10^exponent. `digits` counts from the first non-zero one."""

    mantissa: int
    exponent: int
    digits: int
    whole: bool  # no decimal point: zeros at the end may stand for digits not given
    scaled: bool  # written with an exponent
    grouping: str = ""

    @property
    def value(self) -> int | Fraction:
        return times_ten(self.mantissa, self.exponent)


def times_ten(number: int | Fraction, exponent: int) -> int | Fraction:
    """`number` × 10^exponent, an int where it is whole."""
    scale: int = 10 ** abs(exponent)
    if exponent >= 0:
        return number * scale
    if isinstance(number, int):
        whole, rest = divmod(number, scale)
        if not rest:
            return whole
    return Fraction(number, scale)


def literal(text: str, at: int) -> Literal:
    """The number that `text` (matched by NUMBER) writes. Raises Unreadable for doubtful grouping."""
    match = _PARTS.fullmatch(text)
    assert match is not None  # NUMBER matches nothing else
    whole, decimals, exponent = match[1], match[2], match[3]
    if decimals is None and exponent is None and whole.isdigit():
        return Literal(int(whole), 0, len(whole.lstrip("0")), True, False)
    grouping = _grouping(whole, text, at)
    digits = _SEPARATORS.sub("", whole) if grouping else whole
    after = (decimals or "")[1:]
    if "." in after:
        raise Unreadable(_two_points(text), at)
    power = _exponent(exponent, at) - len(after)
    typed = digits + after
    significant = len(typed.lstrip("0"))
    return Literal(int(typed), power, significant, decimals is None, exponent is not None, grouping)


def _exponent(text: str | None, at: int) -> int:
    if text is None:
        return 0
    if len(text.lstrip("+-").lstrip("0")) > 3 or abs(int(text)) > MAX_EXPONENT:
        raise Unreadable(f"the exponent {text[:12]} is too large", at)
    return int(text)


def _two_points(text: str) -> str:
    groups = text.split(".")
    if all(len(group) == 3 for group in groups[1:]):
        return f"`{text}` has two decimal points; write thousands with commas, {text.replace('.', ',')}"
    return f"`{text}` has two decimal points"


def _grouping(whole: str, text: str, at: int) -> str:
    """The separator of the thousands, "" for none; groups must be of three and of one kind."""
    groups = _SEPARATORS.split(whole)
    if len(groups) == 1:
        return ""
    found = {separator.strip() or " " for separator in _SEPARATORS.findall(whole)}
    separator = found.pop()
    if found:
        raise Unreadable(f"`{text}` mixes two ways of grouping digits", at)
    threes = all(len(group) == 3 for group in groups[1:])
    if threes and len(groups[0]) <= 3 and groups[0].lstrip("0"):
        return separator
    raise Unreadable(_doubtful(groups, separator, text), at)


def _doubtful(groups: list[str], separator: str, text: str) -> str:
    if separator == "," and len(groups) == 2:
        point = text.replace(",", ".")
        return f"is the comma in `{text}` a decimal point? Write {point}, or group digits in threes"
    if separator == " ":
        return f"what joins the numbers in `{text}`? Write * between them, or group digits in threes"
    return f"digits are grouped in threes, which `{text}` does not do"
