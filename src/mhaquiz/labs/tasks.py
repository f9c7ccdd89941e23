"""Tasks that the labs set, ticked off by themselves from the runs so far, newest last. Free of numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.results import LabResult, Task

History = Sequence[LabResult]
Test = Callable[[dict[str, Any], dict[str, Any]], bool]


def _once(test: Test) -> Callable[[History], bool]:
    """Done as soon as one run passes: `test(settings, readouts)`."""
    return lambda history: any(test(run.settings, run.readouts) for run in history)


# ── rank ceiling ────────────────────────────────────────────────────────────────────────
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


# ── head diversity ──────────────────────────────────────────────────────────────────────
def _step(test: Callable[[LabResult, LabResult], bool]) -> Callable[[History], bool]:
    """Done as soon as one run and the next pass: `test(before, after)`."""
    return lambda history: any(test(before, after) for before, after in pairwise(history))


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


_HEAD_DIVERSITY = (
    Task("collapse", "Collapse to one head", _step(lambda b, a: _heads_went(b, a, 1))),
    Task("open", "Open up to four heads", _step(lambda b, a: _heads_went(b, a, 4))),
    Task("identical", "Make several heads identical: disagreement 0", _once(_identical_heads)),
    Task(
        "width",
        "At d_model 64 watch head_dim fall from 64 to 16 while the weights stand still",
        _width_fell_weights_stood,
    ),
    Task("narrow", "Make heads so narrow that no score matrix has full rank", _once(_too_narrow)),
)


# ── cost ledger ─────────────────────────────────────────────────────────────────────────
def _cache_fell(before: LabResult, after: LabResult) -> bool:
    cache_before, cache_after = before.readouts["kv_cache_bytes"], after.readouts["kv_cache_bytes"]
    sharing_only = _same_but(before, after, "n_kv_heads")
    return bool(sharing_only and cache_after["gqa"] * 4 <= cache_before["gqa"])


def _past_crossover(run: LabResult) -> bool:
    return bool(run.readouts["score_value_macs"] > run.readouts["projection_macs"])


def _raised_past_crossover(before: LabResult, after: LabResult) -> bool:
    alone = _same_but(before, after, "context")
    return alone and _past_crossover(after) and not _past_crossover(before)


def _heads_alone_moved(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """A second configuration with other heads and the same weights."""
    second = settings["n_heads_b"]
    return second not in (None, settings["n_heads"]) and "weights" in readouts["unmoved"]


_COST_LEDGER = (
    Task("share", "Cut the KV cache to a quarter by sharing KV heads alone", _step(_cache_fell)),
    Task(
        "crossover",
        "Raise the context until scores and values cost more than projections",
        _step(_raised_past_crossover),
    ),
    Task(
        "same-weights",
        "Set a second configuration with other heads and the same weights",
        _once(_heads_alone_moved),
    ),
)


# ── shapes ──────────────────────────────────────────────────────────────────────────────
def _bug_seen(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return settings["bug"] == "in" and not readouts["equals_reference"]


def _bug_hidden_from_causality(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return settings["bug"] != "none" and not readouts["equals_reference"] and not readouts["leaks_future"]


def _bug_without_effect(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(settings["bug"] != "none" and readouts["equals_reference"])


_SHAPES = (
    Task("whole-tokens", "Split without the transpose and see which tokens a head gets", _once(_bug_seen)),
    Task(
        "no-leak",
        "Find the bug that leaks nothing and is wrong all the same",
        _once(_bug_hidden_from_causality),
    ),
    Task("hidden", "Find a setting where the bug changes nothing", _once(_bug_without_effect)),
)


# ── fused QKV ───────────────────────────────────────────────────────────────────────────
def _widths(readouts: dict[str, Any]) -> list[int]:
    return [part["stop"] - part["start"] for part in readouts["slices"]]


def _became_equal(before: LabResult, after: LabResult) -> bool:
    return len(set(_widths(before.readouts))) > 1 == len(set(_widths(after.readouts)))


_FUSED_QKV = (
    Task("thirds", "Bring slices of different widths back to three equal ones", _step(_became_equal)),
    Task(
        "narrow-kv",
        "Make the slices of k and v an eighth of q's",
        _once(lambda s, r: _widths(r)[0] == 8 * _widths(r)[1]),
    ),
    Task(
        "width-alone",
        "Change the head count without changing the fused width",
        _step(
            lambda b, a: (
                b.settings["n_heads"] != a.settings["n_heads"]
                and b.settings["d_model"] == a.settings["d_model"]
                and b.readouts["fused_width"] == a.readouts["fused_width"]
            )
        ),
    ),
)


# ── induction ───────────────────────────────────────────────────────────────────────────
_FIRST_SEQUENCE = LABS["induction"].setting("sequence").default


def _own_sequence(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return readouts["predicted"] is not None and tuple(settings["sequence"]) != _FIRST_SEQUENCE


def _later_match_wins(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """The last word occurred twice before, followed by different words, and a prediction was made."""
    words = settings["sequence"]
    after = {words[i + 1] for i in range(len(words) - 1) if words[i] == words[-1]}
    return len(after) > 1 and readouts["predicted"] is not None


def _broken_by_ablation(before: LabResult, after: LabResult) -> bool:
    return (
        _same_but(before, after, "ablate")
        and before.readouts["predicted"] is not None
        and after.readouts["predicted"] is None
    )


_INDUCTION = (
    Task("own", "Write a sequence of your own that it completes", _once(_own_sequence)),
    Task(
        "later", "Let a word be followed by two different words and see which wins", _once(_later_match_wins)
    ),
    Task("ablate", "Take a head or a layer out and see the prediction go", _step(_broken_by_ablation)),
)


# ── pruning ─────────────────────────────────────────────────────────────────────────────
def _shared_head_freed_half(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """Heads of a group off while others of it stay: only W_Q and W_O rows go."""
    per_head = 2 * settings["d_model"] ** 2 // settings["n_heads"]
    return bool(settings["off"] and readouts["weights_freed_by_cut"] == per_head * len(settings["off"]))


def _least_needed_off(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    changes: list[float] = readouts["output_change"]
    return len(changes) > 1 and settings["off"] == [changes.index(min(changes))]


_PRUNING = (
    Task("off", "Switch a head off: the mask frees nothing", _once(lambda s, r: bool(s["off"]))),
    Task(
        "least", "Switch off just the head whose removal changes the output least", _once(_least_needed_off)
    ),
    Task("shared", "Cut a head whose K and V have to stay", _once(_shared_head_freed_half)),
)


# ── √d scaling ──────────────────────────────────────────────────────────────────────────
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
        _same_but(before, after, "scaled")
        and after.settings["scaled"]
        and before.readouts["max_weight"] > 0.5 > after.readouts["max_weight"]
    )


_SQRT_SCALING = (
    Task(
        "saturate", f"Saturate the softmax: a largest weight above {SATURATED} on average", _once(_saturated)
    ),
    Task("rescue", "Bring it back by scaling alone", _step(_rescued)),
    Task("constant", "Widen the heads with scaling on and watch the variance stay", _step(_variance_stood)),
)


#: The tasks of each lab.
TASKS: Mapping[str, tuple[Task, ...]] = MappingProxyType(
    {
        "rank-ceiling": _RANK_CEILING,
        "head-diversity": _HEAD_DIVERSITY,
        "cost-ledger": _COST_LEDGER,
        "shapes": _SHAPES,
        "fused-qkv": _FUSED_QKV,
        "induction": _INDUCTION,
        "pruning": _PRUNING,
        "sqrt-scaling": _SQRT_SCALING,
    }
)
