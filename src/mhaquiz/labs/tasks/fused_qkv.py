"""Tasks of fused QKV: widths of slices, and what they do not depend on."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks.conditions import once, step


def _widths(readouts: dict[str, Any]) -> list[int]:
    return [part["stop"] - part["start"] for part in readouts["slices"]]


def _became_equal(before: LabResult, after: LabResult) -> bool:
    return len(set(_widths(before.readouts))) > 1 == len(set(_widths(after.readouts)))


TASKS = (
    Task("thirds", "Bring slices of different widths back to three equal ones", step(_became_equal)),
    Task(
        "narrow-kv",
        "Make the slices of k and v an eighth of q's",
        once(lambda s, r: _widths(r)[0] == 8 * _widths(r)[1]),
    ),
    Task(
        "width-alone",
        "Change the head count without changing the fused width",
        step(
            lambda b, a: (
                b.settings["n_heads"] != a.settings["n_heads"]
                and b.settings["d_model"] == a.settings["d_model"]
                and b.readouts["fused_width"] == a.readouts["fused_width"]
            )
        ),
    ),
)
