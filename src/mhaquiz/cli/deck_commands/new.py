"""`mhaquiz deck new [NAME]`: a commented deck that passes every check; `--card KIND` appends one card."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from pathlib import Path

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, UsageError
from mhaquiz.deck.cards import Kind
from mhaquiz.deck.writing import write_new, write_whole

DEFAULT = "my-deck"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", default=DEFAULT, help=f"a deck id or FILE.yaml (default: {DEFAULT})"
    )
    parser.add_argument(
        "--card", choices=[kind.value for kind in Kind], metavar="KIND", help="append a card to the file"
    )
    parser.epilog = "kinds: " + ", ".join(kind.value for kind in Kind)


def run(options: argparse.Namespace) -> int:
    path = _path(options.name)
    message = _append(path, Kind(options.card)) if options.card else _write(path)
    sys.stdout.write(printable(message) + "\n")
    return 0


def _path(name: str) -> Path:
    path = Path(name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    if not path.suffix or not path.stem.strip("."):  # `.yaml` or `..yaml`: a hidden file without a name
        raise UsageError("name the new deck: an id or FILE.yaml")
    return path


def _write(path: Path) -> str:
    from mhaquiz.deck.keys import LONGEST_ID
    from mhaquiz.deck.skeletons import deck_text

    identifier = re.sub(r"[^a-z0-9]+", "-", path.stem.lower())[:LONGEST_ID].strip("-") or DEFAULT
    title = identifier.replace("-", " ").capitalize()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write_new(path, deck_text(identifier, title, printable(str(path))).encode())
    except FileExistsError:
        raise UsageError(f"{path} exists already; `--card KIND` appends a card to it") from None
    return f"wrote {path}; next: mhaquiz deck check {shlex.quote(str(path))}"


def _append(path: Path, kind: Kind) -> str:
    """Append to a deck whose cards come last; a deck that cannot be read is left alone."""
    from mhaquiz.deck.reading import read_deck
    from mhaquiz.deck.skeletons import card_text

    if not path.exists():
        written = shlex.quote(str(path))
        raise UsageError(f"{path}: no such deck file; `mhaquiz deck new {written}` writes it first")
    file = read_deck(path)
    if file.root is None or file.deck is None:
        raise CommandError(
            f"{path} cannot be used as a deck: `mhaquiz deck check {shlex.quote(str(path))}` says why"
        )
    if list(file.root.values)[-1] != "cards" or file.root.values["cards"].style:
        raise CommandError(f"{path}: `cards` must be the last key, one card below the other")
    identifier = _free(f"new-{kind.value.replace('_', '-')}", {card.id for card in file.deck.cards})
    text = path.read_text(encoding="utf-8").rstrip() + "\n\n" + card_text(kind, identifier)
    write_whole(path, text.encode())
    return f"appended {file.deck.id}/{identifier} to {path}"


def _free(name: str, taken: set[str]) -> str:
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}-{number}"
    return found
