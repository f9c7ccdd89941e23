"""Typed lists: a set of numbers in any order, line or position numbers, a single word."""

from __future__ import annotations

import re
from fractions import Fraction

from mhaquiz.quiz.reading.characters import plain
from mhaquiz.quiz.reading.numbers import read_number
from mhaquiz.quiz.reading.unreadable import Unreadable

_WRAPPED = re.compile(r"\s*(?:\{(.*)\}|\[(.*)\]|\((.*)\))\s*", re.DOTALL)
_PARTING = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s+")
_EMPTY = {"{}", "∅", "none", "[]", "()"}


def unwrapped(text: str) -> tuple[str, int]:
    """What stands inside one pair of brackets around everything, and where it begins."""
    match = _WRAPPED.fullmatch(text)
    if match is None:
        return text, 0
    group = next(number for number in (1, 2, 3) if match[number] is not None)
    return match[group], match.start(group)


def read_set(text: str) -> frozenset[int | Fraction]:
    """Numbers parted by commas, semicolons, spaces or `and`; `none` is the empty set. Raises Unreadable."""
    text = plain(text)
    if text.replace(" ", "").lower() in _EMPTY:
        return frozenset()
    inside, start = unwrapped(text)
    found: set[int | Fraction] = set()
    at = start
    for item in _PARTING.split(inside.strip()):
        at = text.find(item, at)
        found.add(_item(item, at))
        at += len(item)
    return frozenset(found)


def _item(item: str, at: int) -> int | Fraction:
    if not item:
        raise Unreadable("a number is missing between two commas", at)
    if len(item) > 1 and item[0] == "0" and item.isdigit():
        raise Unreadable(f"commas part the numbers here; `{item}` looks like the rest of a longer one", at)
    try:
        return read_number(item).value
    except Unreadable as trouble:
        raise Unreadable(trouble.reason, at + trouble.at) from None


def read_word(text: str) -> str:
    """One word, without the quotes or full stop around it. Raises Unreadable for several."""
    words = plain(text).split()
    if len(words) > 1:
        raise Unreadable("one word is asked for", plain(text).find(words[1]))
    word = words[0].strip("\"'`.,;")
    if not word:
        raise Unreadable("one word is asked for")
    return word
