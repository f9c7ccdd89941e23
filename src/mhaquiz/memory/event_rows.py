"""An event as its table has it: from an event, as a line of a log, as an entry to be folded."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from mhaquiz.memory.codec import dumps, join_line
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind
from mhaquiz.memory.projection import NOTHING, REVIEW, Entry
from mhaquiz.memory.store import REMEDY

_new_tuple = tuple.__new__


class EventRow(NamedTuple):
    """An event as its table has it, in the order of an entry first: a review's is cut from its row.

    `rating` to `ms_taken` and `session` are copied from the payload of reviews.
    """

    ms: int
    device: str
    sequence: int
    kind: str
    study_day: int
    rating: int | None
    mode: str | None
    confidence: int | None
    ms_taken: int | None
    offset_minutes: int
    card: str | None
    session: str | None
    payload: str

    @property
    def id(self) -> str:
        return f"{self.device}:{self.sequence}"

    @property
    def line(self) -> str:
        """The event as one line of an exported log."""
        return join_line(
            self.id, self.kind, self.ms, self.offset_minutes, self.study_day, self.card, self.payload
        )


def event_row(event: Event) -> EventRow:
    """An event as a row, its payload in the one spelling."""
    device, _, sequence = event.id.partition(":")
    copied: tuple[Any, ...] = (None,) * 4
    session: Any = None
    if event.kind == EventKind.REVIEW:
        told = event.payload.get
        copied = told("rating"), str(told("mode", "study")), told("confidence"), told("ms_taken", 0)
        session = told("session") or None
    place = (event.ms, device, int(sequence), event.kind.value, event.study_day)
    return EventRow._make((*place, *copied, event.offset_minutes, event.card, session, dumps(event.payload)))


def entry_of_row(row: EventRow) -> Entry:
    """The entry of an event that has just been stored."""
    if row[3] == REVIEW:
        return _new_tuple(Entry, (*row[:9], NOTHING))
    return Entry(*row[:5], payload=payload_of(row.payload))


def payload_of(text: str) -> dict[str, Any]:
    """A payload as it is stored, decoded. Raises `ProfileError` where it is none."""
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ProfileError(f"the profile is damaged (an event without its payload); {REMEDY}")
    return found
