"""Decks and problems as JSON and back, without loss; defaults are left out to keep it small.

A card is two texts: what lists and plans look at, and the rest, which is read when it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Any

from mhaquiz.deck.cards import (
    Accept,
    AuthorTest,
    Card,
    Choice,
    Choices,
    Cloze,
    Deck,
    Kind,
    LabLink,
    Misconception,
    Mistake,
    Numeric,
    Order,
    Point,
    Recall,
    RedFlag,
    Shape,
    Source,
    SpotBug,
    Step,
    Symbolic,
    Tolerance,
    TrueFalse,
)
from mhaquiz.deck.messages import Problem

Json = Any
Decoder = Callable[[Json], Any]


# ── out ──────────────────────────────────────────────────────────────────────────────────
def encode(value: Any) -> Json:
    """A value of a deck as JSON: dataclasses as mappings of what is not default, fractions as {"/": […]}."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if isinstance(value, Fraction):
        return {"/": [value.numerator, value.denominator]}
    if isinstance(value, Path):
        return str(value)
    found = {
        name: encode(getattr(value, name))
        for name, default in _slots(value.__class__)
        if _differs(value, name, default)
    }
    return {"": type(value).__name__, **found} if isinstance(value, _BODIES) else found


@cache
def _slots(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((one.name, _default(one)) for one in fields(kind))


def _default(one: Field[Any]) -> Any:
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def _differs(value: object, name: str, default: Any) -> bool:
    return default is MISSING or getattr(value, name) != default


# ── in ───────────────────────────────────────────────────────────────────────────────────
def decode_value(found: Json) -> Any:
    if isinstance(found, list):
        return tuple([decode_value(item) for item in found])
    if isinstance(found, dict):
        top, bottom = found["/"]
        return Fraction(top, bottom)
    return found


def _many(kind: type, **decoders: Decoder) -> Decoder:
    """A tuple of dataclasses whose other fields are plain."""
    if not decoders:
        return lambda found: tuple([kind(**one) for one in found])
    read = _one(kind, **decoders)
    return lambda found: tuple([read(one) for one in found])


def _one(kind: type, **decoders: Decoder) -> Decoder:
    def read(found: Json) -> Any:
        for name, decoder in decoders.items():
            if name in found:
                found[name] = decoder(found[name])
        return kind(**found)

    return read


def _pairs(found: Json) -> tuple[tuple[str, str], ...]:
    return tuple([(name, text) for name, text in found])


def _valued(found: Json) -> Any:
    return tuple(
        [(name, decode_value(value) if type(value) in (list, dict) else value) for name, value in found]
    )


def _answer(found: Json) -> Any:
    return tuple(found) if isinstance(found, list) else found


_BODIES = (Recall, TrueFalse, Choices, Numeric, Symbolic, Shape, Order, Cloze, SpotBug)
_TOLERANCE = _one(Tolerance, rel=decode_value, abs=decode_value)
_ACCEPT = _one(Accept, forms=tuple, within=decode_value)
_MISTAKES = _many(Mistake, answer=_answer)
_BODY: Mapping[str, Decoder] = {
    "Recall": _one(Recall),
    "TrueFalse": _one(TrueFalse),
    "Choices": _one(Choices, choices=_many(Choice)),
    "Numeric": _one(Numeric, accept=_ACCEPT, tolerance=_TOLERANCE, mistakes=_MISTAKES),
    "Symbolic": _one(Symbolic, symbols=_pairs, mistakes=_MISTAKES),
    "Shape": _one(Shape, answer=tuple, mistakes=_MISTAKES),
    "Order": _one(Order, steps=_many(Step, after=tuple)),
    "Cloze": _one(Cloze),
    "SpotBug": _one(SpotBug, bug_lines=tuple),
}


def _body(found: Json) -> Any:
    return _BODY[found.pop("")](found)


_CARD: Mapping[str, Decoder] = {
    "kind": Kind,
    "body": _body,
    "params": _valued,
    "let": _pairs,
    "regions": _pairs,
    "points": _many(Point),
    "red_flags": _many(RedFlag),
    "minutes": decode_value,
    "lab": _one(LabLink, settings=_valued),
    "sources": _many(Source),
    "tests": _many(AuthorTest, type=_answer, values=_valued),
    **dict.fromkeys(
        (
            "tags",
            "require",
            "hints",
            "recap",
            "followups",
            "roles",
            "breaks_when",
            "seen_in",
            "confusable",
            "renamed_from",
        ),
        tuple,
    ),
}


#: Fields that a card need not have read yet, with what they are where nothing was kept.
_LATER: Mapping[str, Any] = {
    one.name: _default(one)
    for one in fields(Card)
    if one.default_factory is not MISSING or one.name == "body"
}
_AT_ONCE: Mapping[str, Any] = {
    one.name: one.default for one in fields(Card) if one.name not in _LATER and one.default is not MISSING
}


def encode_deck(deck: Deck) -> tuple[Json, list[str]]:
    """A deck as JSON with the first part of its cards, and the text of the second part of each card."""
    cards = [encode(card) for card in deck.cards]
    first = [{name: value for name, value in card.items() if name not in _LATER} for card in cards]
    second = [{name: value for name, value in card.items() if name in _LATER} for card in cards]
    head = encode(replace(deck, cards=())) | {"cards": first}
    return head, [json.dumps(rest, separators=(",", ":")) for rest in second]


def decode_deck(head: Json, rests: Sequence[bytes]) -> Deck:
    """The deck again; `head` is used up, `rests` are kept by the cards until they are asked."""
    head["cards"] = [_card(first, rest) for first, rest in zip(head["cards"], rests, strict=True)]
    return _deck(head)


def _card(found: Json, rest: bytes) -> Card:
    _decode_fields(found)
    card = object.__new__(Card)
    card.__dict__.update(_AT_ONCE)
    card.__dict__.update(found)
    card.__dict__["unread"] = partial(_rest, rest)
    return card


def _rest(text: bytes) -> Mapping[str, Any]:
    found = json.loads(text)
    _decode_fields(found)
    return {**_LATER, **found}


def _decode_fields(found: Json) -> None:
    for name in found:
        decoder = _CARD.get(name)
        if decoder is not None:
            found[name] = decoder(found[name])


_deck: Callable[[Json], Deck] = _one(
    Deck, path=Path, authors=tuple, start=tuple, misconceptions=_many(Misconception), cards=tuple
)
decode_problems: Decoder = _many(Problem, path=Path)
