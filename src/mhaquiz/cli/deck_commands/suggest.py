"""`mhaquiz deck suggest CARD`: wrong answers that no mistake explains, and the line to paste that would."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import open_profile
from mhaquiz.cli.deck_commands.choosing import Chosen, add_target, choose
from mhaquiz.deck.cards import Card

if TYPE_CHECKING:
    from mhaquiz.quiz.observations import Observation


def arguments(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    parser.add_argument(
        "--reports", type=Path, metavar="DIR", help="a class's `quiz --json` files, not the own log"
    )
    parser.add_argument(
        "--limit", type=int, default=10, metavar="N", help="wrong answers a card (default 10)"
    )


def run(options: argparse.Namespace) -> int:
    chosen = choose(options.target, options.card)
    answers = observed(chosen, options.reports)
    lines = [line for card in chosen.cards for line in card_lines(card, answers, options.limit)]
    for line in lines or ["every wrong answer in the log has a name"]:
        sys.stdout.write(line + "\n")
    return 0


def observed(chosen: Chosen, folder: Path | None) -> list[Observation]:
    """The answers of a class's reports, else of the person's own log."""
    from mhaquiz.quiz.observations import read_log, read_reports

    if folder is not None:
        return read_reports(folder.glob("**/*.json"), chosen.deck).observations
    with open_profile() as profile:
        return read_log(profile, chosen.cards)


def card_lines(card: Card, answers: list[Observation], limit: int) -> Iterator[str]:
    """What was typed to one card, how often, and the mistake that would explain it."""
    from mhaquiz.quiz.item_statistics import unnamed
    from mhaquiz.quiz.suggesting import suggestion

    found = unnamed(card, (one for one in answers if one.card == card.key))
    if found:
        yield printable(f"{card.key}: {sum(one.count for one in found)} wrong answers without a name")
    for one in found[:limit]:
        times = "once" if one.count == 1 else f"{one.count} times"
        yield printable(f"  {one.typed} ({times})" + (f": {one.explanation}" if one.explanation else ""))
        proposed = suggestion(card, one)
        if proposed is not None:
            yield "      " + printable(proposed.line)
            if proposed.clash:
                yield "      " + printable(f"# careful: {proposed.clash}; add a `require`")
