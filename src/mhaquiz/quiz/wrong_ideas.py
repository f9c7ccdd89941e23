"""Which cards to drill against one wrong idea."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mhaquiz.deck.cards import Card


def ideas_of(card: Card) -> frozenset[str]:
    """The misconceptions that a card can meet: of its mistakes, its choices, its red flags, its claim."""
    body = card.body
    parts = (*getattr(body, "mistakes", ()), *getattr(body, "choices", ()), *card.red_flags)
    ids = [part.misconception for part in parts] + [getattr(body, "mistake", None)]
    return frozenset(one for one in ids if one)


def cards_meeting(cards: Iterable[Card], idea: str, met_on: Sequence[str] = ()) -> list[Card]:
    """The cards on which the idea was met, as `met_on` has them, then the others that can meet it."""
    place = {key: number for number, key in enumerate(met_on)}
    chosen = [card for card in cards if card.key in place or idea in ideas_of(card)]
    return sorted(chosen, key=lambda card: place.get(card.key, len(place)))
