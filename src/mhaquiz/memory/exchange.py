"""The log as files, one a device and month (`DIR/<device>/<yyyy-mm>.jsonl`), and the union of two logs.

A file holds a device's events of one month (UTC), one a line, in sequence. Export only ever adds lines, and
writes a file only when it changes, so that a folder under git or Syncthing stays quiet. Merge reads what
files hold and the log does not, line by line, and `memory.union` takes it in.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory import future, store, tables
from mhaquiz.memory.codec import MAX_LINE, read_event
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.event_rows import EventRow
from mhaquiz.memory.lines import read_row
from mhaquiz.memory.payloads import split_id
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.union import Merged, take_in, union

__all__ = ["Merged", "export", "merge", "take_in"]

MAX_FILE_BYTES = 512 * 2**20
TOLD = 100  # refusals that are told one by one
HOPELESS = 1000  # refused lines after which a file that is mostly such lines is given up
_DEVICES = re.compile(rb'"id":"([0-9a-z~-]{1,40}):')


# Out


def export(profile: Profile, folder: Path) -> int:
    """Write the whole log, quarantine included, into a folder; returns how many files changed."""
    files: defaultdict[Path, dict[int, str]] = defaultdict(dict)
    for event_id, ms, line in _all_lines(profile.connection):
        device, sequence = split_id(event_id)
        files[folder / device / _month(ms)][sequence] = line
    with store.plain_errors(folder):
        return sum(_write(path, lines) for path, lines in sorted(files.items()))


def _all_lines(connection: sqlite3.Connection) -> Iterator[tuple[str, int, str]]:
    yield from tables.event_lines(connection)
    for line in future.held(connection):
        event = read_event(line)
        yield event.id, event.ms, line


def _month(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m.jsonl")


def _write(path: Path, lines: dict[int, str]) -> bool:
    """Add lines to a file, keeping those that are there; atomically, and only when something is new."""
    if path.exists() and (fault := _unreadable(path)):
        raise ProfileError(f"{path}: {fault}; move it away and export again")
    try:
        there = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    except UnicodeDecodeError:
        raise ProfileError(f"{path}: no log; move it away and export again") from None
    known = {line for line in there if line.strip()}
    if known.issuperset(lines.values()):
        return False
    merged = sorted(known | set(lines.values()), key=_place)
    path.parent.mkdir(parents=True, exist_ok=True)
    store.write_whole(path, "".join(f"{line}\n" for line in merged))
    return True


def _place(line: str) -> tuple[int, str]:
    try:
        return split_id(read_event(line).id)[1], line
    except ProfileError:
        return 0, line  # a line that we do not understand is kept; a newer version may


# In


def merge(profile: Profile, folder: Path, *, dry_run: bool = False) -> Merged:
    """Take in every event under a folder that the profile does not have.

    Lines that cannot be used are refused one by one and reported; the others are taken. With `dry_run` the
    profile is left as it was. Raises `ProfileError` where the folder cannot be read.
    """
    with store.plain_errors(folder):
        if not folder.exists():
            raise ProfileError(f"{folder}: no such folder")
        paths = sorted(folder.rglob("*.jsonl")) if folder.is_dir() else [folder]
        if not paths:
            raise ProfileError(f"{folder}: holds no log (*.jsonl)")
        with collector_paused():
            reading = _Reading(profile.connection)
            for path in paths:
                reading.take(path)
            merged = union(profile, list(reading.rows.values()), dry_run=dry_run)
            return replace(
                merged, read=reading.read, refused=tuple(reading.refused), refusals=reading.refusals
            )


class _Reading:
    """What files hold and the log does not; what of them is refused: the first in words, all counted."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.rows: dict[str, EventRow] = {}  # by line
        self.refused: list[str] = []
        self.refusals = self.read = 0
        self._known = _Known(connection)

    def take(self, path: Path) -> None:
        """Read one file, to its end or until it turns out to be no log."""
        if fault := _unreadable(path):
            self._refuse(str(path), fault)
            return
        data, before = path.read_bytes(), self.refusals
        self._known.read({name.decode() for name in _DEVICES.findall(data)})
        for number, line in enumerate(BytesIO(data), start=1):
            self.read += 1
            try:
                self._take_line(line.rstrip(b"\r\n"))
            except (UnicodeDecodeError, ProfileError) as error:
                self._refuse(f"{path}:{number}", error)
                if (bad := self.refusals - before) > HOPELESS and 2 * bad > number:
                    given_up = f"{bad:,} of {number:,} lines are no events; the rest was not read"
                    self.refused.insert(0, f"{path}: {given_up}")
                    return

    def _take_line(self, line: bytes) -> None:
        if len(line) > MAX_LINE:
            raise ProfileError(f"longer than {MAX_LINE} characters")
        text = line.decode("utf-8")
        if text not in self._known.lines and text not in self.rows and text.strip():
            self.rows[text] = read_row(text)

    def _refuse(self, where: str, why: object) -> None:
        self.refusals += 1
        if len(self.refused) < TOLD:
            self.refused.append(f"{where}: {why}")


class _Known:
    """The lines that the log has, of the devices that have been met so far."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.lines = set(future.held(connection))
        self._connection = connection
        self._devices: set[str] = set()

    def read(self, devices: set[str]) -> None:
        if fresh := devices - self._devices:
            self._devices |= fresh
            self.lines.update(line for _, _, line in tables.event_lines(self._connection, fresh))


def _unreadable(path: Path) -> str:
    """Why a file is not even opened; empty where it can be."""
    if not path.is_file():
        return "not a regular file"
    return f"larger than {MAX_FILE_BYTES // 2**20} MiB" if path.stat().st_size > MAX_FILE_BYTES else ""
