"""Strict YAML: scalars keep their meaning, refused constructs are refused, both parsers see the same tree."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from mhaquiz.deck.cards import Card, Numeric
from mhaquiz.deck.checks import check_files
from mhaquiz.deck.places import MAX_BYTES
from mhaquiz.deck.reading import DeckFile, read_deck
from mhaquiz.deck.yaml_tree import Node, Source

CONTRACT = Path(__file__).parent.parent / "decks" / "contract.yaml"
HEAD = "mhaquiz: 1\ndeck: {id: d, title: no}\n"


def read(text: str | bytes, pure: bool = False) -> DeckFile:
    return read_deck(Path("deck.yaml"), text if isinstance(text, bytes) else text.encode(), pure)


def card(keys: str, kind: str = "recall", prompt: str = "Why?") -> Card:
    file = read(f"{HEAD}cards:\n  - id: a\n    kind: {kind}\n    prompt: {prompt}\n{keys}")
    assert not [one for one in file.problems if one.is_error], file.problems
    assert file.deck is not None
    return file.deck.cards[0]


def dump(node: Node | None) -> object:
    """A tree with its places."""
    if node is None or node.kind == "scalar":
        return node and (node.text, node.style, node.line, node.column)
    if node.kind == "sequence":
        return [node.line, node.column, *map(dump, node.items)]
    return {
        name: (node.keys[name].line, node.keys[name].column, dump(value))
        for name, value in node.values.items()
    }


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "on",
        "yes",
        "off",
        "12:30",
        "010",
        "1e6",
        "2017-06-12",
        "1.10",
        "0x10",
        "~",
        "null",
        "true",
        "1_000",
    ],
)
def test_where_text_is_expected_a_scalar_keeps_its_source(text: str) -> None:
    assert card("", prompt=text).prompt == text


@pytest.mark.parametrize(
    ("written", "value"),
    [("8", 8), ("1e6", 1_000_000), ("-3", -3), ("0x10", 16), ("0o17", 15), ("no", "no"), ("12:30", "12:30")]
    + [("true", True), ('"8"', "8"), ("gpt2", "gpt2"), ("1_000", "1_000"), ("2017-06-12", "2017-06-12")],
)
def test_values_of_parameters_are_yaml_1_2(written: str, value: object) -> None:
    values = card(f"    params: {{x: [{written}]}}\n").params[0][1]
    assert values == (value,)
    assert type(values[0]) is type(value)


def test_decimals_are_exact() -> None:
    assert str(card("    params: {x: [0.1, 2.50]}\n").params[0][1]) == "(Fraction(1, 10), Fraction(5, 2))"


@pytest.mark.parametrize("written", ["010", "-007", ".inf", ".nan", "null", "~", "1" * 500])
def test_what_is_no_number_is_refused(written: str) -> None:
    file = read(f"{HEAD}cards:\n  - {{id: a, kind: recall, prompt: p, params: {{x: [{written}]}}}}\n")
    assert [one.code for one in file.problems] == ["E105"]


def test_ranges() -> None:
    assert card("    params: {x: {from: 64, to: 256, step: 64}}\n").params == (("x", (64, 128, 192, 256)),)
    assert card("    params: {x: {from: 1, to: 3}}\n").params == (("x", (1, 2, 3)),)


@pytest.mark.parametrize("pure", [False, True])
def test_bom_and_crlf(pure: bool) -> None:
    plain = f"{HEAD}cards:\n  - id: a\n    kind: recall\n    prompt: |\n      One.\n      Two.\n"
    marked = ("\ufeff" + plain).replace("\n", "\r\n").encode()
    assert dump(read(marked, pure).root) == dump(read(plain, pure).root)
    assert read(marked, pure).deck is not None


def test_bytes_that_are_not_utf_8_name_their_line() -> None:
    (problem,) = read(b"mhaquiz: 1\ndeck: \xff\n").problems
    assert (problem.code, problem.line) == ("E001", 2)


def test_the_contract_deck_is_the_same_through_both_parsers() -> None:
    data = CONTRACT.read_bytes()
    assert dump(read(data).root) == dump(read(data, pure=True).root)
    assert check_files([CONTRACT]).problems == check_files([CONTRACT], pure=True).problems


@pytest.mark.parametrize("seed", range(12))
def test_mutated_decks_never_differ_between_the_parsers(seed: int) -> None:
    """Characters deleted, doubled, swapped: where both parsers read a tree it is the same, with places."""
    chance = random.Random(seed)
    original = CONTRACT.read_text(encoding="utf-8")
    for _ in range(12):
        text = list(original)
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(text))
            text[place] = chance.choice(["", text[place] * 2, *'?:{]#&*\t"', "- ", ", "])
        source = Source.of("".join(text).encode())
        files = [read(source.text, pure) for pure in (False, True)]
        if not any(file.root is None for file in files):
            assert dump(files[0].root) == dump(files[1].root)


HOSTILE = {
    "alias bomb": "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
    "alias to itself": "a: &a [*a]\n",
    "python object": "a: !!python/object/apply:os.system ['touch /tmp/owned']\n",
    "local tag": "a: !include /etc/passwd\n",
    "brackets": "a: " + "[" * 5_000 + "]" * 5_000,
    "braces": "a: " + "{" * 5_000,
    "dashes": "a:\n " + "- " * 5_000 + "x\n",
    "indentation": "".join(" " * depth + "a:\n" for depth in range(2_000)),
    "merge": "a: {b: 1}\nc: {<<: {d: 1}}\n",
    "long key": "? " + "k" * 3_000 + "\n: v\n",
    "many documents": "---\na: 1\n" * 1_000,
    "tag directive": "%TAG ! tag:x,2000:\n---\na: !y z\n",
    "newer yaml": "%YAML 9.9\n---\na: 1\n",
    "nothing": "",
    "comment": "# only\n",
    "a scalar": "hello\n",
    "a list": "- 1\n- 2\n",
    "null bytes": "a: \x00\n",
    "escape": 'a: "\\u001b]0;owned\\u0007"\n',
    "right to left": "a: \u202egnirts\n",
    "quote": 'a: "' + "x" * 10_000 + "\n",
    "question": "? ? ? ? ?\n",
    "tabs": "a:\n\tb: 1\n",
    "at": "a: @x\n",
    "percent": "%\n",
}


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_get_messages_and_nothing_else(name: str, pure: bool) -> None:
    started = time.process_time()
    file = read(HOSTILE[name], pure)
    assert file.deck is None
    assert file.problems
    assert all(one.is_error for one in file.problems)
    assert time.process_time() - started < 2
    assert not Path("/tmp/owned").exists()


def test_too_large_a_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert [one.code for one in read_deck(path).problems] == ["E009"]


def test_too_many_values() -> None:
    started = time.process_time()
    assert [one.code for one in read("a: [" + "1," * 450_000 + "]").problems] == ["E009"]
    assert time.process_time() - started < 5


def test_a_folder_a_missing_file_and_a_pipe_are_no_decks(tmp_path: Path) -> None:
    assert [one.code for one in read_deck(tmp_path).problems] == ["E001"]
    assert [one.code for one in read_deck(tmp_path / "none.yaml").problems] == ["E001"]
    assert [one.code for one in read_deck(Path("/dev/zero")).problems] == ["E001"]


@pytest.mark.parametrize(
    ("line", "cut"),
    [
        ("why: see #3", True),
        ("tags: [one, two] #three", False),
        ("why: see # 3", False),
        ('why: "see #3"', False),
        ("why: see#3", False),
        ("level: L3 #senior", True),
    ],
)
def test_a_comment_that_cuts_a_value_off_is_told(line: str, cut: bool) -> None:
    file = read(f"{HEAD}cards:\n  - id: a\n    kind: recall\n    prompt: Why?\n    {line}\n")
    assert [one.code for one in file.problems] == ["W010"] * cut


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ('why: "a\tb"', True),
        ("why: |\n      a\tb", True),
        ("why: a # b\tc", True),
        ("why: a\t# b", False),
        ("why:\ta", False),
        ("why: a\tb", False),
    ],
)
def test_tabs_stand_only_in_texts_and_comments(line: str, fine: bool) -> None:
    for pure in (False, True):
        file = read(f"{HEAD}cards:\n  - id: a\n    kind: recall\n    prompt: Why?\n    {line}\n", pure)
        assert [one.code for one in file.problems] == ([] if fine else ["E002"])


@pytest.mark.parametrize(
    "text", [r'"\theta"', r'"a \nabla b"', r'"\\\beta"', r'"\frac{1}{2}"', r'"\rho \tau"']
)
def test_eaten_backslashes_are_errors(text: str) -> None:
    file = read(f"{HEAD}cards:\n  - {{id: a, kind: recall, prompt: {text}}}\n")
    assert [one.code for one in file.problems] == ["E010"]


@pytest.mark.parametrize(
    "text", [r'"one\ntwo"', r'"\\theta"', r"'\theta'", r'"tab\there"', r'"\u03b8"', r"\theta"]
)
def test_meant_escapes_are_fine(text: str) -> None:
    assert not read(f"{HEAD}cards:\n  - {{id: a, kind: recall, prompt: {text}}}\n").problems


def test_every_kind_is_in_the_contract_deck() -> None:
    file = read_deck(CONTRACT)
    assert file.deck is not None
    assert not file.problems
    assert len({one.kind for one in file.deck.cards}) == 11
    params_total = file.deck.cards[4]
    assert params_total.key == "mha-core/params-total"
    assert isinstance(params_total.body, Numeric)
    assert [one.misconception for one in params_total.body.mistakes] == ["forgot-wo", "heads-multiply", None]
    assert params_total.tests[1].type == "1.05M"
    assert params_total.tests[1].line == 78
    assert file.deck.cards[0].followups == ("mha-core/params-total",)
