"""Tasks of the cost ledger: what sharing saves, when scores cost most, what the head count leaves alone."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks.conditions import once, same_but, step


def _cache_fell(before: LabResult, after: LabResult) -> bool:
    cache_before, cache_after = before.readouts["kv_cache_bytes"], after.readouts["kv_cache_bytes"]
    sharing_only = same_but(before, after, "n_kv_heads")
    return bool(sharing_only and cache_after["gqa"] * 4 <= cache_before["gqa"])


def _past_crossover(run: LabResult) -> bool:
    return bool(run.readouts["score_value_macs"] > run.readouts["projection_macs"])


def _raised_past_crossover(before: LabResult, after: LabResult) -> bool:
    alone = same_but(before, after, "context")
    return alone and _past_crossover(after) and not _past_crossover(before)


def _heads_alone_moved(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """A second configuration with other heads and the same weights."""
    second = settings["n_heads_b"]
    return second not in (None, settings["n_heads"]) and "weights" in readouts["unmoved"]


TASKS = (
    Task("share", "Cut the KV cache to a quarter by sharing KV heads alone", step(_cache_fell)),
    Task(
        "crossover",
        "Raise the context until scores and values cost more than projections",
        step(_raised_past_crossover),
    ),
    Task(
        "same-weights",
        "Set a second configuration with other heads and the same weights",
        once(_heads_alone_moved),
    ),
)
