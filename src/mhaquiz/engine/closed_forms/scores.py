"""Scores and weights: variance, rank, masks, entropy, positions, and tensors viewed wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhaquiz.engine.arithmetic import (
    Term,
    common_divisor,
    exponential,
    least,
    ln,
    ln_factorial,
    raised,
    ratio,
    root,
    times_pi,
)  # fmt: skip
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import quantity

SCALE = "Vaswani et al. 2017, §3.2.1, footnote 4"
#: What is summed or compared entry by entry is bounded.
SUMMED = {"n_keys": 1_000_000}
VIEWED = {"n_tokens": 100_000, "n_heads": 1_000}
#: Widths that enter a real number.
REAL_WIDTHS = {"head_dim": 10**9, "scale_dim": 10**9}
ROPE = "Su et al. 2021, RoFormer, §3.2.2"


@quantity("variance", SCALE)
def dot_product_variance(head_dim: Term, scaled: bool = False) -> Term:
    """Variance of q · k for independent entries of mean 0 and variance 1; 1 once divided by √head_dim."""
    return 1 if scaled else head_dim


@quantity("standard deviation", SCALE, result="real", largest=REAL_WIDTHS)
def score_deviation(head_dim: Term, scale_dim: Term) -> Term:
    """Standard deviation of q · k / √scale_dim for unit-variance entries; 1 where scale_dim is head_dim."""
    return root(ratio(head_dim, scale_dim))


@quantity("weight", "the softmax of two scores", result="real", largest=REAL_WIDTHS)
def two_key_weight(gap: Term, head_dim: Term = 1) -> Term:
    """Weight of the better of two keys when scores that differ by `gap` were not divided by √head_dim.

    With head_dim 1 it is the weight for the gap itself.
    """
    return 1 / (1 + exponential(-gap * root(head_dim)))


@quantity("rank", "Bhojanapalli et al. 2020, Low-Rank Bottleneck, §3")
def score_rank_bound(n_tokens: Term, head_dim: Term) -> Term:
    """Largest rank of a raw score matrix Q · Kᵀ of one head."""
    return least(n_tokens, head_dim)


@quantity("rank", "Elhage et al. 2021, A Mathematical Framework (OV circuit)")
def ov_rank_bound(d_model: Term, head_dim: Term) -> Term:
    """Largest rank of one head's W_V · W_O, the map from residual stream to residual stream."""
    return least(d_model, head_dim)


@quantity("rank", "Press et al. 2021, ALiBi: −m·(t − s) is a sum of two outer products")
def modified_score_rank(n_tokens: Term, head_dim: Term, change: str = "none") -> Term:
    """Rank of the unmasked scores of generic weights after `change`.

    Scaling, biases on q and k, norms on q and k, and RoPE keep the bound; a linear bias (ALiBi) adds two.
    """
    return least(n_tokens, head_dim + 2 if change == "alibi" else head_dim)


def _job_fits(given: Mapping[str, Any]) -> None:
    if given["n_identities"] > given["n_tokens"]:
        raise EngineError(
            f"n_identities = {quoted(given['n_identities'])}: must be at most n_tokens = "
            f"{quoted(given['n_tokens'])}",
            "n_identities",
        )
    if given["job"] == "previous" and given["n_tokens"] < 2:
        raise EngineError("n_tokens = 1: a previous token needs at least 2", "n_tokens")


@quantity("rank", "a 0/1 matrix has the rank of its distinct rows here", rules=(_job_fits,))
def pattern_rank(n_tokens: Term, job: str, n_identities: Term = 1) -> Term:
    """Rank of a job's target matrix: 1 on the wanted key, 0 elsewhere; token 0 is its own previous token."""
    return {"first": 1, "previous": n_tokens - 1, "self": n_tokens, "same-identity": n_identities}[job]


@quantity("pairs", "the lower triangle with its diagonal")
def causal_pairs(n_tokens: Term) -> Term:
    """Query/key pairs that a causal mask allows, each token seeing itself."""
    return ratio(n_tokens * (n_tokens + 1), 2)


def _window_fits(given: Mapping[str, Any]) -> None:
    if given["window"] > given["n_tokens"]:
        raise EngineError(
            f"window = {quoted(given['window'])}: must be at most n_tokens = {quoted(given['n_tokens'])} "
            "(a wider window is plain causal: causal_pairs)",
            "window",
        )


@quantity("pairs", "Beltagy et al. 2020, Longformer; Jiang et al. 2023, Mistral 7B", rules=(_window_fits,))
def sliding_window_pairs(n_tokens: Term, window: Term) -> Term:
    """Query/key pairs of a causal sliding window: a token sees itself and the window − 1 before it."""
    return n_tokens * window - ratio(window * (window - 1), 2)


