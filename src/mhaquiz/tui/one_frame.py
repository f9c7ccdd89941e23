"""What one key changes goes out in one frame."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App
    from textual.screen import Screen

ROUNDS = 8
"""Turns of the event loop until all is told: a focus that changes the styles takes six."""


def hold(screen: Screen[Any]) -> None:
    """Paint nothing until every widget has told what changed.

    They tell it one after another. Textual begins to paint at the first one and leaves the others to the next
    of its sixty frames a second.
    """
    held = ExitStack()
    held.enter_context(screen.app.batch_update())
    held.callback(screen.check_idle)
    _wait(screen.app, ROUNDS, held)


def _wait(app: App[Any], rounds: int, held: ExitStack) -> None:
    if rounds:
        app.call_later(_wait, app, rounds - 1, held)
    else:
        held.close()
