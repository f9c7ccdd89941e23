"""A look at the profile's file before it is used: anything but a sound profile is named and left as it is."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from mhaquiz.deck.display import counted
from mhaquiz.memory import backups, store
from mhaquiz.memory.errors import ProfileError

ANEW = "`mhaquiz restore --anew` moves it aside and begins an empty profile"
HEADER_BYTES = 512


def check(path: Path) -> None:
    """Raise `ProfileError` where a file is there that cannot be a sound profile; it is not touched.

    SQLite looks through the whole file (`PRAGMA quick_check`) after an unclean exit, and always while it is
    small.
    """
    if not path.exists():
        if path.is_symlink() and place_of(path) == path:
            raise ProfileError(f"{path}: a link to {os.readlink(path)}, which is not there; {ANEW}")
        return
    if not path.is_file():
        raise ProfileError(f"{path}: not a regular file, and kept as it is; {_offer(path)}")
    if not may_be_database(path):
        if path.stat().st_size or _had_contents(path):
            raise ProfileError(_damaged(path, "cut off" if path.stat().st_size else "empty"))
    elif store.wants_check(path) and (found := _looked_through(path)) != "ok":
        raise ProfileError(_damaged(path, found))


def place_of(path: Path) -> Path:
    """Where a profile's file lies: at the end of a link, unless that cannot be a file."""
    if not path.is_symlink():
        return path
    end = Path(os.path.realpath(path))
    usable = end.is_file() or (end.parent.is_dir() and not os.path.lexists(end))
    return end if usable else path


def may_be_database(path: Path) -> bool:
    """Whether SQLite would look into a file; it takes a shorter one for new and deletes its log of writes."""
    return path.is_file() and path.stat().st_size >= HEADER_BYTES


def _looked_through(path: Path) -> str:
    """What SQLite says of the whole file; "ok" where it finds nothing."""
    try:
        connection = store.connect(path)
    except sqlite3.OperationalError:  # locked, read-only: says nothing about the file
        raise
    except sqlite3.DatabaseError as error:
        return str(error)
    try:
        return store.quick_check(connection)
    finally:
        connection.close()


def missing(path: Path) -> str:
    """One line where there is no profile but there are backups of one; else nothing."""
    if path.exists() or (good := backups.newest_good(path)) is None:
        return ""
    return f"there was no profile; a new one begins. {_told(good)}"


def _had_contents(path: Path) -> bool:
    """Whether an empty file has ever been a profile: two programs that start at once make an empty one."""
    log, _ = store.parts_of(path)
    return bool(backups.backups(path)) or (log.exists() and log.stat().st_size > 0)


def _damaged(path: Path, what: str) -> str:
    return f"{path}: damaged ({what}) and kept as it is; {_offer(path)}"


def _offer(path: Path) -> str:
    good = backups.newest_good(path)
    return f"there is no good backup; {ANEW}" if good is None else _told(good)


def _told(good: backups.Checked) -> str:
    when = datetime.fromtimestamp(good.backup.ms / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    holds = counted(good.events, "event")
    return f"`mhaquiz restore` brings back the newest good backup, of {when} with {holds}"
