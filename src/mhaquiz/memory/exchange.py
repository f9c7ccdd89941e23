"""The log as files, one a device and month (`DIR/<device>/<yyyy-mm>.jsonl`), and the union of two logs.

A file holds a device's events of one month (UTC), one a line, in sequence. Export only ever adds lines, and
writes a file only when it changes, so that a folder under git or Syncthing stays quiet. Merge reads what
files hold and the log does not, line by line, and `memory.union` takes it in.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
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
    there = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    known = {line for line in there if line.strip()}
    if known.issuperset(lines.values()):
        return False
    merged = sorted(known | set(lines.values()), key=_place)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".tmp")
    with draft.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write("".join(f"{line}\n" for line in merged))
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(path)
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
            rows, refused, read = _read_all(profile.connection, paths)
            return replace(union(profile, rows, dry_run=dry_run), read=read, refused=refused)


def _read_all(
    connection: sqlite3.Connection, paths: Iterable[Path]
) -> tuple[list[EventRow], tuple[str, ...], int]:
    """What files hold and the log does not, the lines refused, and the number of lines."""
    rows: dict[str, EventRow] = {}  # by line
    refused: list[str] = []
    known = _Known(connection)
    read = 0
    for path in paths:
        if fault := _unreadable(path):
            refused.append(f"{path}: {fault}")
            continue
        data = path.read_bytes()
        known.read({name.decode() for name in _DEVICES.findall(data)})
        for number, line in enumerate(data.splitlines(), start=1):
            read += 1
            try:
                if len(line) > MAX_LINE:
                    raise ProfileError(f"longer than {MAX_LINE} characters")
                text = line.decode("utf-8")
                if text not in known.lines and text not in rows and text.strip():
                    rows[text] = read_row(text)
            except (UnicodeDecodeError, ProfileError) as error:
                refused.append(f"{path}:{number}: {error}")
    return list(rows.values()), tuple(refused), read


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
