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
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from mhaquiz.deck.library import collector_paused
from mhaquiz.memory import future, store, tables
from mhaquiz.memory.codec import MAX_LINE, dumps, event_line, read_event
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event
from mhaquiz.memory.payloads import split_id
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.states import CardState

MAX_FILE_BYTES = 512 * 2**20
FEW_CARDS = 500  # up to here cards are folded one by one, above it everything at once


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
        known = {_digest(line) for _, _, line in _all_lines(profile.connection)}
        with collector_paused():
            events, refused, read = _read_all(paths, known)
    return take_in(profile, events, dry_run=dry_run, refused=refused, read=read)


def _read_all(paths: Iterable[Path], known: set[bytes]) -> tuple[list[Event], list[str], int]:
    """The events in files whose very lines are not known, the lines refused, and the number of lines."""
    events: dict[str, Event] = {}
    refused: list[str] = []
    read = 0
    for path in paths:
        if fault := _unreadable(path):
            refused.append(f"{path}: {fault}")
            continue
        for number, line in enumerate(path.read_bytes().splitlines(), start=1):
            read += 1
            try:
                if len(line) > MAX_LINE:
                    raise ProfileError(f"longer than {MAX_LINE} characters")
                if not line.strip() or _digest(line) in known:
                    continue
                text = line.decode("utf-8")
                events.setdefault(text, read_event(text))
            except (UnicodeDecodeError, ProfileError) as error:
                refused.append(f"{path}:{number}: {error}")
    return list(events.values()), refused, read


def _unreadable(path: Path) -> str:
    """Why a file is not even opened; empty where it can be."""
    if not path.is_file():
        return "not a regular file"
    return f"larger than {MAX_FILE_BYTES // 2**20} MiB" if path.stat().st_size > MAX_FILE_BYTES else ""


def take_in(
    profile: Profile,
    events: Iterable[Event],
    *,
    dry_run: bool = False,
    refused: Iterable[str] = (),
    read: int = 0,
) -> Merged:
    """The union of the profile's log and `events`, in one transaction."""
    connection = profile.connection
    with store.plain_errors(profile.path), collector_paused():
        connection.execute("BEGIN IMMEDIATE")
        try:
            added, held, collisions = _insert(connection, events, profile.clock().ms + future.TOLERANCE_MS)
            changed = _project(profile, added) if added or collisions else {}
            connection.execute("ROLLBACK" if dry_run else "COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        finally:
            profile.read_rules_again()
    return Merged(read, len(added), held, collisions, tuple(refused), changed)


def _insert(
    connection: sqlite3.Connection, events: Iterable[Event], limit_ms: int
) -> tuple[list[Event], int, int]:
    ids = {event_id: None for event_id, _, _ in _all_lines(connection)}
    added: list[Event] = []
    held = collisions = 0
    for event in events:
        if event.id in ids:
            moved = _give_way(connection, event)
            collisions += moved is not None
            if moved is None or moved.id in ids:
                continue
            event = moved
        ids[event.id] = None
        if event.ms > limit_ms:
            future.hold(connection, event_line(event))
            held += 1
        else:
            tables.insert_event(connection, event, dumps(event.payload))
            added.append(event)
    return added, held, collisions


def _digest(line: str | bytes) -> bytes:
    return blake2b(line.encode() if isinstance(line, str) else line, digest_size=16).digest()


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


def _project(profile: Profile, added: list[Event]) -> Mapping[str, tuple[CardState | None, CardState | None]]:
    """Move the projections after an insert; the cards whose state changed, before and after."""
    keys = {profile.key(event.card) for event in added if event.card}
    before = {key: profile.state(key) for key in keys} if len(keys) <= FEW_CARDS else dict(profile.states())
    profile.rebuild()
    after = {key: profile.state(key) for key in keys} if len(keys) <= FEW_CARDS else dict(profile.states())
    touched = keys | {key for key in before if before[key] != after.get(key)}
    return {
        key: (before.get(key), after.get(key)) for key in sorted(touched) if before.get(key) != after.get(key)
    }
