"""`mhaquiz deck update`: newer versions of added decks. One that fails its check is not taken."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli.context import CommandError
from mhaquiz.cli.deck_commands.add import take
from mhaquiz.deck.added import read_origins
from mhaquiz.deck.places import user_decks


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "decks", nargs="*", metavar="DECK", help="ids of decks (default: all that were added)"
    )


def run(options: argparse.Namespace) -> int:
    failed = 0
    origins = read_origins(user_decks())
    chosen = [one for one in origins if not options.decks or set(options.decks) & set(one.versions)]
    for before in chosen:
        try:
            after = take(before.source)
        except CommandError as error:
            failed += 1
            sys.stderr.write(f"{error}; the version before stays\n")
            continue
        for name in sorted({*before.versions, *after.versions}):
            old, new = before.versions.get(name), after.versions.get(name)
            sys.stdout.write(f"{name}: {_change(old, new)}\n")
    if not chosen:
        sys.stdout.write("no deck was added from elsewhere\n")
    return 1 if failed else 0


def _change(old: str | None, new: str | None) -> str:
    if old is None:
        return f"new, {new}"
    if new is None:
        return "gone; its history stays (`mhaquiz deck orphans`)"
    return f"{new}, unchanged" if old == new else f"{old} → {new}"
