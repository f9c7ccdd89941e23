"""`mhaquiz deck suggest CARD`: wrong answers that no mistake explains, and the line to paste that would."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import UsageError, open_profile
from mhaquiz.cli.deck_commands.choosing import Chosen, add_target, choose
from mhaquiz.cli.deck_commands.stats import left_out_lines
from mhaquiz.deck.cards import Card, Choices
from mhaquiz.deck.display import counted

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
    for line in lines or [nothing_nameless(chosen, answers)]:
        sys.stdout.write(line + "\n")
    return 0


def nothing_nameless(chosen: Chosen, answers: list[Observation]) -> str:
    """Why there is nothing to suggest: nobody went wrong, or only in ways that the cards explain."""
    from mhaquiz.quiz.item_statistics import judged

    cards = {card.key: card for card in chosen.cards}
    failed = [one for one in answers if one.card in cards and not one.passed]
    if not failed:
        return "there are no wrong answers to these cards"
    names = Counter(judged(cards[one.card], one).name for one in failed)
    told = ", ".join(f"{count} × {name}" for name, count in names.most_common() if name)
    return printable("every wrong answer is one that its card explains" + (f": {told}" if told else ""))


def observed(chosen: Chosen, folder: Path | None) -> list[Observation]:
    """The answers of a class's reports, else of the person's own log."""
    from mhaquiz.memory.meaning import adopt
    from mhaquiz.quiz.observations import read_log, read_reports

    if folder is not None:
        if not folder.is_dir():
            raise UsageError(f"{folder} is no folder")
        reports = read_reports(folder.glob("**/*.json"), chosen.deck)
        for line in left_out_lines(reports):
            sys.stderr.write(line + "\n")
        return reports.observations
    with open_profile() as profile:
        adopt(profile, chosen.cards)
        return read_log(profile, chosen.cards)


def card_lines(card: Card, answers: list[Observation], limit: int) -> Iterator[str]:
    """What was typed to one card, how often, and the mistake that would explain it."""
    from mhaquiz.quiz.item_statistics import unnamed
    from mhaquiz.quiz.suggesting import suggestion

    found = unnamed(card, (one for one in answers if one.card == card.key))
    if found:
        nameless = counted(sum(one.count for one in found), "wrong answer")
        yield printable(f"{card.key}: {nameless} without a name")
    for one in found[:limit]:
        times = "once" if one.count == 1 else f"{one.count} times"
        said = f": {one.explanation}" if one.explanation else ""
        yield "  " + printable(f"{_shown(card, one.typed)} ({times}){said}")
        proposed = suggestion(card, one)
        if proposed is not None:
            yield "      " + printable(proposed.line)
            if proposed.clash:
                yield "      " + printable(f"# careful: {proposed.clash}; add a `require`")


def _shown(card: Card, picked: str) -> str:
    """A choice by its id and its text, everything else as it is."""
    body = card.body
    texts = {one.id: one.text for one in body.choices} if isinstance(body, Choices) else {}
    return f"{picked}: {texts[picked]}" if picked in texts else picked
