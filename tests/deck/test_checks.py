"""Checks over all variants: the contract's own deck, a newcomer's, samples, and speed counted in work."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from mhaquiz.cli.deck_commands.author import checked_with_tests
from mhaquiz.deck.checks import check_files
from mhaquiz.deck.codes import CODES
from mhaquiz.deck.library import load_library
from mhaquiz.deck.messages import render
from mhaquiz.deck.reading import read_deck
from mhaquiz.deck.variants import SAMPLE, DrawError, NoDrawError, complete, draws

DECKS = Path(__file__).parent.parent / "decks"
HEAD = "mhaquiz: 1\ndeck: {id: d, title: D}\ncards:\n"


def errors(tmp_path: Path, card: str) -> list[str]:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + card)
    return [f"{one.code} {one.message}" for one in check_files([path]).problems if one.is_error]


@pytest.mark.parametrize(("name", "cards", "tests"), [("contract", 13, 3), ("convolutions", 3, 5)])
def test_a_deck_written_by_the_page_passes_with_its_tests(name: str, cards: int, tests: int) -> None:
    run = checked_with_tests([DECKS / f"{name}.yaml"])
    assert [one for one in run.checked.problems if one.is_error] == []
    assert len(run.checked.decks[0].cards) == cards
    results = [result for found in run.tests.values() for result in found]
    assert [result.passed for result in results] == [True] * tests


def test_a_newcomers_deck_has_no_warning_either() -> None:
    assert checked_with_tests([DECKS / "convolutions.yaml"]).checked.problems == []


NUMERIC = """\
  - id: a
    kind: numeric
    params: {h: [2, 4, 8], d: [8, 16]}
    prompt: "{h}, {d}?"
"""


@pytest.mark.parametrize(
    ("rest", "error"),
    [
        ("answer: d / (h - 4)", "E206 division by zero where h = 4, d = 8"),
        ("answer: attention_weights(d_model=d + 4, n_heads=h)", "E209 d_model = 12 is not divisible"),
        ("answer: d\n    verify: d + (h == 8)", "E207"),
        ("answer: d * h\n    verify: d * h if h < 8 else 0", "E221 verify gives 0, the answer is 64,"),
        ("answer: d * h\n    mistakes: [{answer: d * 4, why: a}]", "E222 this mistake is the right answer"),
        ("answer: d\n    mistakes: [{answer: h + d - 4, why: a}]", "E222 this mistake is the right answer"),
        ("answer: 3 * d\n    mistakes: [{answer: h, why: a}, {answer: 4, why: b}]", "E223 this mistake"),
        ("answer: d\n    regions: {odd: h % 2 == 1, even: h % 2 == 0}", "E224 no draw lies in the region"),
        ("answer: d\n    accept: {forms: [set]}", "E231 the answer is 8, not a tuple of numbers"),
        ("answer: 0 - d\n    accept: {forms: [estimate], within: 2}", "E231 the answer is -8, not a number"),
        ("answer: sqrt(d)", "E225"),
        ("answer: sqrt(d * h * h / d)\n    tolerance: {rel: 0.1}", "E226"),
        ("answer: log(d)\n    tolerance: {rel: 0.1, abs: 1}", "E233"),
        ("answer: d\n    lab: {name: rank-ceiling, with: {n_heads: \"{=h + 1}\"}}", "E406"),
        ("answer: d\n    short: \"{=d / (h - 8)}\"", "E206 division by zero where h = 8"),
        ("answer: d\n    let: {x: 1 / (h - 2)}", "E206 division by zero where h = 2"),
    ],
)  # fmt: skip
def test_errors_name_the_draw(tmp_path: Path, rest: str, error: str) -> None:
    found = errors(tmp_path, NUMERIC + f"    {rest}\n")
    assert len(found) == 1
    assert found[0].startswith(error)


def test_choices_that_are_alike_in_a_later_draw_only(tmp_path: Path) -> None:
    card = """  - id: c
    kind: single_choice
    params: {a: [1, 2, 3], b: [3, 4, 5]}
    prompt: Which?
    choices: [{id: x, text: "{a}", correct: true}, {id: y, text: "{b}"}]
