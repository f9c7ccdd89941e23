"""Tasks that the labs set, ticked off by themselves from the runs so far, newest last. Free of numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from mhaquiz.labs.results import LabResult, Task

History = Sequence[LabResult]
Test = Callable[[dict[str, Any], dict[str, Any]], bool]


def _once(test: Test) -> Callable[[History], bool]:
    """Done as soon as one run passes: `test(settings, readouts)`."""
    return lambda history: any(test(run.settings, run.readouts) for run in history)


# ── rank ceiling ────────────────────────────────────────────────────────────────────────
_PLATEAU = 0.9995  # shows as 1.000


def _plateau_ends_seen(history: History) -> bool:
    """Both ends of the plateau and the head count next to each, where the score is lower."""
    return any(_both_ends(run, history) for run in history)


def _both_ends(run: LabResult, history: History) -> bool:
    scores = list(run.readouts["curve"].items())
    edges = {int(h) for pair in pairwise(scores) if _falls_between(*pair) for h, _ in pair}
    seen = {other.settings["n_heads"] for other in history if _same_but(other, run, "n_heads", "context")}
    return bool(edges) and edges <= seen


def _falls_between(one: tuple[str, float], other: tuple[str, float]) -> bool:
    return (one[1] >= _PLATEAU) != (other[1] >= _PLATEAU)


def _same_but(one: LabResult, other: LabResult, *names: str) -> bool:
    first, second = one.settings, other.settings
    return all(first[name] == second[name] for name in first if name not in names)


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


_RANK_CEILING = (
    Task("plateau", "Find where the plateau of the score begins and where it ends", _plateau_ends_seen),
    Task("one-fails", "Make one job fail (below 0.6) while another survives", _once(_one_fails_one_survives)),
    Task("pin", "Pin head_dim and watch the weights move with the heads", _weights_moved_while_pinned),
    Task("rank-one", "Reach 0.99 on previous token with heads one wide", _once(_previous_at_rank_one)),
)

#: The tasks of each lab.
TASKS: Mapping[str, tuple[Task, ...]] = MappingProxyType({"rank-ceiling": _RANK_CEILING})
