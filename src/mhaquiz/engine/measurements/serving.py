"""Heads dealt to ranks: which widths leave every rank with equal work, and what each rank then holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from mhaquiz.engine.measurements.instruments import Arrays, carried_on, measures, whole
from mhaquiz.engine.verification import Measurement


def _holdings(n_heads: int, n_kv_heads: int, ranks: int) -> np.ndarray[Any, Any] | None:
    """Which rank needs which KV head, shape (pairs, 2); None where the query heads do not split evenly."""
    queries = np.arange(n_heads)
    shards = np.array_split(queries, ranks)
    if shards[0].size != shards[-1].size:
        return None
    rank_of = np.repeat(np.arange(ranks), shards[0].size)
    kv_of = np.repeat(np.arange(n_kv_heads), n_heads // n_kv_heads)
    keys = np.unique(rank_of.astype(np.int64) * n_kv_heads + kv_of)
    return np.stack(np.divmod(keys, n_kv_heads), axis=1)


def _serves(n_heads: int, n_kv_heads: int, ranks: int) -> bool:
    """Every rank holds equally many KV heads, and every KV head lives on equally many ranks."""
    if n_heads < ranks:
        return False
    held = _holdings(n_heads, n_kv_heads, ranks)
    if held is None:
        return False
    per_rank, copies = np.bincount(held[:, 0]), np.bincount(held[:, 1])
    return bool(per_rank.min() == per_rank.max() and copies.min() == copies.max())


@measures
def tensor_parallel_widths(n_heads: int, n_kv_heads: int, limit: int) -> Measurement:
    tried = range(1, min(limit, n_heads) + 1)
    widths = tuple(
        ranks for ranks in tried if _evenly(n_heads, ranks) and _serves(n_heads, n_kv_heads, ranks)
    )
    return Measurement(widths, f"dealt the heads to {len(tried):,} numbers of ranks")


def _evenly(n_heads: int, ranks: int) -> bool:
    """Whether dealing rounds of `ranks` heads leaves none over."""
    return range(0, n_heads, ranks)[-1] + ranks == n_heads


@measures
def kv_replicas(n_kv_heads: int, tp: int) -> Measurement:
    held = _holdings(max(n_kv_heads, tp), n_kv_heads, tp)
    assert held is not None, "one of the two divides the other"
    copies = int(np.bincount(held[:, 1]).max())
    return Measurement(copies, f"dealt {max(n_kv_heads, tp):,} query heads to {tp:,} ranks")


@measures
def kv_cache_bytes_per_rank(
    n_layers: int, n_kv_heads: int, head_dim: int, n_tokens: int, tp: int, batch: int, bytes_per_element: int
) -> Measurement:
    held = _holdings(max(n_kv_heads, tp), n_kv_heads, tp)
    assert held is not None, "one of the two divides the other"
    heads = int(np.count_nonzero(held[:, 0] == 0))
    cache = Arrays()
    for _ in ("keys", "values"):
        cache.add(batch, heads, n_tokens, head_dim, times=n_layers, width=bytes_per_element)
    return Measurement(cache.bytes, f"{cache.how()} of the {heads:,} KV heads that rank 0 needs")


@measures
def padding_heads(n_heads: int, tp: int) -> Measurement:
    last_round = range(0, n_heads, tp)[-1]
    return Measurement(last_round + tp - n_heads, f"dealt heads in rounds of {tp:,} and filled the last")


@measures
def all_reduce_bytes(n_tokens: int, d_model: int, tp: int, bytes_per_element: int) -> Measurement:
    partial = Arrays()
    partial.add(n_tokens, d_model, width=bytes_per_element)
    how = "sent chunks round a ring until every rank had every sum"
    if tp <= 32:
        sends = _ring_sends(tp)
    else:
        sends = int(carried_on(_ring_sends, {"ranks": tp}, {"ranks": (2, 3)}))
        how += f", at 2 and 3 ranks, carried on to {tp:,}"
    return Measurement(whole(Fraction(partial.bytes * sends, tp)), how)


def _ring_sends(ranks: int) -> int:
    """Chunks one rank sends until every rank holds every rank's share of every chunk."""
    shares = np.array([[1 << rank for _ in range(ranks)] for rank in range(ranks)], dtype=object)
    complete = (1 << ranks) - 1
    sends = 0
    while not (shares == complete).all():
        adding = sends < ranks - 1
        moves = [(rank, (rank - sends + (0 if adding else ranks)) % ranks) for rank in range(ranks)]
        sent = [shares[rank, chunk] for rank, chunk in moves]
        for (rank, chunk), share in zip(moves, sent, strict=True):
            target = (rank + 1) % ranks
            shares[target, chunk] = shares[target, chunk] | share
        sends += 1
    return sends
