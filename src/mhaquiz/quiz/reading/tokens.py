"""What was typed, cut into numbers, names and signs, each with its place in the text."""

from __future__ import annotations

import re
from typing import Literal as OneOf
from typing import NamedTuple

from mhaquiz.quiz.reading.characters import SUPERSCRIPTS
from mhaquiz.quiz.reading.literals import BARE_NUMBER, NUMBER, Literal, literal
from mhaquiz.quiz.reading.unreadable import Unreadable

_RAISED = "".join(SUPERSCRIPTS)
_HEX = r"0[xX][0-9a-fA-F]+"
_SIGNS = r"\*\*|[-+*×/^()%!,⌈⌉⌊⌋√~]"
#: A name in a formula may have subscripts: d_model, d_{model}, dₖ. Raised digits after it are a power.
_NAME = rf"(?:(?![{_RAISED}½¼¾])[^\W\d])(?:_\{{\w+\}}|(?![{_RAISED}])\w)*"


def _pattern(number: str, times: str) -> re.Pattern[str]:
    return re.compile(
        rf"[ ]*(?:(?P<hex>{_HEX})|(?P<number>{number})|(?P<raised>[{_RAISED}]+)|(?P<times>{times})"
        rf"|(?P<name>{_NAME})|(?P<sign>{_SIGNS})|(?P<end>\Z)|(?P<other>.))",
        re.DOTALL,
    )


#: Numbers with grouped digits, `x` before a number or bracket a times sign.
NUMERIC = _pattern(NUMBER, r"[xX](?=[ ]*[0-9(])")
#: Commas part arguments, and `x` is a name like any other.
FORMULA = _pattern(BARE_NUMBER, r"(?!)")

_HELP = {
    "=": "type only what stands after the equals sign",
    "<": "type the number itself",
    ">": "type the number itself",
    "[": "type round brackets",
    "{": "type round brackets",
    "$": "amounts here have no currency",
    "'": "type a number or a formula",
    '"': "type a number or a formula",
    "½": "write 1/2",
    "¼": "write 1/4",
    "¾": "write 3/4",
    "_": "a name cannot begin with an underscore",
}


class Token(NamedTuple):
    """A piece of the text; a number carries what it writes."""

    kind: OneOf["number", "raised", "name", "sign", "end"]
    text: str
    at: int
    end: int
    number: Literal | None = None


def tokens(text: str, pattern: re.Pattern[str] = NUMERIC) -> list[Token]:
    """The tokens of `text`, an end token last. Raises Unreadable at the first character that fits nowhere."""
    found: list[Token] = []
    position = 0
    while True:
        match = pattern.match(text, position)
        assert match is not None  # the alternatives cover every character
        found.append(_token(match))
        if match.lastgroup == "end":
            return found
        position = match.end()


def _token(match: re.Match[str]) -> Token:
    kind = match.lastgroup
    assert kind is not None
    text, at, end = match[kind], match.start(kind), match.end(kind)
    if kind == "number":
        return Token("number", text, at, end, literal(text, at))
    if kind == "raised":
        return Token("raised", "".join(SUPERSCRIPTS[sign] for sign in text), at, end)
    if kind == "times":
        return Token("sign", "*", at, end)
    if kind == "name":
        return Token("name", text, at, end)
    if kind == "sign":
        return Token("sign", "^" if text == "**" else text, at, end)
    if kind == "end":
        return Token("end", "", at, end)
    if kind == "hex":
        raise Unreadable(f"`{text}` is hexadecimal; type a decimal number", at)
    raise Unreadable(f"`{text}` has no meaning here" + (f"; {_HELP[text]}" if text in _HELP else ""), at)
