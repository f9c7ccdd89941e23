"""Which tasks of the labs were done while the app runs: a lab that is closed and opened again knows them."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from textual.app import App

_TICKED: WeakKeyDictionary[App[Any], dict[str, set[str]]] = WeakKeyDictionary()


def ticked(app: App[Any], lab: str) -> set[str]:
    """The ids of the tasks done in one lab, for its next sitting to add to."""
    return _TICKED.setdefault(app, {}).setdefault(lab, set())
