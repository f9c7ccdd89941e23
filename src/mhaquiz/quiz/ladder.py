"""Which question a mock interviewer asks next: up after a good answer, sideways after a poor one.

A ladder is a topic climbed from L2 to L4 through follow-ups; at its top another topic's begins, the one that
was asked about least. Two questions in five, or more, are ones that
the learner has never seen, for as long as there are any.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from mhaquiz.deck.cards import LEVELS, Card

UNSEEN_SHARE = 0.4


@dataclass(slots=True)
class Ladder:
    """Chooses among `cards`; `seen` are keys of cards reviewed before. The same seed chooses the same.

    `reserve` are keys that the interview plan held back: the first to be asked where something unseen is due,
    the last where not, so that they serve the next mock interview too.
    """

    cards: Sequence[Card]
    seen: Collection[str]
    seed: int
    lowest: str = "L2"
    reserve: Collection[str] = frozenset()
    asked: list[Card] = field(default_factory=list)
    _by_key: Mapping[str, Card] = field(init=False)
    _asked_keys: set[str] = field(init=False)
    _groups: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_key = {card.key: card for card in self.cards}
        self._asked_keys = {card.key for card in self.asked}

    def next(self, passed: bool | None) -> Card | None:
        """The next card after an answer that passed or not (None before the first); None at the end."""
        open_cards = [card for card in self.cards if self._is_open(card)]
        if not open_cards:
            return None
        candidates = self._follow_ups() if self._climbs(passed) else []
        unseen_due = self._unseen_is_due(open_cards)
        card = self._best(candidates, unseen_due)
        if card is None:
            card = min(open_cards, key=lambda one: self._distance(one, passed, unseen_due))
        self.asked.append(card)
        self._asked_keys.add(card.key)
        if card.group:
            self._groups.add(card.group)
        return card

    def _is_open(self, card: Card) -> bool:
        return card.key not in self._asked_keys and (card.group is None or card.group not in self._groups)

    def _climbs(self, passed: bool | None) -> bool:
        """Whether the next question goes on from the last: answered well, and not at the top."""
        return bool(passed) and bool(self.asked) and self.asked[-1].level != LEVELS[-1]

    def _follow_ups(self) -> list[Card]:
        """The follow-ups of the last question that may be asked, none of them two levels above it."""
        last = self.asked[-1] if self.asked else None
        if last is None:
            return []
        cards = (card for key in last.followups if (card := self._by_key.get(key)) is not None)
        top = LEVELS.index(last.level) + 1
        return [card for card in cards if self._is_open(card) and LEVELS.index(card.level) <= top]

    def _unseen_is_due(self, open_cards: Sequence[Card]) -> bool:
        """Whether a question already seen would push the unseen below their share, while any are left."""
        if all(card.key in self.seen for card in open_cards):
            return False
        return self.unseen_asked < UNSEEN_SHARE * (len(self.asked) + 1)

    @property
    def unseen_asked(self) -> int:
        return sum(card.key not in self.seen for card in self.asked)

    def _best(self, candidates: Sequence[Card], unseen_only: bool) -> Card | None:
        """The first candidate that may be asked now; follow-ups stand in the author's order."""
        return next((card for card in candidates if not unseen_only or card.key not in self.seen), None)

    def _distance(
        self, card: Card, passed: bool | None, unseen_due: bool
    ) -> tuple[bool, int, bool, int, bytes]:
        """How far a card is from what an interviewer would ask now; the seed decides between equals."""
        last = self.asked[-1] if self.asked else None
        wanted = self._wanted_level(last, passed)
        of_topic = sum(one.topic == card.topic for one in self.asked)
        off_topic = card.topic != last.topic if last is not None and self._climbs(passed) else of_topic
        out_of_place = (card.key in self.reserve) is not unseen_due
        levels = abs(LEVELS.index(card.level) - wanted)
        return (unseen_due and card.key in self.seen, levels, out_of_place, off_topic, self._shuffle(card))

    def _wanted_level(self, last: Card | None, passed: bool | None) -> int:
        """One level up after a good answer (from the top back to the lowest), the same after a poor one."""
        lowest = LEVELS.index(self.lowest)
        if last is None:
            return lowest
        level = LEVELS.index(last.level)
        if not passed:
            return max(lowest, level)
        return level + 1 if level + 1 < len(LEVELS) else lowest

    def _shuffle(self, card: Card) -> bytes:
        return blake2b(f"mock\0{self.seed}\0{card.key}".encode(), digest_size=8).digest()
