"""What the queue is bounded by and what it gives."""

from __future__ import annotations

from dataclasses import dataclass

from mhaquiz.deck.cards import Card
from mhaquiz.memory.profile import Profile


@dataclass(frozen=True, slots=True)
class Limits:
    """The most new and due cards of one study day, whatever the session."""

    new: int = 20
    reviews: int = 200

    @classmethod
    def of(cls, profile: Profile) -> Limits:
        """The limits in the person's settings."""
        return cls(int(profile.settings["new_limit"]), int(profile.settings["review_limit"]))


@dataclass(frozen=True, slots=True)
class Item:
    """The next card and, in a few words, why now."""

    card: Card
    is_new: bool
    why_due: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing is due but a learning step is running until `until_ms`; `Queue.ahead` shows it now."""

    until_ms: int
