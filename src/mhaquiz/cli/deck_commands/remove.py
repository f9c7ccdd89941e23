"""`mhaquiz deck remove DECK…`: take an added deck out of the deck folder. Histories stay."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, find_decks, load_decks
from mhaquiz.deck.added import Added, read_origins, remove
from mhaquiz.deck.places import user_decks


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("decks", nargs="+", metavar="DECK", help="ids of decks that were added")
    parser.epilog = "Decks that came from one source go together. What was learnt stays, and counts again\n"
    parser.epilog += "when the deck is added again."


def run(options: argparse.Namespace) -> int:
    origins = read_origins(user_decks())
    going = {one.folder: one for name in options.decks for one in [_source(name, origins)]}
    for one in going.values():
        missing = sorted(set(one.versions) - set(options.decks))
        if missing:
            raise CommandError(
                f"{one.source} brought {', '.join(missing)} too: name all of its decks, or none"
            )
    for one in going.values():
        remove(one)
        names = ", ".join(sorted(one.versions))
        sys.stdout.write(printable(f"removed {names}, added from {one.source}; histories stay") + "\n")
    return 0


def _source(name: str, origins: Collection[Added]) -> Added:
    """The source that brought a deck. Raises a CommandError for decks that nobody added."""
    found = next((one for one in origins if name in one.versions), None)
    if found is not None:
        return found
    path = find_decks(load_decks(warn=False), [name])[0].path
    raise CommandError(f"{name} was not added from elsewhere: it is {path}")
