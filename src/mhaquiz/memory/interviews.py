"""Interviews on the calendar: dated events in the log; the next one governs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from mhaquiz.memory import tables
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.dates import iso_day, read_date
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind, Json
from mhaquiz.memory.payloads import LONGEST_KEY, shown_word
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import Entry
from mhaquiz.memory.settings import fits_a_day

FARTHEST_DAYS = 730
MOCKS_BEFORE = (3, 1)  # days before the interview


@dataclass(frozen=True, slots=True)
class Interview:
    """One interview: its day as a study day, minutes of study a day until then, what topics weigh."""

    name: str
    day: int
    minutes: float
    begun: int  # the study day on which it was planned
    topics: Mapping[str, float] = field(default_factory=dict)

    @property
    def date(self) -> date:
        return date_of(self.day)

    def is_mock_day(self, day: int) -> bool:
        return self.day - day in MOCKS_BEFORE


def plan_interview(
    profile: Profile,
    when: str,
    minutes: float,
    *,
    name: str = "interview",
    topics: Mapping[str, float] | None = None,
) -> Interview:
    """Put an interview on the calendar, or move the one of that name. `ProfileError` on a useless date."""
    today = profile.study_day()
    day = read_date(when, today)
    if not today <= day <= today + FARTHEST_DAYS:
        raise ProfileError(f"{when}: give a date from today to {date_of(today + FARTHEST_DAYS)}")
    payload: dict[str, Json] = {
        "name": name,
        "date": date_of(day).isoformat(),
        "minutes": minutes,
        "topics": dict(topics or {}),
    }
    for word in (name, *(topics or {})):
        if shown_word(word) != word:
            raise ProfileError(f"{word[:60]!a}: write a name in up to {LONGEST_KEY} printable characters")
    profile.record(EventKind.INTERVIEW, None, payload)
    return Interview(name, day, minutes, today, dict(topics or {}))


def cancel_interview(profile: Profile, name: str) -> None:
    """Take an interview off the calendar."""
    if all(each.name != name for each in interviews(profile)):
        raise ProfileError(f"no interview named {name!r}")
    profile.record(EventKind.INTERVIEW, None, {"name": name, "cancelled": True})


def interviews(profile: Profile) -> list[Interview]:
    """Every interview that stands, by date."""
    found: dict[str, Interview] = {}
    for entry in tables.global_entries(profile.connection, EventKind.INTERVIEW):
        name = shown_word(entry.payload.get("name", "interview"))
        interview = _interview(name, entry, found.get(name))
        found.pop(name, None)
        if interview is not None:
            found[name] = interview
    return sorted(found.values(), key=lambda each: (each.day, each.name))


def _interview(name: str, entry: Entry, before: Interview | None) -> Interview | None:
    """The interview in an event; None where it is cancelled or makes no sense (the log is input)."""
    payload = entry.payload
    minutes, topics = payload.get("minutes", 20), payload.get("topics", {})
    if payload.get("cancelled") or not isinstance(minutes, (int, float)) or not fits_a_day(minutes):
        return None
    try:
        day = iso_day(str(payload.get("date")))
    except ValueError:
        return None
    weights = {
        shown_word(topic): float(weight)
        for topic, weight in topics.items()
        if isinstance(weight, (int, float))
    }
    begun = entry.day if before is None else before.begun
    return Interview(name, day, float(minutes), begun, weights)


def governing(profile: Profile, day: int | None = None) -> Interview | None:
    """The next interview, today's included; None where there is none ahead."""
    today = profile.study_day() if day is None else day
    return next((each for each in interviews(profile) if each.day >= today), None)
