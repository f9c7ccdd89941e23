"""Weights and parameters of one attention block."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhaquiz.engine.arithmetic import Term, ratio, rounded_down
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import quantity

MHA = "Vaswani et al. 2017, §3.2.2"
GQA = "Ainslie et al. 2023, GQA, §2"
#: Heads that may be cut out one by one.
PRUNED = {"n_heads": 1_000_000}


@quantity("weights", MHA)
def q_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights of W_Q: d_model rows, one block of head_dim columns a query head."""
    return d_model * head_dim * n_heads


@quantity("weights", GQA)
def k_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights of W_K: d_model rows, one block of head_dim columns a key/value head."""
    return d_model * head_dim * n_kv_heads


@quantity("weights", GQA)
def v_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights of W_V: as many as those of W_K."""
    return d_model * head_dim * n_kv_heads


@quantity("weights", MHA)
def o_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights of W_O: n_heads · head_dim rows, d_model columns."""
    return n_heads * head_dim * d_model


@quantity("weights", f"{MHA}; {GQA}")
def attention_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights of W_Q, W_K, W_V and W_O together, without biases."""
    return 2 * d_model * head_dim * (n_heads + n_kv_heads)


@quantity("biases", "torch.nn.MultiheadAttention (bias=True); Qwen2.5 configurations (bias on q, k and v)")
def bias_params(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term, bias: str = "qkvo") -> Term:
    """Bias entries of one block: one for each output feature of the projections that have a bias."""
    if bias == "none":
        return 0
    qkv = head_dim * (n_heads + 2 * n_kv_heads)
    return qkv + d_model if bias == "qkvo" else qkv


@quantity("parameters", f"{MHA}; Qwen3 and OLMo 2 (norms on queries and keys); gpt-oss (sinks)")
def attention_params(
    d_model: Term,
    n_heads: Term,
    n_kv_heads: Term,
    head_dim: Term,
    bias: str = "none",
    qk_norm: bool | str = False,
    sinks: bool = False,
) -> Term:
    """Weights, biases, norm weights on queries and keys, and sink logits of one attention block.

    qk_norm "head" (or True) adds two vectors of head_dim, "full" one of n_heads · head_dim and one of
    n_kv_heads · head_dim; sinks adds one logit a query head.
    """
    params = attention_weights(d_model, n_heads, n_kv_heads, head_dim)
    params = params + bias_params(d_model, n_heads, n_kv_heads, head_dim, bias)
    if qk_norm:
        params = params + (head_dim * (n_heads + n_kv_heads) if qk_norm == "full" else 2 * head_dim)
    return params + n_heads if sinks else params


@quantity("parameters", "DeepSeek-AI 2024, DeepSeek-V2, §2.1; inference/model.py of DeepSeek-V3")
def mla_params(
    d_model: Term,
    n_heads: Term,
    q_lora_rank: Term,
    kv_lora_rank: Term,
    qk_nope_head_dim: Term,
    qk_rope_head_dim: Term,
    v_head_dim: Term,
) -> Term:
    """Parameters of a multi-head latent attention block with the norms of its two latents, without biases.

    q_lora_rank 0 means that queries are projected directly, with no latent and no norm of it.
    """
    q_width = n_heads * (qk_nope_head_dim + qk_rope_head_dim)
    if isinstance(q_lora_rank, int) and q_lora_rank == 0:
        queries = d_model * q_width
    else:
        queries = d_model * q_lora_rank + q_lora_rank + q_lora_rank * q_width
    latent = d_model * (kv_lora_rank + qk_rope_head_dim) + kv_lora_rank
    keys_and_values = kv_lora_rank * n_heads * (qk_nope_head_dim + v_head_dim)
    return queries + latent + keys_and_values + n_heads * v_head_dim * d_model


@quantity("features", f"{MHA} (MultiHead, Concat)")
def concat_width(n_heads: Term, head_dim: Term) -> Term:
    """Input features of W_O: the heads' outputs side by side; d_model only where the heads tile it."""
    return n_heads * head_dim


