"""Arguments that several commands share: decks, filters, plain mode, seeds."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card

LEVELS = ("L2", "L3", "L4")
PRIORITIES = ("core", "extended", "deep")

#: Filter option → what a card says for it. Values of one option are alternatives; options narrow each other.
FILTERS: Mapping[str, Callable[[Card], Iterable[str | None]]] = {
    "tag": lambda card: (*card.tags, card.topic),
    "level": lambda card: (card.level,),
    "role": lambda card: card.roles,
    "stage": lambda card: (card.stage,),
    "priority": lambda card: (card.priority,),
}


def add_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "decks", nargs="*", metavar="DECK", help="a deck's id, a card (deck/card) or a file; all without"
    )


def add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tag", action="append", metavar="TAG", help="only cards with this tag (may be repeated)"
    )
    parser.add_argument("--level", action="append", choices=LEVELS, help="L2 working, L3 senior, L4 staff")
    parser.add_argument("--role", action="append", metavar="ROLE", help="only what this role is asked")
    parser.add_argument("--stage", action="append", choices=("screen", "onsite"), help="interview stage")
    parser.add_argument(
        "--priority", action="append", choices=PRIORITIES, help="what matters most comes first"
    )


def add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="line by line, for pipes and screen readers")


def matches(card: Card, options: argparse.Namespace) -> bool:
    """Whether a card passes every filter that was given."""
    return all(
        not wanted or any(value in wanted for value in values(card))
        for name, values in FILTERS.items()
        if (wanted := getattr(options, name, None)) is not None
    )


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument type: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"`{text[:40]}` is not a whole number from {low} to {high}")
        return number

    return read


def fresh_seed() -> int:
    """A seed nobody chose; shown, so that the quiz can be had again."""
    from secrets import randbelow

    return randbelow(1_000_000)
