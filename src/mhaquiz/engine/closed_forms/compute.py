"""Work: multiply-accumulates, FLOPs and exponentials. One multiply-accumulate (MAC) is two FLOPs."""

from __future__ import annotations

from mhaquiz.engine.arithmetic import Term, ratio, rounded_up
from mhaquiz.engine.closed_forms.memory import kv_cache_bytes
from mhaquiz.engine.quantity import quantity

MHA = "Vaswani et al. 2017, §3.2"


@quantity("MACs", MHA)
def projection_macs(n_tokens: Term, d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Multiply-accumulates of the four projections over n_tokens."""
    return 2 * n_tokens * d_model * head_dim * (n_heads + n_kv_heads)


@quantity("MACs", MHA)
def score_macs(n_queries: Term, n_keys: Term, n_heads: Term, head_dim: Term) -> Term:
    """Multiply-accumulates of Q · Kᵀ in all heads, unmasked."""
    return n_queries * n_keys * n_heads * head_dim


@quantity("MACs", MHA)
def value_macs(n_queries: Term, n_keys: Term, n_heads: Term, head_dim: Term) -> Term:
    """Multiply-accumulates of the weighted sum of the values in all heads, unmasked."""
    return n_queries * n_keys * n_heads * head_dim


@quantity("MACs", MHA)
def attention_macs(n_tokens: Term, d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Multiply-accumulates of projections, scores and weighted sum over n_tokens, unmasked."""
    projections = projection_macs(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
    scores = score_macs(n_tokens, n_tokens, n_heads, head_dim)
    return projections + scores + value_macs(n_tokens, n_tokens, n_heads, head_dim)


@quantity("FLOPs", MHA)
def attention_flops(n_tokens: Term, d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Matrix-product FLOPs of one block over n_tokens, unmasked: two for each multiply-accumulate."""
    return 2 * attention_macs(n_tokens, d_model, n_heads, n_kv_heads, head_dim)


@quantity("MACs", "Shazeer 2019, Fast Transformer Decoding, §2.4")
def decode_macs(context: Term, d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Multiply-accumulates for one new token that sees `context` keys, itself included."""
    return projection_macs(1, d_model, n_heads, n_kv_heads, head_dim) + 2 * context * n_heads * head_dim


@quantity("keys", "2·context·n_heads·head_dim set equal to the projections' work", result="rational")
def crossover_context(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Context at which score and value work for one token equals its projection work; an exact fraction.

    The head width cancels; cards round up with `ceil`.
    """
    return ratio(d_model * (n_heads + n_kv_heads), n_heads)


@quantity("tokens", "1 + 2 + … + n keys against n projections", largest={"n_heads": 10_000})
def causal_crossover_tokens(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Fewest tokens of a causal prefill whose score and value work reaches the projection work.

    Token t attends to t keys, so the average context is (n + 1) / 2.
    """
    return rounded_up(2 * d_model * (n_heads + n_kv_heads), n_heads) - 1


@quantity("exponentials", "the softmax over every score")
def softmax_exponentials(n_queries: Term, n_keys: Term, n_heads: Term, batch: Term = 1) -> Term:
    """Exponentials of the softmax, unmasked: one a score, in every head."""
    return batch * n_heads * n_queries * n_keys


@quantity("scores", "the shape (batch, n_heads, n_queries, n_keys)")
def score_elements(n_queries: Term, n_keys: Term, n_heads: Term, batch: Term = 1) -> Term:
    """Entries of the score tensor, nothing skipped for a mask."""
    return batch * n_heads * n_queries * n_keys


@quantity("FLOPs an exponential", "Shah et al. 2024, FlashAttention-3, §2.2")
def flops_per_exponential(head_dim: Term) -> Term:
    """Matrix-product FLOPs of scores and weighted sum for each exponential of the softmax."""
    return 4 * head_dim


@quantity("FLOPs a byte", "Shazeer 2019; Ainslie et al. 2023", result="rational")
def decode_intensity(n_heads: Term, n_kv_heads: Term, bytes_per_element: Term = 2) -> Term:
    """FLOPs of scores and weighted sum for each byte of cache read, one new token.

    Neither the context nor the head width changes it.
    """
    return ratio(2 * n_heads, n_kv_heads * bytes_per_element)


@quantity("tokens a second", "every weight and every cached byte is read once a step", result="rational")
def decode_throughput_bound(
    bandwidth: Term,
    n_params: Term,
    n_layers: Term,
    n_kv_heads: Term,
    head_dim: Term,
    n_tokens: Term,
    batch: Term = 1,
    bytes_per_weight: Term = 2,
    bytes_per_element: Term = 2,
) -> Term:
    """Most tokens a second for the whole batch when decoding is bound by memory bandwidth.

    One step reads all weights once and the K and V cache of every sequence of n_tokens.
    """
    one_sequence = kv_cache_bytes(n_layers, n_kv_heads, head_dim, n_tokens, 1, bytes_per_element)
    return ratio(batch * bandwidth, n_params * bytes_per_weight + batch * one_sequence)
