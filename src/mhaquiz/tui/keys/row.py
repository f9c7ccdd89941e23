"""What a row of the table of keys is, and where keys can work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

#: Where keys work, in the order of the help screen: name → title.
PLACES: Mapping[str, str] = {
    "everywhere": "Everywhere",
    "home": "Home",
    "answer": "Answering: typed",
    "choices": "Answering: choices",
    "speak": "Answering aloud",
    "sure": "How sure",
    "reveal": "After the answer",
    "rubric": "Points and red flags",
    "waiting": "Waiting for a card",
    "finished": "Session over",
    "leaving": "Leaving before the end",
    "quitting": "Quitting before the end",
    "note": "Writing a note",
    "decks": "Decks",
    "browser": "Cards",
    "card": "A card",
    "drill": "Drill a model",
    "mock": "Mock interview",
    "plan": "Interview plan",
    "statistics": "Statistics",
    "settings": "Settings",
    "setting": "Typing a setting",
    "preview": "Preview of a deck",
    "labs": "Labs",
    "lab": "In a lab",
    "slider": "Slider",
    "checks": "Check boxes",
    "map": "Heat map",
    "list": "Any list",
    "text": "Any page of text",
    "page": "Help and other pages over a screen",
}


#: Where a line to type on always has the focus: printable keys are no commands there.
TYPED = frozenset({"answer", "note", "plan", "setting"})


@dataclass(frozen=True, slots=True)
class Key:
    """One command on a key. `owner` is the screen or widget that carries it, `places` where it works there.

    `rank` orders the key bar (lowest first); 0 keeps the key out of it.
    """

    id: str
    keys: str
    label: str
    help: str
    action: str
    owner: str
    places: tuple[str, ...]
    rank: int = 0


def rows(owner: str, places: str, table: Iterable[tuple[str, str, str, str, str, int]]) -> tuple[Key, ...]:
    """Rows that share owner and places: (name, keys, label, help, action, rank)."""
    return tuple(
        Key(f"{owner}.{name}", keys, label, text, action, owner, tuple(places.split()), rank)
        for name, keys, label, text, action, rank in table
    )
