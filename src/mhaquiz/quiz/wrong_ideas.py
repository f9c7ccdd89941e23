"""Which cards to drill against one wrong idea."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mhaquiz.deck.cards import Card


def ideas_of(card: Card) -> frozenset[str]:
    """The misconceptions that a card can meet: of its mistakes, its choices, its red flags, its claim."""
    body = card.body
    parts = (*getattr(body, "mistakes", ()), *getattr(body, "choices", ()), *card.red_flags)
    ids = [part.misconception for part in parts] + [getattr(body, "mistake", None)]
    return frozenset(one for one in ids if one)


def cards_meeting(cards: Iterable[Card], idea: str, met_on: Collection[str] = ()) -> list[Card]:
    """The cards on which the idea was met, then the others that can meet it, in the decks' order."""
    chosen = [card for card in cards if card.key in met_on or idea in ideas_of(card)]
    return sorted(chosen, key=lambda card: card.key not in met_on)
