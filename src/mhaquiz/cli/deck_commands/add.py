"""`mhaquiz deck add PATH-or-git-URL`: take in decks from elsewhere, checked and tested first, never run."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, load_decks
from mhaquiz.cli.deck_commands.author import checked_with_tests
from mhaquiz.cli.deck_commands.check import terminal_text
from mhaquiz.deck.added import Added, add
from mhaquiz.deck.fetching import AddError
from mhaquiz.deck.places import user_decks


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="PATH|URL", help="a deck file, a folder, or a git address")
    parser.add_argument(
        "--replace", action="store_true", help="take the place of an added deck with the same id"
    )
    parser.epilog = (
        "Decks go below your deck folder; `mhaquiz deck update` fetches newer versions. A folder is taken "
        "as it stands, a working clone too; of a bare repository, what is committed."
    )


def run(options: argparse.Namespace) -> int:
    added = take(options.source, replace=options.replace)
    versions = ", ".join(f"{name} {version}" for name, version in added.versions.items())
    sys.stdout.write(printable(f"added {versions} to {added.folder}") + "\n")
    return 0


def take(source: str, *, replace: bool = False) -> Added:
    """Add a source, or raise a CommandError after its problems were printed."""
    installed = {deck.id: deck.path for deck in load_decks(warn=False).decks}
    try:
        return add(
            source,
            user_decks(),
            check=lambda paths: checked_with_tests(paths).checked,
            installed=installed,
            replacing=replace,
        )
    except AddError as error:
        sys.stderr.write(terminal_text(error.problems, sys.stderr))
        raise CommandError(str(error)) from None
