"""Tasks that the labs set, a module a lab; each is ticked off by itself from the runs so far. No numpy."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from mhaquiz.labs.results import Task
from mhaquiz.labs.tasks import (
    cost_ledger,
    fused_qkv,
    head_diversity,
    induction,
    pruning,
    rank_ceiling,
    shapes,
    sqrt_scaling,
)

#: The tasks of each lab.
TASKS: Mapping[str, tuple[Task, ...]] = MappingProxyType(
    {
        "rank-ceiling": rank_ceiling.TASKS,
        "head-diversity": head_diversity.TASKS,
        "cost-ledger": cost_ledger.TASKS,
        "shapes": shapes.TASKS,
        "fused-qkv": fused_qkv.TASKS,
        "induction": induction.TASKS,
        "pruning": pruning.TASKS,
        "sqrt-scaling": sqrt_scaling.TASKS,
    }
)


def progress(lab: str, ticked: Collection[str]) -> str:
    """`1 of 4 tasks`, by the ids of those done; nothing for a lab that sets none."""
    tasks = TASKS.get(lab, ())
    done = sum(task.id in ticked for task in tasks)
    return f"{done} of {len(tasks)} tasks" if tasks else ""
