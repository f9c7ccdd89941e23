"""The projections as SQLite tables: read, written one card at a time, rebuilt as a whole."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory.codec import join_line
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind
from mhaquiz.memory.projection import Amendments, Entry, Practice, amendments, fold
from mhaquiz.memory.projection import aliases as resolve_aliases
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import FRESH, CardPhase, CardState
from mhaquiz.memory.store import (
    PROJECTION_INDEXES,
    PROJECTION_VERSION,
    PROJECTIONS,
    REMEDY,
    run_script,
    set_meta,
)

STATE_COLUMNS = ", ".join(CardState._fields)
_ENTRY_COLUMNS = (
    "ms, device, sequence, kind, study_day, rating, mode, confidence, ms_taken,"
    " CASE WHEN kind = 'review' THEN NULL ELSE payload END"
)
_PUT_STATE = (
    f"INSERT OR REPLACE INTO card_state (card, {STATE_COLUMNS}) VALUES (?{', ?' * len(CardState._fields)})"
)
_PHASES = tuple(CardPhase)
_PLACE = itemgetter(0, 1, 2)  # canonical order
_new_tuple = tuple.__new__


class DayCounts(NamedTuple):
    """What was done on one study day. `cram` holds same-day repeats too."""

    new: int = 0
    reviews: int = 0
    cram: int = 0
    minutes: float = 0.0


def state_of(row: Sequence[Any]) -> CardState:
    """A state from its columns, in the order of its fields."""
    booleans = bool(row[9]), row[10], bool(row[11]), bool(row[12])
    return CardState._make((_PHASES[row[0]], *row[1:9], *booleans, row[13], row[14]))


def read_state(connection: sqlite3.Connection, key: str) -> CardState | None:
    row = connection.execute(f"SELECT {STATE_COLUMNS} FROM card_state WHERE card = ?", (key,)).fetchone()
    return None if row is None else state_of(row)


def read_states(
    connection: sqlite3.Connection, where: str = "1", values: Sequence[object] = ()
) -> dict[str, CardState]:
    """States by card key; `where` is one of this room's own conditions, never text from outside."""
    rows = connection.execute(f"SELECT card, {STATE_COLUMNS} FROM card_state WHERE {where}", values)
    return {row[0]: state_of(row[1:]) for row in rows}


Row: TypeAlias = tuple[Any, ...]


def state_rows(connection: sqlite3.Connection, keys: Iterable[str] | None = None) -> dict[str, Row]:
    """The columns of all states, or of some, for `state_of`."""
    where, values = ("1", []) if keys is None else among("card", sorted(keys))
    rows = connection.execute(f"SELECT {STATE_COLUMNS}, card FROM card_state WHERE {where}", values)
    return {row[-1]: row[:-1] for row in rows}


def write_state(connection: sqlite3.Connection, key: str, state: CardState) -> None:
    """Store a state; one that says nothing is no row, so that a rebuild gives the same bytes."""
    if state == FRESH:
        connection.execute("DELETE FROM card_state WHERE card = ?", (key,))
    else:
        connection.execute(_PUT_STATE, _row(key, state))


def _row(key: str, state: CardState) -> tuple[object, ...]:
    """The columns of a state. SQLite's binding takes bare numbers much faster than phases and booleans."""
    phase, aside, until, flagged, leech = state[0], state[9], state[10], state[11], state[12]
    return (key, int(phase), *state[1:9], int(aside), until, int(flagged), int(leech), state[13], state[14])


def add_practice(connection: sqlite3.Connection, practice: Iterable[Practice], sign: int = 1) -> None:
    """Add reviews to their days, or with sign −1 take them away; a day left empty is no row."""
    for day, share, ms in practice:
        connection.execute("INSERT OR IGNORE INTO day_count VALUES (?, 0, 0, 0, 0)", (day,))
        connection.execute(
            f"UPDATE day_count SET {share} = {share} + ?, ms = ms + ? WHERE study_day = ?",
            (sign, sign * ms, day),
        )
        if sign < 0:
            connection.execute(
                "DELETE FROM day_count WHERE study_day = ? AND new = 0 AND reviews = 0 AND cram = 0", (day,)
            )