def _prefix_fits(given: Mapping[str, Any]) -> None:
    if given["prefix"] > given["n_tokens"]:
        raise EngineError(
            f"prefix = {quoted(given['prefix'])}: must be at most n_tokens = {quoted(given['n_tokens'])}",
            "prefix",
        )


@quantity("pairs", "Raffel et al. 2020, T5, §3.2.1 (prefix LM)", rules=(_prefix_fits,))
def prefix_pairs(n_tokens: Term, prefix: Term) -> Term:
    """Query/key pairs of a causal mask whose first `prefix` tokens are visible to everyone."""
    return causal_pairs(n_tokens) + ratio(prefix * (prefix - 1), 2)


@quantity("nats", "−Σ p·ln p over equal weights", result="real", largest=SUMMED)
def uniform_entropy(n_keys: Term) -> Term:
    """Entropy of a head that spreads its weight evenly over n_keys."""
    return ln(n_keys)


@quantity("nats", "the mean of ln 1, ln 2, … ln n", result="real", largest={"n_tokens": 5_000})
def uniform_causal_entropy(n_tokens: Term) -> Term:
    """Mean entropy of a head that spreads its weight evenly over the visible keys of a causal mask."""
    return ln_factorial(n_tokens) / n_tokens


def _true_sink(given: Mapping[str, Any]) -> None:
    if not 0 < given["sink_weight"] < 1 or given["n_keys"] < 2:
        raise EngineError(
            "sink_weight must lie between 0 and 1 and n_keys be at least 2, so that something is spread",
            "sink_weight",
        )


@quantity(
    "nats", "Xiao et al. 2023, attention sinks; −Σ p·ln p", result="real", rules=(_true_sink,), largest=SUMMED
)
def sink_entropy(n_keys: Term, sink_weight: Term) -> Term:
    """Entropy of a head with sink_weight on one key and the rest spread evenly over the other n_keys − 1."""
    rest = 1 - sink_weight
    return -sink_weight * ln(sink_weight) - rest * ln(ratio(rest, n_keys - 1))


def _existing_pair(given: Mapping[str, Any]) -> None:
    if given["head_dim"] % 2:
        raise EngineError(
            f"head_dim = {quoted(given['head_dim'])}: must be even, RoPE rotates pairs", "head_dim"
        )
    if given.get("pair", 0) >= given["head_dim"] // 2:
        raise EngineError(
            f"pair = {quoted(given['pair'])}: must be below head_dim / 2 = {given['head_dim'] // 2}", "pair"
        )


@quantity("tokens", ROPE, result="real", rules=(_existing_pair,), largest={"head_dim": 10**6, "base": 10**12})
def rope_wavelength(head_dim: Term, pair: Term, base: Term = 10_000) -> Term:
    """Tokens after which rotated pair `pair` comes round: 2π · base^(2·pair / head_dim)."""
    return 2 * times_pi(raised(base, ratio(2 * pair, head_dim)))


@quantity("tokens", ROPE, result="real", rules=(_existing_pair,), largest={"head_dim": 10**6, "base": 10**12})
def longest_rope_wavelength(head_dim: Term, base: Term = 10_000) -> Term:
    """Wavelength of the slowest rotated pair; the last exponent is (head_dim − 2) / head_dim, not 1."""
    return 2 * times_pi(raised(base, ratio(head_dim - 2, head_dim)))


@quantity("scores", ROPE, rules=(_existing_pair,), largest={"head_dim": 10**6, "base": 10**12})
def rope_distinct_scores(
    head_dim: Term, query_position: Term, key_position: Term, base: Term = 10_000
) -> Term:
    """Distinct scores among shifts of both positions by the same distance: RoPE sees only the difference."""
    return 1


def _heads_divide_tokens(given: Mapping[str, Any]) -> None:
    if given["n_tokens"] % given["n_heads"]:
        raise EngineError(
            f"n_heads = {quoted(given['n_heads'])}: must divide n_tokens = {quoted(given['n_tokens'])}",
            "n_heads",
        )


@quantity(
    "tokens",
    "row h·T + i of the flat tensor belongs to token (h·T + i) // H",
    rules=(_heads_divide_tokens,),
    largest=VIEWED,
)
def tokens_seen_by_wrong_view(n_tokens: Term, n_heads: Term) -> Term:
    """Different tokens in one head when (T, H·d) is viewed as (H, T, d) instead of transposed."""
    return ratio(n_tokens, n_heads)


@quantity("vectors", "t·(H − 1) = h·(T − 1) has gcd(H − 1, T − 1) + 1 solutions", largest=VIEWED)
def vectors_kept_by_wrong_view(n_tokens: Term, n_heads: Term) -> Term:
    """Head vectors that land in the right place when (T, H, d) is viewed as (H, T, d).

    The first and the last always do, so a look at either misses the bug.
    """
    return common_divisor(n_heads - 1, n_tokens - 1) + 1
