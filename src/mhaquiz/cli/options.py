"""Arguments that several commands share: decks, filters, plain mode, seeds."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import LEVELS, LEVELS_TOLD, PRIORITIES

if TYPE_CHECKING:
    from mhaquiz.memory.catalogue import Filters


def add_decks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "decks", nargs="*", metavar="DECK", help="a deck's id, a card (deck/card) or a file; all without"
    )


def add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tag", action="append", metavar="TAG", help="only cards with this tag (may be repeated)"
    )
    parser.add_argument("--level", action="append", choices=LEVELS, help=LEVELS_TOLD)
    parser.add_argument("--role", action="append", metavar="ROLE", help="only what this role is asked")
    parser.add_argument("--stage", choices=("screen", "onsite"), help="interview stage")
    parser.add_argument(
        "--priority", action="append", choices=PRIORITIES, help="what matters most comes first"
    )


def add_marked(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--marked", action="store_true", help="only cards that you have marked")


def add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="line by line, for pipes and screen readers")


def filters(options: argparse.Namespace) -> Filters:
    """The filters that were given. Values of one option are alternatives; options narrow each other."""
    from mhaquiz.memory.catalogue import Filters

    return Filters(
        tags=tuple(options.tag or ()),
        levels=tuple(options.level or ()),
        roles=tuple(options.role or ()),
        stage=options.stage,
        priority=tuple(options.priority or ()),
        marked=getattr(options, "marked", False),
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
