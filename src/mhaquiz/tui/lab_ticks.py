"""Which tasks of the labs are done: those that the profile knows of, and those of this run of the app.

An app without a profile, or with one that cannot be used, remembers them until it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from mhaquiz.memory.errors import ProfileError

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp

_TICKED: WeakKeyDictionary[MhaquizApp, dict[str, set[str]]] = WeakKeyDictionary()


def ticked(app: MhaquizApp, lab: str) -> set[str]:
    """The ids of the tasks done in one lab, for its next sitting to add to."""
    return all_ticked(app).setdefault(lab, set())


def all_ticked(app: MhaquizApp) -> dict[str, set[str]]:
    """Lab → the ids of its tasks done. The log is read again each time: it may have been merged into."""
    from mhaquiz.memory.lab_tasks import done_tasks

    here = _TICKED.setdefault(app, {})
    try:
        for lab, tasks in done_tasks(app.desk.profile).items() if app.desk else ():
            here.setdefault(lab, set()).update(tasks)
    except ProfileError:
        pass  # told where it loses something: by `keep`, as by whatever else needs the profile
    return here


def keep(app: MhaquizApp, lab: str, task: str) -> None:
    """Write down that a task was done."""
    from mhaquiz.memory.lab_tasks import keep_task

    try:
        if app.desk is not None:
            keep_task(app.desk.profile, lab, task)
    except ProfileError as error:
        app.notify(f"Tasks done are remembered only until you quit: {error}", severity="warning")
