"""The pruning lab: the output of attention as a sum over heads, and what it means to switch one off.

concat(heads)·W_O equals Σ_i head_i·W_O,i, where W_O,i are the rows of W_O that head i meets. A mask
multiplies head i by 0 and frees nothing; cutting it out frees its columns of W_Q, its rows of W_O and, once
no query head of its group is left, the columns of W_K and W_V.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from mhaquiz import engine
from mhaquiz.deck.display import counted, percent
from mhaquiz.labs.attention import Matrix, printed, read_only, softmax, visible
from mhaquiz.labs.results import settings_as_json
from mhaquiz.labs.sentences import changed_settings, listed, sentence

#: Sum over heads and concat agree to this absolute difference (float64; outputs are of size 1).
TOLERANCE = 1e-12

N_TOKENS = 12


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    n_heads: int
    d_model: int
    n_kv_heads: int | None
    off: tuple[int, ...]
    seed: int


@dataclass(frozen=True, eq=False)
class Result:
    """One run.

    `shares` is what each head adds to the output, (n_heads, N_TOKENS, d_model); `summed` their sum over the
    heads that are on, `concatenated` the same by one product with W_O.
    """

    chosen: Settings
    head_dim: int
    shares: Matrix
    summed: Matrix
    concatenated: Matrix
    mask_equals_zeroed: bool
    output_change: tuple[float, ...]
    total_change: float
    weights: int
    weights_freed_by_cut: int

    @property
    def max_abs_difference(self) -> float:
        """The largest difference between the sum over heads and the product with W_O."""
        return float(np.abs(self.summed - self.concatenated).max())

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return {
            "max_abs_difference": self.max_abs_difference,
            "mask_equals_zeroed": self.mask_equals_zeroed,
            "output_change": [printed(change) for change in self.output_change],
            "weights_freed_by_mask": 0,
            "weights_freed_by_cut": self.weights_freed_by_cut,
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    n_kv_heads = settings.n_kv_heads or settings.n_heads
    heads, output = _heads(settings.n_heads, settings.d_model, n_kv_heads, settings.seed)
    on = np.ones(settings.n_heads)
    on[list(settings.off)] = 0
    shares = heads @ output
    summed = np.tensordot(on, shares, axes=1)
    whole = np.tensordot(np.ones(settings.n_heads), shares, axes=1)
    return Result(
        chosen=settings,
        head_dim=output.shape[1],
        shares=read_only(shares),
        summed=read_only(summed),
        concatenated=read_only(_concat(heads * on[:, None, None], output)),
        mask_equals_zeroed=_mask_equals_zeroed(heads, output, on),
        output_change=tuple(_relative(share, whole) for share in shares),
        total_change=_relative(whole - summed, whole),
        weights=engine.evaluate("attention_weights", settings.d_model, settings.n_heads, n_kv_heads),
        weights_freed_by_cut=_freed(settings, n_kv_heads),
    )


@lru_cache(maxsize=16)
def _heads(n_heads: int, d_model: int, n_kv_heads: int, seed: int) -> tuple[Matrix, Matrix]:
    """Each head's output (n_heads, N_TOKENS, head_dim) and its rows of W_O (n_heads, head_dim, d_model)."""
    rng = np.random.default_rng(seed)
    head_dim, group = d_model // n_heads, n_heads // n_kv_heads
    tokens = rng.normal(size=(N_TOKENS, d_model))
    deviation = d_model**-0.5
    queries = tokens @ rng.normal(0, deviation, size=(n_heads, d_model, head_dim))
    keys, values = (tokens @ rng.normal(0, deviation, size=(n_kv_heads, d_model, head_dim)) for _ in range(2))
    keys, values = np.repeat(keys, group, axis=0), np.repeat(values, group, axis=0)
    attention = softmax(queries @ keys.swapaxes(1, 2) / np.sqrt(head_dim), visible(N_TOKENS, True))
    output = rng.normal(0, deviation, size=(n_heads, head_dim, d_model))
    return read_only(attention @ values), read_only(output)


def _concat(heads: Matrix, output: Matrix) -> Matrix:
    """concat(heads)·W_O: (N_TOKENS, n_heads·head_dim) times (n_heads·head_dim, d_model)."""
    n_heads, n_tokens, head_dim = heads.shape
    side_by_side = heads.swapaxes(0, 1).reshape(n_tokens, n_heads * head_dim)
    return np.asarray(side_by_side @ output.reshape(n_heads * head_dim, -1))


def _mask_equals_zeroed(heads: Matrix, output: Matrix, on: Matrix) -> bool:
    """Heads times 0 against zeros in their rows of W_O; with no head off, tried on the first."""
    mask = (np.arange(len(on)) > 0 if on.all() else on)[:, None, None]
    masked, zeroed = _concat(heads * mask, output), _concat(heads, output * mask)
    return bool(np.abs(masked - zeroed).max() <= TOLERANCE)


def _relative(difference: Matrix, whole: Matrix) -> float:
    return float(np.linalg.norm(difference) / np.linalg.norm(whole))


def _freed(settings: Settings, n_kv_heads: int) -> int:
    """Weights that go when the heads that are off are cut out one after the other."""
    group, head_dim = settings.n_heads // n_kv_heads, settings.d_model // settings.n_heads
    left = [group] * n_kv_heads
    freed = 0
    for head in settings.off:
        served = left[head // group]
        freed += engine.evaluate("pruned_head_weights", settings.d_model, served, 1, head_dim)
        left[head // group] -= 1
    return freed


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why."""
    changed = changed_settings(before.chosen, after.chosen)
    return sentence(
        (
            *(_cause(name, after) for name in changed),
            f"without {_named(after.chosen.off)} the output changes by {percent(after.total_change)}"
            if after.chosen.off
            else "every head is on, and the sum over heads is the whole output",
            _freed_words(after),
        )
    )


def _cause(name: str, after: Result) -> str:
    now = after.chosen
    kv_heads = (
        "as many KV heads as query heads" if now.n_kv_heads is None else counted(now.n_kv_heads, "KV head")
    )
    return {
        "n_heads": f"{counted(now.n_heads, 'head')}, each {after.head_dim} wide",
        "d_model": f"the model is {now.d_model} wide",
        "n_kv_heads": kv_heads,
        "off": f"{_named(now.off)} off" if now.off else "",
        "seed": f"seed {now.seed}: other weights, the same sizes",
    }[name]


def _named(heads: tuple[int, ...]) -> str:
    return ("head " if len(heads) == 1 else "heads ") + listed(str(head) for head in heads)


def _freed_words(after: Result) -> str:
    """What the mask and the cut free, and why K and V may stay."""
    now = after.chosen
    if not now.off:
        return ""
    group = now.n_heads // (now.n_kv_heads or now.n_heads)
    touched = {head // group for head in now.off}
    kept = [g for g in touched if not set(range(g * group, (g + 1) * group)) <= set(now.off)]
    note = "; K and V stay while another head of the group needs them" if kept else ""
    freed = f"cutting out would free {after.weights_freed_by_cut:,} of {after.weights:,}"
    return f"the mask frees no weight, {freed}{note}"
