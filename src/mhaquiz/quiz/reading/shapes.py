"""Typed shapes: `(2, 12, 512, 64)`, `2x12x512x64`, `[2,12,512,64]`, `2 12 512 64`, `(B, h, n, n)`.

Sizes may be numbers, the card's names, or arithmetic of both (`h*head_dim`, `d_model/h`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from mhaquiz.deck.cards import Value
from mhaquiz.engine.errors import EngineError
from mhaquiz.quiz.reading.characters import plain
from mhaquiz.quiz.reading.formulas import read_formula
from mhaquiz.quiz.reading.lists import unwrapped
from mhaquiz.quiz.reading.numbers import refuse_large
from mhaquiz.quiz.reading.unreadable import Unreadable

MOST_DIMENSIONS = 16
_TORCH = re.compile(r"\s*(?:torch\.)?Size\s*(?=\()", re.IGNORECASE)
_COMMA, _TIMES, _SPACES = re.compile(","), re.compile(r"\s*[xX×]\s*"), re.compile(r"\s+")


def read_shape(text: str, names: Mapping[str, Value]) -> tuple[int | Fraction, ...]:
    """The sizes that `text` writes, names replaced by their values. Raises Unreadable."""
    text = plain(text)
    prefix = _TORCH.match(text)
    text = " " * prefix.end() + text[prefix.end() :] if prefix else text
    for opening, closing in ("()", "[]", "{}"):
        if text.count(opening) > text.count(closing):
            raise Unreadable(f"the bracket `{opening}` is never closed", text.find(opening))
    inside, start = unwrapped(text)
    inside, more = unwrapped(inside)  # torch.Size([2, 12])
    if not inside.strip():
        return ()
    numbers = {name: value for name, value in names.items() if _is_number(value)}
    parts = _parts(inside, start + more, numbers)
    if len(parts) > MOST_DIMENSIONS:
        raise Unreadable(f"a shape has at most {MOST_DIMENSIONS} sizes", parts[MOST_DIMENSIONS][1])
    return tuple(_size(part, at, numbers) for part, at in parts)


def _parts(inside: str, start: int, names: Mapping[str, Value]) -> list[tuple[str, int]]:
    """The sizes with their places: parted by commas, by x between plain sizes, or by spaces between them."""
    body = inside.rstrip()
    body = body[:-1] if body.endswith(",") else body
    for parting in (_TIMES, _SPACES):
        parts = _split(parting, body, start)
        if "," not in body and all(part.strip().isdigit() or part.strip() in names for part, _ in parts):
            return parts
    return _split(_COMMA, body, start)


def _split(parting: re.Pattern[str], body: str, start: int) -> list[tuple[str, int]]:
    """The pieces between separators that stand in no bracket, each with its place."""
    parts: list[tuple[str, int]] = []
    begin = 0
    for match in parting.finditer(body):
        piece = body[begin : match.start()]
        if piece.count("(") <= piece.count(")"):
            parts.append((piece, start + begin))
            begin = match.end()
    parts.append((body[begin:], start + begin))
    return parts


def _size(part: str, at: int, names: Mapping[str, Value]) -> int | Fraction:
    bare = part.strip()
    if not bare:
        raise Unreadable("a size is missing", at)
    if bare.isdigit() and bare.isascii():
        if len(bare) > 1 and bare[0] == "0":
            raise Unreadable(f"commas part the sizes here; `{bare}` looks like the rest of a longer one", at)
        return int(bare)
    try:
        value = read_formula(part, tuple((name, "") for name in names)).value(names)
    except Unreadable as trouble:
        raise Unreadable(trouble.reason, at + trouble.at) from None
    except (EngineError, ArithmeticError) as error:
        raise Unreadable(str(error), at) from None
    if not isinstance(value, int | Fraction):
        raise Unreadable(f"`{bare}` is no whole size", at)
    refuse_large(value, at)
    return value


def _is_number(value: Value) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
