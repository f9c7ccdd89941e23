"""A person's profile: the log, what it adds up to, and the few ways in which it can grow.

Every change is one event in one transaction, durable when the call returns (WAL, synchronous=FULL), and its
projections move in the same transaction. Several processes may use one profile at once: nothing is cached
here that another process could make stale, apart from settings and scheduling parameters.

Events dated more than a day after the present clock are set aside in `quarantine` when the profile is opened
or logs are merged, and come back by themselves when their time has come; `notices` says so. That heals a
clock that was wrong in either direction without losing an answer.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from mhaquiz.memory import future, store, tables
from mhaquiz.memory.clock import Clock, Moment
from mhaquiz.memory.codec import dumps, read_review, review_payload, split_id
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Rating, Review
from mhaquiz.memory.projection import CERTAIN, Amendments, amendments, apply, entry_of, fold, practised
from mhaquiz.memory.rules import Rules, read_rules, write_setting
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.settings import SETTINGS, SettingValue, checked
from mhaquiz.memory.states import FRESH, CardState
from mhaquiz.memory.tables import DayCounts

_GLOBAL = (EventKind.PARAMETERS, EventKind.RENAME)


class Profile:
    """Open with `Profile.open`; use as a context manager or call `close`."""

    def __init__(self, path: Path, clock: Clock, *, device: str | None = None) -> None:
        self.path = path
        self.clock = clock
        self.notices: list[str] = []
        self.connection = store.connect(path)
        store.migrate(self.connection)
        with store.transaction(self.connection):
            self.device = device or self._own_device()
            self._data_version = -1
            self._rule_again()
            moved = future.settle(self.connection, clock().ms)
            if moved or store.get_meta(self.connection, "projection") != store.PROJECTION_VERSION:
                self.rebuild()
        if notice := future.notice(self.connection):
            self.notices.append(notice)

    @classmethod
    def open(cls, path: Path, clock: Clock, *, device: str | None = None) -> Profile:
        """Open or create a profile. Raises `ProfileError`: damaged, newer, read-only, disk full.

        After an unclean exit the file is checked first (`PRAGMA quick_check`).
        """
        with store.plain_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if store.left_open(path):
                _check(path)
            return cls(path, clock, device=device)

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Profile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Growing the log

    def record_review(self, card: str, review: Review) -> Event:
        """Append a review; on disk when this returns."""
        return self.record(EventKind.REVIEW, card, review_payload(review))

    def record(self, kind: EventKind, card: str | None, payload: Mapping[str, Json]) -> Event:
        """Append an event and move the projections with it, in one transaction."""
        with store.plain_errors(self.path), store.transaction(self.connection):
            self._rule_again()
            event = self._append(kind, card, payload)
            self._project(event)
        return event

    def undo(self, event_id: str) -> bool:
        """Take an event back with all that followed from it. False where there is nothing to take back."""
        with store.plain_errors(self.path), store.transaction(self.connection):
            target = self.event(event_id)
            if target is None or target.kind == EventKind.UNDO or self._is_undone(target):
                return False
            self.record(EventKind.UNDO, target.card, {"event": event_id})
        return True

    def regrade(self, event_id: str, *, rating: Rating, reason: str, verdict: str | None = None) -> Event:
        """Replace the rating of a review: the learner chose another, or a formula was corrected."""
        target = self.event(event_id)
        if target is None or target.kind != EventKind.REVIEW:
            raise ProfileError(f"no review {event_id!r} to regrade")
        payload: dict[str, Json] = {"event": event_id, "rating": int(rating), "reason": reason}
        if verdict is not None:
            payload["verdict"] = verdict
        return self.record(EventKind.REGRADE, target.card, payload)

    def rename(self, old: str, new: str) -> bool:
        """Let the history under an old key belong to a new one. False where there is none or it is done."""
        if old == new or self.key(old) == new or not self.showings(old):
            return False
        self.record(EventKind.RENAME, new, {"from": old})
        return True

    # Asking

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

    def last_event(self, session: str) -> Event | None:
        """The session's last review that stands, or None."""
        rows = self.connection.execute(
            "SELECT device, sequence FROM event WHERE session = ? ORDER BY arrival DESC", (session,)
        )
        for device, sequence in rows:
            event = self.event(f"{device}:{sequence}")
            if event is not None and not self._is_undone(event):
                return event
        return None

    def recent_values(self, key: str, n: int) -> list[Mapping[str, Json]]:
        """The drawn values of a card's last n variants, newest first."""
        return [review.values for _, review in reversed(self.reviews(key)[-n:])] if n > 0 else []

    def last_arrival(self) -> int:
        """A number that grows with every event that reaches this file."""
        row = self.connection.execute("SELECT ifnull(max(arrival), 0) FROM event").fetchone()
        return int(row[0])

    def events_since(self, arrival: int) -> list[Event]:
        """The events that reached this file after that number."""
        return self._events("arrival > ?", (arrival,))

    def recent_times(self, n: int) -> list[tuple[str, int]]:
        """Card and milliseconds taken of the last n reviews to arrive."""
        rows = self.connection.execute(
            "SELECT card, ms_taken FROM event WHERE kind = 'review' ORDER BY arrival DESC LIMIT ?",
            (n,),
        )
        return [(self.key(card), ms or 0) for card, ms in rows]

    def certain_and_wrong(self, day: int) -> frozenset[str]:
        """The cards missed while certain on the last day of study before this one."""
        row = self.connection.execute(
            "SELECT max(study_day) FROM event WHERE study_day < ?", (day,)
        ).fetchone()
        missed = [] if row[0] is None else self.reviews_on(row[0])
        return frozenset(
            self.key(event.card or "")
            for event, review in missed
            if review.rating == Rating.AGAIN and review.confidence == CERTAIN
        )

    def day_counts(self, study_day: int) -> DayCounts:
        return tables.read_day(self.connection, study_day)

    def days(self) -> Mapping[int, DayCounts]:
        """Every study day on which something was answered."""
        return tables.read_days(self.connection)

    def study_day(self, moment: Moment | None = None) -> int:
        """The study day of a moment (now, if none is given) by this profile's rollover hour."""
        return (moment or self.clock()).study_day(self.scheduler.rollover_hour)

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

    def set_setting(self, name: str, value: SettingValue) -> SettingValue:
        """Change a setting; returns the value as it was read. One that moves due dates becomes an event."""
        read = checked(name, value)
        if SETTINGS[name].in_log:
            self.record(EventKind.PARAMETERS, None, {name: read})
            return read
        with store.plain_errors(self.path), store.transaction(self.connection):
            write_setting(self.connection, name, read)
            self._rules = read_rules(self.connection)
        return read

    def rebuild(self) -> None:
        """Fold the whole log again."""
        with store.plain_errors(self.path), store.transaction(self.connection):
            self._rules = read_rules(self.connection)
            tables.rebuild(self.connection, self.scheduler, self._rules.aliases)

    # Private

    def _own_device(self) -> str:
        device = store.get_meta(self.connection, "device") or secrets.token_hex(4)
        store.set_meta(self.connection, "device", device)
        return device

    def _rule_again(self) -> None:
        """Read the rules again where another process has written to the file."""
        version = self.connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version:
            self._data_version, self._rules = version, read_rules(self.connection)

    def _append(self, kind: EventKind, card: str | None, payload: Mapping[str, Json]) -> Event:
        moment = self.clock()
        event = Event(
            id=f"{self.device}:{tables.last_sequence(self.connection, self.device) + 1}",
            kind=kind,
            ms=moment.ms,
            offset_minutes=moment.offset_minutes,
            study_day=self.study_day(moment),
            card=card,
            payload=payload,
        )
        tables.insert_event(self.connection, event, dumps(payload))
        return event

    def _project(self, event: Event) -> None:
        kind = event.kind
        target = self.event(str(event.payload["event"])) if kind == EventKind.UNDO else event
        if kind in _GLOBAL or (target is not None and target.kind in _GLOBAL):
            self.rebuild()
        elif event.card is not None:
            key = self.key(event.card)
            if kind in (EventKind.UNDO, EventKind.REGRADE) or not self._is_last(event, key):
                self._refold(key, event)
            else:
                self._advance(key, event)

    def _is_last(self, event: Event, key: str) -> bool:
        """Whether nothing of this card is dated at or after the event; the clock may have been set back."""
        keys = self._keys(key)
        row = self.connection.execute(
            f"SELECT count(*) FROM event WHERE card IN ({', '.join('?' * len(keys))}) AND ms >= ?",
            (*keys, event.ms),
        ).fetchone()
        return int(row[0]) == 1

    def _advance(self, key: str, event: Event) -> None:
        entry = entry_of(event)
        state = tables.read_state(self.connection, key) or FRESH
        if event.kind == EventKind.REVIEW:
            tables.add_practice(self.connection, [practised(state, entry)])
        tables.write_state(self.connection, key, apply(state, entry, key, self.scheduler))

    def _refold(self, key: str, newest: Event) -> None:
        """Fold a card's events again, taking its former share of the days away first."""
        entries = tables.card_entries(self.connection, self._keys(key))
        before = fold(key, [entry for entry in entries if entry.id != newest.id], self.scheduler)
        after = fold(key, entries, self.scheduler)
        tables.add_practice(self.connection, before.practice, -1)
        tables.add_practice(self.connection, after.practice)
        tables.write_state(self.connection, key, after.state)

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


def _check(path: Path) -> None:
    """After an unclean exit: refuse a file that SQLite finds damaged."""
    connection = store.connect(path)
    try:
        found = store.quick_check(connection)
    finally:
        connection.close()
    if found != "ok":
        raise ProfileError(f"{path}: damaged ({found}); `mhaquiz restore` offers the newest good backup")
