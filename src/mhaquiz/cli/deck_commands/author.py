"""What the author's commands share: finding files, checking them together with their tests."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli.context import UsageError, is_file_name
from mhaquiz.deck.checks import Checked, check_files
from mhaquiz.deck.display import counted

if TYPE_CHECKING:
    from mhaquiz.quiz.author_tests import TestResult


@dataclass(frozen=True, slots=True)
class AuthorRun:
    """A check with the tests' results by card key."""

    checked: Checked
    tests: dict[str, list[TestResult]]

    def counts(self) -> str:
        """What was looked at: `1 deck, 3 cards, 20 variants, 3 of 3 tests passed`."""
        decks, cards = self.checked.decks, sum(len(deck.cards) for deck in self.checked.decks)
        results = [result for found in self.tests.values() for result in found]
        passed = sum(result.passed for result in results)
        tests = f"{passed:,} of {len(results):,} tests passed" if results else "no tests"
        variants = counted(self.checked.variants, "variant")
        return f"{counted(len(decks), 'deck')}, {counted(cards, 'card')}, {variants}, {tests}"


def existing_paths(names: Sequence[str]) -> list[Path]:
    """The deck files and folders that are named, by path or by a deck's id. Raises UsageError for others."""
    from mhaquiz.deck.places import builtin_decks

    if not names:
        return [builtin_decks()]
    return [_existing(name) for name in names]


def _existing(name: str) -> Path:
    if not name:  # pathlib takes it for the current folder
        raise UsageError("name a deck file, a folder or a deck's id; `.` is the current folder")
    path = Path(name)
    if path.exists():
        return path
    if is_file_name(name) or "/" in name:
        raise UsageError(f"{name}: no such file or folder")
    from mhaquiz.cli.context import find_decks, load_decks

    return find_decks(load_decks(), [name])[0].path


def checked_with_tests(paths: Sequence[Path]) -> AuthorRun:
    """Check decks and run the tests of every card that is otherwise sound; failures join the problems."""
    checked = check_files(paths, known=InstalledKeys())
    tests: dict[str, list[TestResult]] = {}
    for deck in checked.decks:
        for card in deck.cards:
            report = checked.reports.get(card.key)
            if card.tests and report is not None and report.whole():
                from mhaquiz.quiz.author_tests import run

                tests[card.key] = run(card)
                for result in tests[card.key]:
                    if result.code:
                        path = ("tests", result.index, result.key)
                        report.add(result.code, result.message, *path, advice=result.help)
    return AuthorRun(checked, tests)


class InstalledKeys(Collection[str]):
    """Keys of the installed cards, loaded when a link to another deck is to be judged."""

    @cached_property
    def keys(self) -> frozenset[str]:
        from mhaquiz.cli.context import cache_dir
        from mhaquiz.deck.library import load_library
        from mhaquiz.deck.places import builtin_decks, user_decks

        library = load_library([builtin_decks(), user_decks()], cache_dir=cache_dir())
        return frozenset(card.key for card in library.cards())

    def __contains__(self, key: object) -> bool:
        return key in self.keys

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys)

    def __len__(self) -> int:
        return len(self.keys)
