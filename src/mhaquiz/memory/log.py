"""Asking the log: states, reviews, days. Nothing here changes the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from itertools import islice

from mhaquiz.memory import day_tables, tables
from mhaquiz.memory.clock import Clock, Moment
from mhaquiz.memory.codec import read_review
from mhaquiz.memory.day_tables import DayCounts
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Rating, Review
from mhaquiz.memory.payloads import split_id
from mhaquiz.memory.projection import CERTAIN, Amendments, amendments, entry_of
from mhaquiz.memory.rules import Rules
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.settings import SettingValue
from mhaquiz.memory.states import CardState


class Log:
    """What can be asked of a profile. `Profile` is the one that opens and grows."""

    connection: sqlite3.Connection
    clock: Clock
    _rules: Rules

    @property
    def scheduler(self) -> Scheduler:
        return self._rules.scheduler

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def settings(self) -> Mapping[str, SettingValue]:
        """Every setting with its present value."""
        return dict(self._rules.settings)

    def state(self, key: str) -> CardState | None:
        """What the log says about a card; None where it says nothing."""
        return tables.read_state(self.connection, self.key(key))

    def states(self) -> Mapping[str, CardState]:
        """Every card that has a state. Reads all of them: for statistics and plans, not for one answer."""
        return tables.read_states(self.connection)

    def showings(self, key: str) -> int:
        """How many times a card has been answered, undone ones apart: the number of its next variant."""
        state = self.state(key)
        return state.showings if state else 0

    def key(self, key: str) -> str:
        """The present key of a card that may have been renamed."""
        return self._rules.aliases.get(key, key)

    def event(self, event_id: str) -> Event | None:
        try:
            device, sequence = split_id(event_id)
        except ProfileError:
            return None
        found = self._events("device = ? AND sequence = ?", (device, sequence))
        return found[0] if found else None

    def events(self, key: str) -> list[Event]:
        """Every event of a card in canonical order, with what was undone and the undoing."""
        keys = self._keys(self.key(key))
        return self._events(f"card IN ({', '.join('?' * len(keys))})", keys)

    def reviews(self, key: str) -> list[tuple[Event, Review]]:
        """The reviews of a card that stand, oldest first, with regrades applied."""
        events = self.events(key)
        return self._standing(events, amendments(entry_of(event) for event in events))

    def reviews_on(self, day: int) -> list[tuple[Event, Review]]:
        """The reviews of a study day that stand, in the order they were given."""
        events = self._events("study_day = ?", (day,))
        amended = tables.amendments_of(self.connection, {event.card for event in events if event.card})
        return self._standing(events, amended)

    def recent_values(self, key: str, n: int) -> list[Mapping[str, Json]]:
        """The drawn values of a card's last n variants, newest first."""
        return [review.values for review in self.latest(key, n)]

    def latest(self, key: str, n: int) -> list[Review]:
        """A card's last n reviews that stand, newest first, as they were first rated. Decodes only these."""
        keys = self._keys(self.key(key))
        entries = tables.read_entries(self.connection, f"card IN ({', '.join('?' * len(keys))})", keys)
        undone = amendments(entries).undone
        given = [entry.id for entry in entries if entry.kind == EventKind.REVIEW and entry.id not in undone]
        wanted = given[: -n - 1 : -1] if n > 0 else []
        return [read_review(event.payload) for event in map(self.event, wanted) if event is not None]

    def notes(self, key: str) -> list[str]:
        """The words written on a card that stand, oldest first."""
        events = self.events(key)
        undone = amendments(entry_of(event) for event in events).undone
        noted = (one for one in events if one.kind == EventKind.NOTE and one.id not in undone)
        return [text for event in noted if isinstance(text := event.payload.get("text"), str)]

    def last_arrival(self) -> int:
        """A number that grows with every event that reaches this file."""
        row = self.connection.execute("SELECT ifnull(max(arrival), 0) FROM event").fetchone()
        return int(row[0])

    def events_since(self, arrival: int, until: int = 2**53) -> list[Event]:
        """The events that reached this file after that number, and no later than the other."""
        return self._events("arrival > ? AND arrival <= ?", (arrival, until))

    def recent_times(self, n: int, before: int | None = None) -> list[tuple[str, int, int]]:
        """Card, milliseconds and study day of the last n reviews that stand, or the last before a day."""
        day = 2**53 if before is None else before
        undone = tables.undone_before(self.connection, day)
        rows = self.connection.execute(
            "SELECT device || ':' || sequence, card, ms_taken, study_day FROM event"
            " WHERE kind = 'review' AND study_day < ? ORDER BY arrival DESC",
            (day,),
        )
        standing = ((self.key(card), ms or 0, on) for event, card, ms, on in rows if event not in undone)
        return list(islice(standing, n))

    def certain_and_wrong(self, day: int) -> frozenset[str]:
        """The cards missed while certain on the last day of study before this one."""
        row = self.connection.execute(
            "SELECT max(study_day) FROM event WHERE kind = 'review' AND study_day < ?", (day,)
        ).fetchone()
        given = [] if row[0] is None else day_tables.given_on(self.connection, row[0])
        return frozenset(
            self.key(each.card)
            for each in given
            if each.rating == Rating.AGAIN and each.confidence == CERTAIN
        )

    def given_on(self, day: int) -> list[day_tables.Given]:
        """`reviews_on` in short: the answers that stand, by the present keys of their cards."""
        given = day_tables.given_on(self.connection, day)
        return [each._replace(card=self.key(each.card)) for each in given] if self._rules.aliases else given

    def day_counts(self, study_day: int) -> DayCounts:
        return day_tables.read_day(self.connection, study_day)

    def days(self) -> Mapping[int, DayCounts]:
        """Every study day on which something was answered."""
        return day_tables.read_days(self.connection)

    def study_day(self, moment: Moment | None = None) -> int:
        """The study day of a moment (now, if none is given) by this profile's rollover hour."""
        return (moment or self.clock()).study_day(self.scheduler.rollover_hour)

    def _keys(self, key: str) -> list[str]:
        return [key, *(old for old, new in self._rules.aliases.items() if new == key)]

    def _is_undone(self, event: Event) -> bool:
        where, values = ("card IS NULL", ()) if event.card is None else ("card = ?", (event.card,))
        entries = tables.read_entries(self.connection, f"kind = 'undo' AND {where}", values)
        return event.id in amendments(entries).undone

    def _events(self, where: str, values: Sequence[object]) -> list[Event]:
        return tables.read_events(self.connection, where, values)

    def _standing(self, events: list[Event], amended: Amendments) -> list[tuple[Event, Review]]:
        undone, ratings = amended
        reviews = [event for event in events if event.kind == EventKind.REVIEW and event.id not in undone]
        return [(event, _regraded(event, ratings)) for event in reviews]


def _regraded(event: Event, ratings: Mapping[str, int]) -> Review:
    rating = ratings.get(event.id)
    return read_review(event.payload if rating is None else {**event.payload, "rating": rating})
