"""Noticing saves: which deck files changed since the last look, each save once, however an editor saves.

An editor that writes a new file and renames it over the old one leaves a moment without a file; one that
writes in pieces leaves a moment with half of it. A change is told when two looks in a row see the same file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from mhaquiz.deck.places import deck_files

#: What tells one save from the next: modification time, size, and which file it is.
Signature = tuple[int, int, int]


@dataclass(slots=True)
class Watcher:
    """Looks at files and folders when asked; holds no thread and no timer."""

    paths: tuple[Path, ...]
    told: dict[Path, Signature] = field(default_factory=dict)
    pending: dict[Path, Signature] = field(default_factory=dict)

    def look(self) -> list[Path]:
        """The files that were saved and have settled since they were last told, in order."""
        now = {path: found for path in self._files() if (found := signature(path)) is not None}
        settled = [path for path, found in now.items() if self.pending.get(path) == found]
        changed = [path for path in settled if self.told.get(path) != now[path]]
        self.pending = now
        for path in changed:
            self.told[path] = now[path]
        return changed

    def begin(self) -> list[Path]:
        """Take what is there as seen; the files."""
        self.told = {path: found for path in self._files() if (found := signature(path)) is not None}
        self.pending = dict(self.told)
        return list(self.told)

    def _files(self) -> Iterable[Path]:
        shared = [path / "misconceptions" for path in self.paths if path.is_dir()]
        return deck_files([*self.paths, *shared])


def signature(path: Path) -> Signature | None:
    """What a file looks like from outside; None while there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
