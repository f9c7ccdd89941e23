"""What the author's tests expect, draw and say when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhaquiz.deck.cards import Card
from mhaquiz.deck.reading import read_deck
from mhaquiz.quiz.author_tests import run

HEAD = "mhaquiz: 1\ndeck: {id: d, title: D}\nmisconceptions: {forgot-wo: {title: Forgets W_O}}\ncards:\n"
NUMERIC = """\
  - id: a
    kind: numeric
    params: {h: [4, 8], k: [64], name: [gpt2, bert]}
    require: ["h * k != 256 or name == 'gpt2'"]
    prompt: "{h}, {name}?"
    answer: 4 * (h * k)**2
    mistakes:
      - {answer: 2 * (h * k)**2, why: Two matrices.}
      - {is: forgot-wo, answer: 3 * (h * k)**2}
      - {answer: 4 * (h * k)**2 * h, why: Times h.}
"""
OTHERS = """\
  - id: b
    kind: multi_choice
    prompt: Which?
    choices: [{id: x, text: X, correct: true}, {id: y, text: Y, correct: true}, {id: z, text: Z}]
    scoring: per_choice
    tests:
      - {type: [y, x], expect: correct}
      - {type: [x, z], expect: partial}
      - {type: x, expect: partial}
  - id: c
    kind: order
    prompt: Order.
    steps: [{id: p, text: P}, {id: q, text: Q, after: [p]}, {id: r, text: R, extra: true}]
    tests: [{type: [p, q], expect: correct}, {type: [q, p], expect: wrong}, {type: [p, q, r], expect: wrong}]
  - id: d
    kind: cloze
    text: Width [[d / h | d/h]], weights [[the same]].
    tests: [{type: ["D/H", "the  Same"], expect: correct}, {type: [h, same], expect: wrong}]
  - {id: e, kind: true_false, prompt: So?, answer: false, mistake: forgot-wo,
     tests: [{type: f, expect: correct}, {type: "true", expect: forgot-wo}]}
  - {id: f, kind: shape, prompt: Shape?, params: {n: [128]}, answer: [2, n],
     mistakes: [{answer: [n, 2], why: Swapped.}],
     tests: [{type: "(2, 128)", expect: correct}, {type: 2x128, expect: correct},
             {type: "128, 2", expect: mistake-1}]}
  - {id: g, kind: spot_bug, code: "a\\nb", bug_lines: [2],
     tests: [{type: "2", expect: correct}, {type: "1", expect: wrong}]}
"""


def cards(text: str) -> tuple[Card, ...]:
    file = read_deck(Path("d.yaml"), (HEAD + text).encode())
    assert file.deck is not None, file.problems
    assert not file.problems
    return file.deck.cards


def codes(test: str) -> list[str]:
    (card,) = cards(NUMERIC + f"    tests: [{test}]\n")
    return [result.code for result in run(card)]


@pytest.mark.parametrize("card", cards(OTHERS), ids=lambda card: card.kind.value)
def test_every_kind_can_be_tested(card: Card) -> None:
    assert [result.message for result in run(card)] == [""] * len(card.tests)
    assert card.tests


@pytest.mark.parametrize(
    ("test", "code"),
    [
        ('{with: {h: 8, name: bert}, type: "1048576", expect: correct}', ""),
        ('{with: {h: 8, name: gpt2}, type: "786432", expect: forgot-wo}', ""),
        ('{with: {h: 8, name: gpt2}, type: "524288", expect: mistake-1}', ""),
        ('{with: {h: 8, name: gpt2}, type: "8388608", expect: mistake-2}', ""),
        ('{with: {h: 8, name: gpt2}, type: "8388608", expect: mistake-3}', ""),
        ('{with: {h: 8, name: gpt2}, type: "786432", expect: misconception}', ""),
        ('{with: {h: 8, name: gpt2}, type: "777", expect: wrong}', ""),
        ('{with: {h: 8, name: gpt2}, type: "786432", expect: wrong}', "E301"),
        ('{with: {h: 8, name: gpt2}, type: "1048576", expect: forgot-wo}', "E301"),
        ('{with: {h: 8, name: gpt2}, type: "1", expect: mistake-4}', "E303"),
        ('{with: {h: 8, name: gpt2}, type: "1", expect: right}', "E303"),
        ('{with: {h: 8, heads: 3, name: gpt2}, type: "1", expect: wrong}', "E302"),
        ('{with: {h: 8}, type: "1", expect: wrong}', "E302"),
        ('{with: {h: 4, name: bert}, type: "1", expect: wrong}', "E302"),
        ('{with: {h: "x", name: gpt2}, type: "1", expect: wrong}', "E302"),
        ('{with: {h: 16, name: gpt2}, type: "4194304", expect: correct}', "W302"),
    ],
)
def test_what_is_expected(test: str, code: str) -> None:
    assert codes(test) == [code]


def test_a_failed_test_says_what_was_read() -> None:
    (card,) = cards(NUMERIC + '    tests: [{with: {h: 8, name: gpt2}, type: "1.05M", expect: correct}]\n')
    (result,) = run(card)
    assert result.message.startswith("`1.05M` is correct_rounded, not correct, read as 1,050,000")


def test_a_wrong_verdict_tells_the_right_answer_and_a_draw_that_never_comes() -> None:
    text = NUMERIC + '    tests: [{with: {h: 512, k: 64, name: bert}, type: "16777216", expect: correct}]\n'
    [result] = run(cards(text)[0])
    assert result.code == "E301"
    assert result.message.startswith("`16777216` is ")
    assert "the right answer here is 4,294,967,296" in result.message
    assert "`h` = 512 is never drawn" in result.message
