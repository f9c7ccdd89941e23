"""Tasks of the rank ceiling: where the score stands, and what a narrow head can still do."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from mhaquiz.labs.results import Task
from mhaquiz.labs.tasks.conditions import History, once

_PLATEAU = 0.9995  # shows as 1.000


def _plateau_ends_seen(history: History) -> bool:
    """Both ends of the newest curve's plateau and the head count next to each, where the score is lower."""
    curve = history[-1].readouts["curve"] if history else {}
    edges = _edges(curve)
    return bool(edges) and edges <= {
        run.settings["n_heads"] for run in history if run.readouts["curve"] == curve
    }


def _edges(curve: dict[str, float]) -> set[int]:
    """The head counts on either side of each end of the plateau."""
    return {int(h) for pair in pairwise(curve.items()) if _falls_between(*pair) for h, _ in pair}


def _falls_between(one: tuple[str, float], other: tuple[str, float]) -> bool:
    return (one[1] >= _PLATEAU) != (other[1] >= _PLATEAU)


def _one_fails_one_survives(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    scores = readouts["job_scores"].values()
    return bool(min(scores) < 0.6 and max(scores) >= _PLATEAU)


def _weights_moved_while_pinned(history: History) -> bool:
    return any(
        before.settings["head_dim"] == after.settings["head_dim"] is not None
        and before.readouts["weights"] != after.readouts["weights"]
        for before, after in pairwise(history)
    )


def _previous_at_rank_one(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(readouts["head_dim"] == 1 and readouts["job_scores"].get("previous", 0) >= 0.99)


TASKS = (
    Task("plateau", "Find where the plateau of the score begins and where it ends", _plateau_ends_seen),
    Task("one-fails", "Make one job fail (below 0.6) while another survives", once(_one_fails_one_survives)),
    Task("pin", "Pin head_dim and watch the weights move with the heads", _weights_moved_while_pinned),
    Task("rank-one", "Reach 0.99 on previous token with heads one wide", once(_previous_at_rank_one)),
)
