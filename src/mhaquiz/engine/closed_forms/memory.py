"""Bytes: scores, caches, and the traffic of attention kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhaquiz.engine.arithmetic import Term, greatest, least, ratio, rounded_down, rounded_up, whole_root
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.quantity import quantity

FLASH = "Dao 2023, FlashAttention-2, algorithm 1"


@quantity("bytes", "the shape (batch, n_heads, n_queries, n_keys)")
def score_bytes(
    n_queries: Term, n_keys: Term, n_heads: Term, batch: Term = 1, bytes_per_element: Term = 2
) -> Term:
    """Memory of a materialised score tensor."""
    return batch * n_heads * n_queries * n_keys * bytes_per_element


@quantity("tokens", "batch·n_heads·n²·bytes that still fit")
def longest_score_context(
    memory_bytes: Term, n_heads: Term, batch: Term = 1, bytes_per_element: Term = 2
) -> Term:
    """Most tokens whose square score tensor fits in memory_bytes."""
    return whole_root(ratio(memory_bytes, batch * n_heads * bytes_per_element))


@quantity("bytes", "one read of the activations instead of three")
def fused_qkv_saved_bytes(n_tokens: Term, d_model: Term, bytes_per_element: Term = 2) -> Term:
    """Activation bytes that a fused Q, K, V projection does not read again."""
    return 2 * n_tokens * d_model * bytes_per_element


@quantity("bytes", "Shazeer 2019, Fast Transformer Decoding; Pope et al. 2022, §2.1")
def kv_cache_bytes(
    n_layers: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    batch: Term = 1,
    bytes_per_element: Term = 2,
) -> Term:
    """The K and V cache of all layers."""
    return 2 * n_layers * n_kv_heads * head_dim * n_tokens * batch * bytes_per_element


@quantity("bytes", "DeepSeek-AI 2024, DeepSeek-V2, §2.1.2 and §2.1.3")
def mla_cache_bytes(
    n_layers: Term,
    kv_lora_rank: Term,
    rope_head_dim: Term,
    n_tokens: Term,
    batch: Term = 1,
    bytes_per_element: Term = 2,
) -> Term:
    """The latent cache of MLA: one latent and one shared RoPE key a token and layer."""
    return n_layers * (kv_lora_rank + rope_head_dim) * n_tokens * batch * bytes_per_element


@quantity("bytes", "Jiang et al. 2023, Mistral 7B, §2 (rolling buffer)")
def sliding_cache_bytes(
    n_layers: Term,
    window: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    batch: Term = 1,
    bytes_per_element: Term = 2,
) -> Term:
    """The K and V cache where every layer keeps only the last `window` tokens."""
    kept = least(n_tokens, window)
    return kv_cache_bytes(n_layers, n_kv_heads, head_dim, kept, batch, bytes_per_element)


def _some_layer(given: Mapping[str, Any]) -> None:
    if given["n_global_layers"] + given["n_window_layers"] == 0:
        raise EngineError(
            "n_global_layers = 0 and n_window_layers = 0: a model has at least one layer", "n_global_layers"
        )


@quantity("bytes", "Gemma 2 report 2024, §2; gpt-oss (alternating windows)", rules=(_some_layer,))
def hybrid_cache_bytes(
    n_global_layers: Term,
    n_window_layers: Term,
    window: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    batch: Term = 1,
    bytes_per_element: Term = 2,
) -> Term:
    """The K and V cache of global layers together with layers that keep the last `window` tokens."""
    kept = n_global_layers * n_tokens + n_window_layers * least(n_tokens, window)
    return 2 * n_kv_heads * head_dim * kept * batch * bytes_per_element


@quantity("times smaller", "Ainslie et al. 2023, GQA, §2.2", result="rational")
def kv_reduction(n_heads: Term, n_kv_heads: Term) -> Term:
    """How many times smaller the K and V cache is than with one key/value head a query head."""
    return ratio(n_heads, n_kv_heads)


@quantity("sequences", "what is left beside the weights, over the cache of one sequence")
def concurrent_sequences(
    memory_bytes: Term,
    weight_bytes: Term,
    n_layers: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    bytes_per_element: Term = 2,
) -> Term:
    """Sequences of n_tokens whose K and V cache fits beside the weights; 0 where the weights do not fit."""
    one_sequence = kv_cache_bytes(n_layers, n_kv_heads, head_dim, n_tokens, 1, bytes_per_element)
    return greatest(0, rounded_down(memory_bytes - weight_bytes, one_sequence))


@quantity("tokens", "bytes of the weights over bytes of one token's cache")
def cache_parity_tokens(
    n_params: Term,
    n_layers: Term,
    n_kv_heads: Term,
    head_dim: Term,
    bytes_per_weight: Term = 2,
    bytes_per_element: Term = 2,
) -> Term:
    """Most cached tokens (sequences × context) that weigh no more than the model itself."""
    one_token = kv_cache_bytes(n_layers, n_kv_heads, head_dim, 1, 1, bytes_per_element)
    return rounded_down(n_params * bytes_per_weight, one_token)


@quantity("bytes", FLASH)
def flash_traffic_bytes(
    n_tokens: Term,
    head_dim: Term,
    n_heads: Term = 1,
    batch: Term = 1,
    block_rows: Term = 128,
    bytes_per_element: Term = 2,
) -> Term:
    """Bytes between memory and chip in the FlashAttention-2 loops, unmasked.

    Q is read and O written once; K and V are read once for each block of query rows.
    """
    sweeps = rounded_up(n_tokens, block_rows)
    moved = 2 * n_tokens * head_dim + 2 * n_tokens * head_dim * sweeps
    return batch * n_heads * bytes_per_element * moved


@quantity("bytes", "Dao et al. 2022, FlashAttention, algorithm 0")
def standard_traffic_bytes(
    n_tokens: Term, head_dim: Term, n_heads: Term = 1, batch: Term = 1, bytes_per_element: Term = 2
) -> Term:
    """Bytes between memory and chip when three kernels pass the score matrix through memory.

    Q, K, V and O move once; the scores are written, read, written as weights and read again.
    """
    moved = 4 * n_tokens * head_dim + 4 * n_tokens**2
    return batch * n_heads * bytes_per_element * moved
