"""Bringing a snapshot back, and beginning anew. The present profile is kept beside it under another name.

Both are refused while another process has the profile open: it would go on answering into what is no longer
the profile. SQLite's own lock tells, so that any version of this program is noticed. A sound profile is
overwritten where it lies, by SQLite's backup API in one transaction: there is never a moment without one, and
no open file is renamed. Only a file that SQLite cannot use is moved away first, with its log of writes.

A profile that is a link is treated at its end, as long as that is a place where a file can be.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from mhaquiz.memory import backups, soundness, store
from mhaquiz.memory.errors import ProfileError

PATIENCE_SECONDS = 2.0  # longer than a command that only reads takes


def restore(profile: Path, source: Path, ms: int) -> Path | None:
    """Put a snapshot in the profile's place. Returns where the present profile is kept, None without one.

    Raises `ProfileError` where the snapshot is not sound or another process has the profile open; then
    nothing has been changed. The restored profile gets a new device name.
    """
    found = backups.check(backups.Backup(source, 0, "asked"))
    if found.fault:
        raise ProfileError(f"{source}: cannot be restored ({found.fault})")
    place = soundness.place_of(profile)
    kept = _kept(place, ms)
    with store.plain_errors(place), closing(_without_device(source)) as wanted:
        with _alone(place) as present:
            if present is not None and store.quick_check(present) == "ok":
                _overwrite(present, wanted, kept)
                return kept
        draft = place.with_name(f".{place.name}.restored")
        backups.write_snapshot(wanted, draft)
        moved = _move_away(place, kept)
        draft.replace(place)
    return kept if moved else None


def begin_anew(profile: Path, ms: int) -> Path | None:
    """Move the present file out of the way, whatever its state; the next start makes an empty profile.

    Returns where it went, None where there was none. Raises `ProfileError` where another process has it open.
    """
    place = soundness.place_of(profile)
    kept = _kept(place, ms)
    with store.plain_errors(place):
        with _alone(place) as present:
            if present is not None:
                with suppress(sqlite3.DatabaseError):  # a full disk, damage: then the -wal file goes with it
                    present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return kept if _move_away(place, kept) else None


def _overwrite(present: sqlite3.Connection, wanted: sqlite3.Connection, kept: Path) -> None:
    backups.write_snapshot(present, kept)
    try:
        wanted.backup(present)
    except sqlite3.Error:  # such as a full disk: the profile is as it was, and needs no copy
        kept.unlink()
        raise


def _kept(place: Path, ms: int) -> Path:
    return place.with_name(f"{place.name}.replaced-{ms}")


def _without_device(source: Path) -> sqlite3.Connection:
    """A snapshot in a file without a name, gone when it is closed. It has no device name: since then the
    profile may have given out ids that the snapshot does not know."""
    copy = sqlite3.connect("", isolation_level=None)
    with closing(store.connect(source, read_only=True)) as given:
        given.backup(copy)
    copy.execute("DELETE FROM meta WHERE name = 'device'")
    return copy


@contextmanager
def _alone(place: Path) -> Iterator[sqlite3.Connection | None]:
    """The profile, with every other process kept out; None where there is nothing that SQLite can use.

    Raises `ProfileError` where another process has it open.
    """
    connection = _locked(place) if soundness.may_be_database(place) else None
    try:
        yield connection
    finally:
        if connection is not None:
            connection.close()


def _locked(place: Path) -> sqlite3.Connection | None:
    try:
        return store.connect(place, exclusive_seconds=PATIENCE_SECONDS)
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise ProfileError(_in_use(place)) from error
        return None  # damaged, or not even readable: the way out must be open all the same


def _in_use(place: Path) -> str:
    processes = store.processes_with(place)
    which = f" (process {', '.join(map(str, processes))})" if processes else ""
    return f"{place}: another mhaquiz has the profile open{which}; end it first. Nothing was changed"


def _move_away(place: Path, kept: Path) -> bool:
    """Give a file, its log of writes first, another name. False where there is none."""
    if not os.path.lexists(place):
        return False
    for part, target in zip(store.parts_of(place), store.parts_of(kept), strict=True):
        if part.exists():
            part.replace(target)
    place.rename(kept)
    return True
