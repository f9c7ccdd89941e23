"""The one place of these tests that touches what Textual keeps to itself: mend it here after an update."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from textual import events
from textual.app import App
from textual.keys import key_to_character
from textual.strip import Strip


def strips(app: App[Any]) -> Sequence[Strip]:
    """The lines of the screen as they would be written to the terminal."""
    return app.screen._compositor.render_strips(app.size)


def failure(app: App[Any]) -> Exception | None:
    """The error that ends the app, or None."""
    return app._exception


def notes(app: App[Any]) -> list[str]:
    """The notes in the corner."""
    return [note.message for note in app._notifications]


def batches(app: App[Any]) -> int:
    """How many times over painting is held back now."""
    return app._batch_count


def draw_now(app: App[Any]) -> None:
    """Do what the screen does sixty times a second."""
    app.screen._on_timer_update()


def send_key(app: App[Any], key: str) -> None:
    """A key as the terminal sends it; nothing is waited for."""
    assert app._driver is not None
    app._driver.send_message(events.Key(key, key_to_character(key)))


def turn_terminal(app: App[Any], size: tuple[int, int]) -> None:
    """The size that the driver will tell when it is asked."""
    assert app._driver is not None
    app._driver._size = size


def count_paints(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """What goes to the terminal from now on; each call of the answer returns how often, and begins anew."""
    painted: list[object] = []

    def display(self: App[Any], screen: object, renderable: object) -> None:
        if renderable is not None and not self._batch_count:
            painted.append(renderable)

    def counted() -> int:
        count = len(painted)
        painted.clear()
        return count

    monkeypatch.setattr(App, "_display", display)
    return counted
