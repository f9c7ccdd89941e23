"""The fused-QKV lab: one product X·[W_Q W_K W_V] instead of three, on real numbers.

The fused matrix is the three side by side, so that its product is theirs side by side. Each output number is
the same sum of the same d_model products; a BLAS may add them in another order for a wider matrix, hence a
tolerance instead of equality to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from mhaquiz import engine
from mhaquiz.deck.display import counted
from mhaquiz.labs.attention import Matrix, read_only
from mhaquiz.labs.results import settings_as_json
from mhaquiz.labs.sentences import changed_settings, sentence

#: The two ways agree to this absolute difference (float64; outputs are of size 1).
TOLERANCE = 1e-12

N_TOKENS = 16


class Slice(NamedTuple):
    """Columns `start` to `stop` (exclusive) of the fused matrix and of its product."""

    name: str
    start: int
    stop: int

    @property
    def width(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    d_model: int
    n_heads: int
    n_kv_heads: int | None
    seed: int


@dataclass(frozen=True, eq=False)
class Result:
    """One run.

    `fused_weights` is (d_model, fused_width), `fused` its product (N_TOKENS, fused_width); `separate` the
    three products side by side, in the same shape.
    """

    chosen: Settings
    head_dim: int
    fused_width: int
    slices: tuple[Slice, ...]
    matmuls_separate: int
    matmuls_fused: int
    fused_weights: Matrix
    fused: Matrix
    separate: Matrix

    @property
    def max_abs_difference(self) -> float:
        """The largest difference between the two ways over all tokens and columns."""
        return float(np.abs(self.fused - self.separate).max())

    @property
    def equal(self) -> bool:
        """Whether the two ways agree to TOLERANCE."""
        return self.max_abs_difference <= TOLERANCE

    @cached_property
    def settings(self) -> dict[str, Any]:
        return settings_as_json(self.chosen)

    @cached_property
    def readouts(self) -> dict[str, Any]:
        return {
            "fused_width": self.fused_width,
            "slices": [part._asdict() for part in self.slices],
            "matmuls_separate": self.matmuls_separate,
            "matmuls_fused": self.matmuls_fused,
            "max_abs_difference": self.max_abs_difference,
        }


def run(settings: Settings) -> Result:
    """One run of the lab."""
    head_dim = settings.d_model // settings.n_heads
    n_kv_heads = settings.n_kv_heads or settings.n_heads
    heads = {"n_heads": settings.n_heads, "n_kv_heads": n_kv_heads, "head_dim": head_dim}
    slices = _slices(settings.n_heads * head_dim, n_kv_heads * head_dim)
    tokens, matrices = _draw(settings.d_model, tuple(part.width for part in slices), settings.seed)
    products = [tokens @ matrix for matrix in matrices]
    fused_weights = np.concatenate(matrices, axis=1)
    fused_products = [tokens @ fused_weights]
    return Result(
        chosen=settings,
        head_dim=head_dim,
        fused_width=engine.evaluate("fused_qkv_width", **heads),
        slices=slices,
        matmuls_separate=len(products),
        matmuls_fused=len(fused_products),
        fused_weights=read_only(fused_weights),
        fused=read_only(fused_products[0]),
        separate=read_only(np.concatenate(products, axis=1)),
    )


def _slices(query_width: int, kv_width: int) -> tuple[Slice, ...]:
    return (
        Slice("q", 0, query_width),
        Slice("k", query_width, query_width + kv_width),
        Slice("v", query_width + kv_width, query_width + 2 * kv_width),
    )


@lru_cache(maxsize=4)
def _draw(d_model: int, widths: tuple[int, ...], seed: int) -> tuple[Matrix, tuple[Matrix, ...]]:
    """Tokens N(0, 1) and weights N(0, 1/d_model), so that outputs are of size 1."""
    rng = np.random.default_rng(seed)
    tokens = read_only(rng.normal(size=(N_TOKENS, d_model)))
    sizes = [(d_model, width) for width in widths]
    return tokens, tuple(read_only(rng.normal(0, d_model**-0.5, size=size)) for size in sizes)


def describe_change(before: Result, after: Result) -> str:
    """What has just changed and why."""
    changed = changed_settings(before.chosen, after.chosen)
    return sentence(
        (
            *(_cause(name, after) for name in changed),
            _width(before, after),
            f"still one product instead of three, {_agreement(after)}",
        )
    )


def _agreement(after: Result) -> str:
    if after.max_abs_difference == 0:
        return "equal to the last bit"
    return f"equal to within {after.max_abs_difference:.1g}"


def _cause(name: str, after: Result) -> str:
    now = after.chosen
    q, k, _ = after.slices
    return {
        "d_model": f"the model is {now.d_model} wide",
        "n_heads": f"{counted(now.n_heads, 'query head')}, each {after.head_dim} wide",
        "n_kv_heads": (
            "as many K and V heads as query heads, so the three slices are equally wide"
            if q.width == k.width
            else f"{counted(now.n_kv_heads or 0, 'KV head')} for {now.n_heads} query heads: "
            f"the slices of k and v are {k.width} wide, that of q {q.width}"
        ),
        "seed": f"seed {now.seed}: other numbers, the same shapes",
    }[name]


def _width(before: Result, after: Result) -> str:
    if before.fused_width == after.fused_width:
        return f"the fused matrix stays {after.chosen.d_model} × {after.fused_width}"
    return f"the fused matrix has {after.fused_width} columns instead of {before.fused_width}"
