"""Tasks of pruning: a mask, the head that is needed least, and K and V that have to stay."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import Task
from mhaquiz.labs.tasks.conditions import once


def _shared_head_freed_half(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """Heads of a group off while others of it stay: only W_Q and W_O rows go."""
    per_head = 2 * settings["d_model"] ** 2 // settings["n_heads"]
    return bool(settings["off"] and readouts["weights_freed_by_cut"] == per_head * len(settings["off"]))


def _least_needed_off(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    changes: list[float] = readouts["output_change"]
    return len(changes) > 1 and settings["off"] == [changes.index(min(changes))]


TASKS = (
    Task("off", "Switch a head off: the mask frees nothing", once(lambda s, r: bool(s["off"]))),
    Task("least", "Switch off just the head whose removal changes the output least", once(_least_needed_off)),
    Task("shared", "Cut a head whose K and V have to stay", once(_shared_head_freed_half)),
)
