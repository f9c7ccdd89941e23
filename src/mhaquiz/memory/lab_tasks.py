"""The tasks of the labs that a person has done, kept as notes in the log.

Such a note belongs to no card: it names a lab and a task. Notes are a kind that every version reads, so a log
with these merges anywhere, and the union of two logs is the union of the tasks done. What a lab or a task is
called is the labs' affair; names that nothing knows any more are kept and mean nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from mhaquiz.memory import tables
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.log import Log
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import amendments


def done_tasks(log: Log) -> Mapping[str, frozenset[str]]:
    """Lab → the ids of its tasks that were done; labs of which nothing was done are left out."""
    entries = tables.read_entries(log.connection, "card IS NULL AND kind IN ('note', 'undo')")
    undone = amendments(entries).undone
    done: defaultdict[str, set[str]] = defaultdict(set)
    for entry in entries:
        lab, task = entry.payload.get("lab"), entry.payload.get("task")
        if isinstance(lab, str) and isinstance(task, str) and entry.id not in undone:
            done[lab].add(task)
    return {lab: frozenset(tasks) for lab, tasks in done.items()}


def keep_task(profile: Profile, lab: str, task: str) -> bool:
    """Note in the log that a task was done; False where it says so already. `ProfileError` as any event."""
    if task in done_tasks(profile).get(lab, ()):
        return False
    profile.record(EventKind.NOTE, None, {"lab": lab, "task": task})
    return True
