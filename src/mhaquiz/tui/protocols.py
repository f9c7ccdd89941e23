"""What parts of the screen may offer to those around them, and how one asks whether they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from textual import events

    from mhaquiz.quiz.session import Session
    from mhaquiz.tui.widgets.text_page import SaysMore


@runtime_checkable
class TakesKeys(Protocol):
    """A widget on which keys may be typed that reached another one before it had the focus."""

    def take(self, event: events.Key) -> bool:
        """Take the key, or say that it is none of its own."""


@runtime_checkable
class Placed(Protocol):
    """A screen with a place in the table of keys, for help and for whoever asks where one is."""

    place: str


@runtime_checkable
class HoldsSession(Protocol):
    """A screen on which a session goes on."""

    session: Session


@runtime_checkable
class SaysWayOut(Protocol):
    """A screen on which leaving leads to different places."""

    way_out: str


@runtime_checkable
class SaysWayOn(Protocol):
    """A screen on which going on means different things."""

    way_on: str


@runtime_checkable
class LacksCommands(Protocol):
    """A screen on which some commands of its places never work, by their ids."""

    lacking: frozenset[str]


@runtime_checkable
class HasPage(Protocol):
    """A screen that scrolls its page by keys of its own."""

    page: SaysMore


def place_of(screen: object) -> str:
    """The screen's place in the table of keys; "" for one that has none, such as Textual's own."""
    return screen.place if isinstance(screen, Placed) else ""
