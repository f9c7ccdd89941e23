"""The table of labs agrees with the models, reads what people write, and refuses the rest in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz import engine, labs
from mhaquiz.deck.lab_reading import (
    change_setting,
    check_link,
    complete_settings,
    legal_stops,
    parse_settings,
)
from mhaquiz.deck.lab_settings import LabSettingError, SettingKind
from mhaquiz.deck.lab_table import LABS

NAMES = sorted(LABS)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_names_what_the_model_takes_and_gives(name: str) -> None:
    lab = LABS[name]
    assert [field.name for field in fields(labs.load(name).Settings)] == [s.name for s in lab.settings]
    result = labs.run(name, {})
    assert list(result.readouts) == [readout.name for readout in lab.readouts]
    assert list(result.settings) == [setting.name for setting in lab.settings]


@pytest.mark.parametrize("name", NAMES)
def test_defaults_are_legal_and_settings_can_be_fed_back(name: str) -> None:
    first = labs.run(name, {})
    assert labs.run(name, first.settings).settings == first.settings
    assert labs.run(name, json.loads(json.dumps(first.settings))).readouts == first.readouts


@pytest.mark.parametrize("name", NAMES)
def test_every_result_is_json_and_free_of_numpy(name: str) -> None:
    result = labs.run(name, {})
    for told in (result.settings, result.readouts):
        assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert "numpy" not in "".join(str(type(value)) for value in _leaves(result.readouts))


def _leaves(value: object) -> list[object]:
    if isinstance(value, dict):
        return [leaf for member in value.values() for leaf in _leaves(member)]
    if isinstance(value, list):
        return [leaf for member in value for leaf in _leaves(member)]
    return [value]


@pytest.mark.parametrize("name", NAMES)
def test_every_stop_of_every_slider_runs(name: str) -> None:
    for setting in LABS[name].settings:
        start = complete_settings(name, {})
        stops = legal_stops(name, start, setting.name)
        if setting.stops and setting.kind is not SettingKind.CHOICES:
            assert stops
        for stop in stops:
            changed = change_setting(name, start, setting.name, stop)
            assert labs.run(name, changed).readouts


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_the_same_twice(name: str) -> None:
    assert labs.run(name, {}).readouts == labs.run(name, {}).readouts


def test_the_table_needs_no_numpy() -> None:
    code = (
        "import sys, mhaquiz.labs, mhaquiz.deck.lab_reading as r;"
        "r.complete_settings('rank-ceiling', {}); r.complete_settings('cost-ledger', {'model': 'llama3-8b'});"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'sympy', 'yaml', 'textual')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("name", "assignment", "key", "value"),
    [
        ("rank-ceiling", "n_heads=512", "n_heads", 512),
        ("rank-ceiling", "context=8,192", "context", 8192),
        ("rank-ceiling", "jobs=first,previous", "jobs", ("previous", "first")),
        ("rank-ceiling", "jobs=[same]", "jobs", ("same",)),
        ("rank-ceiling", "head_dim=none", "head_dim", None),
        ("rank-ceiling", "sharpness=2.5", "sharpness", 2.5),
        ("rank-ceiling", "masked=no", "masked", False),
        ("rank-ceiling", "tokens=a b  a", "tokens", ("a", "b", "a")),
        ("pruning", "off=3,1", "off", (1, 3)),
        ("pruning", "off=", "off", ()),
        ("head-diversity", "focus=5", "focus", "5"),
        ("cost-ledger", "bias_b=none", "bias_b", "none"),
        ("induction", "sequence=none", "sequence", ("none",)),
    ],
)
def test_reading(name: str, assignment: str, key: str, value: object) -> None:
    assert parse_settings(name, [assignment])[key] == value


@pytest.mark.parametrize(
    ("name", "assignment", "said"),
    [
        ("rank-ceilin", "n_heads=4", ['Did you mean "rank-ceiling"?', "sqrt-scaling"]),
        ("rank-ceiling", "heads=4", ['Did you mean "n_heads"?', "sharpness"]),
        ("rank-ceiling", "n_heads=5", ["one of 1, 2, 4, 8, 16, 32, 64, 128, 256, 512"]),
        ("rank-ceiling", "n_heads", ["key=value"]),
        ("rank-ceiling", "jobs=prev", ["previous, first, same, everything"]),
        ("rank-ceiling", "jobs=", ["one or more of"]),
        ("rank-ceiling", "sharpness=nan", ["a number from 0 to 32"]),
        ("rank-ceiling", "sharpness=1e400", ["a number from 0 to 32"]),
        ("rank-ceiling", "context=" + "9" * 5000, ["1,048,576"]),
        ("rank-ceiling", "masked=perhaps", ["true or false"]),
        ("rank-ceiling", "tokens=a \x1b[31m", ["2 to 64 words"]),
        ("rank-ceiling", "tokens=" + "a " * 65, ["2 to 64 words"]),
        ("head-diversity", "focus=dog", ["one of the tired cat quickly chased small mouse", "0 to 7"]),
        ("head-diversity", "n_heads=3", ["n_heads must divide d_model"]),
        ("pruning", "off=9", ["the heads are 0 to 7"]),
        ("cost-ledger", "model=lama3-8b", ["llama3-8b"]),
    ],
)
def test_refusals_list_what_is_right(name: str, assignment: str, said: list[str]) -> None:
    with pytest.raises(LabSettingError) as refused:
        parse_settings(name, [assignment])
    message = str(refused.value)
    assert message.isprintable()
    for part in said:
        assert part in message


def test_built_heads_need_a_listed_sentence() -> None:
    with pytest.raises(LabSettingError, match="the old dog drank the cold water"):
        parse_settings("head-diversity", ["heads=built", "sentence=my own words"])


def test_a_model_and_its_sizes_exclude_one_another() -> None:
    with pytest.raises(LabSettingError, match="states n_heads itself"):
        parse_settings("cost-ledger", ["model=llama3-8b", "n_heads=8"])


def test_a_deck_may_not_name_a_file() -> None:
    with pytest.raises(LabSettingError, match="cannot be set from a deck"):
        check_link("cost-ledger", {"config": "/etc/passwd"})
    assert check_link("rank-ceiling", {"n_heads": "64", "jobs": ["previous"]})["n_heads"] == 64


def test_other_settings_follow_a_change() -> None:
    start = complete_settings("head-diversity", {"focus": "mouse", "heads": "built"})
    moved = change_setting("head-diversity", start, "sentence", "my own four words")
    assert (moved["focus"], moved["heads"]) == ("four", "random")
    pruned = complete_settings("pruning", {"off": [1, 7]})
    assert change_setting("pruning", pruned, "n_heads", 4)["off"] == (1,)
    ledger = complete_settings("cost-ledger", {"model": "llama3-8b"})
    freed = change_setting("cost-ledger", ledger, "n_heads", 64)
    assert (freed["model"], freed["d_model"], freed["n_heads"]) == (None, 4096, 64)
    second = complete_settings("cost-ledger", {"model_b": "llama3-70b"})
    wider = change_setting("cost-ledger", second, "n_kv_heads_b", 16)
    assert (wider["model_b"], wider["d_model_b"], wider["n_kv_heads_b"]) == (None, 8192, 16)


def test_sliders_offer_what_the_other_settings_allow() -> None:
    settings = complete_settings("head-diversity", {"d_model": 16})
    assert legal_stops("head-diversity", settings, "n_heads") == (1, 2, 4, 8, 16)


def test_a_config_is_read_once_until_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen asks for the legal stops of every slider after every change."""
    config, read = tmp_path / "config.json", []

    def write(**sizes: int) -> None:
        config.write_text(json.dumps(sizes | {"num_hidden_layers": 4}), encoding="utf-8")

    def counted(path: str) -> engine.ModelConfig:
        read.append(path)
        return model_config(path)

    model_config = engine.model_config
    monkeypatch.setattr(engine, "model_config", counted)
    write(hidden_size=512, num_attention_heads=8)
    settings = complete_settings("cost-ledger", {"config": str(config)})
    stops = {s.name: legal_stops("cost-ledger", settings, s.name) for s in LABS["cost-ledger"].settings}
    assert len(read) == 1
    assert stops["n_heads"] == (8, 16, 32, 64, 128, 256, 512)  # the config has 8 KV heads
    write(hidden_size=1_024, num_attention_heads=16)
    assert complete_settings("cost-ledger", {"config": str(config)})["d_model"] == 1_024
    config.write_text("no JSON", encoding="utf-8")
    with pytest.raises(LabSettingError, match=r"config.json: not JSON"):
        complete_settings("cost-ledger", {"config": str(config)})
    config.unlink()
    with pytest.raises(LabSettingError, match="No such file"):
        complete_settings("cost-ledger", {"config": str(config)})


@given(st.sampled_from(NAMES), st.data())
def test_no_value_gets_through_but_a_legal_one(name: str, data: st.DataObject) -> None:
    """Whatever comes, it is either a hashable setting or one printable line."""
    setting = data.draw(
        st.sampled_from([s for s in LABS[name].settings if s.name not in ("config", "config_b")])
    )
    given_value = data.draw(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=40)
        | st.lists(st.text(max_size=5))
    )
    message = ""
    try:
        hash(tuple(complete_settings(name, {setting.name: given_value}).values()))
    except LabSettingError as refused:
        message = str(refused)
    assert message.isprintable()
