"""`mhaquiz deck list`: the decks there are, and where each comes from."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mhaquiz.cli import json_text
from mhaquiz.cli.context import load_decks
from mhaquiz.cli.deck_commands.tables import table_lines
from mhaquiz.deck.cards import Deck


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="an array of objects, for scripts")


def run(options: argparse.Namespace) -> int:
    decks = load_decks().decks
    if options.json:
        rows = [
            {"id": deck.id, "title": deck.title, "version": deck.version, "cards": len(deck.cards)}
            | {"path": str(deck.path), "origin": origin(deck)}
            for deck in decks
        ]
        sys.stdout.write(json_text(rows, indent=1))
        return 0
    lines = [[deck.id, deck.version, str(len(deck.cards)), origin(deck), deck.title] for deck in decks]
    for line in table_lines(["deck", "version", "cards", "from", "title"], lines):
        sys.stdout.write(line + "\n")
    return 0


def origin(deck: Deck) -> str:
    """`built-in`, `your own`, or the address a deck was added from."""
    from mhaquiz.deck.places import builtin_decks, user_decks

    path = deck.path.resolve()
    if path.is_relative_to(builtin_decks().resolve()):
        return "built-in"
    from mhaquiz.deck.added import read_origins

    for added in read_origins(user_decks()):
        if path.is_relative_to(added.folder.resolve()):
            return added.source
    return "your own" if path.is_relative_to(Path(user_decks()).resolve()) else "a file"
