"""Folding the log: every card of it, or those cards again that new events touch."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory import day_tables, tables
from mhaquiz.memory.projection import (
    NO_AMENDMENTS,
    Entry,
    Practice,
    amendments,
    count_practice,
    fold,
)
from mhaquiz.memory.rules import Rules
from mhaquiz.memory.states import FRESH
from mhaquiz.memory.store import PROJECTION_INDEXES, PROJECTION_VERSION, PROJECTIONS, run_script, set_meta
from mhaquiz.memory.tables import Row

Entries: TypeAlias = Mapping[str, list[Entry]]  # by the present key of the card


def rebuild(connection: sqlite3.Connection, rules: Rules) -> None:
    """Drop the projections and fold every event again. Must run inside a transaction."""
    run_script(connection, PROJECTIONS)
    with collector_paused():
        _fold_all(connection, rules, tables.entries_by_card(connection, rules.aliases), {}, {})
    run_script(connection, PROJECTION_INDEXES)
    set_meta(connection, "projection", PROJECTION_VERSION)


def refold(
    connection: sqlite3.Connection, rules: Rules, old: Entries, new: Entries, there: Mapping[str, Row]
) -> Mapping[str, Row]:
    """Fold the cards of `new` again with their `old` entries; the rows of their states, for `Changes`.

    A card that `old` does not name goes on from its state `there`: all its new entries are later. The
    projections must be those before the new entries. Must run inside a transaction.
    """
    rows = _fold_all(connection, rules, new, old, there)
    tables.forget_states(connection, new.keys() - rows.keys())
    return rows


def _fold_all(
    connection: sqlite3.Connection, rules: Rules, new: Entries, old: Entries, there: Mapping[str, Row]
) -> Mapping[str, Row]:
    """Fold the cards of `new`, and move the days by what that adds to `old` or to the states there."""
    amended = tables.amended_keys(connection, rules.aliases)
    days: defaultdict[int, Practice] = defaultdict(lambda: [0, 0, 0, 0])
    rows: dict[str, Row] = {}
    for key in sorted(new):
        entries = new[key]
        state = FRESH
        if before := old.get(key):
            before.sort()
            count_practice(days, before, amendments(before) if key in amended else NO_AMENDMENTS, sign=-1)
            entries = before + entries
        elif row := there.get(key):
            state = tables.state_of(row[1:])
        entries.sort()
        amending = amendments(entries) if key in amended else NO_AMENDMENTS
        count_practice(days, entries, amending, state.last_day)
        if (state := fold(key, entries, rules.scheduler, amending, state)) != FRESH:
            rows[key] = tables.state_row(key, state)
    tables.write_rows(connection, list(rows.values()))
    day_tables.add_days(connection, days)
    return rows
