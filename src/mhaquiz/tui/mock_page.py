"""What is chosen before a mock interview, and what will happen in it, as data and prose. No widgets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from textual.content import Content

from mhaquiz.deck.cards import LEVEL_MEANINGS, LEVELS, Level
from mhaquiz.deck.display import counted
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.row_list import Row

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card

_T = TypeVar("_T")
MINUTES = (5, 10, 15, 20, 30, 45, 60, 90)
NAME_WIDTH = 14


@dataclass(frozen=True, slots=True)
class MockChoice:
    """How long, from which level, and over which topics; `left_out` are topics that are not asked."""

    minutes: int = 30
    lowest: Level = LEVELS[0]
    left_out: frozenset[str] = frozenset()

    def turned(self, name: str, by: int) -> MockChoice:
        """One step up or down of `minutes`, `level` or a topic; the same at an end."""
        if name == "minutes":
            return replace(self, minutes=_step(MINUTES, self.minutes, by))
        if name == "level":
            return replace(self, lowest=_step(LEVELS, self.lowest, by))
        return replace(self, left_out=self.left_out - {name} if by > 0 else self.left_out | {name})

    def ticked(self, topic: str) -> MockChoice:
        return replace(self, left_out=self.left_out ^ {topic})

    def cards(self, cards: Sequence[Card]) -> list[Card]:
        """The cards that may be asked."""
        return [card for card in cards if card.topic not in self.left_out]


def _step(choices: Sequence[_T], now: _T, by: int) -> _T:
    at = choices.index(now) + by
    return choices[min(max(at, 0), len(choices) - 1)]


def rows(choice: MockChoice, cards: Sequence[Card], seen: Collection[str]) -> list[Row]:
    """The list of the page: minutes, level, then a line a topic."""
    by_topic: dict[str, list[Card]] = {}
    for card in cards:
        by_topic.setdefault(card.topic, []).append(card)
    return [
        _row("minutes", f"{choice.minutes} min", "minutes"),
        _row("first level", f"{choice.lowest} ({LEVEL_MEANINGS[choice.lowest]})", "level"),
        Row(Content.styled("topics", "$quiet")),
        *(_topic(name, found, name not in choice.left_out, seen) for name, found in by_topic.items()),
    ]


def _row(name: str, value: str, key: str) -> Row:
    return Row(literal(name.ljust(NAME_WIDTH), "$quiet") + literal(value, "bold"), key=key)


def _topic(name: str, cards: Sequence[Card], asked: bool, seen: Collection[str]) -> Row:
    sign = Content.styled("[✓] " if asked else "[ ] ", "bold $accent" if asked else "$quiet")
    unseen = sum(card.key not in seen for card in cards)
    told = f"{counted(len(cards), 'card')}, {unseen} unseen"
    return Row(sign + literal(one_line(name), "" if asked else "$quiet"), literal(told, "$quiet"), name)


def what_happens(choice: MockChoice, asked: int) -> list[Block]:
    """What will happen, before the clock runs."""
    if not asked:
        return [
            Block(literal("Tick a topic: there is nothing to ask."), Content.styled("? ", "bold $warn"), 2)
        ]
    told = (
        f"{choice.minutes} minutes without hints or labs. A good answer leads to its follow-up and the next "
        "level, a poor one aside. Spoken questions are judged by you, against points and red flags."
    )
    after = "The end is a report: by topic, what was strong, red flags said, and five cards for tonight."
    return [Block(literal(told)), Block(literal(after, "$quiet"))]
