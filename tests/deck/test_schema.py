"""The schema comes from the table of keys: decks pass it, and a broken one shows exactly its wrong keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.keys import CARDS
from mhaquiz.deck.places import builtin_decks, deck_files
from mhaquiz.deck.reading import read_deck
from mhaquiz.deck.schema import deck_schema, schema_text, shared_schema
from mhaquiz.deck.shapes import plain_number
from mhaquiz.deck.yaml_tree import Node, Source, parse_tree

jsonschema = pytest.importorskip("jsonschema")

CONTRACT = Path(__file__).parent.parent / "decks" / "contract.yaml"
DECKS = [CONTRACT, *deck_files([builtin_decks()])]
SHIPPED = builtin_decks() / "schema" / "deck.schema.json"


def plain(node: Node) -> Any:
    """The tree as an editor sees it: YAML 1.2 core scalars, lists and mappings."""
    if node.kind == "sequence":
        return [plain(item) for item in node.items]
    if node.kind == "mapping":
        return {name: plain(value) for name, value in node.values.items()}
    if node.style:
        return node.text
    if node.text in ("true", "false"):
        return node.text == "true"
    number = plain_number(node.text)
    return node.text if number is None else number if isinstance(number, int) else float(number)


def faults(document: object, schema: dict[str, Any]) -> list[str]:
    """The innermost complaints of jsonschema: the path and the message."""
    waiting = list(jsonschema.Draft7Validator(schema).iter_errors(document))
    found = []
    for error in waiting:
        waiting.extend(error.context or ())
        if not error.context:
            found.append("/".join(map(str, error.absolute_path)) + ": " + error.message)
    return found


def load(text: str) -> Any:
    root, _ = parse_tree(Source.of(text.encode()))
    assert root is not None
    return plain(root)


def test_it_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(deck_schema())
    jsonschema.Draft7Validator.check_schema(shared_schema())


def test_the_shipped_schema_is_the_one_of_the_table() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == schema_text(deck_schema())


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_decks_that_the_validator_takes_pass_the_schema(path: Path) -> None:
    if any(problem.is_error for problem in read_deck(path).problems):
        pytest.skip("the validator does not take it")
    assert not faults(load(path.read_text(encoding="utf-8")), deck_schema())


def test_shared_misconceptions_pass_theirs() -> None:
    for path in (builtin_decks() / "misconceptions").glob("*.yaml"):
        assert not faults(load(path.read_text(encoding="utf-8")), shared_schema())


def test_every_key_of_the_table_is_in_the_schema() -> None:
    definitions = deck_schema()["definitions"]
    for kind in Kind:
        assert set(definitions[kind.value]["properties"]) == {key.name for key in CARDS[kind].keys}


WRONG = """\
mhaquiz: 1
deck: {id: Bad Id, title: Broken, colour: red}
cards:
  - {id: a, kind: recall, prompt: Why?, choices: []}
  - {id: b, kind: numeric, prompt: How many?, anser: 3}
  - {id: c, kind: true_false, prompt: So?, answer: true, level: L9}
  - {id: d, kind: single_choice, prompt: Which?, choices: [{id: x, text: X, correct: yes}, {id: y, text: Y}]}
  - {id: e, kind: nonsense}
"""


def test_a_broken_deck_lists_exactly_its_wrong_keys() -> None:
    found = sorted(faults(load(WRONG), deck_schema()))
    assert [line.split(": ")[0] for line in found] == [
        "cards/0",
        "cards/1",
        "cards/1",
        "cards/2/level",
        "cards/3/choices/0/correct",
        "cards/4/kind",
        "deck/id",
        "deck",
    ]
    told = " ".join(found)
    assert all(
        word in told for word in ("'choices'", "'anser'", "'answer'", "'colour'", "'L9'", "'nonsense'")
    )


def test_the_validator_finds_the_same_places() -> None:
    problems = read_deck(Path("wrong.yaml"), WRONG.encode()).problems
    assert {problem.line for problem in problems} == {2, 4, 5, 6, 7, 8}
