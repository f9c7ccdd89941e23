"""Real configurations: counts per layer and per token, the shipped list, config.json of all sorts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.engine import MODELS, EngineError, ModelConfig, evaluate, model, model_config, verified
from mhaquiz.engine import config_types as types

#: Attention parameters of one layer, counted from the shapes in the reference implementations:
#: each line adds up q, k, v, o weights, then biases, norms and sinks.
PER_LAYER = {
    "bert-base": 4 * 768 * 768 + 4 * 768,
    "gpt2": 768 * 2304 + 2304 + 768 * 768 + 768,
    "gpt2-xl": 1600 * 4800 + 4800 + 1600 * 1600 + 1600,
    "gpt3-175b": 4 * 12288**2 + 4 * 12288,
    "t5-11b": 4 * 1024 * 16384,
    "llama3-8b": 4096 * 4096 + 2 * 4096 * 1024 + 4096 * 4096,
    "llama31-405b": 2 * 16384**2 + 2 * 16384 * 1024,
    "qwen25-7b": 2 * 3584**2 + 2 * 3584 * 512 + 3584 + 2 * 512,
    "qwen3-4b": 2 * 2560 * 4096 + 2 * 2560 * 1024 + 128 + 128,
    "olmo2-7b": 4 * 4096**2 + 4096 + 4096,
    "gemma-2b": 2 * 2048 * 2048 + 2 * 2048 * 256,
    "gemma3-27b": 2 * 5376 * 4096 + 2 * 5376 * 2048 + 128 + 128,
    "falcon-7b": 4544 * (4544 + 128) + 4544 * 4544,
    "phi2": 4 * 2560**2 + 4 * 2560,
    "gpt-oss-20b": 2 * 2880 * 4096 + 2 * 2880 * 512 + (4096 + 512 + 512 + 2880) + 64,
    "deepseek-v3": 187_107_328,
    "deepseek-v2-lite": 2048 * 16 * 192 + 2048 * 576 + 512 + 512 * 16 * 256 + 16 * 128 * 2048,
}
PER_TOKEN = {
    "gpt2": 2 * 12 * 768 * 2,
    "llama3-8b": 2 * 32 * 1024 * 2,
    "gemma-2b": 2 * 18 * 256 * 2,
    "falcon-7b": 2 * 32 * 64 * 2,
    "deepseek-v3": 61 * 576 * 2,
}


@pytest.mark.parametrize("model_id", PER_LAYER)
def test_parameters_per_layer(model_id: str) -> None:
    assert model(model_id).params_per_layer == PER_LAYER[model_id]


@pytest.mark.parametrize("model_id", PER_TOKEN)
def test_cache_bytes_per_token(model_id: str) -> None:
    assert model(model_id).kv_bytes_per_token == PER_TOKEN[model_id]


@pytest.mark.parametrize("model_id", MODELS)
def test_every_model_is_sourced_consistent_and_verified(model_id: str) -> None:
    each = model(model_id)
    assert each.sources
    assert each.n_heads % each.n_kv_heads == 0
    for name, parameters in (each.block_call, each.cache_call):
        assert verified(name, **parameters).value == evaluate(name, **parameters)
    assert 1 in each.tensor_parallel_widths


def test_the_shipped_list() -> None:
    assert len(MODELS) == 47
    assert model("llama3-8b").attention == "gqa"
    assert model("falcon-7b").tensor_parallel_widths == (1, 71)
    assert not model("qwen3-4b").tiles_d_model
    assert model("gemma3-27b").window_layers == 52
    with pytest.raises(EngineError, match="did you mean llama3-8b"):
        model("llama-3-8b")


def test_bert_attention_share_agrees_with_the_whole_model() -> None:
    bert = model("bert-base")
    assert bert.total_params is not None
    assert round(bert.n_layers * bert.params_per_layer / bert.total_params, 4) == 0.2589


# ── config.json ─────────────────────────────────────────────────────────────────────────
def read(tmp_path: Path, content: object) -> ModelConfig:
    path = tmp_path / "config.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return model_config(path)


LLAMA = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "num_hidden_layers": 32}


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({**LLAMA, "num_key_value_heads": 8}, "llama3-8b"),
        (LLAMA, "llama2-7b"),
        ({"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12}, "gpt2"),
        (
            {"model_type": "bert", "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": 12},
            "bert-base",
        ),
        ({"model_type": "t5", "d_model": 1024, "num_heads": 128, "d_kv": 128, "num_layers": 24}, "t5-11b"),
        (
            {
                "model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71, "bias": False,
                "multi_query": True, "num_hidden_layers": 32,
            },
            "falcon-7b",
        ),
        (
            {
                "model_type": "falcon", "hidden_size": 8192, "num_attention_heads": 128, "bias": False,
                "multi_query": True, "new_decoder_architecture": True, "num_kv_heads": 8,
                "num_hidden_layers": 60,
            },
            "falcon-40b",
        ),
        (
            {
                "model_type": "qwen2", "hidden_size": 3584, "num_attention_heads": 28,
                "num_key_value_heads": 4, "num_hidden_layers": 28, "sliding_window": 131072,
                "use_sliding_window": False,
            },
            "qwen25-7b",
        ),
        (
            {
                "model_type": "qwen3", "hidden_size": 2560, "num_attention_heads": 32, "head_dim": 128,
                "num_key_value_heads": 8, "num_hidden_layers": 36, "attention_bias": False,
            },
            "qwen3-4b",
        ),
        (
            {
                "model_type": "olmo2", "hidden_size": 4096, "num_attention_heads": 32,
                "num_hidden_layers": 32, "attention_bias": False,
            },
            "olmo2-7b",
        ),
        (
            {
                "model_type": "gpt_oss", "hidden_size": 2880, "num_attention_heads": 64, "head_dim": 64,
                "num_key_value_heads": 8, "num_hidden_layers": 24, "attention_bias": True,
                "sliding_window": 128, "layer_types": ["sliding_attention", "full_attention"] * 12,
            },
            "gpt-oss-20b",
        ),
        (
            {
                "model_type": "gemma3", "vision_config": {"hidden_size": 1152},
                "text_config": {
                    "model_type": "gemma3_text", "hidden_size": 5376, "num_attention_heads": 32,
                    "num_key_value_heads": 16, "head_dim": 128, "num_hidden_layers": 62,
                    "sliding_window": 1024, "sliding_window_pattern": 6, "attention_bias": False,
                },
            },
            "gemma3-27b",
        ),
        (
            {
                "model_type": "deepseek_v3", "hidden_size": 7168, "num_attention_heads": 128,
                "num_key_value_heads": 128, "num_hidden_layers": 61, "q_lora_rank": 1536,
                "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
                "attention_bias": False,
            },
            "deepseek-v3",
        ),
        (
            {
                "model_type": "deepseek_v2", "hidden_size": 2048, "num_attention_heads": 16,
                "num_hidden_layers": 27, "q_lora_rank": None, "kv_lora_rank": 512,
                "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
            },
            "deepseek-v2-lite",
        ),
    ],
)  # fmt: skip
def test_configuration_files_give_the_listed_model(
    tmp_path: Path, document: dict[str, Any], expected: str
) -> None:
    found, listed = read(tmp_path, document), model(expected)
    assert found.params_per_layer == listed.params_per_layer
    assert found.kv_bytes_per_token == listed.kv_bytes_per_token
    for name in (
        "d_model",
        "n_heads",
        "n_kv_heads",
        "head_dim",
        "n_layers",
        "bias",
        "sinks",
        "window_layers",
    ):
        assert getattr(found, name) == getattr(listed, name), name


@pytest.mark.parametrize(
    ("keys", "extra"),
    [
        ({"model_type": "llama", "attention_bias": True}, 4 * 4096),
        ({"model_type": "glm", "attention_bias": True}, 3 * 4096),
        ({"model_type": "olmo3"}, 2 * 4096),
        ({"model_type": "exaone4"}, 2 * 128),
        ({"model_type": "llama4_text", "use_qk_norm": True}, 0),
        ({"model_type": "xlm-roberta"}, 4 * 4096),
        ({"model_type": "qwen2"}, 3 * 4096),
        ({"model_type": "vit", "qkv_bias": True}, 4 * 4096),
        ({"model_type": "cohere", "use_qk_norm": True}, 2 * 4096),
        ({"model_type": "mpt", "no_bias": False}, 0),
        ({"model_type": "m2m_100"}, 4 * 4096),
        ({"model_type": "minimax_m2"}, 2 * 4096),
    ],
)
def test_biases_and_norms_by_model_type(tmp_path: Path, keys: dict[str, Any], extra: int) -> None:
    assert read(tmp_path, LLAMA | keys).params_per_layer == 4 * 4096**2 + extra


UNKNOWN = ("bitnet", "diffllama", "gpt_neo", "jetmoe", "minimax", "persimmon", "qwen3_next", "zamba", "foo")


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_type_that_nobody_looked_at_is_refused(tmp_path: Path, name: str) -> None:
    """Hidden gates, convolutions and norms are not in the file: a number would be wrong without a sign."""
    with pytest.raises(EngineError) as caught:
        read(tmp_path, LLAMA | {"model_type": name})
    assert f'model_type = "{name}": the attention of this type is not known here' in str(caught.value)
    assert caught.value.parameter == "model_type"


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ({"model_type": "phi", "qk_layernorm": True}, "qk_layernorm = True: norms with a bias"),
        ({"model_type": "vit", "qkv_bias": False}, "qkv_bias = False: a bias on the output projection alone"),
        ({"layer_types": ["full_attention", "linear_attention"]}, 'layer_types names "linear_attention"'),
        (
            {"model_type": "deepseek_v3", "kv_lora_rank": 512, "qk_nope_head_dim": 128,
             "qk_rope_head_dim": 64, "v_head_dim": 128, "attention_bias": True},
            "attention_bias = true: biases of latent attention",
        ),
    ],
)  # fmt: skip
def test_what_a_known_type_cannot_be_counted_with_is_refused(
    tmp_path: Path, keys: dict[str, Any], part: str
) -> None:
    with pytest.raises(EngineError, match="cannot be counted here") as caught:
        read(tmp_path, LLAMA | keys)
    assert part in str(caught.value)


def test_the_tables_speak_of_known_types() -> None:
    named = {*types.NORM_OF_TYPE, *types.PATTERN_OF_TYPE, *types.SWITCHED_NORM_OF_TYPE}
    named |= {*types.BIASED_BEFORE_OUTPUT, *types.QKV_BIAS_IS_THE_REST, *types.WEIGHTLESS_NORM}
    named |= {name for switch in types.NOT_COUNTED for name in switch.types}
    assert named <= set(types.BIAS_OF_TYPE)


def test_a_file_without_a_type_is_read_as_llama_and_that_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, {key: value for key, value in LLAMA.items() if key != "model_type"})
    assert found.params_per_layer == 4 * 4096**2
    assert "no model_type: attention as in llama" in found.assumed


def test_what_was_assumed_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, LLAMA)
    assert found.assumed == (
        "no head_dim: hidden_size / num_attention_heads = 128",
        "no num_key_value_heads: one a query head (32)",
        "no attention_bias: no bias",
    )


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("{", "not JSON: line 1"),
        (" \n", "an empty file"),
        ("[1, 2]", "no object"),
        ("null", "no object"),
        (b"\xff\xfe\x00", "not JSON"),
        ("[" * 200_000, "nested too deep"),
        ('{"hidden_size": ' + "9" * 6000 + "}", "numbers too long"),
        ("x" * (5 << 20), "larger than 4 MiB"),
        ({"architectures": ["Foo"]}, "no key hidden_size"),
        ({"hidden_size": 4096}, "no key num_attention_heads"),
        ({**LLAMA, "hidden_size": "4096"}, 'hidden_size = "4096"'),
        ({**LLAMA, "hidden_size": True}, "hidden_size = True"),
        ({**LLAMA, "hidden_size": 1e300}, "hidden_size"),
        ({**LLAMA, "num_attention_heads": 0}, "num_attention_heads = 0"),
        ({**LLAMA, "num_attention_heads": -3}, "num_attention_heads = -3"),
        ({**LLAMA, "hidden_size": 1024, "num_attention_heads": 12}, "not divisible by num_attention_heads"),
        ({**LLAMA, "num_key_value_heads": 5}, "num_key_value_heads = 5: must divide"),
        ({**LLAMA, "head_dim": [128]}, "head_dim = [128]"),
        ({**LLAMA, "attention_bias": "yes"}, 'attention_bias = "yes"'),
        ({**LLAMA, "kv_lora_rank": 512}, "qk_nope_head_dim is not"),
        ({**LLAMA, "num_hidden_layers": 2.5}, "num_hidden_layers = 2.5"),
        ({"hidden_size\x1b[31m": 1}, "no key hidden_size"),
        ({**LLAMA, "head_dim": "\x1b]0;title\x07"}, "head_dim"),
    ],
)
def test_broken_files_get_one_line_that_names_the_key(tmp_path: Path, content: object, part: str) -> None:
    with pytest.raises(EngineError) as caught:
        read(tmp_path, content)
    message = str(caught.value)
    assert part in message
    assert message.startswith("config.json: ")
    assert message.isprintable()
    assert len(message) < 300


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        model_config(tmp_path / "absent.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(
    ["hidden_size", "num_attention_heads", "num_key_value_heads", "head_dim", "multi_query", "text_config",
     "model_type", "sliding_window", "layer_types", "kv_lora_rank", "attention_bias", "attn_config"]
)  # fmt: skip


@given(st.dictionaries(keys, json_values))
def test_no_configuration_raises_anything_else(tmp_path_factory: Any, document: dict[str, Any]) -> None:
    path = tmp_path_factory.mktemp("config") / "config.json"
    path.write_text(json.dumps({**LLAMA, **document}), encoding="utf-8")
    try:
        assert model_config(path).params_per_layer > 0
    except EngineError as error:
        message = str(error)
    else:
        message = ""
    assert message == "" or message.isprintable()
