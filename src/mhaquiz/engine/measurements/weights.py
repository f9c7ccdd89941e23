"""Weights counted: every head's matrices are allocated, and their elements added up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from mhaquiz.engine.measurements.instruments import MEASUREMENTS, Arrays, Measure, measures, whole
from mhaquiz.engine.verification import Measurement


def _projection(
    arrays: Arrays, target: str, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int
) -> None:
    """One projection, one array a head; W_O as the rows that each head owns."""
    heads = n_kv_heads if target in "kv" else n_heads
    shape = (head_dim, d_model) if target == "o" else (d_model, head_dim)
    arrays.add(*shape, times=heads)


def _block(targets: str, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Arrays:
    arrays = Arrays()
    for target in targets:
        _projection(arrays, target, d_model, n_heads, n_kv_heads, head_dim)
    return arrays


def _counted(targets: str) -> Measure:
    """The measurement of some of the four projections."""

    def measure(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
        arrays = _block(targets, d_model, n_heads, n_kv_heads, head_dim)
        return Measurement(arrays.elements, arrays.how())

    return measure


MEASUREMENTS.update(
    q_weights=_counted("q"),
    k_weights=_counted("k"),
    v_weights=_counted("v"),
    o_weights=_counted("o"),
    attention_weights=_counted("qkvo"),
)


def _biases(arrays: Arrays, d_model: int, n_heads: int, n_kv_heads: int, head_dim: int, bias: str) -> None:
    """One bias vector a head of each biased projection, one of d_model for W_O."""
    for letter in bias if bias != "none" else "":
        if letter == "o":
            arrays.add(d_model)
        else:
            arrays.add(head_dim, times=n_kv_heads if letter in "kv" else n_heads)


@measures
def bias_params(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int, bias: str) -> Measurement:
    arrays = Arrays()
    _biases(arrays, d_model, n_heads, n_kv_heads, head_dim, bias)
    return Measurement(arrays.elements, arrays.how("bias vectors"))


@measures
def attention_params(
    d_model: int, n_heads: int, n_kv_heads: int, head_dim: int, bias: str, qk_norm: bool | str, sinks: bool
) -> Measurement:
    arrays = _block("qkvo", d_model, n_heads, n_kv_heads, head_dim)
    _biases(arrays, d_model, n_heads, n_kv_heads, head_dim, bias)
    if qk_norm == "full":
        arrays.add(n_heads, head_dim)
        arrays.add(n_kv_heads, head_dim)
    elif qk_norm:
        arrays.add(head_dim, times=2)
    if sinks:
        arrays.add(1, times=n_heads)
    return Measurement(arrays.elements, arrays.how())


@measures
def mla_params(
    d_model: int,
    n_heads: int,
    q_lora_rank: int,
    kv_lora_rank: int,
    qk_nope_head_dim: int,
    qk_rope_head_dim: int,
    v_head_dim: int,
) -> Measurement:
    arrays = Arrays()
    if q_lora_rank:
        arrays.add(d_model, q_lora_rank)
        arrays.add(q_lora_rank)
    for width in (qk_nope_head_dim, qk_rope_head_dim):
        arrays.add(q_lora_rank or d_model, width, times=n_heads)
    for width in (kv_lora_rank, qk_rope_head_dim):
        arrays.add(d_model, width)
    arrays.add(kv_lora_rank)
    for width in (qk_nope_head_dim, v_head_dim):
        arrays.add(kv_lora_rank, width, times=n_heads)
    arrays.add(v_head_dim, d_model, times=n_heads)
    return Measurement(arrays.elements, arrays.how())


@measures
def concat_width(n_heads: int, head_dim: int) -> Measurement:
    arrays = Arrays()
    arrays.add(head_dim, times=n_heads)
    return Measurement(arrays.elements, f"put {n_heads:,} head outputs side by side")


@measures
def fused_qkv_width(n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    arrays = Arrays()
    for heads in (n_heads, n_kv_heads, n_kv_heads):
        arrays.add(head_dim, times=heads)
    return Measurement(arrays.elements, f"put the columns of {arrays.count:,} heads side by side")


@measures
def fused_value_column(n_heads: int, n_kv_heads: int, head_dim: int, kv_head: int) -> Measurement:
    if (n_heads + 2 * n_kv_heads) * head_dim <= 1 << 20:
        owners = [("q", head) for head in range(n_heads)]
        owners += [(part, head) for part in "kv" for head in range(n_kv_heads)]
        labels = np.repeat(np.arange(len(owners)), head_dim)
        column = int(np.flatnonzero(labels == owners.index(("v", kv_head)))[0])
        return Measurement(column, "labelled every column with its head and searched")
    before = Arrays()
    for heads in (n_heads, n_kv_heads, kv_head):
        if heads:
            before.add(head_dim, times=heads)
    return Measurement(before.elements, f"counted the columns of the {before.count:,} heads before it")


@measures
def attention_weight_share(
    d_model: int, n_heads: int, d_ff: int, n_kv_heads: int, head_dim: int, gated: bool
) -> Measurement:
    attention = _block("qkvo", d_model, n_heads, n_kv_heads, head_dim)
    mlp = Arrays()
    for _ in ("up", "gate") if gated else ("up",):
        mlp.add(d_model, d_ff)
    mlp.add(d_ff, d_model)
    share = Fraction(attention.elements, attention.elements + mlp.elements)
    return Measurement(whole(share), f"counted {attention.count + mlp.count:,} arrays of both sublayers")


@measures
def kv_sharing_weight_share(n_heads: int, n_kv_heads: int) -> Measurement:
    shared, full = _block("qkvo", 8, n_heads, n_kv_heads, 4), _block("qkvo", 8, n_heads, n_heads, 4)
    how = f"counted {shared.count + full.count:,} arrays of both blocks at d_model 8, head_dim 4"
    return Measurement(whole(Fraction(shared.elements, full.elements)), how)


@measures
def lora_params(
    d_model: int, n_heads: int, n_kv_heads: int, head_dim: int, rank: int, targets: str
) -> Measurement:
    arrays = Arrays()
    for target in targets:
        heads = n_kv_heads if target in "kv" else n_heads
        inputs, outputs = [(d_model,)], [(heads, head_dim)]
        if target == "o":
            inputs, outputs = outputs, inputs  # type: ignore[assignment]
        arrays.add(*inputs[0], rank)
        arrays.add(rank, *outputs[0])
    return Measurement(arrays.elements, arrays.how("factors"))


@measures
def redundant_biases(n_kv_heads: int, head_dim: int) -> Measurement:
    heads, width = min(n_kv_heads, 2), min(head_dim, 4)
    found = _entries_without_effect(heads, width)
    scale = Fraction(n_kv_heads * head_dim, heads * width)
    how = "moved each bias entry and compared outputs"
    if scale != 1:
        how += f" at {heads} key/value heads of {width}, times {scale}"
    return Measurement(whole(found * scale), how)


def _entries_without_effect(heads: int, width: int) -> int:
    """Bias entries of q, k and v whose change moves no output, or all outputs by one constant vector."""
    random = np.random.default_rng(0)
    d_model, tokens = heads * width + 1, 6
    inputs = random.standard_normal((tokens, d_model))
    weights = random.standard_normal((3, heads, d_model, width))
    output = random.standard_normal((heads, width, d_model))

    def block(biases: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        q, k, v = (inputs @ weights[part] + biases[part][:, None, :] for part in range(3))
        scores = np.exp(q @ k.transpose(0, 2, 1) / np.sqrt(width))
        attended = (scores / scores.sum(axis=-1, keepdims=True)) @ v
        return np.asarray((attended @ output).sum(axis=0))

    start = random.standard_normal((3, heads, width))
    before = block(start)
    found = 0
    for index in np.ndindex(start.shape):
        moved = start.copy()
        moved[index] += 1.0
        change = block(moved) - before
        found += bool(np.allclose(change, change[0], atol=1e-9))
    return found


@measures
def pruned_head_weights(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> Measurement:
    return pruned_heads_weights(d_model, n_heads, 1, n_kv_heads, head_dim)


@measures
def pruned_heads_weights(
    d_model: int, n_heads: int, n_pruned: int, n_kv_heads: int, head_dim: int
) -> Measurement:
    serves = np.repeat(np.arange(n_kv_heads), n_heads // n_kv_heads)
    still_used = int(np.unique(serves[n_pruned:]).size)
    before = _block("qkvo", d_model, n_heads, n_kv_heads, head_dim)
    after = _block("qo", d_model, n_heads - n_pruned, 0, head_dim)
    for target in "kv":
        _projection(after, target, d_model, 0, still_used, head_dim)
    how = f"counted {before.count:,} arrays before and {after.count:,} after"
    return Measurement(before.elements - after.elements, how)


@measures
def pruned_output_rows(n_heads: int, head_dim: int, n_pruned: int) -> Measurement:
    kept = np.ones(n_heads, dtype=bool)
    kept[:n_pruned] = False
    rows = Arrays()
    rows.add(head_dim, times=int(np.count_nonzero(kept)))
    return Measurement(rows.elements, f"counted the rows of {rows.count:,} surviving heads")
