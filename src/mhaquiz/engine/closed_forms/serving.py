"""Heads on several devices: tensor-parallel sizes, replicated KV heads, padding, the all-reduce."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhaquiz.engine.arithmetic import Term, greatest, ratio
from mhaquiz.engine.closed_forms.memory import kv_cache_bytes
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import LIMIT, quantity

VLLM = "the head rule of vLLM's LlamaAttention"
#: Heads are dealt to ranks one by one, so their numbers are bounded.
DEALT = {"n_kv_heads": 1_000_000, "tp": 1_000_000}


@quantity("widths", VLLM, result="widths", symbolic=False, largest={"n_heads": 100_000})
def tensor_parallel_widths(n_heads: int, n_kv_heads: int, limit: Any = LIMIT) -> tuple[int, ...]:
    """Ascending tensor-parallel sizes: divisors of n_heads that divide n_kv_heads or are its multiples."""
    return tuple(
        width
        for width in range(1, min(limit, n_heads) + 1)
        if n_heads % width == 0 and (n_kv_heads % width == 0 or width % n_kv_heads == 0)
    )


def _even_widths(given: Mapping[str, Any]) -> None:
    n_kv_heads, tp = given["n_kv_heads"], given["tp"]
    if n_kv_heads % tp and tp % n_kv_heads:
        raise EngineError(
            f"tp = {quoted(tp)}: must divide n_kv_heads = {quoted(n_kv_heads)} or be a multiple of it "
            "(vLLM refuses other sizes)",
            "tp",
        )


@quantity("copies", VLLM, rules=(_even_widths,), largest=DEALT)
def kv_replicas(n_kv_heads: Term, tp: Term) -> Term:
    """Copies of each key/value head at that tensor-parallel size: 1 until the ranks outnumber the heads."""
    return greatest(1, ratio(tp, n_kv_heads))


@quantity("bytes", VLLM, rules=(_even_widths,), largest=DEALT)
def kv_cache_bytes_per_rank(
    n_layers: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    tp: Term,
    batch: Term = 1,
    bytes_per_element: Term = 2,
) -> Term:
    """The K and V cache on one of tp ranks: never less than one key/value head."""
    heads = greatest(1, ratio(n_kv_heads, tp))
    return kv_cache_bytes(n_layers, heads, head_dim, n_tokens, batch, bytes_per_element)


@quantity("heads", "vLLM and SGLang pad with zero heads")
def padding_heads(n_heads: Term, tp: Term) -> Term:
    """Zero heads to add so that every one of tp ranks gets the same number of query heads."""
    return (tp - n_heads % tp) % tp


@quantity("bytes", "a ring: reduce-scatter, then all-gather", result="rational")
def all_reduce_bytes(n_tokens: Term, d_model: Term, tp: Term, bytes_per_element: Term = 2) -> Term:
    """Bytes each of tp ranks sends when the partial outputs of the heads are summed by a ring all-reduce."""
    return ratio(2 * (tp - 1) * n_tokens * d_model * bytes_per_element, tp)
