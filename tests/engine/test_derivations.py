"""Derivations: the line, the steps and the LaTeX come from the one definition."""

from __future__ import annotations

import pytest

from mhaquiz.deck.expressions import formula
from mhaquiz.engine import QUANTITIES, derive
from mhaquiz.engine.derivation import derived_formula
from mhaquiz.engine.grid import configurations


@pytest.mark.parametrize(
    ("name", "parameters", "line"),
    [
        ("attention_weights", {"d_model": 768, "n_heads": 12}, "4·d_model² = 4·768² = 2,359,296"),
        (
            "attention_weights",
            {"d_model": 4096, "n_heads": 32, "n_kv_heads": 8, "head_dim": 128},
            "2·d_model·head_dim·(n_heads + n_kv_heads) = 2·4096·128·(32 + 8) = 41,943,040",
        ),
        (
            "crossover_context",
            {"d_model": 1024, "n_heads": 3, "n_kv_heads": 1, "head_dim": 4},
            "d_model·(n_heads + n_kv_heads)/n_heads = 1024·(3 + 1)/3 = 4,096/3 ≈ 1,365.333333",
        ),
        (
            "tensor_parallel_widths",
            {"n_heads": 28, "n_kv_heads": 4},
            "tensor_parallel_widths(n_heads=28, n_kv_heads=4) = (1, 2, 4, 28)",
        ),
        ("dot_product_variance", {"head_dim": 64}, "head_dim = 64"),
        (
            "dot_product_variance",
            {"head_dim": 64, "scaled": True},
            "dot_product_variance(head_dim=64, scaled=True) = 1",
        ),
        ("uniform_entropy", {"n_keys": 8}, "ln(n_keys) = ln(8) ≈ 2.079441542"),
        (
            "kv_cache_bytes",
            {"n_layers": 32, "n_kv_heads": 8, "head_dim": 128, "n_tokens": 8192},
            "2·n_layers·n_kv_heads·head_dim·n_tokens·bytes_per_element = 2·32·8·128·8192·2 = 1,073,741,824",
        ),
        (
            "mla_params",
            {
                "d_model": 4, "n_heads": 2, "q_lora_rank": 0, "kv_lora_rank": 3, "qk_nope_head_dim": 5,
                "qk_rope_head_dim": 1, "v_head_dim": 2,
            },
            "d_model·n_heads·(qk_nope_head_dim + qk_rope_head_dim) + d_model·(kv_lora_rank + "
            "qk_rope_head_dim) + kv_lora_rank + kv_lora_rank·n_heads·(qk_nope_head_dim + v_head_dim) + "
            "n_heads·v_head_dim·d_model = 4·2·(5 + 1) + 4·(3 + 1) + 3 + 3·2·(5 + 2) + 2·2·4 = 125",
        ),
    ],
)  # fmt: skip
def test_lines(name: str, parameters: dict[str, object], line: str) -> None:
    assert derive(name, **parameters).line == line


def test_steps_name_the_defaults_and_work_brackets_out() -> None:
    assert derive("attention_weights", d_model=4096, n_heads=32, n_kv_heads=8).steps == (
        "attention_weights(d_model=4096, n_heads=32, n_kv_heads=8)",
        "head_dim = d_model / n_heads = 128",
        "= 2·d_model²·(n_heads + n_kv_heads)/n_heads",
        "= 2·4096²·(32 + 8)/32",
        "= 1342177280/32",
        "= 41,943,040",
    )


def test_latex() -> None:
    assert derive("attention_weights", d_model=768, n_heads=12).latex() == (
        r"4 \, d_{\text{model}}^{2} = 4 \cdot 768^{2} = 2{,}359{,}296"
    )
    assert derive("tensor_parallel_widths", 2, 1).latex().endswith(r"= \{1, 2\}")


@pytest.mark.parametrize("name", [name for name, each in QUANTITIES.items() if each.symbolic])
def test_every_formula_is_worth_the_value_it_derives(name: str) -> None:
    for parameters in configurations(QUANTITIES[name], 15):
        derivation = derive(name, **parameters)
        assert derivation.formula is not None
        found = derivation.formula.value(derivation.numbers)
        if isinstance(derivation.value, float):
            assert found == pytest.approx(derivation.value, rel=1e-12)
        else:
            assert found == derivation.value, parameters
        assert derivation.line.isprintable()
        assert derivation.latex().count("{") == derivation.latex().count("}")


def test_an_authors_formula_is_derived_too() -> None:
    right = formula("2*L*kv*hd*by")
    line = derived_formula(right, {"L": 32, "kv": 8, "hd": 128, "by": 2}, 131_072).line
    assert line == "2·L·kv·hd·by = 2·32·8·128·2 = 131,072"
