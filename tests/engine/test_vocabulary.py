"""The vocabulary: names and parameters as promised, exact values, errors that say what is wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.engine import QUANTITIES, EngineError, evaluate
from mhaquiz.engine.reference import vocabulary_page

#: Names and parameters that decks may rely on.
PROMISED = """
attention_weights(d_model, n_heads, n_kv_heads, head_dim)
attention_params(d_model, n_heads, n_kv_heads, head_dim, bias, qk_norm, sinks)
mla_params(d_model, n_heads, q_lora_rank, kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim)
q_weights(d_model, n_heads, n_kv_heads, head_dim)
k_weights(d_model, n_heads, n_kv_heads, head_dim)
v_weights(d_model, n_heads, n_kv_heads, head_dim)
o_weights(d_model, n_heads, n_kv_heads, head_dim)
fused_qkv_width(n_heads, n_kv_heads, head_dim)
projection_macs(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
score_macs(n_queries, n_keys, n_heads, head_dim)
value_macs(n_queries, n_keys, n_heads, head_dim)
attention_macs(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
attention_flops(n_tokens, d_model, n_heads, n_kv_heads, head_dim)
decode_macs(context, d_model, n_heads, n_kv_heads, head_dim)
crossover_context(d_model, n_heads, n_kv_heads, head_dim)
softmax_exponentials(n_queries, n_keys, n_heads, batch)
score_bytes(n_queries, n_keys, n_heads, batch, bytes_per_element)
kv_cache_bytes(n_layers, n_kv_heads, head_dim, n_tokens, batch, bytes_per_element)
mla_cache_bytes(n_layers, kv_lora_rank, rope_head_dim, n_tokens, batch, bytes_per_element)
kv_reduction(n_heads, n_kv_heads)
decode_intensity(n_heads, n_kv_heads, bytes_per_element)
tensor_parallel_widths(n_heads, n_kv_heads, limit)
kv_replicas(n_kv_heads, tp)
pruned_head_weights(d_model, n_heads, n_kv_heads, head_dim)
score_rank_bound(n_tokens, head_dim)
dot_product_variance(head_dim, scaled)
lora_params(d_model, n_heads, n_kv_heads, head_dim, rank, targets)
flash_traffic_bytes(n_tokens, head_dim, n_heads, batch, block_rows, bytes_per_element)
standard_traffic_bytes(n_tokens, head_dim, n_heads, batch, bytes_per_element)
"""


@pytest.mark.parametrize("promise", PROMISED.strip().splitlines())
def test_promised_names_and_order(promise: str) -> None:
    name, inside = re.fullmatch(r"(\w+)\((.*)\)", promise).groups()  # type: ignore[union-attr]
    assert [parameter.name for parameter in QUANTITIES[name].parameters] == inside.split(", ")


THIRDS = Fraction(4096, 3)


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("attention_weights", {"d_model": 768, "n_heads": 12}, 2_359_296),
        ("attention_weights", {"d_model": 4096, "n_heads": 32, "n_kv_heads": 8, "head_dim": 128}, 41_943_040),
        # Qwen3 builds 1024 wide with 12 heads of an explicit 128.
        ("attention_weights", {"d_model": 1024, "n_heads": 12, "head_dim": 128}, 6_291_456),
        # Fewer parameters with more heads: fixed 8 KV heads, derived width, d_model 4096.
        ("attention_weights", {"d_model": 4096, "n_heads": 8, "n_kv_heads": 8}, 67_108_864),
        ("attention_weights", {"d_model": 4096, "n_heads": 16, "n_kv_heads": 8}, 50_331_648),
        ("attention_weights", {"d_model": 4096, "n_heads": 64, "n_kv_heads": 8}, 37_748_736),
        # nn.MultiheadAttention(768, h), bias=True: in_proj 3·768·768 + 3·768, out_proj 768·768 + 768.
        ("attention_params", {"d_model": 768, "n_heads": 1, "bias": "qkvo"}, 2_362_368),
        ("attention_params", {"d_model": 768, "n_heads": 12, "bias": "qkvo"}, 2_362_368),
        ("attention_params", {"d_model": 8, "n_heads": 2, "bias": "qkv"}, 4 * 64 + 24),
        ("attention_params", {"d_model": 8, "n_heads": 2, "qk_norm": True}, 4 * 64 + 8),
        ("attention_params", {"d_model": 8, "n_heads": 2, "qk_norm": "head"}, 4 * 64 + 8),
        ("attention_params", {"d_model": 8, "n_heads": 2, "n_kv_heads": 1, "qk_norm": "full"}, 192 + 12),
        ("attention_params", {"d_model": 8, "n_heads": 2, "sinks": True}, 4 * 64 + 2),
        ("crossover_context", {"d_model": 512, "n_heads": 8}, 1024),
        (
            "crossover_context",
            {"d_model": 1024, "n_heads": 3, "n_kv_heads": 1, "head_dim": 4},
            Fraction(4096, 3),
        ),
        ("kv_cache_bytes", {"n_layers": 32, "n_kv_heads": 8, "head_dim": 128, "n_tokens": 8192}, 2**30),
        ("score_bytes", {"n_queries": 8192, "n_keys": 8192, "n_heads": 512}, 64 * 2**30),
        ("decode_intensity", {"n_heads": 32, "n_kv_heads": 8}, 4),
        ("tensor_parallel_widths", {"n_heads": 28, "n_kv_heads": 4}, (1, 2, 4, 28)),
        ("tensor_parallel_widths", {"n_heads": 71, "n_kv_heads": 1}, (1, 71)),
        ("tensor_parallel_widths", {"n_heads": 40, "n_kv_heads": 8, "limit": 16}, (1, 2, 4, 8)),
        ("kv_replicas", {"n_kv_heads": 8, "tp": 32}, 4),
        ("kv_replicas", {"n_kv_heads": 8, "tp": 2}, 1),
        ("pruned_head_weights", {"d_model": 512, "n_heads": 8}, 4 * 512 * 64),
        ("pruned_head_weights", {"d_model": 512, "n_heads": 8, "n_kv_heads": 2}, 2 * 512 * 64),
        ("dot_product_variance", {"head_dim": 64}, 64),
        ("dot_product_variance", {"head_dim": 64, "scaled": True}, 1),
        ("flash_traffic_bytes", {"n_tokens": 1000, "head_dim": 64}, 2 * (128_000 + 128_000 * 8)),
        ("standard_traffic_bytes", {"n_tokens": 1024, "head_dim": 64}, 2 * (4 * 65_536 + 4 * 2**20)),
        ("lora_params", {"d_model": 4096, "n_heads": 32, "n_kv_heads": 8, "rank": 8}, 8 * (8192 + 5120)),
        ("induction_prediction", {"sequence": "XYZXYWX"}, "Y"),
        ("induction_prediction", {"sequence": "ABCDE"}, "-"),
    ],
)
def test_exact_values(name: str, parameters: dict[str, object], value: object) -> None:
    found = evaluate(name, **parameters)
    assert found == value
    assert type(found) is type(value)


def test_positions_follow_the_table() -> None:
    assert evaluate("attention_weights", 4096, 32, 8, 128) == 41_943_040
    assert evaluate("attention_weights", 4096, 32, head_dim=128) == 67_108_864
    assert evaluate("kv_reduction", 32, 8) == 4


@pytest.mark.parametrize(
    ("parameters", "parts"),
    [
        ({"d_model": 768, "n_heads": 0}, ("n_heads = 0", "at least 1")),
        ({"d_model": -4, "n_heads": 2}, ("d_model = -4", "at least 1")),
        ({"d_model": 64.5, "n_heads": 2}, ("d_model = 64.5", "whole number")),
        ({"d_model": "64", "n_heads": 2}, ('d_model = "64"', "whole number")),
        ({"d_model": True, "n_heads": 2}, ("d_model = True", "whole number")),
        ({"d_model": None, "n_heads": 2}, ("d_model = None", "whole number")),
        ({"d_model": Fraction(1, 2), "n_heads": 2}, ("d_model = 1/2", "whole number")),
        ({"d_model": 1024, "n_heads": 12}, ("d_model = 1024", "n_heads = 12", "head_dim", "Qwen3")),
        ({"d_model": 64, "n_heads": 8, "n_kv_heads": 3}, ("n_kv_heads = 3", "n_heads = 8", "divide")),
        ({"d_model": 64, "n_heads": 8, "bias": "all"}, ('bias = "all"', '"qkvo"')),
        ({"d_model": 64, "n_heads": 8, "bias": 3}, ("bias = 3",)),
        ({"d_model": 64, "n_heads": 8, "qk_norm": "half"}, ('qk_norm = "half"', '"full"')),
        ({"d_model": 64, "head": 8}, ("n_heads",)),
        ({"d_model": 64, "n_heads": 8, "n_kv_head": 8}, ("n_kv_head", "did you mean n_kv_heads")),
        ({"n_heads": 8}, ("needs d_model",)),
        ({"d_model": 10**5000, "n_heads": 1}, ("d_model", "at most")),
        ({"d_model": "\x1b[31m", "n_heads": 1}, ("d_model", "whole number")),
    ],
)
def test_errors_name_parameter_value_and_rule(parameters: dict[str, object], parts: tuple[str, ...]) -> None:
    with pytest.raises(EngineError) as caught:
        evaluate("attention_params", **parameters)
    message = str(caught.value)
    assert all(part in message for part in parts), message
    assert message.isprintable()
    assert len(message) < 400


def test_other_errors() -> None:
    with pytest.raises(EngineError, match="did you mean attention_weights"):
        evaluate("attention_weight", d_model=1, n_heads=1)
    with pytest.raises(EngineError, match="takes at most 2 values"):
        evaluate("kv_reduction", 1, 1, 1)
    with pytest.raises(EngineError, match="given twice"):
        evaluate("kv_reduction", 8, n_heads=8)
    with pytest.raises(EngineError, match="tp = 3"):
        evaluate("kv_replicas", n_kv_heads=8, tp=3)
    with pytest.raises(EngineError, match="targets"):
        evaluate("lora_params", d_model=8, n_heads=2, rank=1, targets="qq")
    with pytest.raises(EngineError, match="bits"):
        evaluate("attention_weights", d_model=0 - 10**4000, n_heads=1)


def test_whole_fractions_and_numpy_integers_count_as_whole() -> None:
    import numpy as np

    found = evaluate("attention_weights", d_model=np.int64(768), n_heads=Fraction(12))
    assert (found, type(found)) == (2_359_296, int)


def test_page_is_current() -> None:
    page = Path(__file__).parents[2] / "docs" / "vocabulary.md"
    assert page.read_text(encoding="utf-8") == vocabulary_page(), (
        "run python -m mhaquiz.engine.reference > docs/vocabulary.md"
    )


def test_every_quantity_is_documented() -> None:
    for quantity in QUANTITIES.values():
        assert quantity.summary.endswith((".", ")")), quantity.name
        assert quantity.source, quantity.name
        assert quantity.unit, quantity.name


def _child(code: str, seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    return done.stdout


def test_importing_and_deriving_costs_nothing_heavy() -> None:
    code = (
        "import sys, mhaquiz.engine as e; e.derive('attention_weights', d_model=768, n_heads=12).line;"
        "e.explain_wrong('attention_weights', {'d_model': 768, 'n_heads': 12}, 1769472); e.model('gpt2');"
        "print([m for m in ('numpy', 'sympy', 'yaml', 'textual') if m in sys.modules])"
    )
    assert _child(code, "0") == "[]\n"


def test_nothing_depends_on_the_hash_seed() -> None:
    code = (
        "import mhaquiz.engine as e, mhaquiz.engine.grid as g;"
        "print(g.configurations(e.QUANTITIES['attention_params'], 20));"
        "sizes = dict(n_queries=512, n_keys=512, n_heads=12, head_dim=64);"
        "print(e.explain_wrong('score_macs', sizes, 16777216))"
    )
    assert _child(code, "1") == _child(code, "2")


# ── identities ──────────────────────────────────────────────────────────────────────────
heads = st.integers(1, 64)
widths = st.integers(1, 300)
models = st.integers(1, 20_000)


@given(models, heads, heads, widths)
def test_fused_is_separate(d_model: int, group: int, n_kv_heads: int, head_dim: int) -> None:
    n_heads = group * n_kv_heads
    shape = {"d_model": d_model, "n_heads": n_heads, "n_kv_heads": n_kv_heads, "head_dim": head_dim}
    q, k, v, o = (evaluate(f"{part}_weights", **shape) for part in "qkvo")
    fused = d_model * evaluate("fused_qkv_width", n_heads, n_kv_heads, head_dim)
    assert fused == q + k + v
    assert fused + o == evaluate("attention_weights", **shape)


@given(heads, widths)
def test_gqa_with_every_head_is_mha_and_heads_add_up(n_heads: int, head_dim: int) -> None:
    d_model = n_heads * head_dim
    whole = evaluate("attention_weights", d_model, n_heads)
    assert whole == evaluate("attention_weights", d_model, n_heads, n_heads, head_dim) == 4 * d_model**2
    one = evaluate("attention_weights", d_model, 1, 1, head_dim)
    assert n_heads * one == whole
    assert evaluate("kv_reduction", n_heads, n_heads) == 1


@given(st.integers(1, 500), heads, heads, widths)
def test_work_adds_up(n_tokens: int, group: int, n_kv_heads: int, head_dim: int) -> None:
    n_heads = group * n_kv_heads
    d_model = n_heads * head_dim
    shape = (d_model, n_heads, n_kv_heads, head_dim)
    scores = evaluate("score_macs", n_tokens, n_tokens, n_heads, head_dim)
    total = evaluate("attention_macs", n_tokens, *shape)
    assert total == evaluate("projection_macs", n_tokens, *shape) + 2 * scores
    assert evaluate("attention_flops", n_tokens, *shape) == 2 * total
    # At the crossover the two kinds of work for one token are equal.
    crossover = evaluate("crossover_context", *shape)
    assert 2 * crossover * n_heads * head_dim == evaluate("projection_macs", 1, *shape)


@given(models, heads, widths, st.integers(1, 10**6))
def test_more_is_never_less(d_model: int, n_heads: int, head_dim: int, n_tokens: int) -> None:
    def cache(tokens: int, kv_heads: int) -> int:
        return int(evaluate("kv_cache_bytes", 3, kv_heads, head_dim, tokens))

    assert cache(n_tokens, n_heads) < cache(n_tokens + 1, n_heads)
    assert cache(n_tokens, 1) <= cache(n_tokens, n_heads)
    before = evaluate("attention_weights", d_model, n_heads, 1, head_dim)
    assert before < evaluate("attention_weights", d_model + 1, n_heads, 1, head_dim)


@given(st.integers(2, 400), st.integers(1, 400))
def test_masks_agree_where_they_meet(n_tokens: int, window: int) -> None:
    causal = evaluate("causal_pairs", n_tokens)
    assert evaluate("sliding_window_pairs", n_tokens, n_tokens) == causal
    assert evaluate("prefix_pairs", n_tokens, 0) == evaluate("prefix_pairs", n_tokens, 1) == causal
    assert evaluate("prefix_pairs", n_tokens, n_tokens) == n_tokens**2
    assert evaluate("sliding_window_pairs", n_tokens, min(window, n_tokens)) <= causal


# ── symbols ─────────────────────────────────────────────────────────────────────────────
def with_numbers(expression: Any, numbers: Mapping[Any, Any]) -> int | Fraction | float:
    """Numbers put into a sympy expression, and only then worked out."""
    import sympy

    exact = {
        symbol: sympy.Rational(number.numerator, number.denominator) for symbol, number in numbers.items()
    }
    # gcd stays a name until its arguments are numbers.
    value = sympy.sympify(expression).subs(exact).replace(sympy.Function("gcd"), sympy.gcd).doit()
    return Fraction(int(value.p), int(value.q)) if value.is_Rational else float(value)


@pytest.mark.parametrize("name", [name for name, each in QUANTITIES.items() if each.symbolic])
def test_closed_forms_take_sympy_symbols_too(name: str) -> None:
    from mhaquiz.engine import symbolic
    from mhaquiz.engine.grid import configurations

    quantity = QUANTITIES[name]
    for parameters in configurations(quantity, 6):
        resolved = quantity.resolve(**parameters)
        numeric = {
            each.name: resolved[each.name]
            for each in quantity.parameters
            if each.kind in ("whole", "real") and resolved[each.name] != 0
        }
        symbols = dict(zip(numeric, symbolic.symbols(*numeric), strict=True))
        expression = quantity.closed_form(**{**resolved, **symbols})
        found = with_numbers(expression, dict(zip(symbols.values(), numeric.values(), strict=True)))
        expected = quantity(**parameters)
        assert found == (pytest.approx(expected, rel=1e-9) if isinstance(expected, float) else expected)
