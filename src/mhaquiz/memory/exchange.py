"""The log as files, one a device and month (`DIR/<device>/<yyyy-mm>.jsonl`), and the union of two logs.

A file holds a device's events of one month (UTC), one a line, in sequence. Export only ever adds lines, and
writes a file only when it changes, so that a folder under git or Syncthing stays quiet. Merge takes the
union: it is idempotent, commutative and associative, because an event never changes and the projections
depend on the set alone.

Two different events under one id happen when a profile was copied with its device name. Neither is dropped:
the one whose line sorts first keeps the id, the other gets one made from its text, everywhere the same.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory import future, store, tables
from mhaquiz.memory.changes import Changes
from mhaquiz.memory.codec import MAX_LINE, dumps, event_line, read_event
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event
from mhaquiz.memory.lines import Line, read_lines
from mhaquiz.memory.payloads import split_id
from mhaquiz.memory.profile import RULING, Profile
from mhaquiz.memory.projection import AMENDING
from mhaquiz.memory.states import CardState

MAX_FILE_BYTES = 512 * 2**20
FEW_CARDS = 500  # up to here cards are folded one by one, above it everything at once
_DEVICES = re.compile(rb'"id":"([0-9a-z~-]{1,40}):')


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did, or with a dry run would do."""

    read: int = 0
    added: int = 0
    held: int = 0
    collisions: int = 0
    refused: tuple[str, ...] = ()  # one line each: file, line, reason
    cards: Mapping[str, tuple[CardState | None, CardState | None]] = field(default_factory=dict)


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
            lines, refused, read = _read_all(profile.connection, paths)
            return _union(profile, lines, Merged(read, refused=tuple(refused)), dry_run=dry_run)


def _read_all(connection: sqlite3.Connection, paths: Iterable[Path]) -> tuple[list[Line], list[str], int]:
    """What files hold and the log does not, the lines refused, and the number of lines."""
    lines: dict[str, tuple[str, int]] = {}  # line → where it stands
    refused: dict[tuple[str, int], str] = {}  # where → why
    known = _Known(connection)
    read = 0
    for path in paths:
        if fault := _unreadable(path):
            refused[str(path), 0] = fault
            continue
        data = path.read_bytes()
        known.read({name.decode() for name in _DEVICES.findall(data)})
        for number, line in enumerate(data.splitlines(), start=1):
            read += 1
            try:
                if len(line) > MAX_LINE:
                    raise ProfileError(f"longer than {MAX_LINE} characters")
                text = line.decode("utf-8")
                if text not in known.lines and line.strip():
                    lines.setdefault(text, (str(path), number))
            except (UnicodeDecodeError, ProfileError) as error:
                refused[str(path), number] = str(error)
    taken: list[Line] = []
    for where, found in zip(lines.values(), read_lines(list(lines)), strict=True):
        if isinstance(found, ProfileError):
            refused[where] = str(found)
        else:
            taken.append(found)
    return taken, [_said(*where, why) for where, why in sorted(refused.items())], read


def _said(path: str, number: int, why: str) -> str:
    return f"{path}:{number}: {why}" if number else f"{path}: {why}"


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


def take_in(profile: Profile, events: Iterable[Event], *, dry_run: bool = False) -> Merged:
    """The union of the profile's log and `events`, in one transaction."""
    with collector_paused():
        return _union(profile, [Line.of(event) for event in events], Merged(), dry_run=dry_run)


def _union(profile: Profile, lines: list[Line], merged: Merged, *, dry_run: bool) -> Merged:
    connection = profile.connection
    with store.plain_errors(profile.path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            inlet = _Inlet(connection, profile.clock().ms + future.TOLERANCE_MS)
            inlet.take(lines)
            changed = _project(profile, inlet) if inlet.added else {}
            connection.execute("ROLLBACK" if dry_run else "COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        finally:
            profile.read_rules_again()
    return replace(
        merged, added=len(inlet.added), held=inlet.held, collisions=inlet.collisions, cards=changed
    )


class _Inlet:
    """Puts events into the log, each under an id of its own."""

    def __init__(self, connection: sqlite3.Connection, limit_ms: int) -> None:
        self.connection = connection
        self.added: list[Event] = []
        self.held = self.collisions = 0
        self._limit_ms = limit_ms
        self._rows: list[tuple[object, ...]] = []  # to be written together

    def take(self, lines: Iterable[Line]) -> None:
        lines = list(lines)
        ids = tables.ids_of(self.connection, {line.event.id.partition(":")[0] for line in lines})
        for line in lines:
            if line.event.id in ids:
                self._write()
                moved = _give_way(self.connection, line.event)
                self.collisions += moved is not None
                if moved is None or moved.id in ids or self._has(moved.id):
                    continue
                line = Line.of(moved)
            ids.add(line.event.id)
            self._put(line)
        self._write()

    def _has(self, event_id: str) -> bool:
        """Whether a name given to an event that gave way is in the log already."""
        return event_id in tables.ids_of(self.connection, [event_id.partition(":")[0]])

    def _put(self, line: Line) -> None:
        if line.event.ms > self._limit_ms:
            future.hold(self.connection, event_line(line.event))
            self.held += 1
        else:
            self._rows.append(tables.event_row(*line))
            self.added.append(line.event)

    def _write(self) -> None:
        tables.insert_rows(self.connection, self._rows)
        self._rows.clear()


def _give_way(connection: sqlite3.Connection, event: Event) -> Event | None:
    """Settle two events with one id: the line that sorts first keeps it. The other under its new id, or None
    where both are one."""
    device, sequence = split_id(event.id)
    rows = tables.read_events(connection, "device = ? AND sequence = ?", (device, sequence))
    there = rows[0] if rows else read_event(future.held_line(connection, device, sequence))
    if there == event:
        return None
    if rows and event_line(event) < event_line(there):
        connection.execute("DELETE FROM event WHERE device = ? AND sequence = ?", (device, sequence))
        tables.insert_event(connection, event, dumps(event.payload))
        event = there
    return _renamed(event)


def _renamed(event: Event) -> Event:
    device, sequence = split_id(event.id)
    mark = blake2b(event_line(event).encode(), digest_size=5).hexdigest()
    return replace(event, id=f"{device[:28]}~{mark}:{sequence}")


def _project(profile: Profile, inlet: _Inlet) -> Changes:
    """Move the projections after an insert; the cards whose state changed, before and after."""
    keys = {profile.key(event.card) for event in inlet.added if event.card}
    few = len(keys) <= FEW_CARDS and not inlet.collisions
    if few and not any(event.kind in RULING or event.kind in AMENDING for event in inlet.added):
        before = tables.state_rows(profile.connection, keys)
        added = {event.id for event in inlet.added}
        for key in keys:
            profile.fold_again(key, added)
        return Changes(before, tables.state_rows(profile.connection, keys))
    before = tables.state_rows(profile.connection)
    profile.rebuild()
    return Changes(before, tables.state_rows(profile.connection))
