"""A look at a profile's health: what is sound, what is not, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mhaquiz.deck.display import counted
from mhaquiz.memory import backups, folding, future, store, tables
from mhaquiz.memory.profile import Profile


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; `fine` is False for what should be mended."""

    fine: bool
    text: str


def examine(profile: Profile, *, rebuild: bool = False) -> list[Finding]:
    """Every check that an open profile allows. `rebuild` keeps what folding the log again gives."""
    with store.plain_errors(profile.path):
        connection = profile.connection
        said = store.quick_check(connection)
        events, devices = connection.execute("SELECT count(*), count(DISTINCT device) FROM event").fetchone()
        findings = [
            Finding(said == "ok", f"file: {'sound' if said == 'ok' else said}"),
            Finding(True, f"log: {counted(events, 'event')} of {counted(devices, 'device')}"),
        ]
        before = tables.digest(connection)
        findings.append(_compared(profile, before, keep=rebuild))
        if notice := future.notice(connection):
            findings.append(Finding(False, notice))
        findings.append(_backups(profile.path))
    return findings


def _compared(profile: Profile, before: str, *, keep: bool) -> Finding:
    """Fold the whole log and compare; without `keep` the result is thrown away again."""
    connection, whole = profile.connection, False
    connection.execute("BEGIN IMMEDIATE")
    try:
        folding.rebuild(connection, profile.rules)
        after, whole = tables.digest(connection), True
    finally:  # SQLite ends a transaction itself where the disk is full
        if connection.in_transaction:
            connection.execute("COMMIT" if keep and whole else "ROLLBACK")
    if after == before:
        return Finding(True, f"projections: the same after a rebuild ({after[:12]})")
    if keep:
        return Finding(True, "projections: rebuilt; they had differed from the log")
    return Finding(False, "projections: differ from the log; `mhaquiz doctor --rebuild` mends that")


def _backups(profile: Path) -> Finding:
    there = backups.backups(profile)
    if not there:
        return Finding(True, "backups: none yet; the first is taken when a session ends")
    good = backups.newest_good(profile)
    if good is None:
        return Finding(False, f"backups: {len(there)}, none of them sound; `mhaquiz backup` takes one")
    when = datetime.fromtimestamp(good.backup.ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Finding(
        True, f"backups: {len(there)}, the newest sound one of {when} with {counted(good.events, 'event')}"
    )
