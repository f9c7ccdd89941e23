"""The log and its projections as SQLite tables: rows read and written, nothing worked out."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import chain
from typing import Any, TypeAlias

from mhaquiz.memory.codec import join_line
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.event_rows import EventRow, event_row, payload_of
from mhaquiz.memory.events import Event, EventKind
from mhaquiz.memory.projection import Amendments, Entry, amendments
from mhaquiz.memory.projection import aliases as resolve_aliases
from mhaquiz.memory.states import FRESH, CardPhase, CardState
from mhaquiz.memory.store import REMEDY, indexes_made_anew

STATE_COLUMNS = ", ".join(CardState._fields)
_ENTRY_COLUMNS = (
    "ms, device, sequence, kind, study_day, rating, mode, confidence, ms_taken,"
    " CASE WHEN kind = 'review' THEN NULL ELSE payload END"
)
MOST_VALUES = 999  # that one statement may bind, in the oldest SQLite that Python takes
_PHASES = tuple(CardPhase)
_new_tuple = tuple.__new__


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
    """The rows of all states, or of some: the card, then what `state_of` takes."""
    where, values = ("1", []) if keys is None else among("card", sorted(keys))
    rows = connection.execute(f"SELECT card, {STATE_COLUMNS} FROM card_state WHERE {where}", values)
    return {row[0]: row for row in rows}


def write_state(connection: sqlite3.Connection, key: str, state: CardState) -> None:
    """Store a state; one that says nothing is no row, so that a rebuild gives the same bytes."""
    if state == FRESH:
        forget_states(connection, [key])
    else:
        write_rows(connection, [state_row(key, state)])


def forget_states(connection: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Take states away: nothing that is left in the log says anything about these cards."""
    connection.executemany("DELETE FROM card_state WHERE card = ?", [(key,) for key in keys])


