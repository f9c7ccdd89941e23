"""Snapshots of the profile beside it (`backups/`), thinned out with age.

A daily snapshot is taken when a session ends, and one before merge, import, migration and optimise. Kept are
the newest of each of the last 12 days, 10 weeks and 9 months that have any, and the last 5 of those taken
before something. `memory.restoring` brings one back.
"""

from __future__ import annotations

import os
import re
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from mhaquiz.memory import store
from mhaquiz.memory.errors import ProfileError

DAILY, WEEKLY, MONTHLY, BEFORE = 12, 10, 9, 5
_NAME = re.compile(r"([0-9]{8}T[0-9]{9})-([a-z]+)\.sqlite3")
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
    """The snapshots there are, newest first. Files with names that none can have are passed over."""
    folder = folder_of(profile)
    there = map(_read, folder.iterdir() if folder.is_dir() else ())
    return sorted((each for each in there if each is not None), key=lambda each: each.ms, reverse=True)


def _read(path: Path) -> Backup | None:
    """What a name says; None where it is not a snapshot's: 20260230T… looks like one, but is no date."""
    if (match := _NAME.fullmatch(path.name)) is None:
        return None
    stamp, reason = match.groups()
    try:
        seconds = datetime.strptime(stamp[:-3], _STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    return Backup(path, int(seconds) * 1000 + int(stamp[-3:]), reason) if seconds >= 0 else None


def take(connection: sqlite3.Connection, profile: Path, ms: int, reason: str) -> Path:
    """Write a snapshot (`VACUUM INTO`, then moved into place) and thin out the old ones.

    Raises `ProfileError` where it fails; then nothing half-written is left.
    """
    folder = folder_of(profile)
    stamp = datetime.fromtimestamp(ms / 1000, UTC).strftime(_STAMP) + f"{ms % 1000:03}"
    target = folder / f"{stamp}-{reason}.sqlite3"
    with store.plain_errors(target):
        folder.mkdir(parents=True, exist_ok=True)
        write_snapshot(connection, target)
        for old in (*(each.path for each in superfluous(backups(profile))), *_left_drafts(folder, ms)):
            old.unlink(missing_ok=True)
    return target


def write_snapshot(connection: sqlite3.Connection, target: Path) -> None:
    """Everything that a connection sees as one file; on disk, or not there at all, when this ends."""
    draft = target.with_name(f".{target.stem}-{secrets.token_hex(3)}.tmp")
    try:
        connection.execute("VACUUM INTO ?", (str(draft),))
        _flush(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _left_drafts(folder: Path, ms: int) -> list[Path]:
    """What processes left behind that were killed while they wrote a snapshot."""
    drafts = (path for path in folder.glob(".*.tmp") if path.is_file())
    return [path for path in drafts if path.stat().st_mtime * 1000 < ms - AN_HOUR_MS]


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
