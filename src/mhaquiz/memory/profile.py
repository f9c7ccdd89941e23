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
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from mhaquiz.memory import backups, day_tables, folding, future, soundness, store, tables
from mhaquiz.memory.clock import Clock
from mhaquiz.memory.codec import review_payload
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Rating, Review
from mhaquiz.memory.footing import Footing
from mhaquiz.memory.log import Log
from mhaquiz.memory.payloads import DEVICE
from mhaquiz.memory.projection import apply, counted_ms, entry_of, share_of
from mhaquiz.memory.rules import read_rules, write_setting
from mhaquiz.memory.settings import SETTINGS, SettingValue, checked
from mhaquiz.memory.states import FRESH

RULING = (EventKind.PARAMETERS, EventKind.RENAME)  # these move every card


class Profile(Log):
    """Open with `Profile.open`; use as a context manager or call `close`."""

    def __init__(self, path: Path, clock: Clock, *, device: str | None = None) -> None:
        self.path = path
        self.clock = clock
        self.notices: list[str] = []
        self._grown = False
        self.connection = store.connect(path)
        if 0 < store.version_of(self.connection) < len(store.MIGRATIONS):
            backups.take(self.connection, path, clock().ms, "migration")
        store.migrate(self.connection)
        with store.transaction(self.connection):
            self.device = device or self._own_device()
            self._data_version = -1
            self._rule_again()
            moved = future.settle(self.connection, clock().ms)
            if moved or not store.has_projections(self.connection):
                self.rebuild()
        self._footing = Footing(path, self.connection)
        if notice := future.notice(self.connection):
            self.notices.append(notice)

    @classmethod
    def open(cls, path: Path, clock: Clock, *, device: str | None = None) -> Profile:
        """Open or create a profile. Raises `ProfileError`: damaged, newer, read-only, disk full.

        The file is checked first (`soundness.check`).
        """
        with store.plain_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            soundness.check(path)
            notice = soundness.missing(path)
            profile = cls(path, clock, device=device)
        if notice:
            profile.notices.append(notice)
        return profile

    def close(self) -> None:
        """Close the file, and take the backup of the day where something was added.

        Raises `ProfileError` where that fails; the answers are safe all the same.
        """
        try:
            if self._footing.was_written() and not self._footing.lost:
                self.confirm()
            if self._grown and not self._footing.lost:
                self._grown = False
                backups.take_daily(self.connection, self.path, self.clock().ms)
        finally:
            self.connection.close()

    def __enter__(self) -> Profile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._grown = False  # whatever went wrong is told first; the next session takes the backup
        self.close()

    # Growing the log

    def record_review(self, card: str, review: Review) -> Event:
        """Append a review; on disk when this returns."""
        return self.record(EventKind.REVIEW, card, review_payload(review))

    def record(self, kind: EventKind, card: str | None, payload: Mapping[str, Json]) -> Event:
        """Append an event and move the projections with it, in one transaction."""
        with store.plain_errors(self.path):
            if not self._footing.holds():
                event = self._event(self._footing.next_id(), kind, card, payload)
                raise self._footing.rescue(event.ms, event)
            with store.transaction(self.connection):
                self._rule_again()
                sequence = tables.last_sequence(self.connection, self.device) + 1
                event = self._event(f"{self.device}:{sequence}", kind, card, payload)
                tables.insert_event(self.connection, event)
                self._project(event)
        self._grown = True
        return event

    def confirm(self) -> None:
        """Raise `ProfileError` where the file was replaced or removed since it was opened.

        What it held is then written where it can be merged from.
        """
        with store.plain_errors(self.path):
            if not self._footing.holds():
                raise self._footing.rescue(self.clock().ms)

    def undo(self, event_id: str) -> bool:
        """Take an event back with all that followed from it. False where there is nothing to take back."""
        self.confirm()
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
        if old == new or self.key(old) == new or self.state(old) is None:
            return False
        self.record(EventKind.RENAME, new, {"from": old})
        return True

    def set_setting(self, name: str, value: SettingValue) -> SettingValue:
        """Change a setting; returns the value as it was read. One that moves due dates becomes an event."""
        read = checked(name, value)
        if SETTINGS[name].in_log:
            self.record(EventKind.PARAMETERS, None, {name: read})
            return read
        self.confirm()
        with store.plain_errors(self.path), store.transaction(self.connection):
            write_setting(self.connection, name, read)
            self.read_rules_again()
        return read

    def rebuild(self) -> None:
        """Fold the whole log again."""
        with store.plain_errors(self.path), store.transaction(self.connection):
            self.read_rules_again()
            folding.rebuild(self.connection, self._rules)

    def read_rules_again(self) -> None:
        """Read settings, parameters and renames from the file."""
        self._rules = read_rules(self.connection)

    # Private

    def _own_device(self) -> str:
        device = store.get_meta(self.connection, "device") or ""
        if not DEVICE.fullmatch(device):
            device = secrets.token_hex(4)
        store.set_meta(self.connection, "device", device)
        return device

    def _rule_again(self) -> None:
        """Read the rules again where another process has written to the file."""
        version = self.connection.execute("PRAGMA data_version").fetchone()[0]
        if version != self._data_version:
            self._data_version, self._rules = version, read_rules(self.connection)

    def _event(self, event_id: str, kind: EventKind, card: str | None, payload: Mapping[str, Json]) -> Event:
        now = self.clock()
        return Event(event_id, kind, now.ms, now.offset_minutes, self.study_day(now), card, payload)

    def _project(self, event: Event) -> None:
        kind = event.kind
        target = self.event(str(event.payload["event"])) if kind == EventKind.UNDO else event
        if kind in RULING or (target is not None and target.kind in RULING):
            self.rebuild()
        elif event.card is not None:
            key = self.key(event.card)
            if kind in (EventKind.UNDO, EventKind.REGRADE) or not self._is_last(event, key):
                self._fold_again(key, event.id)
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
            counts = [0, 0, 0, counted_ms(entry)]
            counts[share_of(state.last_day, entry)] = 1
            day_tables.add_days(self.connection, {entry.day: counts})
        tables.write_state(self.connection, key, apply(state, entry, key, self.scheduler))

    def _fold_again(self, key: str, newest: str) -> None:
        """Fold a card's events again, the newest to arrive among them."""
        entries = tables.card_entries(self.connection, self._keys(key))
        old = [entry for entry in entries if entry.id != newest]
        new = [entry for entry in entries if entry.id == newest]
        folding.refold(self.connection, self._rules, {key: old}, {key: new}, {})
