"""The file under an open profile, and what is done where it is taken away.

SQLite goes on writing to the file that it opened, whatever its path holds by then: a sync tool may have put
another version there, or someone removed the folder. Answers would go to a file that nobody reads. So the
path is looked at before each of them (one `os.stat`), and where it leads elsewhere, the log as it was and the
answer in hand are written as lines that `log merge` takes in.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from pathlib import Path
from shlex import quote

from mhaquiz.deck.display import counted
from mhaquiz.memory import future, store, tables
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.event_rows import event_row
from mhaquiz.memory.events import Event


class Footing:
    """The file that a path led to when a profile was opened there."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.lost = False
        self._connection = connection
        self._changes = connection.total_changes
        self._file = _identity(path)
        self._parts = {part: _identity(part) for part in store.parts_of(path)}
        self._device = secrets.token_hex(4)
        self._in_hand: list[str] = []
        self._rescued: Path | None = None

    def holds(self) -> bool:
        """Whether the path still leads to that file."""
        return _identity(self.path) == self._file

    def was_written(self) -> bool:
        """Whether this connection has changed the file since."""
        return self._connection.total_changes != self._changes

    def next_id(self) -> str:
        """An id for an event that the lost file can no longer number."""
        return f"{self._device}:{len(self._in_hand) + 1}"

    def rescue(self, ms: int, event: Event | None = None) -> ProfileError:
        """Write what the lost file holds, and an event that was to come into it; gives the error to raise.

        A person may go on answering: every later event comes into the same file.
        """
        self.lost = True
        if event is not None:
            self._in_hand.append(event_row(event).line)
        what = "replaced" if self.path.exists() else "removed"
        there, fault = self._lines()
        lines = [*there, *self._in_hand]
        target = self._rescued or self.path.with_name(f"{self.path.name}.rescued-{ms}.jsonl")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            store.write_whole(target, "".join(f"{line}\n" for line in lines))
        except OSError as error:
            return ProfileError(
                f"{self.path}: another program {what} this file while it was open, and what it held cannot "
                f"be written beside it ({error.strerror or error}); this answer is not kept"
            )
        self._rescued = target
        self._clear_away()
        kept = f"What could be read ({fault}):" if fault else "Nothing is lost: all"
        return ProfileError(
            f"{self.path}: another program {what} this file while it was open. {kept} "
            f"{counted(len(lines), 'event')} are in {target}; start again after "
            f"`mhaquiz log merge {quote(str(target))}`"
        )

    def _lines(self) -> tuple[list[str], str]:
        """The lines of the log, those set aside among them, and why not all of them could be read."""
        lines: list[str] = []
        try:
            lines.extend(line for _, _, line in tables.event_lines(self._connection))
            lines.extend(future.held(self._connection))
        except sqlite3.Error as error:  # the other program may have cut the file itself
            return lines, str(error)
        return lines, ""

    def _clear_away(self) -> None:
        """Remove the lost file's write-ahead log: SQLite would play it into the file that is there now."""
        for part, was in self._parts.items():
            if was is not None and _identity(part) == was:
                part.unlink(missing_ok=True)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to; None where nothing is there."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino
