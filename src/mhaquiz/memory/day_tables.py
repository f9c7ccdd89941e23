"""What was done on a study day, and what its queue reads of the projections, in pieces and by index."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from mhaquiz.memory import tables
from mhaquiz.memory.projection import Practice
from mhaquiz.memory.states import CardState


class DayCounts(NamedTuple):
    """What was done on one study day. `cram` holds same-day repeats too."""

    new: int = 0
    reviews: int = 0
    cram: int = 0
    minutes: float = 0.0


class Given(NamedTuple):
    """An answer that stands, as the day's queue needs it."""

    card: str
    rating: int
    mode: str
    confidence: int | None


def given_on(connection: sqlite3.Connection, day: int) -> list[Given]:
    """The answers of a study day that stand, regrades applied, in the order in which they were given."""
    rows = connection.execute(
        "SELECT device || ':' || sequence, card, rating, mode, confidence FROM event"
        " WHERE study_day = ? AND kind = 'review' AND card IS NOT NULL ORDER BY ms, device, sequence",
        (day,),
    ).fetchall()
    undone, ratings = tables.amendments_of(connection, {row[1] for row in rows})
    return [Given(row[1], ratings.get(row[0], row[2]), *row[3:]) for row in rows if row[0] not in undone]


def set_due_on(connection: sqlite3.Connection, day: int) -> list[str]:
    """The cards that were set due on a study day, in the order in which they were."""
    rows = connection.execute(
        "SELECT card FROM event WHERE study_day = ? AND kind = 'set-due' AND card IS NOT NULL"
        " ORDER BY ms, device, sequence",
        (day,),
    )
    return [row[0] for row in rows]


def steps_running(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """When each running learning step ends (ms) and its card, the first to end first."""
    return connection.execute(
        "SELECT due_ms, card FROM card_state WHERE due_ms IS NOT NULL ORDER BY due_ms, card"
    ).fetchall()


def due_cards(connection: sqlite3.Connection, day: int, about: int) -> tuple[list[tuple[int, str]], bool]:
    """The cards longest due by a study day, about so many, each with its day; and whether there are more."""
    where = "due_ms IS NULL AND due_day <= ?"
    row = connection.execute(
        f"SELECT due_day FROM card_state WHERE {where} ORDER BY due_day LIMIT 1 OFFSET ?", (day, about)
    ).fetchone()
    until = day if row is None else row[0]
    found = connection.execute(f"SELECT due_day, card FROM card_state WHERE {where}", (until,)).fetchall()
    return found, row is not None


def cards_aside(connection: sqlite3.Connection) -> dict[str, CardState]:
    """The cards about which a person said something: suspended, buried, marked."""
    return tables.read_states(connection, "suspended OR flagged OR buried_until IS NOT NULL")


def started_cards(connection: sqlite3.Connection) -> set[str]:
    """The cards that the memory model knows something about.

    One long text split here takes a third of the time of 100,000 rows fetched one by one.
    """
    query = "SELECT group_concat(card, char(10)) FROM card_state WHERE stability IS NOT NULL"
    keys = connection.execute(query).fetchone()[0]
    return set(keys.split("\n")) if keys else set()


def add_days(connection: sqlite3.Connection, days: Mapping[int, Practice]) -> None:
    """Add to what was done on some study days, or take away from it; a day left empty is no row."""
    moved = [(day, *counts) for day, counts in sorted(days.items()) if any(counts)]
    connection.executemany(
        "INSERT INTO day_count VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET new = new + excluded.new,"
        " reviews = reviews + excluded.reviews, cram = cram + excluded.cram, ms = ms + excluded.ms",
        moved,
    )
    connection.executemany(
        "DELETE FROM day_count WHERE study_day = ? AND new = 0 AND reviews = 0 AND cram = 0",
        [counts[:1] for counts in moved if min(counts[1:]) < 0],
    )


def read_day(connection: sqlite3.Connection, day: int) -> DayCounts:
    row = connection.execute(
        "SELECT new, reviews, cram, ms FROM day_count WHERE study_day = ?", (day,)
    ).fetchone()
    return DayCounts() if row is None else DayCounts(row[0], row[1], row[2], row[3] / 60_000)


def read_days(connection: sqlite3.Connection) -> dict[int, DayCounts]:
    rows = connection.execute("SELECT study_day, new, reviews, cram, ms FROM day_count ORDER BY study_day")
    return {row[0]: DayCounts(row[1], row[2], row[3], row[4] / 60_000) for row in rows}
