"""Rows and tuples read by number agree with the names of their fields."""

from __future__ import annotations

import sqlite3
from dataclasses import fields

from mhaquiz.memory import tables
from mhaquiz.memory.codec import review_payload
from mhaquiz.memory.event_rows import EventRow, entry_of_row, event_row
from mhaquiz.memory.events import Event, EventKind, Mode, Rating, Review
from mhaquiz.memory.payloads import REVIEW_FIELDS
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import Entry, entry_of
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import CardPhase, CardState

from .conftest import make_review

#: Every field has a value of its own, so that no two can change places unseen.
DISTINCT = CardState(
    phase=CardPhase.REVIEW,
    stability=7.5,
    difficulty=5.5,
    due_day=20_111,
    due_ms=1_700_000_000_001,
    last_day=20_104,
    reps=11,
    lapses=3,
    interval=9,
    suspended=True,
    buried_until=20_222,
    flagged=True,
    leech=False,
    streak=2,
    showings=31,
)


def columns(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def test_the_tables_have_the_columns_of_the_tuples(profile: Profile) -> None:
    assert columns(profile.connection, "card_state") == ("card", *CardState._fields)
    assert set(columns(profile.connection, "event")) == {"arrival", *EventRow._fields}


def test_a_review_is_cut_from_its_row_as_an_entry() -> None:
    renamed = {"day": "study_day"}
    cut = tuple(renamed.get(name, name) for name in Entry._fields[:-1])
    assert cut == EventRow._fields[: len(cut)]
    given = make_review(3, mode=Mode.MOCK, confidence=2, ms_taken=1234)
    event = Event("o:7", EventKind.REVIEW, 86_400_000, 60, 1, "d/a", review_payload(given))
    assert entry_of_row(event_row(event)) == entry_of(event)


def test_every_field_of_a_review_has_a_bound() -> None:
    assert {field.name for field in fields(Review)} == set(REVIEW_FIELDS)


def test_a_state_comes_back_from_its_row_field_by_field(profile: Profile) -> None:
    for state in (DISTINCT, DISTINCT._replace(suspended=False, flagged=False, leech=True)):
        tables.write_state(profile.connection, "d/a", state)
        found = tables.read_state(profile.connection, "d/a")
        assert found is not None
        assert found._asdict() == state._asdict()
        assert [type(value) for value in found] == [type(value) for value in state]


def test_a_review_puts_each_field_in_its_place() -> None:
    scheduler = Scheduler()
    day = 20_112
    before = DISTINCT._replace(due_ms=None)
    after = scheduler.step(before, Rating.GOOD, day, day * 86_400_000, "d/a")
    assert after.phase is CardPhase.REVIEW
    assert (after.suspended, after.buried_until, after.flagged, after.leech) == (True, 20_222, True, False)
    assert (after.reps, after.lapses, after.streak, after.showings) == (12, 3, 3, 32)
    assert (after.last_day, after.due_day, after.due_ms) == (day, day + after.interval, None)
    assert after.stability is not None
    assert after.difficulty is not None
    assert after.stability > 7.5
    assert 1 <= after.difficulty <= 10
