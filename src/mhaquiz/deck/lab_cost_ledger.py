"""The cost ledger's entry in the table of labs: the same settings for each of two configurations."""

from __future__ import annotations

from collections.abc import Mapping

from mhaquiz.deck import lab_rules
from mhaquiz.deck.lab_entry import Lab, readouts
from mhaquiz.deck.lab_settings import POWERS, Setting, choice, integer, text


def _settings(suffix: str, defaults: Mapping[str, int]) -> tuple[Setting, ...]:
    """The settings of one configuration; those of the second start unset, which means "as in the first"."""
    note = "; second configuration, none: as in the first" if suffix else ""

    def size(name: str, summary: str, most: int, steps: tuple[int, ...]) -> Setting:
        return integer(name + suffix, defaults.get(name), summary + note, most, steps)

    bias = None if suffix else "none"
    return (
        size("d_model", "model width", 2**17, POWERS[6:16]),
        size("n_heads", "query heads", 2**12, POWERS[:10]),
        size("n_kv_heads", "key and value heads; none: as many as query heads", 2**12, POWERS[:10]),
        size("head_dim", "width of one head; none: d_model / n_heads", 2**13, POWERS[3:11]),
        choice("bias" + suffix, bias, "which projections have a bias" + note, "none", "qkv", "qkvo"),
        size("context", "tokens held in the cache and attended to", 2**24, POWERS[7:21]),
        size("batch", "sequences served at once", 2**16, POWERS[:9]),
        size("bytes_per_element", "2 for bf16, 4 for fp32, 1 for fp8", 8, (1, 2, 4)),
        size("n_layers", "layers", 2**10, (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 80, 96)),
        text("model" + suffix, "a listed model (see mhaquiz models)" + note, 60),
        text("config" + suffix, "path of a config.json" + note, 1_000, in_decks=False),
    )


COST_LEDGER = Lab(
    "cost-ledger",
    "Cost ledger",
    "What a layer costs: weights, work, score memory, KV cache; two configurations side by side",
    (
        *_settings(
            "",
            {
                "d_model": 4_096,
                "n_heads": 32,
                "context": 8_192,
                "batch": 1,
                "bytes_per_element": 2,
                "n_layers": 32,
            },
        ),
        *_settings("_b", {}),
    ),
    readouts(
        weights="weights of the four projections of one layer",
        by_matrix="those by matrix, and the biases",
        projection_macs="multiply-accumulates of the projections, per token and layer",
        score_value_macs="multiply-accumulates of scores and weighted sum, per token and layer",
        crossover_context="context at which the two are equal",
        score_bytes="memory of one layer's score tensor, if it were stored whole",
        kv_cache_bytes="K and V cache of all layers, by mha, gqa, mqa and mla",
        tensor_parallel_widths="devices that can share the heads evenly",
        kv_replicas="copies of a KV head that each width needs",
        moved="readouts that differ in the second configuration",
        unmoved="readouts that do not",
        second="the second configuration's readouts, null where it is not set",
    ),
    lab_rules.cost_ledger,
    lab_rules.follow_cost_ledger,
)