def read_day(connection: sqlite3.Connection, day: int) -> DayCounts:
    row = connection.execute(
        "SELECT new, reviews, cram, ms FROM day_count WHERE study_day = ?", (day,)
    ).fetchone()
    return DayCounts() if row is None else DayCounts(row[0], row[1], row[2], row[3] / 60_000)


def read_days(connection: sqlite3.Connection) -> dict[int, DayCounts]:
    rows = connection.execute("SELECT study_day, new, reviews, cram, ms FROM day_count ORDER BY study_day")
    return {row[0]: DayCounts(row[1], row[2], row[3], row[4] / 60_000) for row in rows}


def insert_event(connection: sqlite3.Connection, event: Event, payload: str) -> None:
    insert_rows(connection, [event_row(event, payload)])


def insert_rows(connection: sqlite3.Connection, rows: Iterable[Sequence[object]]) -> None:
    """Store events, each given as `event_row` makes it."""
    connection.executemany(
        "INSERT INTO event (device, sequence, kind, ms, offset_minutes, study_day, card,"
        " rating, mode, confidence, ms_taken, session, payload)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )


def event_row(event: Event, payload: str) -> tuple[object, ...]:
    """The columns of an event; `payload` is its payload as text."""
    device, _, sequence = event.id.partition(":")
    copied: tuple[object, ...] = (None,) * 5
    if event.kind == EventKind.REVIEW:
        told = event.payload.get
        mode = str(told("mode", "study"))
        copied = (told("rating"), mode, told("confidence"), told("ms_taken", 0), told("session") or None)
    return (
        device, int(sequence), event.kind.value, event.ms, event.offset_minutes, event.study_day, event.card,
        *copied, payload,
    )  # fmt: skip


def event_lines(
    connection: sqlite3.Connection, devices: Iterable[str] | None = None
) -> Iterator[tuple[str, int, str]]:
    """Id, ms and line of every event, or of those of some devices, by device and sequence."""
    where, values = ("1", []) if devices is None else among("device", sorted(devices))
    rows = connection.execute(
        "SELECT device || ':' || sequence, kind, ms, offset_minutes, study_day, card, payload FROM event"
        f" WHERE {where} ORDER BY device, sequence",
        values,
    )
    for row in rows:
        yield row[0], row[2], join_line(*row)


def ids_of(connection: sqlite3.Connection, devices: Iterable[str]) -> set[str]:
    """The ids that some devices have used, in the log and in quarantine."""
    where, values = among("device", sorted(devices))
    queries = (
        f"SELECT device || ':' || sequence FROM {name} WHERE {where}" for name in ("event", "quarantine")
    )
    return {row[0] for query in queries for row in connection.execute(query, values)}


def among(column: str, values: list[str]) -> tuple[str, list[str]]:
    """A condition that takes any number of values, and what to bind: one JSON text."""
    return f"{column} IN (SELECT value FROM json_each(?))", [json.dumps(values)]


def last_sequence(connection: sqlite3.Connection, device: str) -> int:
    """The highest sequence this device has used, quarantined events included: no id is given twice."""
    row = connection.execute(
        "SELECT max((SELECT ifnull(max(sequence), 0) FROM event WHERE device = :device),"
        " (SELECT ifnull(max(sequence), 0) FROM quarantine WHERE device = :device))",
        {"device": device},
    ).fetchone()
    return int(row[0])


def read_events(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Event]:
    """Whole events in canonical order; `where` as in `read_states`."""
    rows = connection.execute(
        "SELECT device, sequence, kind, ms, offset_minutes, study_day, card, payload FROM event"
        f" WHERE {where} ORDER BY ms, device, sequence",
        values,
    )
    return [
        Event(f"{device}:{sequence}", _kind(kind), ms, offset, day, card, _payload(payload))
        for device, sequence, kind, ms, offset, day, card, payload in rows
    ]


def read_entries(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Entry]:
    """Entries in canonical order; `where` as in `read_states`."""
    rows = connection.execute(
        f"SELECT {_ENTRY_COLUMNS} FROM event WHERE {where} ORDER BY ms, device, sequence", values
    )
    return [_entry(row) for row in rows]


def _entry(row: Sequence[Any]) -> Entry:
    """An entry from its columns. Made as a bare tuple is: its own constructor takes twice the time."""
    if row[9] is None:
        return _new_tuple(Entry, row[:10])
    return Entry(row[0], row[1], row[2], row[3], row[4], payload=_payload(row[9]))


def _payload(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ProfileError(f"the profile is damaged (an event without its payload); {REMEDY}")
    return found


def _kind(name: str) -> EventKind:
    try:
        return EventKind(name)
    except ValueError:
        raise ProfileError(f"the profile is damaged (an event of kind {name!r:.40}); {REMEDY}") from None


def card_entries(connection: sqlite3.Connection, keys: Sequence[str]) -> list[Entry]:
    """Every entry of a card, under all the keys it has had."""
    return read_entries(connection, f"card IN ({', '.join('?' * len(keys))})", keys)


def amendments_of(connection: sqlite3.Connection, cards: Iterable[str]) -> Amendments:
    """What undo and regrade events say about the reviews of some cards."""
    ordered, entries = sorted(cards), []
    for start in range(0, len(ordered), 500):
        chunk = ordered[start : start + 500]
        where = f"kind IN ('undo', 'regrade') AND card IN ({', '.join('?' * len(chunk))})"
        entries += read_entries(connection, where, chunk)
    return amendments(sorted(entries))


def global_entries(connection: sqlite3.Connection, kind: EventKind) -> list[Entry]:
    """The entries of a kind that is not about one card's memory, without those undone."""
    # The whole list once more: SQLite takes a partial index only for the very words of its condition.
    where = "kind IN ('parameters', 'interview', 'rename', 'undo') AND kind IN (?, 'undo')"
    entries = read_entries(connection, where, (str(kind),))
    undone = amendments(entries).undone
    return [entry for entry in entries if entry.kind == kind and entry.id not in undone]


def read_aliases(connection: sqlite3.Connection) -> dict[str, str]:
    """Old key → present key."""
    entries = global_entries(connection, EventKind.RENAME)
    if not entries:
        return {}
    rows = connection.execute("SELECT device, sequence, card FROM event WHERE kind = 'rename'")
    return resolve_aliases(entries, {f"{device}:{sequence}": card for device, sequence, card in rows})


def rebuild(connection: sqlite3.Connection, scheduler: Scheduler, aliases: Mapping[str, str]) -> None:
    """Drop the projections and fold every event again. Must run inside a transaction."""
    run_script(connection, PROJECTIONS)
    with collector_paused():
        _rebuild(connection, scheduler, aliases)
    set_meta(connection, "projection", PROJECTION_VERSION)


def _rebuild(connection: sqlite3.Connection, scheduler: Scheduler, aliases: Mapping[str, str]) -> None:
    by_card: defaultdict[str, list[Entry]] = defaultdict(list)
    rows = connection.execute(f"SELECT {_ENTRY_COLUMNS}, card FROM event WHERE card IS NOT NULL")
    for row in rows:
        by_card[aliases.get(row[10], row[10])].append(_entry(row))
    days: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    connection.executemany(_PUT_STATE, _folded(by_card, scheduler, days))
    run_script(connection, PROJECTION_INDEXES)
    connection.executemany(
        "INSERT INTO day_count VALUES (?, ?, ?, ?, ?)",
        [(day, *counts) for day, counts in sorted(days.items())],
    )
    set_meta(connection, "projection", PROJECTION_VERSION)


def _folded(
    by_card: Mapping[str, list[Entry]], scheduler: Scheduler, days: Mapping[int, list[int]]
) -> Iterable[tuple[object, ...]]:
    """Rows of card_state in key order, adding each review to its day on the way."""
    column = {"new": 0, "reviews": 1, "cram": 2}
    for key in sorted(by_card):
        entries = by_card[key]
        entries.sort(key=_PLACE)
        state, practice = fold(key, entries, scheduler)
        for day, share, ms in practice:
            counts = days[day]
            counts[column[share]] += 1
            counts[3] += ms
        if state != FRESH:
            yield _row(key, state)


def digest(connection: sqlite3.Connection) -> str:
    """A fingerprint of the projections: two files with the same one hold the same states, bit for bit."""
    total = blake2b(digest_size=16)
    for table, order in (("card_state", "card"), ("day_count", "study_day")):
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):
            total.update(repr(row).encode())
    return total.hexdigest()
