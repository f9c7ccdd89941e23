"""Memory measured: tensors allocated and their bytes read, kernels replayed and their traffic added."""

from __future__ import annotations

from fractions import Fraction

from mhaquiz.engine.measurements.instruments import Arrays, largest_that, measures, parts, whole
from mhaquiz.engine.verification import Measurement


def _scores(n_queries: int, n_keys: int, n_heads: int, batch: int, bytes_per_element: int) -> Arrays:
    scores = Arrays()
    scores.add(n_heads, n_queries, n_keys, times=batch, width=bytes_per_element)
    return scores


@measures
def score_bytes(n_queries: int, n_keys: int, n_heads: int, batch: int, bytes_per_element: int) -> Measurement:
    scores = _scores(n_queries, n_keys, n_heads, batch, bytes_per_element)
    return Measurement(
        scores.bytes, f"read the size of {scores.count:,} score tensor{'s' * (scores.count != 1)}"
    )


@measures
def longest_score_context(memory_bytes: int, n_heads: int, batch: int, bytes_per_element: int) -> Measurement:
    def fits(n: int) -> bool:
        return _scores(n, n, n_heads, batch, bytes_per_element).bytes <= memory_bytes

    return Measurement(largest_that(fits), "searched bit by bit on the tensor's size")


@measures
def fused_qkv_saved_bytes(n_tokens: int, d_model: int, bytes_per_element: int) -> Measurement:
    separate, fused = Arrays(), Arrays()
    separate.add(n_tokens, d_model, times=len("qkv"), width=bytes_per_element)
    fused.add(n_tokens, d_model, width=bytes_per_element)
    return Measurement(separate.bytes - fused.bytes, "replayed three reads and one")


def _cache(
    n_layers: int, n_kv_heads: int, head_dim: int, kept: int, batch: int, bytes_per_element: int
) -> Arrays:
    """One K and one V array a layer."""
    cache = Arrays()
    if kept and n_layers:
        for _ in ("keys", "values"):
            cache.add(batch, n_kv_heads, kept, head_dim, times=n_layers, width=bytes_per_element)
    return cache


@measures
def kv_cache_bytes(
    n_layers: int, n_kv_heads: int, head_dim: int, n_tokens: int, batch: int, bytes_per_element: int
) -> Measurement:
    cache = _cache(n_layers, n_kv_heads, head_dim, n_tokens, batch, bytes_per_element)
    return Measurement(cache.bytes, f"{cache.how()}, K and V of each layer")


@measures
def mla_cache_bytes(
    n_layers: int, kv_lora_rank: int, rope_head_dim: int, n_tokens: int, batch: int, bytes_per_element: int
) -> Measurement:
    cache = Arrays()
    for width in (kv_lora_rank, rope_head_dim):
        cache.add(batch, n_tokens, width, times=n_layers, width=bytes_per_element)
    return Measurement(cache.bytes, f"{cache.how()}, latent and RoPE key of each layer")


def _kept(n_tokens: int, window: int) -> int:
    """Positions a rolling buffer still holds after n_tokens."""
    positions = range(n_tokens)[-window:]
    return positions.stop - positions.start


@measures
def sliding_cache_bytes(
    n_layers: int,
    window: int,
    n_kv_heads: int,
    head_dim: int,
    n_tokens: int,
    batch: int,
    bytes_per_element: int,
) -> Measurement:
    kept = _kept(n_tokens, window)
    cache = _cache(n_layers, n_kv_heads, head_dim, kept, batch, bytes_per_element)
    return Measurement(cache.bytes, f"{cache.how()} of the {kept:,} positions kept")


@measures
def hybrid_cache_bytes(
    n_global_layers: int,
    n_window_layers: int,
    window: int,
    n_kv_heads: int,
    head_dim: int,
    n_tokens: int,
    batch: int,
    bytes_per_element: int,
) -> Measurement:
    everything = _cache(n_global_layers, n_kv_heads, head_dim, n_tokens, batch, bytes_per_element)
    kept = _kept(n_tokens, window)
    windowed = _cache(n_window_layers, n_kv_heads, head_dim, kept, batch, bytes_per_element)
    how = f"counted {everything.count:,} whole and {windowed.count:,} windowed arrays"
    return Measurement(everything.bytes + windowed.bytes, how)


@measures
def kv_reduction(n_heads: int, n_kv_heads: int) -> Measurement:
    mha, shared = _cache(1, n_heads, 4, 4, 1, 1), _cache(1, n_kv_heads, 4, 4, 1, 1)
    return Measurement(whole(Fraction(mha.bytes, shared.bytes)), "compared caches of 4 tokens, head_dim 4")


@measures
def concurrent_sequences(
    memory_bytes: int,
    weight_bytes: int,
    n_layers: int,
    n_kv_heads: int,
    head_dim: int,
    n_tokens: int,
    bytes_per_element: int,
) -> Measurement:
    free = memory_bytes - weight_bytes

    def fits(sequences: int) -> bool:
        return _cache(n_layers, n_kv_heads, head_dim, n_tokens, sequences, bytes_per_element).bytes <= free

    return Measurement(largest_that(fits), "admitted sequences until the next cache did not fit")


@measures
def cache_parity_tokens(
    n_params: int,
    n_layers: int,
    n_kv_heads: int,
    head_dim: int,
    bytes_per_weight: int,
    bytes_per_element: int,
) -> Measurement:
    model = Arrays()
    model.add(n_params, width=bytes_per_weight)

    def fits(tokens: int) -> bool:
        return _cache(n_layers, n_kv_heads, head_dim, tokens, 1, bytes_per_element).bytes <= model.bytes

    return Measurement(largest_that(fits), "cached tokens until they outweighed the model")


@measures
def flash_traffic_bytes(
    n_tokens: int, head_dim: int, n_heads: int, batch: int, block_rows: int, bytes_per_element: int
) -> Measurement:
    blocks = moved = 0
    for times, rows in parts(n_tokens, block_rows):
        tile = Arrays()
        for _ in ("read Q", "write O"):
            tile.add(rows, head_dim, width=bytes_per_element)
        for keys_times, keys in parts(n_tokens, block_rows):
            for _ in ("read K", "read V"):
                tile.add(keys, head_dim, times=keys_times, width=bytes_per_element)
        blocks += times
        moved += times * tile.bytes
    heads = Arrays()
    heads.add(n_heads, batch)
    return Measurement(moved * heads.elements, f"replayed {blocks:,} row blocks of one head")


@measures
def standard_traffic_bytes(
    n_tokens: int, head_dim: int, n_heads: int, batch: int, bytes_per_element: int
) -> Measurement:
    traffic = Arrays()
    kernels = (("Q", "K", "S"), ("S", "P"), ("P", "V", "O"))
    for kernel in kernels:
        for tensor in kernel:
            columns = n_tokens if tensor in "SP" else head_dim
            traffic.add(batch, n_heads, n_tokens, columns, width=bytes_per_element)
    return Measurement(traffic.bytes, f"replayed {len(kernels)} kernels, {traffic.count} tensor moves")