@quantity("features", "QKVParallelLinear of vLLM; c_attn of GPT-2")
def fused_qkv_width(n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Output features of one linear layer that makes all queries, keys and values."""
    return (n_heads + 2 * n_kv_heads) * head_dim


def _existing_kv_head(given: Mapping[str, Any]) -> None:
    if given["kv_head"] >= given["n_kv_heads"]:
        raise EngineError(
            f"kv_head = {quoted(given['kv_head'])}: must be below n_kv_heads = {quoted(given['n_kv_heads'])} "
            "(heads are counted from 0)",
            "kv_head",
        )


@quantity("column", "the [Q | K | V] layout of gpt-oss and vLLM", rules=(_existing_kv_head,))
def fused_value_column(n_heads: Term, n_kv_heads: Term, head_dim: Term, kv_head: Term) -> Term:
    """First column of one value head in a fused output laid out as all Q, then all K, then all V heads."""
    return (n_heads + n_kv_heads + kv_head) * head_dim


@quantity("shares of the weights", f"{MHA}; Shazeer 2020, GLU Variants (the gate)", result="rational")
def attention_weight_share(
    d_model: Term, n_heads: Term, d_ff: Term, n_kv_heads: Term, head_dim: Term, gated: bool = False
) -> Term:
    """Part of a layer's weights that is attention: projections over projections plus MLP, norms left out."""
    attention = attention_weights(d_model, n_heads, n_kv_heads, head_dim)
    return ratio(attention, attention + (3 if gated else 2) * d_model * d_ff)


@quantity("shares of MHA's weights", GQA, result="rational")
def kv_sharing_weight_share(n_heads: Term, n_kv_heads: Term) -> Term:
    """Part of the attention weights that is left when n_kv_heads instead of n_heads key/value heads are kept.

    The head width stays; only W_K and W_V shrink.
    """
    return ratio(n_heads + n_kv_heads, 2 * n_heads)


def _known_targets(given: Mapping[str, Any]) -> None:
    targets = given["targets"]
    if len(set(targets)) != len(targets) or not set(targets) <= set("qkvo"):
        raise EngineError(
            f"targets = {quoted(targets)}: must be letters of qkvo, each at most once", "targets"
        )


@quantity("trainable weights", "Hu et al. 2021, LoRA, §4", rules=(_known_targets,))
def lora_params(
    d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term, rank: Term, targets: str = "qv"
) -> Term:
    """Trainable weights of LoRA on one layer: rank · (inputs + outputs) for each adapted projection."""
    kv_side = d_model + n_kv_heads * head_dim
    q_side = d_model + n_heads * head_dim
    sides = {"q": q_side, "k": kv_side, "v": kv_side, "o": q_side}
    return rank * sum(sides[target] for target in targets)


@quantity("biases", "softmax ignores a constant along a row, and a row of weights sums to 1")
def redundant_biases(n_kv_heads: Term, head_dim: Term) -> Term:
    """Bias entries that change nothing a block with biases on q, k, v and o can compute (without RoPE).

    The key bias shifts each row of scores by a constant; the value bias adds a constant that b_O can hold.
    """
    return 2 * n_kv_heads * head_dim


def _fewer_than_heads(given: Mapping[str, Any]) -> None:
    if given["n_pruned"] > given["n_heads"]:
        raise EngineError(
            f"n_pruned = {quoted(given['n_pruned'])}: must be at most n_heads = {quoted(given['n_heads'])}",
            "n_pruned",
        )


@quantity(
    "weights", "Michel, Levy, Neubig 2019; the KV head stays while another query head uses it", largest=PRUNED
)
def pruned_head_weights(d_model: Term, n_heads: Term, n_kv_heads: Term, head_dim: Term) -> Term:
    """Weights that go when one query head is cut out for real.

    4 · d_model · head_dim in MHA; 2 · d_model · head_dim while its key/value head still serves other heads.
    """
    return 2 * d_model * head_dim * (1 + rounded_down(n_kv_heads, n_heads))


@quantity(
    "weights",
    "Michel, Levy, Neubig 2019; K and V go with a whole group",
    rules=(_fewer_than_heads,),
    largest=PRUNED,
)
def pruned_heads_weights(
    d_model: Term, n_heads: Term, n_pruned: Term, n_kv_heads: Term, head_dim: Term
) -> Term:
    """Weights that go when the first n_pruned query heads are cut out, K and V only with a whole group."""
    return 2 * d_model * head_dim * (n_pruned + rounded_down(n_pruned * n_kv_heads, n_heads))


@quantity("rows", "Michel, Levy, Neubig 2019", rules=(_fewer_than_heads,), largest=PRUNED)
def pruned_output_rows(n_heads: Term, head_dim: Term, n_pruned: Term) -> Term:
    """Input rows that W_O keeps when n_pruned query heads are cut out (masking keeps them all)."""
    return (n_heads - n_pruned) * head_dim
