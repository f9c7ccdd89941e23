"""Tasks of head diversity: one head, four, the same one four times, and heads that are too narrow."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks.conditions import History, once, step


def _heads_went(before: LabResult, after: LabResult, n_heads: int) -> bool:
    was: int = before.settings["n_heads"]
    return bool(after.settings["n_heads"] == n_heads != was)


def _identical_heads(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(settings["identical"] and settings["n_heads"] > 1 and readouts["disagreement"] == 0)


def _width_fell_weights_stood(history: History) -> bool:
    """head_dim 64 and 16 both seen at d_model 64, with the same weights."""
    seen = {r.readouts["head_dim"]: r.readouts["weights"] for r in history if r.settings["d_model"] == 64}
    return {16, 64} <= seen.keys() and seen[16] == seen[64]


def _too_narrow(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(max(readouts["score_rank"]) < len(settings["sentence"]) and settings["n_heads"] > 1)


TASKS = (
    Task("collapse", "Collapse to one head", step(lambda b, a: _heads_went(b, a, 1))),
    Task("open", "Open up to four heads", step(lambda b, a: _heads_went(b, a, 4))),
    Task("identical", "Make several heads identical: disagreement 0", once(_identical_heads)),
    Task(
        "width",
        "At d_model 64 watch head_dim fall from 64 to 16 while the weights stand still",
        _width_fell_weights_stood,
    ),
    Task("narrow", "Make heads so narrow that no score matrix has full rank", once(_too_narrow)),
)
