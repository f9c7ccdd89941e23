"""`mhaquiz deck add PATH-or-git-URL`: take in decks from elsewhere, checked first, never run."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli.context import CommandError
from mhaquiz.cli.deck_commands.check import wants_colour
from mhaquiz.deck.added import Added, AddError, add
from mhaquiz.deck.messages import render
from mhaquiz.deck.places import user_decks


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="PATH-or-URL", help="a deck file, a folder, or a git address")
    parser.epilog = "Decks go below your deck folder; `mhaquiz deck update` fetches newer versions."


def run(options: argparse.Namespace) -> int:
    added = take(options.source)
    versions = ", ".join(f"{name} {version}" for name, version in added.versions.items())
    sys.stdout.write(f"added {versions} to {added.folder}\n")
    return 0


def take(source: str) -> Added:
    """Add a source, or raise a CommandError after its problems were printed."""
    try:
        added, _ = add(source, user_decks())
    except AddError as error:
        sys.stderr.write(render(error.problems, "text", wants_colour()))
        raise CommandError(str(error)) from None
    return added
