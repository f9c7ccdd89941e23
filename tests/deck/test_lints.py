"""Warnings, and what must not be warned of."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhaquiz.deck.checks import check_files

HEAD = "mhaquiz: 1\ndeck: {id: d, title: D}\ncards:\n"
SOURCE = "sources: [{title: A paper}]"
GOOD = f"""\
  - id: good
    kind: numeric
    params: {{h: [4, 8, 16], k: [32, 64]}}
    prompt: "{{h}} heads of {{k}}: how many weights?"
    answer: 4 * (h * k)**2
    mistakes: [{{answer: 3 * (h * k)**2, why: Four matrices.}}]
    hints: [Four matrices.]
    tests: [{{with: {{h: 8, k: 64}}, type: "1048576", expect: correct}}]
    {SOURCE}
"""


def warnings(tmp_path: Path, cards: str) -> list[str]:
    path = tmp_path / "deck.yaml"
    path.write_text(HEAD + cards)
    problems = check_files([path]).problems
    assert not [one for one in problems if one.is_error], problems
    return [one.code for one in problems]


def test_a_good_card_is_not_warned_of(tmp_path: Path) -> None:
    assert warnings(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("    hints: [Four matrices.]\n", ""), "W101"),
        ((", why: Four matrices.", ""), "W102"),
        ((f"    {SOURCE}\n", ""), "W103"),
        (('    tests: [{with: {h: 8, k: 64}, type: "1048576", expect: correct}]\n', ""), "W104"),
        (("h: [4, 8, 16], k: [32, 64]", "h: [4, 8], k: [64]"), "W105"),
        (("k: [32, 64]", "k: [32, 64], unused: [1, 2]"), "W106"),
        (("how many weights?", "are there {=4 * h * h * k * k:,} weights?"), "W107"),
        (("k: [32, 64]", "k: [32, 64, 6412345679]"), "W109"),
        (("k: [32, 64]", "k: {from: 1, to: 9000}"), "W212"),
        (("    prompt", '    regions: {few: "h < 8"}\n    prompt'), "W224"),
        (("{h} heads of {k}", "{h}{k}, {k} heads"), "W402"),
        (("{h} heads of {k}", "{=h + k}{=2 * h:,} heads of {k}"), "W402"),
        (("    prompt", "    followups: [other/card]\n    prompt"), "W407"),
        (("    prompt", "    followups: [good2]\n    prompt"), "W111"),
    ],
)
def test_warned_of(tmp_path: Path, change: tuple[str, str], code: str) -> None:
    cards = GOOD.replace(*change)
    assert cards != GOOD
    if code == "W111":
        cards += GOOD.replace("id: good", "id: good2").replace(
            "    prompt", "    followups: [good]\n    prompt"
        )
    assert warnings(tmp_path, cards) == [code]


CHOICE = """\
  - id: c
    kind: single_choice
    prompt: Which?
    choices:
      - {{id: a, text: "{right}", correct: true}}
      - {{id: b, text: "{wrong}", why: No.}}
    {source}
"""


def test_the_longest_choice_is_the_right_one(tmp_path: Path) -> None:
    long = "the scores, before the softmax, with minus infinity above the diagonal"
    assert warnings(tmp_path, CHOICE.format(right=long, wrong="the weights", source=SOURCE)) == ["W108"]
    assert warnings(tmp_path, CHOICE.format(right="the weights", wrong=long, source=SOURCE)) == []


def test_an_l4_card_without_red_flags(tmp_path: Path) -> None:
    card = f"  - {{id: a, kind: recall, level: L4, prompt: Why?, {SOURCE}}}\n"
    assert warnings(tmp_path, card) == ["W110"]


@pytest.mark.parametrize(
    "prompt", [r"{h} and $\\frac{h}{k}$ of {k}", "{h}{{k}} {k}", "{h}{2} {k}", "{h}{x} {k}", "x_{k} {h} {k}"]
)
def test_a_brace_of_latex_is_no_swallowed_field(tmp_path: Path, prompt: str) -> None:
    assert warnings(tmp_path, GOOD.replace("{h} heads of {k}: how many weights?", prompt)) == []


def test_a_chain_of_followups_is_no_circle(tmp_path: Path) -> None:
    cards = "".join(
        f"  - {{id: c{n}, kind: recall, prompt: Why?, followups: [c{n + 1}, c{n + 2}], {SOURCE}}}\n"
        for n in range(20)
    )
    cards += "".join(f"  - {{id: c{n}, kind: recall, prompt: Why?, {SOURCE}}}\n" for n in (20, 21))
    assert warnings(tmp_path, cards) == []


RECALL = f"  - id: talk\n    kind: recall\n    prompt: Why?\n    short: So.\n    {SOURCE}\n    "


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("hints: [Permute the input, then look.]", True),
        ("hints: [Permute the input, then look]", True),
        ("hints: [Permute the input., then look.]", False),
        ('hints: ["Permute the input, then look."]', False),
        ("hints: [Permute the input, Then look.]", False),
        ("recap: [“Rows, and not columns”]", True),
        ("recap: [“Rows”, “columns”]", False),
        ("recap: [Heads (32, 64) stay.]", True),
        ("points: [variance grows with d_k, softmax saturates]", False),
        ("points: [Variance grows with d_k, softmax saturates]", False),
        ("points: [Variance grows with d_k, so softmax saturates.]", True),
        ("seen_in: [BERT, nanoGPT]", False),
        ("hints:\n      - Permute the input\n      - then look.", False),
    ],
)
def test_a_text_that_a_comma_has_cut(tmp_path: Path, text: str, cut: bool) -> None:
    assert ("W011" in warnings(tmp_path, RECALL + text + "\n")) == cut


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("the order of the tokens", "The order of the  tokens", True),
        ("The mask.", "the mask", True),
        ("8 MB of cache", "8 Mb of cache", False),
        ("8 GiB", "8 Gib", False),
        ("K is cached", "k is cached", False),
        ("n × d", "n × D", False),
    ],
)
def test_choices_that_read_alike(tmp_path: Path, first: str, second: str, alike: bool) -> None:
    path = tmp_path / "deck.yaml"
    choices = f'[{{id: a, text: "{first}", correct: true}}, {{id: b, text: "{second}", why: No.}}]'
    path.write_text(
        f"{HEAD}  - {{id: c, kind: single_choice, prompt: P?, {SOURCE}, choices: {choices}}}\n", "utf-8"
    )
    assert ["E223"] * alike == [one.code for one in check_files([path]).problems]
