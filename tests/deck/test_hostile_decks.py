"""Decks that once got past the checks, stopped the program or kept it busy: each says what is wrong."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mhaquiz.cli import run
from mhaquiz.deck import variant_checks
from mhaquiz.deck.checks import check_files
from mhaquiz.deck.expressions import ExpressionError, evaluate
from mhaquiz.deck.library import load_library

HEAD = """mhaquiz: 1
deck: {id: x, title: T, version: 1.0.0, language: en, authors: [{name: A}], license: MIT, description: d}
cards:
"""


def codes(tmp_path: Path, card: str) -> set[str]:
    file = tmp_path / "x.yaml"
    file.write_text(HEAD + "  - " + card + "\n", encoding="utf-8")
    return {problem.code for problem in check_files([file]).problems if problem.is_error}


@pytest.mark.parametrize("empty", ["let: {}, ", "params: {}, let: {}, ", ""])
def test_an_empty_let_switches_no_check_off(tmp_path: Path, empty: str) -> None:
    params = "" if "params" in empty else "params: {a: [1, 2, 3]}, "
    card = f'{{id: c, kind: numeric, {params}{empty}prompt: "What {{nosuch}}?", answer: "1/0"}}'
    assert {"E403", "E206"} <= codes(tmp_path, card)


@pytest.mark.parametrize(
    "answer", ["2**(10**400)", "log(5, 1 + 1/10**30)", "log(5, 1 + 1/2**5000)", "10**400**2"]
)
def test_numbers_beyond_floats_are_refused_or_worked_out(tmp_path: Path, answer: str) -> None:
    file = tmp_path / "b.yaml"
    file.write_text(
        HEAD + f'  - {{id: c, kind: numeric, params: {{a: [1, 2]}}, prompt: "W {{a}}", answer: "{answer}"}}\n'
    )
    assert any(problem.is_error for problem in check_files([file]).problems)
    assert load_library([tmp_path], tmp_path / "cache").decks[0].cards == ()


def test_a_base_near_one_keeps_its_digits() -> None:
    assert evaluate("log(5, 1 + 1/10**30)", {}) == pytest.approx(1.6094379124341003e30, rel=1e-12)
    with pytest.raises(ExpressionError, match="too near 1"):
        evaluate("log(5, 1 + 1/2**5000)", {})


def test_harmonic_sums_over_many_variants_end_soon(tmp_path: Path) -> None:
    span = "{from: 1, to: 100}"
    answer = "ceil(harmonic(1900-a-b))"
    params = f"{{a: {span}, b: {span}}}"
    card = f'{{id: c, kind: numeric, params: {params}, prompt: "{{a}} {{b}}", answer: "{answer}"}}'
    assert not codes(tmp_path, card)  # each sum is worked out once: this took minutes


def test_lists_worked_out_in_every_variant_are_short(tmp_path: Path) -> None:
    mistakes = ", ".join(f"{{answer: a + {index}, why: w}}" for index in range(1, 60))
    assert "E103" in codes(
        tmp_path,
        f'{{id: c, kind: numeric, params: {{a: [1]}}, prompt: "{{a}}", answer: a, mistakes: [{mistakes}]}}',
    )
    params = ", ".join(f"p{index}: [1, 2]" for index in range(100))
    assert "E103" in codes(
        tmp_path, f'{{id: c, kind: numeric, params: {{{params}}}, prompt: "W {{p1}}", answer: p1}}'
    )


@pytest.mark.parametrize("character", ["\u200b", "\u200e", "\u061c", "\u2060", "\U000e0041"])
def test_invisible_characters_may_not_stand_in_a_deck(tmp_path: Path, character: str) -> None:
    assert "E003" in codes(tmp_path, f'{{id: c, kind: recall, prompt: "What{character}?", short: s}}')


def test_a_sample_without_a_draw_claims_no_more_than_it_tried(tmp_path: Path) -> None:
    wide = "{from: 1, to: 10000}"
    file = tmp_path / "x.yaml"
    params = f'params: {{a: {wide}, b: {wide}}}, require: ["a == 1 and b == 1"]'
    card = f'{{id: c, kind: numeric, {params}, prompt: "W {{a}}", answer: b}}'
    file.write_text(HEAD + "  - " + card + "\n")
    (problem,) = [one for one in check_files([file]).problems if one.code == "E220"]
    assert "2,000 combinations tried" in problem.help


def test_a_number_of_absurd_size_is_told(tmp_path: Path) -> None:
    assert "E105" in codes(
        tmp_path, '{id: c, kind: numeric, params: {a: [1e999999999999]}, prompt: "W {a}", answer: a}'
    )


def test_a_named_file_is_read_whatever_its_suffix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.txt"
    file.write_text("mhaquiz: [")
    assert run(["deck", "check", str(file)]) == 1
    assert "E002" in capsys.readouterr().out
    (tmp_path / "empty.yaml").mkdir()
    assert run(["deck", "check", str(tmp_path / "empty.yaml")]) == 2
    assert "no deck files" in capsys.readouterr().err


def test_links_in_a_circle_are_one_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.yaml").symlink_to("b.yaml")
    (tmp_path / "b.yaml").symlink_to("a.yaml")
    (tmp_path / "good.yaml").write_text(HEAD + "  - {id: c, kind: recall, prompt: Why?}\n", encoding="utf-8")
    library = load_library([tmp_path], cache_dir=tmp_path / "cache")
    assert [deck.id for deck in library.decks] == ["x"]
    assert {problem.code for problem in library.problems} == {"E001"}
    assert run(["deck", "check", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "a.yaml:1:1: error[E001]" in out
    assert err == ""


def test_json_problems_are_plain_ascii(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "c1\u009b31m\u202ename.yaml"
    file.write_text("mhaquiz: [")
    run(["deck", "check", "--format", "json", str(file)])
    assert capsys.readouterr().out.isascii()


@pytest.mark.parametrize("asked", ["t40", "h if t40 == u40 else 2", "h if t40 < u40 else 2"])
def test_tuples_do_not_grow_without_bound(tmp_path: Path, asked: str) -> None:
    names = [f'{one}{n}: "({one}{n - 1}, {one}{n - 1})"' for one in "tu" for n in range(1, 31)]
    let = ", ".join(['t0: "(1, 1)"', 'u0: "(1, 1)"', *names])
    card = f'{{id: c, kind: numeric, params: {{h: [1, 2, 3]}}, let: {{{let}}}, prompt: "W {{h}}", answer: '
    assert "E205" in codes(tmp_path, card + f'"{asked.replace("40", "30")}"}}')  # was busy for hours


def test_a_tuple_is_bounded_in_values_and_depth() -> None:
    assert evaluate("(1, (2, (3,)))", {}) == (1, (2, (3,)))
    for deep in ("(" * 9 + "1" + ",)" * 9, "(t, t, 1)"):
        with pytest.raises(ExpressionError, match="a tuple holds at most"):
            evaluate(deep, {"t": tuple(range(200))})


def test_brackets_of_a_cloze_that_never_close_are_read_once(tmp_path: Path) -> None:
    began = time.process_time()
    assert "E232" in codes(tmp_path, f'{{id: c, kind: cloze, text: "{"[[" * 60_000}"}}')
    assert time.process_time() - began < 5  # took minutes


@pytest.mark.parametrize(
    "card",
    [
        f"{{id: {'a' * 81}, kind: recall, prompt: W, short: s}}",
        f'{{id: c, kind: recall, params: {{w: [{"w" * 101}]}}, prompt: "{{w}}", short: s}}',
    ],
)
def test_what_the_log_keeps_of_every_answer_is_short(tmp_path: Path, card: str) -> None:
    assert {"E103", "E106"} & codes(tmp_path, card)  # answers were kept here, and refused by every merge


def test_a_version_is_short(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    card = "  - {id: c, kind: recall, prompt: W, short: s}\n"
    file.write_text(HEAD.replace("1.0.0", "1" * 300) + card)
    assert [problem.code for problem in check_files([file]).problems if problem.is_error] == ["E103"]


@pytest.mark.parametrize(
    ("piece", "times"), [("lorem 12,345 ", 50_000), ("{a} {b} ", 20_000), ("{=a*b+1:,} ", 300)]
)
def test_a_long_card_of_many_draws_is_checked_in_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: str, times: int
) -> None:
    monkeypatch.setattr(variant_checks, "MOST_WORK", 1_000_000)
    prompt = piece * times
    params = "params: {a: {from: 1, to: 100}, b: {from: 1, to: 99}}"
    card = f'{{id: c, kind: numeric, {params}, prompt: "{prompt}{{a}} {{b}}", answer: "1000*a*b"}}'
    began = time.process_time()
    file = tmp_path / "x.yaml"
    file.write_text(HEAD + f"  - {card}\n")
    found = check_files([file])
    assert time.process_time() - began < 20  # took minutes, and so did each start until it was kept
    assert any(problem.code == "W212" for problem in found.problems)
    assert 20 <= found.variants < 9_900


@pytest.mark.parametrize("answer", ["(n, d)", "n > d", "'n'"])
def test_a_formula_is_worth_a_number(tmp_path: Path, answer: str) -> None:
    card = f'{{id: c, kind: symbolic, symbols: {{n: x, d: y}}, prompt: p, answer: "{answer}"}}'
    assert "E207" in codes(tmp_path, card)  # the check passed it, and no session could ask it
