"""The one table of keys. Bindings, the key bar, the help screen and docs/keys.md are all made from it.

While an answer line has focus printable keys type, so commands there are function keys; a letter beside a
function key (`f2,h`) works wherever nothing is typed. A user's keymap names a key by its `id`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from textual.binding import Binding, BindingType

from mhaquiz.tui.keys import labs, screens, sessions
from mhaquiz.tui.keys.row import PLACES, TYPED, Key

__all__ = ["BY_ID", "KEYS", "PLACES", "TYPED", "Key", "bindings", "page_bindings", "places_of"]

#: In the order of the help screen.
KEYS: tuple[Key, ...] = (
    screens.EVERYWHERE + screens.HOME + sessions.STUDY + sessions.LEAVING + sessions.QUITTING
    + sessions.NOTE + sessions.PICKER + sessions.RUBRIC + screens.DECKS + screens.BROWSER + screens.CARD
    + screens.DRILL + screens.MOCK + screens.PLAN + screens.STATISTICS + screens.SETTINGS + screens.PREVIEW
    + labs.LABS + labs.LAB + labs.SLIDER + labs.CHECKS + labs.MAP + screens.LIST + screens.TEXT + screens.PAGE
)  # fmt: skip

BY_ID: Mapping[str, Key] = {key.id: key for key in KEYS}


def bindings(owner: str) -> list[BindingType]:
    """The bindings of one screen or widget. Ids are the table's, so that a keymap can move them."""
    return [
        Binding(key.keys, key.action, key.label, show=key.rank > 0, id=key.id)
        for key in KEYS
        if key.owner == owner
    ]


def page_bindings(owner: str) -> list[BindingType]:
    """The bindings of a page over a screen; Textual keeps the app's from it, and quitting must work there."""
    ways_out = (BY_ID["app.interrupt"], BY_ID["app.quit"])
    return bindings(owner) + [Binding(k.keys, k.action, k.label, show=False, id=k.id) for k in ways_out]


@lru_cache(maxsize=256)
def places_of(owner: str, action: str) -> frozenset[str]:
    """Where an action of `owner` works: `rate` covers `rate(1)` … `rate(4)`; empty for an unknown action."""
    return frozenset(
        place
        for key in KEYS
        if key.owner == owner and key.action.partition("(")[0] == action
        for place in key.places
    )
