"""Every check of deck files: structure, names, variants, links, style. All faults of all files in one run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from mhaquiz.deck.body_checks import check_body
from mhaquiz.deck.card_report import CardReport
from mhaquiz.deck.cards import Card, Deck
from mhaquiz.deck.library import collector_paused
from mhaquiz.deck.link_checks import check_lab, check_links, check_start
from mhaquiz.deck.lints import lint, lint_deck
from mhaquiz.deck.locks import check_lock
from mhaquiz.deck.messages import Problem, in_order
from mhaquiz.deck.name_checks import check_names
from mhaquiz.deck.places import deck_files
from mhaquiz.deck.reading import DeckFile, read_deck
from mhaquiz.deck.variant_checks import check_variants


@dataclass(slots=True)
class Checked:
    """A run of the checks: the files, and how many variants were looked at."""

    files: list[DeckFile] = field(default_factory=list)
    variants: int = 0
    reports: dict[str, CardReport] = field(default_factory=dict)  # by card key

    @property
    def problems(self) -> list[Problem]:
        return in_order(problem for file in self.files for problem in file.problems)

    @property
    def decks(self) -> list[Deck]:
        return [file.deck for file in self.files if file.deck is not None]


class Keys(Collection[str]):
    """Card keys of this run and of all that is installed, which is asked only where the former say no."""

    def __init__(self, own: Collection[str], installed: Collection[str]) -> None:
        self.own = own
        self.installed = installed

    def __contains__(self, key: object) -> bool:
        return key in self.own or key in self.installed

    def __iter__(self) -> Iterator[str]:
        return chain(self.own, self.installed)

    def __len__(self) -> int:
        return len(self.own) + len(self.installed)


def check(paths: Iterable[Path | str], known: Collection[str] = ()) -> list[Problem]:
    """All problems of the deck files in `paths`. `known` holds keys of cards that are installed elsewhere."""
    return check_files(paths, known).problems


def check_files(paths: Iterable[Path | str], known: Collection[str] = (), pure: bool = False) -> Checked:
    """Check deck files and the decks in folders; the result keeps their trees for whoever reports more."""
    run = Checked()
    with collector_paused():
        run.files = [read_deck(path, pure=pure) for path in deck_files(Path(path) for path in paths)]
        _same_ids(run.files)
        keys = Keys({card.key for deck in run.decks for card in deck.cards}, known)
        for file in run.files:
            _check_file(file, run, keys)
    return run


def check_file(file: DeckFile) -> None:
    """Check one file that was read, on its own; what is found joins its problems."""
    if file.deck is not None:
        _check_file(file, Checked([file]), {card.key for card in file.deck.cards})


def _same_ids(files: Iterable[DeckFile]) -> None:
    first: dict[str, DeckFile] = {}
    for file in files:
        if file.deck is None or file.root is None:
            continue
        other = first.setdefault(file.deck.id, file)
        if other is not file:
            node = file.root.values["deck"].values["id"]
            file.add("E107", f"the deck id `{file.deck.id}` is taken by {other.path}", node)


def _check_file(file: DeckFile, run: Checked, keys: Collection[str]) -> None:
    if file.deck is None:
        return
    check_start(file)
    check_lock(file)
    own = {card.id for card in file.deck.cards}
    misconceptions = {one.id for one in file.deck.misconceptions}
    for card in file.deck.cards:
        report = CardReport(file, card)
        run.reports[card.key] = report
        run.variants += _check_card(card, report, misconceptions, own, keys)
    lint_deck(file.deck, run.reports)


def _check_card(
    card: Card,
    report: CardReport,
    misconceptions: Collection[str],
    own: Collection[str],
    keys: Collection[str],
) -> int:
    """All checks of one card; the number of variants looked at."""
    if report.lost_names():
        return 0
    check_names(card, report)
    check_body(card, report, misconceptions)
    found = check_variants(card, report)
    check_links(card, report, own, keys)
    check_lab(card, report, found.draws if found else ())
    lint(card, report, found)
    return len(found.draws) if found else 0
