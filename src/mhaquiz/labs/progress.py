"""Which of a lab's tasks are done: fed with every run, it says which were done just now. Free of numpy."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks import TASKS

_REMEMBERED = 200  # runs; a slider dragged end to end is about ten


@dataclass(frozen=True, slots=True)
class Run:
    """What tasks look at, taken once a run."""

    settings: dict[str, Any]
    readouts: dict[str, Any]


class TaskProgress:
    """The tasks of one lab and those that are done. `record` every run, in order."""

    def __init__(self, lab: str) -> None:
        self.tasks: tuple[Task, ...] = TASKS[lab]
        self.done: set[str] = set()
        self._runs: deque[Run] = deque(maxlen=_REMEMBERED)

    def record(self, result: LabResult) -> tuple[Task, ...]:
        """The tasks that this run has just done."""
        self._runs.append(Run(result.settings, result.readouts))
        open_tasks = [task for task in self.tasks if task.id not in self.done]
        fresh = tuple(task for task in open_tasks if task.done(tuple(self._runs)))
        self.done.update(task.id for task in fresh)
        return fresh
