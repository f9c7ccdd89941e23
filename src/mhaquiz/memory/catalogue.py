"""The cards a person may be asked, indexed once: by key, in the order for newcomers, by what is mixed up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from mhaquiz.deck.cards import LEVELS, Card
from mhaquiz.memory.states import CardState


@dataclass(frozen=True, slots=True)
class Filters:
    """Which cards are wanted. Empty means all; several values of one field mean any of them.

    A tag stands for itself and for the tags below it: `serving` takes `serving/cache`.
    """

    decks: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    stage: str | None = None
    priority: tuple[str, ...] = ()
    marked: bool = False

    def accepts(self, card: Card) -> bool:
        """Whether a card is wanted, as far as the card itself tells."""
        return (
            (not self.decks or card.deck in self.decks)
            and (not self.levels or card.level in self.levels)
            and (not self.tags or any(_under(tag, wanted) for tag in card.tags for wanted in self.tags))
            and (not self.roles or any(role in self.roles for role in card.roles))
            and (self.stage is None or card.stage in (None, self.stage))
            and (not self.priority or card.priority in self.priority)
        )

    def accepts_state(self, state: CardState | None) -> bool:
        """Whether a card is wanted, as far as its state tells."""
        return not self.marked or (state is not None and state.flagged)


def _under(tag: str, wanted: str) -> bool:
    return tag == wanted or tag.startswith(wanted + "/")


class Catalogue:
    """Cards in a fixed order. Build it once for a library and hand it to every queue and plan."""

    def __init__(
        self, cards: Sequence[Card], filters: Filters | None = None, start: Sequence[str] = ()
    ) -> None:
        if filters is not None and filters != Filters():
            cards = [card for card in cards if filters.accepts(card)]
        self.by_key: dict[str, Card] = {card.key: card for card in cards}
        self._start = tuple(start)

    def __len__(self) -> int:
        return len(self.by_key)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.by_key.values())

    @cached_property
    def new_order(self) -> tuple[str, ...]:
        """Keys in the order in which new cards come: a deck's `start`, then levels, topics taking turns.

        Of one topic and level the cards of the deck named after it come first: other decks, such as a ladder
        for interviews, build on what it says.
        """
        turns: defaultdict[tuple[str, str], int] = defaultdict(int)
        first = {key: index - len(self._start) for index, key in enumerate(self._start)}
        levels = {level: index for index, level in enumerate(LEVELS)}
        cards = list(self.by_key.values())
        ranks = []
        for index in sorted(range(len(cards)), key=lambda index: cards[index].deck != cards[index].topic):
            card = cards[index]
            lane = (card.level, card.topic)
            ranks.append((first.get(card.key, 0), levels[card.level], turns[lane], index))
            turns[lane] += 1
        ranks.sort()
        return tuple(cards[rank[3]].key for rank in ranks)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Card → its place in the order of new cards."""
        return {key: index for index, key in enumerate(self.new_order)}

    @cached_property
    def confusable(self) -> Mapping[str, tuple[str, ...]]:
        """Card → the cards it is mixed up with, both ways, in deck order."""
        pairs: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for key, card in self.by_key.items():
            for other in card.confusable:
                if other in self.by_key and other != key:
                    pairs[key][other] = None
                    pairs[other][key] = None
        return {key: tuple(others) for key, others in pairs.items()}
