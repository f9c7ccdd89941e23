"""What the tests of the decks' content ask of a card, and of the YAML files beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

from mhaquiz.deck.cards import Card, Kind, Numeric

HERE = Path(__file__).parent
NUMERIC = (Kind.NUMERIC, Kind.DEMO)
COUNTED = (Kind.NUMERIC, Kind.SYMBOLIC, Kind.SHAPE)


def read_yaml(path: Path) -> Any:
    """A file of ours, every scalar as text."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def is_estimate(card: Card) -> bool:
    return isinstance(card.body, Numeric) and "estimate" in card.body.accept.forms


def is_word(card: Card) -> bool:
    """Answered with a set of numbers or with one word: no second formula can confirm that."""
    return isinstance(card.body, Numeric) and bool({"set", "token"} & set(card.body.accept.forms))


def misconceptions_of(card: Card) -> set[str]:
    """The shared misconceptions that a card can record."""
    body = card.body
    named = [one.misconception for one in getattr(body, "mistakes", ())]
    named += [one.misconception for one in getattr(body, "choices", ())]
    named += [one.misconception for one in card.red_flags]
    named.append(getattr(body, "mistake", None))
    return {one for one in named if one}


def missing_cards(named: Collection[str], cards: Collection[Card]) -> set[str]:
    return set(named) - {card.key for card in cards}


def texts(card: Card) -> Iterator[str]:
    """Everything of a card that a learner reads as prose; code and places of sources are left out."""
    body = card.body
    yield from (card.prompt, card.short, card.full, card.why, card.analogy)
    yield from (*card.hints, *card.recap, *card.breaks_when, *card.seen_in)
    yield from (point.text for point in card.points)
    yield from (part for flag in card.red_flags for part in (flag.text, flag.why))
    yield from (one.why for one in getattr(body, "mistakes", ()))
    for one in (*getattr(body, "choices", ()), *getattr(body, "steps", ())):
        yield from (one.text, one.why)
    yield getattr(body, "text", "")
