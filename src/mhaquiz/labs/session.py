"""One sitting at a lab, without a screen: settings, runs, what was said of them, tasks ticked off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from mhaquiz import labs
from mhaquiz.deck.lab_reading import change_setting, complete_settings
from mhaquiz.deck.lab_settings import SettingValue
from mhaquiz.deck.lab_table import find_lab
from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks import TASKS, progress

HISTORY = 200  # runs and sayings kept


class Told(NamedTuple):
    """Something said, and the texts of the tasks that were ticked off with it."""

    text: str
    done: tuple[str, ...] = ()


class Finished(NamedTuple):
    """A run that has ended; `number` says which one it was."""

    number: int
    result: LabResult


class LabSession:
    """A lab in use. A front end changes its settings, lets it run and shows what it holds.

    `runs` are its results and `told` what was said, both newest last. `ticked` holds the ids of the tasks
    done; whoever remembers them passes in those done before, and is told of each new one by `keep`. Only
    what `begin` gives back may be called from another thread.
    """

    def __init__(
        self,
        name: str,
        settings: Mapping[str, object] | None = None,
        note: str = "",
        ticked: set[str] | None = None,
        keep: Callable[[str], None] | None = None,
    ) -> None:
        """Raises LabSettingError for a wrong name or setting. `note` is said first, else what the lab is."""
        self.lab = find_lab(name)
        self.opened_with = complete_settings(name, settings or {})
        self.settings = self.opened_with
        self.runs: list[LabResult] = []
        self.told = [Told(note or self.lab.summary)]
        self.ticked = set[str]() if ticked is None else ticked
        self.keep = keep
        self._begun = 0

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What the lab asks one to try."""
        return TASKS.get(self.lab.name, ())

    @property
    def progress(self) -> str:
        """`1 of 4 tasks`; nothing where the lab sets none."""
        return progress(self.lab.name, self.ticked)

    @property
    def result(self) -> Any:
        """The newest run, of the lab's own type; None before the first."""
        return self.runs[-1] if self.runs else None

    def change(self, key: str, value: object) -> tuple[str, ...]:
        """Change one setting; gives the names of others that had to follow. Raises LabSettingError."""
        before = self.settings
        self.settings = change_setting(self.lab.name, before, key, value)
        return tuple(name for name, now in self.settings.items() if name != key and now != before[name])

    def reset(self) -> None:
        """Back to the settings that the lab was opened with."""
        self.settings = self.opened_with

    def say(self, text: str, done: tuple[str, ...] = ()) -> None:
        """Something that is kept among what was said."""
        self.told = [*self.told[-HISTORY:], Told(text, done)]

    def begin(self) -> Callable[[], Finished]:
        """The work of a run at the present settings, for any thread; earlier ones count no more."""
        self._begun += 1
        return partial(_finished, self._begun, self.lab.name, self.settings)

    def take(self, finished: Finished) -> bool:
        """Take a run in: say what changed and tick off tasks. False for one that a newer has overtaken."""
        if finished.number != self._begun:
            return False
        before, self.runs = self.result, [*self.runs[-HISTORY:], finished.result]
        done = self._tick_off()
        if before is None:
            self.told[0] = Told(self.told[0].text, done)
        else:
            self.say(labs.describe_change(self.lab.name, before, finished.result), done)
        return True

    def run(self) -> Told:
        """A run here and now, and what is said of it."""
        self.take(self.begin()())
        return self.told[-1]

    def _tick_off(self) -> tuple[str, ...]:
        new = [task for task in self.tasks if task.id not in self.ticked and task.done(self.runs)]
        for task in new:
            self.ticked.add(task.id)
            if self.keep is not None:
                self.keep(task.id)
        return tuple(task.text for task in new)


def _finished(number: int, name: str, settings: Mapping[str, SettingValue]) -> Finished:
    return Finished(number, labs.run(name, settings))
