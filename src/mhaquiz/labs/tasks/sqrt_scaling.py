"""Tasks of scaling by √d: saturation, its cure, and a variance that stays."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks.conditions import once, same_but, step

#: Mean largest weight above which the softmax is called saturated.
SATURATED = 0.85


def _variance_stood(before: LabResult, after: LabResult) -> bool:
    wider = after.settings["head_dim"] > before.settings["head_dim"]
    scaled = before.settings["scaled"] and after.settings["scaled"]
    return bool(wider and scaled and abs(after.readouts["variance"] - before.readouts["variance"]) < 0.1)


def _saturated(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(readouts["max_weight"] > SATURATED)


def _rescued(before: LabResult, after: LabResult) -> bool:
    return bool(
        same_but(before, after, "scaled")
        and after.settings["scaled"]
        and before.readouts["max_weight"] > 0.5 > after.readouts["max_weight"]
    )


TASKS = (
    Task(
        "saturate", f"Saturate the softmax: a largest weight above {SATURATED} on average", once(_saturated)
    ),
    Task("rescue", "Bring it back by scaling alone", step(_rescued)),
    Task("constant", "Widen the heads with scaling on and watch the variance stay", step(_variance_stood)),
)
