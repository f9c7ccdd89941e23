"""Events from the future: set aside, shown, and let in when their time has come."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime

from mhaquiz.deck.display import counted
from mhaquiz.memory import tables
from mhaquiz.memory.clock import DAY_MS
from mhaquiz.memory.event_rows import EventRow, event_row
from mhaquiz.memory.lines import read_row

TOLERANCE_MS = 24 * 3_600_000  # clocks of two machines may differ by as much


def settle(connection: sqlite3.Connection, now_ms: int) -> int:
    """Move events between log and quarantine by the present clock; returns how many moved."""
    limit = now_ms + TOLERANCE_MS
    newest_day = connection.execute("SELECT max(study_day) FROM event").fetchone()[0]  # ms has no index
    oldest = connection.execute("SELECT min(ms) FROM quarantine").fetchone()[0]
    moved = 0
    if newest_day is not None and newest_day >= limit // DAY_MS - 1:
        moved += _set_aside(connection, limit)
    if oldest is not None and oldest <= limit:
        moved += _let_in(connection, limit)
    return moved


def _set_aside(connection: sqlite3.Connection, limit: int) -> int:
    where, values = "study_day >= ? AND ms > ?", (limit // DAY_MS - 2, limit)
    events = tables.read_events(connection, where, values)
    for event in events:
        hold(connection, event_row(event))
    connection.execute(f"DELETE FROM event WHERE {where}", values)
    return len(events)


def _let_in(connection: sqlite3.Connection, limit: int) -> int:
    lines = connection.execute("SELECT line FROM quarantine WHERE ms <= ? ORDER BY ms", (limit,)).fetchall()
    tables.insert_rows(connection, [read_row(line) for (line,) in lines])
    connection.execute("DELETE FROM quarantine WHERE ms <= ?", (limit,))
    return len(lines)


def hold(connection: sqlite3.Connection, row: EventRow) -> None:
    """Put one event into quarantine."""
    connection.execute(
        "INSERT OR IGNORE INTO quarantine VALUES (?, ?, ?, ?)", (row.device, row.sequence, row.ms, row.line)
    )


def held(connection: sqlite3.Connection) -> list[str]:
    """The lines in quarantine, oldest first."""
    return [row[0] for row in connection.execute("SELECT line FROM quarantine ORDER BY ms, device, sequence")]


def held_row(connection: sqlite3.Connection, device: str, sequence: int) -> EventRow:
    """One quarantined event."""
    query = "SELECT line FROM quarantine WHERE device = ? AND sequence = ?"
    return read_row(connection.execute(query, (device, sequence)).fetchone()[0])


def notice(connection: sqlite3.Connection) -> str:
    """One line about what is set aside, or nothing."""
    count, until = connection.execute("SELECT count(*), max(ms) FROM quarantine").fetchone()
    if not count:
        return ""
    events, when = counted(count, "event is", "events are"), datetime.fromtimestamp(until / 1000, UTC).date()
    return f"{events} dated after today (to {when}) and set aside until then; check this machine's clock"
