"""The numeric models a person can turn by hand: frozen settings in, one frozen result out; numpy only.

`run(name, settings)` is the way in. Nothing here imports numpy before a lab is run.

A new lab is an entry in deck.lab_table, a module here of the same name (`rank-ceiling`: `rank_ceiling`) with
`Settings`, `Result`, `run` and `describe_change`, and its tasks in the module of that name in labs.tasks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

from mhaquiz.deck.lab_reading import complete_settings, parse_settings
from mhaquiz.deck.lab_table import find_lab
from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks import TASKS

# Before numpy loads: matrices this small lose more to waiting threads than they gain, and sums that are split
# over threads need not give the same last bit.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = ["TASKS", "LabResult", "Task", "background", "describe_change", "load", "parse_settings", "run"]


def load(name: str) -> ModuleType:
    """The model of a lab: `Settings`, `run(Settings)`. Imports numpy. Raises LabSettingError."""
    return import_module(f"{__name__}.{find_lab(name).module}")


def run(name: str, settings: Mapping[str, object]) -> LabResult:
    """One run of a lab; settings left out stand at their defaults. Raises LabSettingError."""
    complete = complete_settings(name, settings)
    model = load(name)
    result: LabResult = model.run(model.Settings(**complete))
    return result


def describe_change(name: str, before: LabResult, after: LabResult) -> str:
    """What has just changed between two runs of one lab, and why, in a few sentences."""
    if before.settings == after.settings:
        return "Nothing has changed."
    said: str = load(name).describe_change(before, after)
    return said


def background(name: str) -> str:
    """What a lab has to say beyond its runs, such as a proof; nothing where there is no such thing."""
    return str(getattr(load(name), "BACKGROUND", ""))
