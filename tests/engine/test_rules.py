"""Rules between parameters: each is refused at its edge, by the parameter to blame, and holds just inside."""

from __future__ import annotations

import pytest

from mhaquiz.engine import QUANTITIES, EngineError, evaluate
from mhaquiz.engine.quantity import whole_groups

#: Quantity, parameters just inside the rule, what breaks it, the parameter that is named.
EDGES = [
    ("averaged_jobs_overlap", {"n_keys": 4, "n_jobs": 3, "sharpness": 8}, {"n_jobs": 4}, "n_jobs"),
    ("truncated_previous_overlap", {"n_tokens": 6, "rank": 4}, {"rank": 5}, "rank"),
    ("rank_one_previous_hits", {"n_tokens": 2}, {"n_tokens": 1}, "n_tokens"),
    (
        "hybrid_cache_bytes",
        {
            "n_global_layers": 0, "n_window_layers": 1, "window": 8, "n_kv_heads": 1, "head_dim": 4,
            "n_tokens": 9,
        },
        {"n_window_layers": 0},
        "n_global_layers",
    ),
    ("kv_replicas", {"n_kv_heads": 8, "tp": 16}, {"tp": 12}, "tp"),
    (
        "kv_cache_bytes_per_rank",
        {"n_layers": 1, "n_kv_heads": 8, "head_dim": 4, "n_tokens": 3, "tp": 4},
        {"tp": 3},
        "tp",
    ),
    ("pattern_rank", {"n_tokens": 3, "job": "same-identity", "n_identities": 3}, {"n_identities": 4},
     "n_identities"),
    ("pattern_rank", {"n_tokens": 2, "job": "previous"}, {"n_tokens": 1}, "n_tokens"),
    ("sliding_window_pairs", {"n_tokens": 7, "window": 7}, {"window": 8}, "window"),
    ("prefix_pairs", {"n_tokens": 7, "prefix": 7}, {"prefix": 8}, "prefix"),
    ("sink_entropy", {"n_keys": 2, "sink_weight": 0.5}, {"n_keys": 1}, "sink_weight"),
    ("sink_entropy", {"n_keys": 2, "sink_weight": 0.001}, {"sink_weight": 0}, "sink_weight"),
    ("sink_entropy", {"n_keys": 2, "sink_weight": 0.999}, {"sink_weight": 1}, "sink_weight"),
    ("rope_wavelength", {"head_dim": 8, "pair": 3}, {"pair": 4}, "pair"),
    ("rope_wavelength", {"head_dim": 8, "pair": 3}, {"head_dim": 9}, "head_dim"),
    ("longest_rope_wavelength", {"head_dim": 8}, {"head_dim": 7}, "head_dim"),
    ("rope_distinct_scores", {"head_dim": 8, "query_position": 1, "key_position": 0}, {"head_dim": 7},
     "head_dim"),
    ("tokens_seen_by_wrong_view", {"n_tokens": 12, "n_heads": 4}, {"n_heads": 5}, "n_heads"),
    ("fused_value_column", {"n_heads": 8, "n_kv_heads": 2, "head_dim": 4, "kv_head": 1}, {"kv_head": 2},
     "kv_head"),
    ("lora_params", {"d_model": 8, "n_heads": 2, "rank": 1, "targets": "qkvo"}, {"targets": "qx"}, "targets"),
    ("lora_params", {"d_model": 8, "n_heads": 2, "rank": 1, "targets": "qk"}, {"targets": "qq"}, "targets"),
    ("pruned_heads_weights", {"d_model": 8, "n_heads": 4, "n_pruned": 4}, {"n_pruned": 5}, "n_pruned"),
    ("pruned_output_rows", {"n_heads": 4, "head_dim": 2, "n_pruned": 4}, {"n_pruned": 5}, "n_pruned"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "inside", "broken", "blamed"), EDGES)
def test_refused_at_the_edge_and_not_before(
    name: str, inside: dict[str, object], broken: dict[str, object], blamed: str
) -> None:
    evaluate(name, **inside)
    with pytest.raises(EngineError) as refused:
        evaluate(name, **{**inside, **broken})
    assert refused.value.parameter == blamed
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", [name for name, each in QUANTITIES.items() if whole_groups in each.rules])
def test_groups_of_heads_are_whole(name: str) -> None:
    quantity = QUANTITIES[name]
    given: dict[str, object] = {
        each.name: 1 for each in quantity.parameters if each.name in quantity.required
    }
    given |= {"d_model": 64} if "d_model" in given else {}
    quantity.resolve(**{**given, "n_heads": 8, "n_kv_heads": 4})
    with pytest.raises(EngineError) as refused:
        quantity.resolve(**{**given, "n_heads": 8, "n_kv_heads": 3})
    assert refused.value.parameter == "n_kv_heads"


def test_every_rule_has_its_edge_here() -> None:
    tried = {rule for name, *_ in EDGES for rule in QUANTITIES[name].rules} | {whole_groups}
    assert {rule for quantity in QUANTITIES.values() for rule in quantity.rules} == tried
