"""The words of an expression: numbers, names, texts, signs, and advice for signs that mean nothing here."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple, NoReturn

from mhaquiz.deck.expression_tree import ExpressionError

MAX_DIGITS = 1_000

_TOKEN = re.compile(
    r"""[ \t\r\n]*(?:
    (?P<number>(?:[0-9][0-9_]*(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
  | (?P<name>[^\W\d]\w*)
  | (?P<text>"[^"\\\n]*"|'[^'\\\n]*')
  | (?P<operator>\*\*|//|==|!=|<=|>=|[-+*/%<>(),.=])
  | (?P<end>\Z)
  | (?P<other>.)
    )""",
    re.VERBOSE | re.DOTALL,
)
RESERVED_WORDS = frozenset({"and", "or", "not", "if", "else", "True", "False"})
_ADVICE = {
    "^": "write ** for a power",
    "×": "write * for a product",
    "·": "write * for a product",
    "⋅": "write * for a product",
    "÷": "write / for a quotient",
    "−": "write the hyphen-minus - for a difference",
    "–": "write the hyphen-minus - for a difference",
    "≤": "write <=",
    "≥": "write >=",
    "≠": "write !=",
    "√": "write sqrt(…)",
    "!": "write `not`, or != to compare",
    "&": "write `and`",
    "|": "write `or`",
    "[": "there are no subscripts or lists; a tuple has round brackets",
    "]": "there are no subscripts or lists; a tuple has round brackets",
    "{": "this is an expression already, not a text with {names}",
    "}": "this is an expression already, not a text with {names}",
    ":": "there are no colons in expressions",
    ";": "one expression only",
    "\\": "texts in expressions have no escapes",
    '"': "the text is not closed",
    "'": "the text is not closed",
}


class Token(NamedTuple):
    kind: str
    text: str
    at: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens of a text, an end token last. Raises ExpressionError for a character that is not read."""
    found: list[Token] = []
    position = 0
    while True:
        match = _TOKEN.match(text, position)
        assert match is not None  # the alternatives cover every character
        kind = str(match.lastgroup)
        part = match[kind]
        token = Token(kind, part, match.start(kind), match.end(kind))
        if kind == "other" or (kind == "name" and not part.isidentifier()):
            _refuse_character(token)
        if kind == "name" and part in RESERVED_WORDS:
            token = Token("word", part, token.at, token.end)
        found.append(token)
        if kind == "end":
            return found
        position = match.end()


def _refuse_character(token: Token) -> NoReturn:
    for offset, character in enumerate(token.text):
        if character.isdigit() and not character.isdecimal():
            raise ExpressionError(
                "E201", f"`{character}` is not read here", token.at + offset, None, "write ** for a power"
            )
    remedy = _ADVICE.get(token.text, "")
    raise ExpressionError("E201", f"`{token.text}` is not read here", token.at, token.end, remedy)


def number_of(token: Token) -> int | Fraction:
    """A number token's exact value; its size is bounded by its digits before it is computed."""
    text = token.text.replace("_", "")
    if text.isdigit() and len(text) <= MAX_DIGITS and (text[0] != "0" or text == "0"):
        return int(text)
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    if len(mantissa) > MAX_DIGITS or len(exponent) > 5 or abs(int(exponent or "0")) > MAX_DIGITS:
        raise ExpressionError("E205", f"a number of more than {MAX_DIGITS:,} digits", token.at, token.end)
    if len(whole) > 1 and whole[0] == "0":
        raise ExpressionError(
            "E201", f"`{token.text}` begins with 0", token.at, token.end, "write the number without it"
        )
    value = Fraction(int((whole or "0") + decimals)) * Fraction(10) ** (int(exponent or "0") - len(decimals))
    return value.numerator if value.denominator == 1 else value
