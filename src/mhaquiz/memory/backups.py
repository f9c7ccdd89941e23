"""Snapshots of the profile beside it (`backups/`), thinned out with age, and bringing one back.

A daily snapshot is taken when a session ends, and one before merge, import, migration and optimise. Kept are
the newest of each of the last 12 days, 10 weeks and 9 months that have any, and the last 5 of those taken
before something. A restored profile gets a new device name: it may have given out ids since that it no longer
knows.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from mhaquiz.memory import store
from mhaquiz.memory.errors import ProfileError

DAILY, WEEKLY, MONTHLY, BEFORE = 12, 10, 9, 5
_NAME = re.compile(r"(\d{8}T\d{9})-([a-z]+)\.sqlite3")
_STAMP = "%Y%m%dT%H%M%S"
AN_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Backup:
    """One snapshot, as its file name tells it."""

    path: Path
    ms: int
    reason: str

    @property
    def day(self) -> date:
        return datetime.fromtimestamp(self.ms / 1000, UTC).date()


@dataclass(frozen=True, slots=True)
class Checked:
    """A snapshot after a look inside."""

    backup: Backup
    fault: str  # empty when sound
    events: int = 0


def folder_of(profile: Path) -> Path:
    """Where the snapshots of a profile lie."""
    return profile.parent / "backups"


def backups(profile: Path) -> list[Backup]:
    """The snapshots there are, newest first."""
    folder = folder_of(profile)
    names = sorted((entry.name for entry in folder.iterdir()), reverse=True) if folder.is_dir() else []
    matches = ((name, _NAME.fullmatch(name)) for name in names)
    return [Backup(folder / name, _ms(match[1]), match[2]) for name, match in matches if match]


def _ms(stamp: str) -> int:
    seconds = datetime.strptime(stamp[:-3], _STAMP).replace(tzinfo=UTC).timestamp()
    return int(seconds) * 1000 + int(stamp[-3:])


def take(connection: sqlite3.Connection, profile: Path, ms: int, reason: str) -> Path:
    """Write a snapshot (`VACUUM INTO`, then moved into place) and thin out the old ones.

    Raises `ProfileError` where it fails; then nothing half-written is left.
    """
    folder = folder_of(profile)
    stamp = datetime.fromtimestamp(ms / 1000, UTC).strftime(_STAMP) + f"{ms % 1000:03}"
    target = folder / f"{stamp}-{reason}.sqlite3"
    draft = folder / f".{stamp}-{secrets.token_hex(3)}.tmp"
    with store.plain_errors(target):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            connection.execute("VACUUM INTO ?", (str(draft),))
            _flush(draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        for old in superfluous(backups(profile)):
            old.path.unlink(missing_ok=True)
    return target


def take_daily(connection: sqlite3.Connection, profile: Path, ms: int) -> Path | None:
    """Today's snapshot, unless one was taken within the hour."""
    newest = next((each for each in backups(profile) if each.reason == "daily"), None)
    if newest is not None and 0 <= ms - newest.ms < AN_HOUR_MS:
        return None
    return take(connection, profile, ms, "daily")


def _flush(path: Path) -> None:
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def superfluous(there: Iterable[Backup]) -> list[Backup]:
    """The snapshots that the rule of 12 days, 10 weeks, 9 months and 5 before something does not keep."""
    newest_first = sorted(there, key=lambda each: each.ms, reverse=True)
    keep = {each.path for each in [each for each in newest_first if each.reason != "daily"][:BEFORE]}
    for count, period in ((DAILY, "%Y-%j"), (WEEKLY, "%G-%V"), (MONTHLY, "%Y-%m")):
        newest_of: dict[str, Path] = {}
        for each in newest_first:
            newest_of.setdefault(each.day.strftime(period), each.path)
        keep |= set(list(newest_of.values())[:count])
    return [each for each in newest_first if each.path not in keep]


def check(backup: Backup) -> Checked:
    """Look whether a snapshot can be restored, and what it holds."""
    if not backup.path.is_file():
        return Checked(backup, "not a regular file")
    try:
        connection = store.connect(backup.path, read_only=True)
    except sqlite3.Error as error:
        return Checked(backup, str(error))
    try:
        fault = store.quick_check(connection)
        if not store.version_of(connection):
            return Checked(backup, "empty")
        events = connection.execute("SELECT count(*) FROM event").fetchone()[0]
        return Checked(backup, "" if fault == "ok" else fault, events)
    except (sqlite3.Error, ProfileError) as error:
        return Checked(backup, str(error))
    finally:
        connection.close()


def newest_good(profile: Path) -> Checked | None:
    """The newest snapshot that can be restored."""
    return next((found for found in map(check, backups(profile)) if not found.fault), None)


def restore(profile: Path, source: Path, ms: int) -> Path | None:
    """Put a snapshot in the profile's place. The present file is kept beside it, whatever its state.

    Returns where the present file went. Raises `ProfileError` where the snapshot is not sound; then nothing
    has been moved. At every moment there is a profile in its place.
    """
    found = check(Backup(source, 0, "asked"))
    if found.fault:
        raise ProfileError(f"{source}: cannot be restored ({found.fault})")
    with store.plain_errors(profile):
        draft = profile.with_name(f".{profile.name}.restored")
        shutil.copyfile(source, draft)
        _forget_device(draft)
        _flush(draft)
        kept = set_aside(profile, ms)
        draft.replace(profile)
    return kept


def _forget_device(path: Path) -> None:
    connection = store.connect(path)
    try:
        connection.execute("DELETE FROM meta WHERE name = 'device'")
        connection.execute("PRAGMA journal_mode=DELETE")
    finally:
        connection.close()


def begin_anew(profile: Path, ms: int) -> Path | None:
    """Move the present file out of the way, whatever its state; the next start makes an empty profile.

    Returns where it went, None where there was none.
    """
    with store.plain_errors(profile):
        kept = set_aside(profile, ms)
        profile.unlink(missing_ok=True)
    return kept


def set_aside(profile: Path, ms: int) -> Path | None:
    """Keep the present file under another name, and move its WAL there."""
    if not profile.exists() and not profile.is_symlink():
        return None
    kept = profile.with_name(f"{profile.name}.replaced-{ms}")
    if profile.is_file():
        shutil.copyfile(profile, kept)
        _flush(kept)
    else:
        profile.rename(kept)  # a folder, a pipe, a device or a link to one has nothing to copy, or no end
    for ending in ("-wal", "-shm"):
        part = profile.with_name(profile.name + ending)
        if part.exists():
            part.replace(kept.with_name(kept.name + ending))
    return kept
