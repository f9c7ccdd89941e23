"""Drawn values as the log keeps them, and back. Exact: a Fraction is the text `4096/3`, a tuple a list."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from mhaquiz.deck.cards import Card, Value
from mhaquiz.memory.events import Json

#: Characters of a right answer that the log keeps. Other machines refuse lines that are longer than a page.
LONGEST_EXPECTED = 4_000


def kept_expected(text: str) -> str:
    """A right answer as the log keeps it: its beginning, where it is very long."""
    return text[:LONGEST_EXPECTED]


def json_value(value: Value) -> Json:
    """One value as JSON."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [json_value(one) for one in value]
    return value


def json_values(values: Mapping[str, Value]) -> dict[str, Json]:
    return {name: json_value(value) for name, value in values.items()}


def drawn_values(card: Card, stored: Mapping[str, Json]) -> dict[str, Value] | None:
    """What was drawn, looked up among the values the card can draw; None where the card has changed since.

    Nothing is parsed: a log is input from outside, and only a value that the deck declares can come back.
    """
    found: dict[str, Value] = {}
    for name, options in card.params:
        wanted = stored.get(name)
        matching = [
            one for one in options if json_value(one) == wanted and _same_kind(json_value(one), wanted)
        ]
        if not matching:
            return None
        found[name] = matching[0]
    return found


def _same_kind(one: Json, other: Json) -> bool:
    """True is not 1 and 1 is not 1.0, though Python finds them equal."""
    return type(one) is type(other)
