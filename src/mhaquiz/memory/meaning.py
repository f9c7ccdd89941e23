"""When decks change under a history: cards that were given another id, and answers that mean something else.

A corrected typo leaves history, due date and stability alone. A card whose deck names its former ids takes
their history over, once, as an event. A card whose answer or kind has changed since it was last answered is
only named here: the person decides whether to keep its history (by answering) or to begin it anew (a `reset`
event).
"""

from __future__ import annotations

from collections.abc import Iterable

from mhaquiz.deck.cards import Card
from mhaquiz.memory.profile import Profile


def adopt(profile: Profile, cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Give each card the history of its former ids (`renamed_from`); old and new keys of what was moved."""
    cards = list(cards)
    present = {card.key for card in cards}
    former = [(f"{card.deck}/{old}", card.key) for card in cards for old in card.renamed_from]
    return [(old, new) for old, new in former if old not in present and profile.rename(old, new)]


def changed(profile: Profile, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards whose answer has changed since the last review that stands, and that were not reset since."""
    return tuple(
        card for card in cards if card.meaning_hash and _last_meaning(profile, card) not in _same(card)
    )


def _same(card: Card) -> tuple[str, str]:
    return "", card.meaning_hash


def _last_meaning(profile: Profile, card: Card) -> str:
    """The meaning at the last review; empty where there is none, or none that counts after a reset."""
    state = profile.state(card.key)
    if state is None or state.stability is None:
        return ""
    latest = profile.latest(card.key, 1)
    return latest[0].meaning_hash if latest else ""
