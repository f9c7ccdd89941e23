"""The cost ledger: its numbers against plain arithmetic, and what two configurations share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mhaquiz import engine, labs
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.labs.cost_ledger import Result


def run(**settings: object) -> Result:
    result = labs.run("cost-ledger", settings)
    assert isinstance(result, Result)
    return result


def test_llama3_8b() -> None:
    readouts = run(model="llama3-8b").readouts
    assert readouts["weights"] == 2 * 4096 * 128 * (32 + 8)
    assert readouts["by_matrix"] == {
        "q": 4096 * 4096, "k": 4096 * 1024, "v": 4096 * 1024, "o": 4096 * 4096, "biases": 0,
    }  # fmt: skip
    assert readouts["kv_cache_bytes"]["gqa"] == 32 * 2 * 8 * 128 * 8192 * 2
    assert readouts["kv_cache_bytes"]["mha"] == 4 * readouts["kv_cache_bytes"]["gqa"]
    assert readouts["kv_cache_bytes"]["mqa"] * 8 == readouts["kv_cache_bytes"]["gqa"]
    assert readouts["crossover_context"] == 5_120
    assert readouts["score_bytes"] == 32 * 8192 * 8192 * 2
    assert readouts["tensor_parallel_widths"] == [1, 2, 4, 8, 16, 32]
    assert readouts["kv_replicas"] == {"1": 1, "2": 1, "4": 1, "8": 1, "16": 2, "32": 4}


def test_a_config_file_gives_what_the_listed_model_gives(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    keys = {
        "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 32,
        "attention_bias": False,
    }  # fmt: skip
    file.write_text(json.dumps(keys))
    assert run(config=str(file)).readouts == run(model="llama3-8b").readouts
    beside = run(config_b=str(file)).readouts
    assert beside["second"]["weights"] == 2 * 4096 * 128 * (32 + 8)


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), ("{", "not JSON"), ('{"hidden_size": 4096}', "num_attention_heads")],
)
def test_a_config_that_cannot_be_read_is_refused_in_one_line(
    tmp_path: Path, content: str | None, said: str
) -> None:
    file = tmp_path / "config.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(LabSettingError, match=said) as refused:
        run(config=str(file))
    assert str(refused.value).isprintable()


def test_settings_are_filled_from_the_model() -> None:
    settings = run(model="llama3-8b").settings
    assert (settings["d_model"], settings["n_kv_heads"], settings["head_dim"]) == (4096, 8, 128)
    again = run(**settings)
    assert again.settings == settings


@pytest.mark.parametrize("name", sorted(engine.MODELS))
def test_every_listed_model_has_a_ledger(name: str) -> None:
    result = run(model=name)
    config = engine.model(name)
    assert result.ledger.weights == config.weights_per_layer
    per_token = result.ledger.kv_cache_bytes["mla" if config.latent else "gqa"] // 8192
    assert per_token == config.kv_bytes_per_token
    assert 1 in result.ledger.tensor_parallel_widths


def test_work_meets_at_the_crossover() -> None:
    at = run(model="llama3-8b", context=5_120).readouts
    assert at["projection_macs"] == at["score_value_macs"]


def test_a_crossover_that_is_no_whole_number_is_text() -> None:
    readouts = run(d_model=100, n_heads=3, head_dim=7, n_kv_heads=1).readouts
    assert readouts["crossover_context"] == "400/3"


def test_biases_stand_apart() -> None:
    readouts = run(d_model=768, n_heads=12, bias="qkvo").readouts
    assert readouts["by_matrix"]["biases"] == 4 * 768
    assert readouts["weights"] == 4 * 768 * 768


def test_nothing_is_compared_without_a_second_configuration() -> None:
    readouts = run().readouts
    assert (readouts["moved"], readouts["unmoved"], readouts["second"]) == ([], [], None)


def test_more_heads_move_scores_and_not_weights() -> None:
    readouts = run(n_heads=32, n_heads_b=64).readouts
    assert {"weights", "projection_macs", "score_value_macs", "crossover_context"} <= set(readouts["unmoved"])
    assert "score_bytes" in readouts["moved"]
    assert readouts["second"]["score_bytes"] == 2 * readouts["score_bytes"]


def test_the_second_takes_the_rest_from_the_first() -> None:
    result = run(model="llama3-8b", n_kv_heads_b=1)
    assert result.second is not None
    assert (result.second.d_model, result.second.n_layers, result.second.n_kv_heads) == (4096, 32, 1)


def test_two_models() -> None:
    result = run(model="llama3-8b", model_b="deepseek-v3", context=1_000)
    assert result.second is not None
    assert result.second_ledger is not None
    assert result.second.d_model == 7168
    # DeepSeek-V3 keeps 512 + 64 numbers a token and layer, 61 layers, two bytes each
    assert result.second_ledger.kv_cache_bytes["mla"] == 61 * 576 * 2 * 1_000
    # and would keep 128 keys of 192 and values of 128 without the latent
    assert result.second_ledger.kv_cache_bytes["mha"] == 61 * 128 * (192 + 128) * 2 * 1_000


def test_the_latent_of_mla_is_copied_to_every_device() -> None:
    readouts = run(model="deepseek-v3").readouts
    assert readouts["tensor_parallel_widths"] == [1, 2, 4, 8, 16, 32, 64, 128]
    assert all(copies == int(width) for width, copies in readouts["kv_replicas"].items())


def test_an_odd_head_has_the_larger_half_as_rotary_key() -> None:
    settings = {"d_model": 100, "n_heads": 3, "head_dim": 7, "n_layers": 2, "context": 10}
    # a latent of 4·7 and a key of 4, for 10 tokens in 2 layers, two bytes each
    assert run(**settings, bytes_per_element=2, batch=1).readouts["kv_cache_bytes"]["mla"] == 32 * 10 * 2 * 2


def test_keys_and_values_of_odd_widths_are_counted_apart(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    keys = {
        "hidden_size": 64, "num_attention_heads": 2, "num_hidden_layers": 1, "kv_lora_rank": 8,
        "qk_nope_head_dim": 3, "qk_rope_head_dim": 2, "v_head_dim": 4,
    }  # fmt: skip
    file.write_text(json.dumps(keys))
    readouts = run(config=str(file), context=1, bytes_per_element=2).readouts
    # two heads keep keys of 3 + 2 and values of 4, two bytes each
    assert readouts["kv_cache_bytes"] == {"mha": 36, "gqa": 36, "mqa": 18, "mla": 20}


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"n_heads": 7}, "n_heads"),
        ({"n_kv_heads": 5}, "n_kv_heads"),
        ({"n_kv_heads_b": 5}, "n_kv_heads_b"),
        ({"model": "lama3-8b"}, "model"),
        ({"model": "llama3-8b", "config": "x.json"}, "config"),
    ],
)
def test_what_cannot_be_built_is_refused(settings: dict, key: str) -> None:
    with pytest.raises(LabSettingError) as refused:
        run(**settings)
    assert refused.value.setting == key


def test_the_sentence_says_what_moved_and_what_did_not() -> None:
    said = labs.describe_change("cost-ledger", run(), run(n_kv_heads=8))
    assert said.startswith(
        "8 KV heads for 32 query heads: K and V are made and kept for 8 only. Moved: weights"
    )
    assert "Unmoved: score and value work" in said


def test_a_model_brings_its_sizes_without_naming_each() -> None:
    said = labs.describe_change("cost-ledger", run(), run(model="llama3-8b"))
    assert said.startswith(
        "The model is llama3-8b: 32 query heads, 8 KV heads, each 128 wide. Moved: weights"
    )
    back = labs.describe_change("cost-ledger", run(model="llama3-8b"), run())
    assert back.startswith("Changed at once: n_kv_heads, head_dim and model.")


def test_a_change_of_the_second_configuration_is_set_against_the_first() -> None:
    said = labs.describe_change("cost-ledger", run(), run(n_heads_b=16))
    assert said.startswith(
        "Second configuration: 16 query heads, each 256 wide. Different in the two: score memory"
    )
    assert "the same: weights, projection work" in said
    gone = labs.describe_change("cost-ledger", run(n_heads_b=16, d_model_b=64), run(d_model_b=64))
    assert gone.startswith("n_heads_b is as in the first configuration.")
