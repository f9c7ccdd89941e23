"""The settings of the shapes lab and the steps they lead to: name, shape, whether data is moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Step(NamedTuple):
    """One step: what it is, the shape after it, and whether it writes the numbers anew (a view does not)."""

    name: str
    shape: tuple[int, ...]
    moves_data: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """The knobs; legal values and meanings are in deck.lab_table."""

    batch: int
    n_tokens: int
    d_model: int
    n_heads: int
    n_kv_heads: int | None
    bug: str

    @property
    def kv_heads(self) -> int:
        return self.n_kv_heads or self.n_heads

    @property
    def head_dim(self) -> int:
        return self.d_model // self.n_heads

    @property
    def group(self) -> int:
        """Query heads that share a KV head."""
        return self.n_heads // self.kv_heads


def steps(settings: Settings) -> tuple[Step, ...]:
    """Every step from the input to the output, in order."""
    b, t, h, g, w = (
        settings.batch,
        settings.n_tokens,
        settings.n_heads,
        settings.kv_heads,
        settings.head_dim,
    )
    return (
        Step("x", (b, t, settings.d_model), False),
        Step("q = x @ W_Q", (b, t, h * w), True),
        Step("k, v = x @ W_K, x @ W_V", (b, t, g * w), True),
        *_split_steps(settings),
        *([Step("repeat each KV head for its group", (b, h, t, w), True)] if g != h else []),
        Step("k.transpose(-2, -1)", (b, h, w, t), False),
        Step("scores = q @ kᵀ / √head_dim", (b, h, t, t), True),
        Step("softmax over the keys", (b, h, t, t), True),
        Step("context = weights @ v", (b, h, t, w), True),
        *_combine_steps(settings),
        Step("output = context @ W_O", (b, t, settings.d_model), True),
    )


def _split_steps(settings: Settings) -> tuple[Step, ...]:
    b, t, h, g, w = settings.batch, settings.n_tokens, settings.n_heads, settings.kv_heads, settings.head_dim
    if settings.bug in ("in", "both"):
        return (
            Step("q.reshape(B, h, T, head_dim)  ← no transpose", (b, h, t, w), False),
            Step("k, v.reshape(B, h_kv, T, head_dim)  ← no transpose", (b, g, t, w), False),
        )
    return (
        Step("q.view(B, T, h, head_dim)", (b, t, h, w), False),
        Step("q.transpose(1, 2)", (b, h, t, w), False),
        Step("k, v.view(B, T, h_kv, head_dim)", (b, t, g, w), False),
        Step("k, v.transpose(1, 2)", (b, g, t, w), False),
    )


def _combine_steps(settings: Settings) -> tuple[Step, ...]:
    b, t, h, w = settings.batch, settings.n_tokens, settings.n_heads, settings.head_dim
    if settings.bug in ("out", "both"):
        return (Step("context.reshape(B, T, h·head_dim)  ← no transpose", (b, t, h * w), False),)
    # With an axis of length 1 the numbers lie in order as they are, and the reshape is a view.
    out_of_order = min(t, h, w) > 1
    return (
        Step("context.transpose(1, 2)", (b, t, h, w), False),
        Step("reshape to (B, T, h·head_dim)", (b, t, h * w), out_of_order),
    )
