"""The union of two logs: idempotent, commutative and associative, because an event never changes and the
projections depend on the set alone.

Two different events under one id happen when a profile was copied with its device name. Neither is dropped:
the one whose line sorts first keeps the id, the other gets one made from its text, everywhere the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory import folding, future, store, tables
from mhaquiz.memory.changes import Changes
from mhaquiz.memory.event_rows import EventRow, entry_of_row, event_row
from mhaquiz.memory.events import Event
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import Entry
from mhaquiz.memory.states import CardState


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, or with a dry run would do."""

    read: int = 0
    added: int = 0
    held: int = 0
    collisions: int = 0
    refused: tuple[str, ...] = ()  # the first of them, one line each: file, line, reason
    refusals: int = 0  # all of them
    cards: Mapping[str, tuple[CardState | None, CardState | None]] = field(default_factory=dict)


def take_in(profile: Profile, events: Iterable[Event], *, dry_run: bool = False) -> Merged:
    """The union of the profile's log and `events`, in one transaction."""
    return union(profile, [event_row(event) for event in events], dry_run=dry_run)


def union(profile: Profile, rows: Iterable[EventRow], *, dry_run: bool) -> Merged:
    """The union of the profile's log and the events of some rows, in one transaction."""
    connection = profile.connection
    profile.confirm()
    with store.plain_errors(profile.path), collector_paused(), store.room_for_much(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            profile.read_rules_again()
            inlet = _Inlet(profile)
            inlet.take(rows)
            changed = inlet.project() if inlet.added else {}
            connection.execute("ROLLBACK" if dry_run else "COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        finally:
            profile.read_rules_again()
    return Merged(added=len(inlet.added), held=inlet.held, collisions=inlet.collisions, cards=changed)


class _Inlet:
    """Puts events into the log, each under an id of its own, and moves the projections."""

    def __init__(self, profile: Profile) -> None:
        self.added: list[EventRow] = []
        self.held = self.collisions = 0
        self._profile = profile
        self._connection = profile.connection
        self._rules = profile.rules
        self._arrival = profile.last_arrival()
        self._limit_ms = profile.clock().ms + future.TOLERANCE_MS
        self._written = 0  # of those added

    def take(self, rows: Iterable[EventRow]) -> None:
        rows = list(rows)
        ids = tables.ids_of(self._connection, {row.device for row in rows})
        for row in rows:
            place = row[1:3]
            if place in ids:
                self._write()
                if (moved := self._give_way(row)) is None:
                    continue
                self.collisions += 1
                row, place = moved, moved[1:3]
                if place in tables.ids_of(self._connection, [row.device]):
                    continue
            ids.add(place)
            self._put(row)
        self._write()

    def _put(self, row: EventRow) -> None:
        if row.ms > self._limit_ms:
            future.hold(self._connection, row)
            self.held += 1
        else:
            self.added.append(row)

    def _write(self) -> None:
        """Store what was added since the last time, together."""
        tables.insert_rows(self._connection, self.added[self._written :])
        self._written = len(self.added)

    def _give_way(self, row: EventRow) -> EventRow | None:
        """Settle two events with one id: the line that sorts first keeps it. The other under its new id, or
        None where both are one."""
        place = row.device, row.sequence
        there = tables.row_of(self._connection, *place) or future.held_row(self._connection, *place)
        if there == row:
            return None
        if row.line > there.line:
            return _renamed(row)
        for table in ("event", "quarantine"):
            self._connection.execute(f"DELETE FROM {table} WHERE device = ? AND sequence = ?", place)
        if row.ms > self._limit_ms:
            future.hold(self._connection, row)
        else:
            tables.insert_rows(self._connection, [row])
        return _renamed(there)

    def project(self) -> Changes:
        """Move the projections after an insert; the cards whose state changed, before and after."""
        self._profile.read_rules_again()
        if self.collisions or self._profile.rules != self._rules:
            before = tables.state_rows(self._connection)
            self._profile.rebuild()
            return Changes(before, tables.state_rows(self._connection))
        new, aliases = defaultdict[str, list[Entry]](list), self._rules.aliases
        for row in self.added:
            if (card := row.card) is not None:
                new[aliases.get(card, card)].append(entry_of_row(row))
        before = tables.state_rows(self._connection, new)
        after = folding.refold(self._connection, self._rules, self._earlier(new), new, before)
        return Changes(before, after)

    def _earlier(self, new: Mapping[str, list[Entry]]) -> Mapping[str, list[Entry]]:
        """The entries that cards had before, of those cards that cannot go on from the state they had."""
        aliases = self._rules.aliases
        newest = tables.newest_of_cards(self._connection, aliases, *self._before(new))
        amended = tables.amended_keys(self._connection, aliases)
        mixed = [
            key
            for key, entries in new.items()
            if key in newest and (key in amended or min(entries)[0] <= newest[key])
        ]
        found = tables.entries_by_card(self._connection, aliases, *self._before(mixed))
        return {key: found[key] for key in mixed}

    def _before(self, keys: Iterable[str]) -> tuple[str, tuple[object, ...]]:
        """The condition for events of some cards that were there before."""
        wanted = set(keys)
        names = [*wanted, *(old for old, new in self._rules.aliases.items() if new in wanted)]
        where, values = tables.among("card", sorted(names))
        return f"{where} AND arrival <= ?", (*values, self._arrival)


def _renamed(row: EventRow) -> EventRow:
    mark = blake2b(row.line.encode(), digest_size=5).hexdigest()
    return row._replace(device=f"{row.device[:28]}~{mark}")
