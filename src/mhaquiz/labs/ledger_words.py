"""What has just changed in the cost ledger, why, what moved with it and what did not, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from mhaquiz.deck.display import counted
from mhaquiz.labs.sentences import changed_settings, listed, sentence

if TYPE_CHECKING:
    from mhaquiz.labs.cost_ledger import Configuration, Result

#: How a readout is called in a sentence.
_TITLES = {
    "weights": "weights",
    "by_matrix": "weights by matrix",
    "projection_macs": "projection work",
    "score_value_macs": "score and value work",
    "crossover_context": "crossover",
    "score_bytes": "score memory",
    "kv_cache_bytes": "KV cache",
    "tensor_parallel_widths": "tensor-parallel sizes",
    "kv_replicas": "copies of a KV head",
}
_SEVERAL = 2  # causes; more at once are only named


def describe_change(before: Result, after: Result) -> str:
    """What has just changed, what moved with it and what did not."""
    changed = changed_settings(before.chosen, after.chosen)
    of_second_only = all(name.endswith("_b") for name in changed)
    effect = () if of_second_only else _moved(before, after)
    return sentence((*_causes(changed, after), *effect, _against_second(after)))


def _moved(before: Result, after: Result) -> tuple[str, ...]:
    """What of the first configuration moved, and what did not."""
    was, now = before.ledger.readouts, after.ledger.readouts
    moved = [name for name in now if now[name] != was[name]]
    unmoved = [name for name in now if now[name] == was[name]]
    if not moved:
        return ("nothing moves",)
    return f"moved: {_titles(moved)}", f"unmoved: {_titles(unmoved)}" if unmoved else ""


def _titles(names: Iterable[str]) -> str:
    """Where the weights are named, those of each matrix go without saying."""
    names = list(names)
    return listed(_TITLES[name] for name in names if name != "by_matrix" or "weights" not in names)


def _causes(changed: tuple[str, ...], after: Result) -> list[str]:
    origins = [name for name in changed if name.removesuffix("_b") in ("model", "config")]
    named = [name for name in origins if getattr(after.chosen, name) is not None]
    if named:
        return [_cause(name, after) for name in named]  # the sizes that came with it go without saying
    if len(changed) > _SEVERAL:
        return [f"changed at once: {listed(changed)}"]
    return [_cause(name, after) for name in changed]


def _cause(name: str, after: Result) -> str:
    """A setting's new value and what it acts on."""
    if getattr(after.chosen, name) is None and name.removesuffix("_b") in ("model", "config"):
        return f"no {name} is named any more"
    if not name.endswith("_b"):
        return _WHY[name](after.first)
    if after.second is None or getattr(after.chosen, name) is None:
        return f"{name} is as in the first configuration"
    return f"second configuration: {_WHY[name.removesuffix('_b')](after.second)}"


_BIASES = {
    "none": "no projection has a bias",
    "qkv": "q, k and v have biases: numbers to keep, no products",
    "qkvo": "all four projections have biases: numbers to keep, no products",
}
_WHY: Mapping[str, Callable[[Configuration], str]] = {
    "d_model": lambda side: f"vectors are {side.d_model:,} wide, and so are all projections",
    "n_heads": lambda side: f"{counted(side.n_heads, 'query head')}, each {side.head_dim:,} wide",
    "n_kv_heads": lambda side: (
        f"{counted(side.n_kv_heads, 'KV head')} for {counted(side.n_heads, 'query head')}: "
        f"K and V are made and kept for {side.n_kv_heads:,} only"
        if side.n_kv_heads < side.n_heads
        else "every query head has a KV head of its own"
    ),
    "head_dim": lambda side: f"each head is {side.head_dim:,} wide, whatever the number of heads",
    "bias": lambda side: _BIASES[side.bias],
    "context": lambda side: (
        f"{counted(side.context, 'token')} to attend to: scores grow with them, projections do not"
    ),
    "batch": lambda side: f"{counted(side.batch, 'sequence')}, each with scores and a cache of its own",
    "bytes_per_element": lambda side: (
        f"{counted(side.bytes_per_element, 'byte')} a number: memory moves, work does not"
    ),
    "n_layers": lambda side: (
        f"{counted(side.n_layers, 'layer')}, each with a cache of its own; the rest is of one layer"
    ),
    "model": lambda side: _sizes("the model is " + side.name, side),
    "config": lambda side: _sizes("a config.json gives the sizes", side),
}


def _sizes(origin: str, side: Configuration) -> str:
    heads = f"{counted(side.n_heads, 'query head')}, {counted(side.n_kv_heads, 'KV head')}"
    return f"{origin}: {heads}, each {side.head_dim:,} wide"


def _against_second(after: Result) -> str:
    if after.second_ledger is None:
        return ""
    if not after.moved:
        return "the second configuration costs the same throughout"
    same = f"; the same: {_titles(after.unmoved)}" if after.unmoved else ""
    return f"different in the two: {_titles(after.moved)}{same}"
