"""Decks and problems as JSON and back, without loss; defaults are left out to keep it small."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from fractions import Fraction
from functools import cache
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


_CARD_DEFAULTS: Mapping[str, Any] = {
    name: default for name, default in _slots(Card) if default is not MISSING
}


def decode_card(found: Json) -> Card:
    """A card from its JSON, which is used up."""
    for name in found:
        decoder = _CARD.get(name)
        if decoder is not None:
            found[name] = decoder(found[name])
    card = object.__new__(Card)
    card.__dict__.update(_CARD_DEFAULTS)
    card.__dict__.update(found)
    return card


decode_deck: Decoder = _one(
    Deck,
    path=Path,
    authors=tuple,
    start=tuple,
    misconceptions=_many(Misconception),
    cards=lambda found: tuple(map(decode_card, found)),
)
decode_problems: Decoder = _many(Problem, path=Path)
