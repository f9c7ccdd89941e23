"""`compute`, `verify` and `models` as a person and a script meet them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz import cli
from mhaquiz.cli import compute
from mhaquiz.cli.calculation import calculate, parsed, plain_call
from mhaquiz.engine import QUANTITIES, Measurement, RoutesDiffer, grid
from mhaquiz.engine.grid import configurations
from mhaquiz.engine.measurements import MEASUREMENTS


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = cli.run(list(argv))
    out, err = capsys.readouterr()
    return code, out, err


def streamed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: bytes
) -> list[dict[str, Any]]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    code, out, err = run(capsys, "compute", "-", "--json")
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def test_a_person_sees_value_derivation_and_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "compute", 'attention_params(d_model=768, n_heads=12, bias="qkvo")')
    assert code == 0
    assert out.startswith("2,362,368 parameters\n")
    assert "4·d_model² + 4·d_model = 4·768² + 4·768 = 2,362,368" in out
    assert "counted 85 arrays: 2,362,368" in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("expression", "value", "verified"),
    [
        ("attention_weights(d_model=768, n_heads=12)", 2_359_296, True),
        ("crossover_context(1024, 3, 1, 4)", "4096/3", True),
        ("ceil(crossover_context(1024, 3, 1, 4))", 1366, True),
        ("tensor_parallel_widths(28, 4)", [1, 2, 4, 28], True),
        ("attention_weights(d_model=2**40, n_heads=2**20)", 2**82, True),
        ('attention_weights(d_model=model("gpt2").d_model, n_heads=12) / 2', 1_179_648, True),
        ("4 * 768**2", 2_359_296, False),
        ("rank_one_previous_hits(n_tokens=8, causal=1 > 2)", 2, True),
        ('induction_prediction("XYZXYWX")', "Y", True),
    ],
)
def test_json(capsys: pytest.CaptureFixture[str], expression: str, value: object, verified: bool) -> None:
    code, out, _ = run(capsys, "compute", expression, "--json")
    found = json.loads(out)
    assert (code, found["expression"], found["value"], found["verified"]) == (0, expression, value, verified)


def test_latex_and_steps(capsys: pytest.CaptureFixture[str]) -> None:
    llama = "attention_weights(4096, 32, 8, 128)"
    code, out, _ = run(capsys, "compute", llama, "--latex")
    assert (code, out.count("\n"), out.startswith(r"2 \, d_{\text{model}}")) == (0, 1, True)
    assert out.endswith(r" = 2 \cdot 4096 \cdot 128 \cdot \left(32 + 8\right) = 41{,}943{,}040" + "\n")
    _, out, _ = run(capsys, "compute", llama, "--steps")
    assert [line.split()[-1] for line in out.splitlines() if line.lstrip().startswith("= ")] == [
        "n_kv_heads)", "8)", "2·4,096·128·40", "41,943,040",
    ]  # fmt: skip
    code, _, err = run(capsys, "compute", 'induction_prediction("ABA") == "B"', "--latex")
    assert (code, err.count("\n"), "no formula" in err) == (1, 1, True)
    for option in ("--steps", "--latex"):
        assert run(capsys, "compute", "-", option)[0] == 2


def test_a_model_supplies_what_is_left_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8}')
    for source in (("--model", "llama3-8b"), ("--config", str(config))):
        for expression in ("attention_weights", "attention_weights()", "attention_weights(d_model)"):
            code, out, _ = run(capsys, "compute", expression, "--json", *source)
            assert (code, json.loads(out)["value"]) == (0, 41_943_040)
    _, out, _ = run(
        capsys, "compute", "kv_cache_bytes(n_tokens=8192,) / 2**30", "--model", "llama3-8b", "--json"
    )
    assert json.loads(out)["value"] == 1
    _, out, _ = run(capsys, "compute", "attention_params", "--model", "gpt-oss-20b", "--json")
    assert json.loads(out)["value"] == 26_550_144
    _, out, _ = run(capsys, "compute", "mla_params", "--model", "deepseek-v3", "--json")
    assert json.loads(out)["value"] == 187_107_328
    code, _, err = run(capsys, "compute", "attention_weights", "--model", "deepseek-v3")
    assert (code, "mla_params" in err) == (1, True)


@pytest.mark.parametrize(
    ("argv", "code", "part"),
    [
        (("compute", "2*(3"), 1, "never closed"),
        (("compute", "__import__('os')"), 1, "unknown function"),
        (("compute", "attention_weight(1, 1)"), 1, "attention_weights"),
        (("compute", "attention_weights(d_model=1024, n_heads=12)"), 1, "head_dim"),
        (("compute", "9**9**9"), 1, "digits"),
        (("compute", "1", "--model", "nope"), 2, "no model"),
        (("compute", "1", "--config", "/nonexistent/config.json"), 1, "No such file"),
        (("compute",), 2, "expression"),
        (("models", "nope"), 2, "no model"),
        (("models", "gpt2", "--config", "x"), 2, "not both"),
        (("verify", "nope"), 1, "no quantity"),
        (("verify", "--configurations", "0"), 2, "1 to 100,000"),
    ],
)
def test_errors_are_one_line_on_stderr(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], code: int, part: str
) -> None:
    found, out, err = run(capsys, *argv)
    assert (found, out) == (code, "")
    assert part in err
    assert err.count("\n") == 1


def test_a_stream_answers_every_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        b"attention_weights(d_model=768, n_heads=12)",
        b"nonsense(",
        b"",
        b"\xff\xfe",
        b"1+" * 10_000 + b"1",
        b"crossover_context(1024, 3, 1, 4)\r",
        b"decode_intensity(32, 8)",
    ]
    found = streamed(monkeypatch, capsys, b"\n".join(lines))
    assert len(found) == len(lines)
    assert [each.get("value", "error") for each in found] == [
        2_359_296, "error", "error", "error", "error", "4096/3", 4,
    ]  # fmt: skip
    assert all(("error" in each) != ("value" in each) for each in found)


def test_a_stream_answers_before_the_next_line_is_asked() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "mhaquiz", "compute", "-", "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    assert child.stdout is not None
    for number in (1, 2, 3):
        child.stdin.write(b"%d + 1\n" % number)
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["value"] == number + 1
    child.stdin.close()
    assert child.wait(10) == 0


def test_a_stream_is_cut_into_lines_wherever_it_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compute, "AT_ONCE", 3)
    lines = [b"1 + 1", b"", b"23456 * 1000", b"5" * 9_000, b"7"]
    found = streamed(monkeypatch, capsys, b"\n".join(lines))
    assert [each.get("value", "error") for each in found] == [2, "error", 23_456_000, "error", 7]
    assert len(found[3]["expression"]) == compute.LONGEST_LINE


def literal_call(name: str, parameters: dict[str, object]) -> str:
    shown = [
        f'{key}="{value}"' if isinstance(value, str) else f"{key}={value}"
        for key, value in parameters.items()
    ]
    return f"{name}({', '.join(shown)})"


@pytest.mark.parametrize("name", QUANTITIES)
def test_calls_of_literals_are_answered_as_the_parser_answers_them(name: str) -> None:
    plain = 0
    for parameters in configurations(QUANTITIES[name], 12):
        expression = literal_call(name, parameters)
        short, long = plain_call(expression), parsed(expression, {})
        if short is not None:
            plain += 1
            assert (short, short.unit, short.verified) == (long, long.unit, long.verified)
            assert compute._object(short, None) == compute._object(long, None)
    fractional = any(parameter.kind == "real" for parameter in QUANTITIES[name].parameters)
    assert plain or fractional


NEARLY_LITERAL = (
    r'(kv_reduction|attention_weight) ?\( ?(n_heads ?= ?)?0?[0-9]{1,4},? ?(n_kv_heads ?=)?[0-9Ta"_.-]{1,3}\)'
)


@given(st.from_regex(NEARLY_LITERAL, fullmatch=True))
def test_what_looks_like_a_call_of_literals_is_no_other(expression: str) -> None:
    short = plain_call(expression)
    if short is not None:
        assert short == parsed(expression, {})


def test_the_same_question_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(**sizes: int) -> Measurement:
        asked.append(sizes)
        return Measurement(4, "counted on fingers")

    monkeypatch.setitem(MEASUREMENTS, "kv_reduction", counted)
    for _ in range(3):
        assert calculate("kv_reduction(32, 8)").value == 4
    assert asked == [{"n_heads": 32, "n_kv_heads": 8}]
    with pytest.raises(RoutesDiffer):
        calculate("kv_reduction(32, 4)")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_output_is_spelled_where_the_encoding_lacks_its_signs(encoding: str) -> None:
    """Six commands, one after the other in one process: starting it is most of what a command costs."""
    commands = [
        ["compute", "attention_weights(d_model=768, n_heads=12)"],
        ["compute", "flash_traffic_bytes(1024, 64)"],
        ["compute", "flash_traffic_bytes(1024, 64)", "--json"],
        ["models", "llama3-8b"],
        ["models", "gpt2", "--json"],
        ["compute", "1 + “√“"],
    ]
    program = f"from mhaquiz.cli import run\nfor argv in {commands!a}: run(argv), print('\\f', flush=True)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
        env={"PYTHONIOENCODING": encoding, "PATH": "/usr/bin:/bin"},
    )
    assert b"should not happen" not in done.stdout
    text, flash, flash_json, model, model_json, refused, _ = done.stdout.decode(encoding).split("\f\n")
    assert ("4*768^2" if encoding == "ascii" else "4·768²") in text
    assert "ceil(n_tokens/block_rows)" in flash
    assert "⌈n_tokens/block_rows⌉" in json.loads(flash_json)["derivation"]
    assert "x" in model
    assert json.loads(model_json)["d_model"] == 768
    assert "is not read here" in refused


def test_models_are_listed_filtered_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "models")
    assert code == 0
    assert out.count("\n") == 2 + 47 + 3
    assert all(len(line) <= 80 for line in out.splitlines())
    _, out, _ = run(capsys, "models", "--attention", "mqa", "--json")
    assert [each["id"] for each in json.loads(out)] == ["gemma-2b", "gemma3-1b", "falcon-7b"]
    _, out, _ = run(capsys, "models", "--tp", "71", "--json")
    assert [each["id"] for each in json.loads(out)] == ["falcon-7b"]
    code, out, _ = run(capsys, "models", "llama3-8b")
    assert "2·4,096·128·(32 + 8) = 41,943,040" in " ".join(out.split())
    assert all(len(line) <= 80 for line in out.splitlines())


def test_verify_prints_a_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "verify", "attention_weights", "causal_pairs", "--configurations", "30")
    assert (code, err) == (0, "")
    assert "2 functions, 60 configurations: all agreed" in out
    code, out, _ = run(capsys, "verify", "kv_reduction", "--json")
    found = json.loads(out)
    assert (code, found["agreed"], found["functions"][0]["configurations"]) == (0, True, 200)


def test_verify_catches_a_wrong_closed_form(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgets_w_o(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> int:
        return d_model * head_dim * (n_heads + 2 * n_kv_heads)

    wrong = replace(QUANTITIES["attention_weights"], closed_form=forgets_w_o)
    monkeypatch.setattr(grid, "quantity_named", {"attention_weights": wrong}.__getitem__)
    code, out, err = run(capsys, "verify", "attention_weights", "--configurations", "30")
    assert (code, err) == (1, "")
    assert "30 configurations: 30 DISAGREE" in out
    assert "by the closed form" in out


def test_a_measurement_that_fails_is_a_disagreement(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MEASUREMENTS, "kv_reduction", lambda **_: Measurement(1 // 0, ""))
    code, out, _ = run(capsys, "verify", "kv_reduction", "causal_pairs", "--configurations", "20")
    assert code == 1
    assert "ZeroDivisionError" in out
    assert "2 functions, 40 configurations: 20 DISAGREE" in out


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    _, out, err = run(capsys, "verify", "kv_reduction", "causal_pairs", "--configurations", "5")
    assert "] 1/2 kv_reduction" in err
    assert "] 2/2 causal_pairs" in err
    assert err.endswith(" \r")
    assert "\r" not in out


def test_verify_exits_1_on_disagreement(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MEASUREMENTS, "kv_reduction", lambda **_: Measurement(3, "guessed"))
    code, out, _ = run(capsys, "verify", "kv_reduction", "--configurations", "20")
    assert code == 1
    assert "DISAGREE" in out
    code, out, _ = run(capsys, "verify", "kv_reduction", "--configurations", "20", "--json")
    assert (code, json.loads(out)["agreed"]) == (1, False)
    assert json.loads(out)["functions"][0]["disagreements"][0]["measured"] == 3
