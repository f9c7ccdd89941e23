"""`mhaquiz deck rename OLD NEW`: another id for a card, in its file and in the history."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mhaquiz.cli.context import CommandError, UsageError, find_decks, load_decks, open_profile
from mhaquiz.deck.library import Library


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="OLD", help="deck/card as it is, or was")
    parser.add_argument("new", metavar="NEW", help="the new id, without the deck")
    parser.add_argument(
        "--file", type=Path, metavar="FILE", help="the deck's file, where it is not installed"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be done")


def run(options: argparse.Namespace) -> int:
    deck_id, slash, old = options.old.partition("/")
    new = options.new.removeprefix(f"{deck_id}/")
    if not slash or not old:
        raise UsageError("OLD is written deck/card")
    library = load_decks([str(options.file)] if options.file else [])
    path = find_decks(library, [deck_id])[0].path
    done = []
    if library.card(f"{deck_id}/{new}") is None:
        _rewrite(path, old, new, options.dry_run)
        done.append(f"{path}: {old} is now {new}")
    if _history(f"{deck_id}/{old}", f"{deck_id}/{new}", library, options.dry_run):
        done.append(f"the history of {deck_id}/{old} belongs to {deck_id}/{new}")
    for line in done or ["nothing to do"]:
        sys.stdout.write(("would be done: " if options.dry_run and done else "") + line + "\n")
    return 0


def _rewrite(path: Path, old: str, new: str, dry_run: bool) -> None:
    from mhaquiz.deck.renaming import RenameError, renamed

    try:
        text = renamed(path, old, new)
    except RenameError as error:
        raise CommandError(str(error)) from None
    if not dry_run:
        path.write_text(text, encoding="utf-8")


def _history(old: str, new: str, library: Library, dry_run: bool) -> bool:
    with open_profile() as profile:
        if dry_run:
            return profile.key(old) != new and bool(profile.showings(old))
        return profile.rename(old, new)
