"""`mhaquiz deck rename OLD NEW`: another id for a card, in its file and in the history."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, UsageError, find_decks, load_decks, open_profile
from mhaquiz.deck.added import read_origins
from mhaquiz.deck.library import Library
from mhaquiz.deck.places import builtin_decks, user_decks
from mhaquiz.deck.writing import write_whole


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
        if not options.file:
            _own(path, options.old, new)
        _rewrite(path, old, new, options.dry_run)
        done.append(f"{path}: {old} is now {new}")
    if _history(f"{deck_id}/{old}", f"{deck_id}/{new}", library, options.dry_run):
        done.append(f"the history of {deck_id}/{old} belongs to {deck_id}/{new}")
    for line in done or ["nothing to do"]:
        sys.stdout.write(printable(("would be done: " if options.dry_run and done else "") + line) + "\n")
    if done and options.file and _copied(deck_id):
        sys.stdout.write(f"next: mhaquiz deck update {deck_id}, for the copy in your deck folder\n")
    return 0


def _copied(deck_id: str) -> bool:
    return any(deck_id in one.versions for one in read_origins(user_decks()))


def _own(path: Path, old: str, new: str) -> None:
    """Refuse to edit a copy: what it was copied from would come again, and take the rename back."""
    if path.is_relative_to(builtin_decks()):
        raise CommandError(f"{path} comes with mhaquiz, and its next version would take a rename back")
    copy = next((one for one in read_origins(user_decks()) if path.is_relative_to(one.folder)), None)
    if copy is None:
        return
    source = Path(copy.source)
    if not source.exists():
        raise CommandError(
            f"{path} is a copy of {copy.source}: rename the card there, then `mhaquiz deck update`"
        )
    original = source / path.relative_to(copy.folder) if source.is_dir() else source
    command = f"mhaquiz deck rename {old} {new} --file {shlex.quote(str(original))}"
    raise CommandError(f"{path} is a copy of {original}: rename the card there with `{command}`")


def _rewrite(path: Path, old: str, new: str, dry_run: bool) -> None:
    from mhaquiz.deck.renaming import RenameError, renamed

    try:
        text = renamed(path, old, new)
    except RenameError as error:
        raise CommandError(str(error)) from None
    if not dry_run:
        write_whole(path, text.encode())


def _history(old: str, new: str, library: Library, dry_run: bool) -> bool:
    with open_profile() as profile:
        if dry_run:
            return profile.key(old) != new and bool(profile.showings(old))
        return profile.rename(old, new)