"""
    assert [error[:4] for error in errors(tmp_path, card)] == ["E223"]
    assert errors(tmp_path, card.replace("[3, 4, 5]", "[4, 5]")) == []


def test_a_fraction_may_have_a_tolerance(tmp_path: Path) -> None:
    card = """  - id: c
    kind: numeric
    params: {d: [4, 8, 16]}
    prompt: "{d}?"
    answer: d / 3
    tolerance: {rel: 0.1}
"""
    assert errors(tmp_path, card) == []
    assert [error[:4] for error in errors(tmp_path, card.replace("d / 3", "d * 3"))] == ["E226"]


def test_require_guards_let(tmp_path: Path) -> None:
    guarded = '    require: ["h != 4"]\n    let: {x: d / (h - 4)}\n    answer: x\n'
    assert errors(tmp_path, NUMERIC + guarded) == []


def test_require_over_let_guards_the_lines_below(tmp_path: Path) -> None:
    guarded = '    require: ["e != 0"]\n    let: {e: h - 4, x: d / e}\n    answer: x\n'
    assert errors(tmp_path, NUMERIC + guarded) == []
    assert errors(tmp_path, NUMERIC + guarded.replace("e != 0", "h > 0"))[0].startswith("E206")


def test_real_routes_agree_within_rounding(tmp_path: Path) -> None:
    rest = "    answer: sqrt(d) * sqrt(h)\n    verify: sqrt(d * h)\n    tolerance: {rel: 0.01}\n"
    assert errors(tmp_path, NUMERIC + rest) == []
    assert errors(tmp_path, NUMERIC + rest.replace("sqrt(d * h)", "sqrt(d * h) + 0.001")) != []


def test_large_cards_are_sampled_the_same_way_each_time(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + NUMERIC.replace("[2, 4, 8]", "{from: 1, to: 9000}") + "    answer: h * d\n")
    (card,) = load_library([path]).cards()
    first, second = draws(card), draws(card)
    assert not first.exhaustive
    assert (first.total, first.looked_at, len(first.draws)) == (18_000, SAMPLE, SAMPLE)
    assert first == second
    assert len({tuple(draw.values.items()) for draw in first.draws}) == SAMPLE


def test_astronomically_many_combinations_are_no_trouble(tmp_path: Path) -> None:
    params = ", ".join(f"x{n}: {{from: 1, to: 10000}}" for n in range(20))
    path = tmp_path / "deck.yaml"
    path.write_text(
        HEAD + f"  - {{id: a, kind: numeric, params: {{{params}}}, prompt: p, answer: x0 + x1}}\n"
    )
    started = time.process_time()
    assert check_files([path]).variants == SAMPLE
    assert time.process_time() - started < 5


def test_completing_a_draw(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + NUMERIC + '    let: {x: h * d}\n    require: ["h < 8"]\n    answer: d / (h - 4)\n')
    (card,) = load_library([path]).cards()
    assert complete(card, {"h": 4, "d": 8}).values == {"h": 4, "d": 8, "x": 32}
    with pytest.raises(NoDrawError):
        complete(card, {"h": 8, "d": 8})


def test_a_draw_that_cannot_be_made_says_where(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + NUMERIC + "    let: {x: d / (h - 4)}\n    answer: x\n")
    (card,) = load_library([path]).cards()
    with pytest.raises(DrawError) as caught:
        draws(card)
    assert caught.value.where == ("let", "x")
    assert caught.value.values["h"] == 4


def test_every_variant_is_looked_at_and_yaml_read_once(tmp_path: Path) -> None:
    """2,000 cards: the variants are counted, the time is reported by the bench."""
    card = NUMERIC + "    answer: 4 * d**2 * h\n    mistakes: [{answer: d * h, why: no}]\n"
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + "".join(card.replace("id: a", f"id: a{n}") for n in range(2_000)))
    run = check_files([path])
    assert run.variants == 12_000
    assert not [one for one in run.problems if one.is_error]


def test_faults_that_share_a_cause_are_told_once(tmp_path: Path) -> None:
    card = NUMERIC.replace("h: [2", "h: [02") + "    answer: h * d\n    verify: h * d\n    short: '{h}'\n"
    assert [line[:4] for line in errors(tmp_path, card)] == ["E105"]


def test_a_fault_inside_a_block_of_text_is_found_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(
        HEAD
        + NUMERIC.replace('"{h}, {d}?"', "|\n      One line.\n\n      Two: {hh} heads.\n")
        + "    answer: d\n"
    )
    (problem,) = [one for one in check_files([path]).problems if one.is_error]
    assert (problem.line, problem.column, problem.end_column) == (10, 12, 16)
    assert read_deck(path).deck is not None


def test_a_file_of_misconceptions_is_checked_as_one(tmp_path: Path) -> None:
    path = tmp_path / "misconceptions" / "common.yaml"
    path.parent.mkdir()
    path.write_text("mhaquiz: 1\nmisconceptions: {slip: {title: A slip, fixx: Look again.}}\n")
    assert [(one.code, one.line, one.column) for one in check_files([path]).problems] == [("E101", 2, 40)]


@pytest.mark.parametrize(
    "card",
    [
        "  - {id: a, kind: numeric, params: {n: [1, 2], d: [3]}, prompt: p, answer: min(n, d)}\n",
        "  - {id: a, kind: numeric, params: {n: [1, 2]}, prompt: p, let: {d: min(n, 3)}, answer: d}\n",
        "  - {id: a, kind: numeric, prompt: p, params: {n: [5]}, answer: 1,mistakes: [{answer: min(n,3)}]}\n",
    ],
)
def test_a_comma_that_cuts_an_expression_off_is_the_one_fault(tmp_path: Path, card: str) -> None:
    found = errors(tmp_path, card)
    assert [line[:4] for line in found] == ["E015"]


HOSTILE = [
    "9**9**9",
    "{x}",
    "[a, b]",
    "~",
    "''",
    "'{'",
    '"{answer}"',
    "-1",
    "1e999",
    "010",
    "no",
    "{from: 1, to: 10000000000}",
    "[[[[1]]]]",
    "1/0",
    "h",
    "'{h:,}'\n",
    "{a: {b: {c: d}}}",
    "mha-core/params-total",
    "0",
    "'a' * 3",
    "(1, 2)",
    "model('gpt2').d_model",
    "sqrt(-1)",
    '"{=1/0}"',
    "√∞",
    "1.5",
    "[]",
    "{}\n",
    "'[d_k] [/foo]'",
    "factorial(10**9)",
    "tensor_parallel_widths(10**15, 1)",
    "harmonic(8000)",
    '"\\u202e"',
    "!!str x",
    "*x",
]


@pytest.mark.parametrize("seed", range(60))
def test_any_value_anywhere_is_told_and_nothing_is_raised(tmp_path: Path, seed: int) -> None:
    """Hostile values in the contract's deck, lines lost and doubled: messages with codes, in time."""
    chance = random.Random(seed)
    lines = (DECKS / "contract.yaml").read_text(encoding="utf-8").split("\n")
    for _ in range(chance.randrange(1, 5)):
        place = chance.randrange(len(lines))
        values = list(re.finditer(r": ([^,{}\[\]]+)", lines[place]))
        if values and chance.random() < 0.7:
            value = chance.choice(values)
            line = lines[place]
            lines[place] = line[: value.start(1)] + chance.choice(HOSTILE).strip() + line[value.end(1) :]
        elif chance.random() < 0.5:
            lines.insert(place, chance.choice(lines))
        else:
            del lines[place]
    path = tmp_path / "deck.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    started = time.process_time()
    problems = checked_with_tests([path]).checked.problems
    assert all(one.code in CODES and 1 <= one.line <= len(lines) + 1 for one in problems)
    assert render(problems).count("\x1b") == 0
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("card", "place", "says", "advice"),
    [
        (  # a quotation mark in a choice
            "  - id: a\n    kind: single_choice\n    prompt: One?\n    choices:\n"
            '      - {id: x, text: "the first, correct: true}\n      - {id: y, text: "two", why: "No."}\n',
            (8, 23),
            "the quotation mark that opens here is closed only in line 9",
            'close it with "',
        ),
        (  # and in a prompt, closed by the next one far below
            '  - id: a\n    kind: recall\n    prompt: "Why?\n    short: So.\n'
            '    sources: [{title: "A paper"}]\n',
            (6, 13),
            "closed only in line 8",
            'close it with "',
        ),
        (
            '  - id: a\n    kind: recall\n    prompt: "Why?\n    short: So.\n',
            (6, 13),
            "never closed",
            "close",
        ),
        (
            "  - {id: a, kind: recall, prompt: softmax: over keys, short: So.}\n",
            (4, 42),
            "not YAML",
            'quote a text that contains ": "',
        ),
        ("  - id: a\n    kind: recall\n    prompt: - Why?\n", (6, 13), "not YAML", "begins with `- `"),
        ("  - id: a\n    kind: recall\n   prompt: Why?\n", (6, 4), "not YAML", "in one column"),
        (
            "  - id: a\n    kind: numeric\n    prompt: P\n    answer: 2 * (3 + 4\n",
            (7, 17),
            "`(` is never closed",
            "close it with a bracket",
        ),
        (
            "  - {id: a, kind: shape, prompt: P, answer: [min(2, 3), 4]}\n",
            (4, 49),
            "never closed",
            "a comma inside",
        ),
        (
            "  - {id: a, kind: numeric, prompt: P, answer: 4, mistake: x}\n",
            (4, 50),
            "`mistake` does not belong to a numeric card",
            "did you mean `mistakes`?",
        ),
        ("  - {id: a, kind: true_false, prompt: P, answer: no}\n", (4, 50), "`no`", "write true or false"),
        (
            '  - {id: a, kind: numeric, prompt: P, answer: "2**20 / 2 MiB"}\n',
            (4, 58),
            "`MiB` is not expected",
            "a bare number of bytes",
        ),
        (
            "  - {id: a, kind: numeric, prompt: P, answer: 4, accept: {unit: MiB}}\n",
            (4, 65),
            "`MiB` is none of count, bytes",
            "answers are plain bytes",
        ),
        (
            '  - {id: a, kind: numeric, prompt: P, answer: "score_bytes(n_tokens=4)"}\n',
            (4, 48),
            "no parameter `n_tokens`",
            "it is score_bytes(n_queries, n_keys, n_heads, [batch], [bytes_per_element])",
        ),
        (
            "  - {id: a, kind: recall, prompt: P, short: S, level: senior}\n",
            (4, 55),
            "`senior` is none of L2, L3, L4",
            "L2 working engineer, L3 senior, L4 staff",
        ),
        (
            "  - id: a\n    kind: single_choice\n    prompt: P\n    choices:\n"
            "      - {id: x, text: A, correct: true}\n      - {id: y, text: B}\n      - {id: x, text: C}\n",
            (10, 14),
            "the id `x` stands twice; the first is in line 8",
            "another id",
        ),
    ],
)
def test_what_a_newcomer_slips_on(
    tmp_path: Path, card: str, place: tuple[int, int], says: str, advice: str
) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + card, encoding="utf-8")
    for pure in (False, True):
        problem = next(one for one in check_files([path], pure=pure).problems if one.is_error)
        assert (problem.line, problem.column) == place
        assert says in problem.message
        assert advice in problem.advice
