"""`mhaquiz deck watch DIR`: check again at every save, and show the card again; the last good state stays."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mhaquiz.cli import printable
from mhaquiz.cli.deck_commands.author import checked_with_tests, existing_paths
from mhaquiz.cli.deck_commands.check import summary, terminal_text
from mhaquiz.deck.watching import Watcher

SECONDS = 0.25


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="DIR|FILE", help="what to watch")
    parser.add_argument("--card", metavar="ID", help="show this card after every good save")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which draw of it (default 0)")
    parser.add_argument("--saves", type=int, metavar="N", help="end after N saves (for scripts)")


def run(options: argparse.Namespace) -> int:
    watcher = Watcher(tuple(existing_paths(options.paths)))
    desk = Desk(options)
    _write(desk.report(watcher.begin()))
    _write(["watching; Ctrl+C ends"])
    for changed in saves(watcher, options.saves, time.sleep):
        _write(["", printable(f"── saved: {', '.join(map(str, changed))}")])
        _write(desk.report(changed))
    return 0


def saves(watcher: Watcher, most: int | None, wait: Callable[[float], None]) -> Iterator[list[Path]]:
    """Each save's files, as they come; `wait` is what passes the time between looks."""
    count = 0
    while most is None or count < most:
        wait(SECONDS)
        changed = watcher.look()
        if changed:
            count += 1
            yield changed


@dataclass(slots=True)
class Desk:
    """What lies before the author: the messages of the last save, the card as it last was without errors."""

    options: argparse.Namespace
    card: list[str] = field(default_factory=list)

    def report(self, files: list[Path]) -> Iterator[str]:
        """Messages of the files that were saved, and the card; a broken save leaves the last good one."""
        checked = checked_with_tests(files)
        problems = checked.checked.problems
        if problems:
            yield terminal_text(problems).rstrip("\n")
        yield summary(problems, checked.counts())
        if self.options.card is None:
            return
        if not any(problem.is_error for problem in problems):
            self.card = _card(files, self.options) or self.card
        elif self.card:
            yield "the card as it last was without errors:"
        yield from self.card


def _card(files: list[Path], options: argparse.Namespace) -> list[str]:
    """The card where one of the files has it."""
    from mhaquiz.cli.deck_commands.choosing import choose
    from mhaquiz.cli.deck_commands.preview import card_lines

    shown = argparse.Namespace(values=[], seed=options.seed, choice=False, typed=None)
    for file in files:
        chosen = choose(str(file))
        for card in chosen.cards:
            if card.id == options.card:
                return ["", *card_lines(chosen, card, shown)]
    return []


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
    sys.stdout.flush()
