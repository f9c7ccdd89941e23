"""A card's source in $EDITOR, at its line; the decks are read again afterwards."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import SuspendNotSupported

if TYPE_CHECKING:
    from textual.app import App

    from mhaquiz.deck.cards import Card
    from mhaquiz.tui.app import MhaquizApp

#: How editors are told a line: most take +N before the file, these take file:N.
_COLON = ("code", "codium", "subl", "zed", "hx", "helix", "micro")


def command(path: Path, line: int, environ: Mapping[str, str] = os.environ) -> list[str] | None:
    """The command that opens `path` at `line`, or None where there is no editor."""
    chosen = environ.get("VISUAL") or environ.get("EDITOR") or ""
    words = _words(chosen) or [name for name in ("nano", "vim", "vi") if shutil.which(name)][:1]
    if not words:
        return None
    name = Path(words[0]).name
    if name in _COLON:
        goto = ["--goto"] if name in ("code", "codium") else []
        return [*words, *goto, f"{path}:{line}"]
    return [*words, f"+{line}", str(path)]


def _words(chosen: str) -> list[str]:
    """A command as a shell would take it apart; one with an open quote is taken as it stands."""
    try:
        return shlex.split(chosen)
    except ValueError:
        return [chosen]


def open_at(app: App[Any], path: Path, line: int) -> bool:
    """Open a file at a line and wait until the editor is closed; False, and a note, where none opens."""
    words = command(path, max(line, 1))
    if words is None:
        app.notify("Set EDITOR to the editor you use.", severity="warning")
        return False
    try:
        with app.suspend():
            subprocess.run(words, check=False)
    except OSError as error:
        app.notify(f"{words[0]}: {error.strerror or error}", severity="error")
        return False
    except SuspendNotSupported:
        app.notify(f"No editor can open on this screen. The card is at {path}:{line}.")
        return False
    return True


def edit_card(app: MhaquizApp, card: Card) -> None:
    """Open the deck at the card, wait, read the decks again, and say what is wrong with them now."""
    if app.desk is None or (deck := app.desk.library.deck(card.deck)) is None:
        app.notify("This card was made for the occasion: it stands in no file.", severity="warning")
        return
    if not open_at(app, deck.path, card.line):
        return
    app.desk.reload()
    wrong = [p for p in app.desk.library.problems if p.path == deck.path and p.is_error]
    told = f"{wrong[0].line}:{wrong[0].column}: {wrong[0].message}" if wrong else "Read again."
    app.notify(told, severity="error" if wrong else "information")