def write_rows(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Store states, each given as `state_row` makes it."""
    with indexes_made_anew(connection, "card_state", len(rows)):
        _put(connection, f"INSERT OR REPLACE INTO card_state (card, {STATE_COLUMNS})", rows)


def state_row(key: str, state: CardState) -> Row:
    """A card and the columns of its state. SQLite binds bare numbers much faster than phases and booleans."""
    phase, aside, until, flagged, leech = state[0], state[9], state[10], state[11], state[12]
    return (key, int(phase), *state[1:9], int(aside), until, int(flagged), int(leech), state[13], state[14])


def row_of(connection: sqlite3.Connection, device: str, sequence: int) -> EventRow | None:
    """The row of one event of the log."""
    query = f"SELECT {', '.join(EventRow._fields)} FROM event WHERE device = ? AND sequence = ?"
    row = connection.execute(query, (device, sequence)).fetchone()
    return None if row is None else EventRow._make(row)


def insert_event(connection: sqlite3.Connection, event: Event) -> None:
    insert_rows(connection, [event_row(event)])


def insert_rows(connection: sqlite3.Connection, rows: Sequence[EventRow]) -> None:
    """Store events in their order; raises `sqlite3.IntegrityError` where one has an id that is taken."""
    with indexes_made_anew(connection, "event", len(rows)):
        _put(connection, f"INSERT INTO event ({', '.join(EventRow._fields)})", rows)


def _put(connection: sqlite3.Connection, into: str, rows: Sequence[Row]) -> None:
    """Store rows, as many with one statement as it can bind: of events one by one takes twice the time."""
    if not rows:
        return
    place, most = f"(?{', ?' * (len(rows[0]) - 1)})", MOST_VALUES // len(rows[0])
    for start in range(0, len(rows), most):
        some = rows[start : start + most]
        places = ", ".join([place] * len(some))
        connection.execute(f"{into} VALUES {places}", tuple(chain.from_iterable(some)))


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


def ids_of(connection: sqlite3.Connection, devices: Iterable[str]) -> set[tuple[str, int]]:
    """Device and sequence of every event of some devices, in the log and in quarantine."""
    where, values = among("device", sorted(devices))
    queries = (f"SELECT device, sequence FROM {name} WHERE {where}" for name in ("event", "quarantine"))
    return {row for query in queries for row in connection.execute(query, values)}


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
        Event(f"{device}:{sequence}", _kind(kind), ms, offset, day, card, payload_of(payload))
        for device, sequence, kind, ms, offset, day, card, payload in rows
    ]


def read_entries(connection: sqlite3.Connection, where: str, values: Sequence[object] = ()) -> list[Entry]:
    """Entries in canonical order; `where` as in `read_states`."""
    rows = connection.execute(
        f"SELECT {_ENTRY_COLUMNS} FROM event WHERE {where} ORDER BY ms, device, sequence", values
    )
    return [_entry(row) for row in rows]


def entries_by_card(
    connection: sqlite3.Connection,
    aliases: Mapping[str, str],
    where: str = "1",
    values: Sequence[object] = (),
) -> Mapping[str, list[Entry]]:
    """The entries of cards by their present keys, in no order; `where` as in `read_states`."""
    cards: defaultdict[str, list[Entry]] = defaultdict(list)
    query = f"SELECT {_ENTRY_COLUMNS}, card FROM event WHERE card IS NOT NULL AND {where}"
    for row in connection.execute(query, values):
        cards[aliases.get(row[10], row[10])].append(_entry(row))
    return cards


def _entry(row: Sequence[Any]) -> Entry:
    """An entry from its columns. Made as a bare tuple is: its own constructor takes twice the time."""
    if row[9] is None:
        return _new_tuple(Entry, row[:10])
    return Entry(row[0], row[1], row[2], row[3], row[4], payload=payload_of(row[9]))


def _kind(name: str) -> EventKind:
    try:
        return EventKind(name)
    except ValueError:
        raise ProfileError(f"the profile is damaged (an event of kind {name!r:.40}); {REMEDY}") from None


def card_entries(connection: sqlite3.Connection, keys: Sequence[str]) -> list[Entry]:
    """Every entry of a card, under all the keys it has had."""
    return read_entries(connection, f"card IN ({', '.join('?' * len(keys))})", keys)


def amended_keys(connection: sqlite3.Connection, aliases: Mapping[str, str]) -> set[str]:
    """The cards, by their present keys, of which anything was undone or regraded."""
    rows = connection.execute("SELECT card FROM event WHERE kind IN ('undo', 'regrade')")
    return {aliases.get(row[0], row[0]) for row in rows}


def newest_of_cards(
    connection: sqlite3.Connection, aliases: Mapping[str, str], where: str, values: Sequence[object]
) -> Mapping[str, int]:
    """When the newest event of each card was, by its present key; `where` as in `read_states`."""
    newest: dict[str, int] = {}
    query = f"SELECT card, max(ms) FROM event WHERE {where} GROUP BY card"
    for card, ms in connection.execute(query, values):
        key = aliases.get(card, card)
        newest[key] = max(ms, newest.get(key, 0))
    return newest


def amendments_of(connection: sqlite3.Connection, cards: Iterable[str]) -> Amendments:
    """What undo and regrade events say about the reviews of some cards."""
    where, values = among("card", sorted(cards))
    return amendments(read_entries(connection, f"kind IN ('undo', 'regrade') AND {where}", values))


def undone_before(connection: sqlite3.Connection, day: int) -> frozenset[str]:
    """The events taken back on a study day before this one."""
    # The whole list of the index, as in `global_entries`.
    where = "kind IN ('parameters', 'interview', 'rename', 'undo') AND kind = 'undo' AND study_day < ?"
    return amendments(read_entries(connection, where, (day,))).undone


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


def digest(connection: sqlite3.Connection) -> str:
    """A fingerprint of the projections: two files with the same one hold the same states, bit for bit."""
    total = blake2b(digest_size=16)
    for table, order in (("card_state", "card"), ("day_count", "study_day")):
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):
            total.update(repr(row).encode())
    return total.hexdigest()
