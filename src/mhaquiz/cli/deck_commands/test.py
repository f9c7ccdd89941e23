"""`mhaquiz deck test`: the author's tests, one line each. Exit 1 where one fails."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli import printable
from mhaquiz.cli.deck_commands.choosing import add_target, choose


def arguments(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    parser.add_argument("--quiet", action="store_true", help="only tests that fail")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.quiz.author_tests import run as run_tests
    from mhaquiz.quiz.author_tests import typed_text

    chosen = choose(options.target, options.card)
    total = failed = 0
    for card in chosen.cards:
        for result in run_tests(card):
            total += 1
            failed += not result.passed
            said = result.message or f"`{typed_text(card, result.test)}` is {result.test.expect}"
            if not (options.quiet and result.passed):
                where = f"{chosen.deck.path}:{result.test.line}"
                mark = "pass" if result.passed else "FAIL"
                sys.stdout.write(printable(f"{mark}  {card.key}  {said}  ({where})") + "\n")
    sys.stdout.write(f"{total - failed} of {total} tests passed\n")
    return 1 if failed else 0
