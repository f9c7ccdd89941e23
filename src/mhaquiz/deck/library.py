"""All decks there are, by id, with their cards by key. One broken file never hides the others."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from mhaquiz.deck.cards import Card, Deck, Misconception
from mhaquiz.deck.messages import Problem
from mhaquiz.deck.places import builtin_decks, deck_files, file_bytes


class Library:
    """Decks in the order they were found, and what was wrong with files that are left out."""

    def __init__(self, decks: Iterable[Deck] = (), problems: Iterable[Problem] = ()) -> None:
        self.decks = tuple(decks)
        self.problems = tuple(problems)
        self._decks = {deck.id: deck for deck in self.decks}
        self._cards = {card.key: card for deck in self.decks for card in deck.cards}
        self._misconceptions = {(deck.id, one.id): one for deck in self.decks for one in deck.misconceptions}

    def deck(self, identifier: str) -> Deck | None:
        return self._decks.get(identifier)

    def card(self, key: str) -> Card | None:
        """The card with the key `deck-id/card-id`."""
        return self._cards.get(key)

    def cards(self) -> tuple[Card, ...]:
        """Every card of every deck, in order."""
        return tuple(self._cards.values())

    def misconception(self, deck_id: str, identifier: str) -> Misconception | None:
        return self._misconceptions.get((deck_id, identifier))


@contextmanager
def collector_paused() -> Iterator[None]:
    """Without the garbage collector: a deck is many small objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def load_library(paths: Iterable[Path | str], cache_dir: Path | None = None) -> Library:
    """Load deck files and the decks in folders; faults are in `.problems`, what is broken is left out.

    With `cache_dir`, a file that has not changed is not parsed again (its cards come without the author's
    tests), and decks that do not come with the program are checked in every variant when first read.
    """
    decks: dict[str, Deck] = {}
    problems: list[Problem] = []
    with collector_paused():
        for path in deck_files(Path(path) for path in paths):
            deck, found = _load(path, cache_dir)
            problems += found
            if deck is None:
                continue
            if deck.id in decks:
                reason = f"the deck id `{deck.id}` is taken by {decks[deck.id].path}"
                problems.append(Problem("E107", reason, path, help="give one of them another id"))
            else:
                decks[deck.id] = deck
    return Library(decks.values(), problems)


def _load(path: Path, cache_dir: Path | None) -> tuple[Deck | None, list[Problem]]:
    if cache_dir is None:
        return _read(path, None, checked=False)
    from mhaquiz.deck import deck_cache

    try:
        data = file_bytes(path)
    except OSError:
        data = None  # `_read` says what is wrong with it
    kept = deck_cache.load(cache_dir, path, data) if data is not None else None
    if kept is not None:
        return kept
    checked = not Path(os.path.realpath(path)).is_relative_to(builtin_decks())
    return _read(path, cache_dir, checked, data)


def _read(
    path: Path, cache_dir: Path | None, checked: bool, data: bytes | None = None
) -> tuple[Deck | None, list[Problem]]:
    """Read a file without the cache, and keep it there."""
    from mhaquiz.deck.reading import read_deck

    file = read_deck(path, data)
    deck = file.deck
    if checked and deck is not None:
        from mhaquiz.deck.checks import check_file

        check_file(file)
        broken = {problem.card for problem in file.problems if problem.is_error}
        deck = replace(deck, cards=tuple(card for card in deck.cards if card.key not in broken))
    problems = [problem for problem in file.problems if problem.is_error]
    if cache_dir is not None and data is not None and deck is not None:
        from mhaquiz.deck import deck_cache

        deck_cache.save(cache_dir, path, data, file.used, deck, problems)
    return deck, problems
