"""The few things that hold for every card: settings, scheduling parameters and renamed keys.

They are read once and kept; `Profile` reads them again when another process has written to the file.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from mhaquiz.memory import tables
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.fsrs6 import Fsrs6
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.settings import DEFAULTS, SETTINGS, SettingValue, checked
from mhaquiz.memory.store import REMEDY


@dataclass(frozen=True, slots=True)
class Rules:
    """What governs the whole projection. The latest parameters govern every review, old ones too."""

    settings: Mapping[str, SettingValue]
    parameters: tuple[float, ...] | None
    aliases: Mapping[str, str]
    scheduler: Scheduler = field(compare=False)  # made of the others

    @property
    def parameter_set(self) -> str:
        """A short name for the parameters in force, kept with each review."""
        if self.parameters is None:
            return "fsrs6-default"
        return "fsrs6-" + blake2b(repr(self.parameters).encode(), digest_size=4).hexdigest()


def read_rules(connection: sqlite3.Connection) -> Rules:
    """The rules as the file has them now."""
    rows = connection.execute("SELECT name, value FROM setting").fetchall()
    local = {name: _read(name, value) for name, value in rows if name in SETTINGS}
    logged: dict[str, Any] = {}
    for entry in tables.global_entries(connection, EventKind.PARAMETERS):
        logged.update(entry.payload)
    settings: dict[str, Any] = {**DEFAULTS, **local}
    settings.update({name: value for name, value in logged.items() if name in SETTINGS})
    parameters = tuple(logged["parameters"]) if logged.get("parameters") else None
    scheduler = Scheduler(
        Fsrs6(parameters) if parameters else None,
        desired_retention=settings["desired_retention"],
        maximum_interval=settings["maximum_interval"],
        rollover_hour=settings["rollover_hour"],
    )
    return Rules(settings, parameters, tables.read_aliases(connection), scheduler)


def _read(name: str, text: str) -> SettingValue:
    try:
        return checked(name, json.loads(text))
    except ValueError:
        raise ProfileError(f"the profile is damaged (setting {name}); {REMEDY}") from None


def write_setting(connection: sqlite3.Connection, name: str, value: SettingValue) -> None:
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, json.dumps(value)))
