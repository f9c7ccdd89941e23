"""How faults are told: the caret by display width, three formats, nothing that acts on a terminal."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import mhaquiz.deck
import mhaquiz.quiz.author_tests
from mhaquiz.deck.codes import CODES, explanation
from mhaquiz.deck.messages import Problem, display_width, in_order, render


def problem(**changes: object) -> Problem:
    found: dict[str, object] = {
        "code": "E202",
        "message": "unknown name `dd`",
        "path": Path("a.yaml"),
        "line": 3,
        "column": 9,
        "end_column": 11,
        "help": "did you mean `d`?",
        "source": "answer: dd**2",
    }
    return Problem(**{**found, **changes})  # type: ignore[arg-type]


def test_text() -> None:
    assert render([problem()]) == (
        "a.yaml:3:9: error[E202]: unknown name `dd`\n"
        "    3 | answer: dd**2\n"
        "      |         ^^\n"
        "      = help: did you mean `d`?\n\n"
    )


def test_the_caret_counts_display_width() -> None:
    source = "why: 注意力 dd"
    column = source.index("dd") + 1
    lines = render([problem(source=source, column=column, end_column=column + 2)]).split("\n")
    assert display_width(lines[2][: lines[2].index("^")]) == display_width(lines[1][: lines[1].index("dd")])


def test_long_lines_are_cut_around_the_caret() -> None:
    source = "x" * 500 + "dd" + "y" * 500
    lines = render([problem(source=source, column=501, end_column=503)]).split("\n")
    assert len(lines[1]) < 130
    assert lines[1][lines[2].index("^") :].startswith("dd")


@pytest.mark.parametrize("width", [40, 80, 118])
@pytest.mark.parametrize("at", [1, 20, 250, 480, 499])
@pytest.mark.parametrize("char", ["x", "力", "e\u0301"])
def test_no_excerpt_is_wider_than_the_terminal(width: int, at: int, char: str) -> None:
    source = char * at + "dd" + char * (500 - at)
    column = len(char) * at + 1
    found = render([problem(source=source, column=column, end_column=column + 2)], width=width)
    _, shown, caret, *_ = found.split("\n")
    assert display_width(shown) <= width
    assert display_width(shown) >= min(width - 4, display_width(source))
    assert display_width(caret[: caret.index("^")]) == display_width(shown[: shown.index("dd")])


def test_colours_only_where_they_are_asked_for() -> None:
    assert "\x1b" not in render([problem()])
    assert "\x1b[1;31m" in render([problem()], colour=True)


def test_nothing_in_a_deck_reaches_the_terminal() -> None:
    hostile = problem(
        message="\x1b[2J\x07", source="\x1b]0;x\x07 dd", help="\u202e", path=Path("\x1b[31m.yaml")
    )
    for style in ("text", "github"):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", render([hostile], style))


def test_json() -> None:
    (found,) = json.loads(render([problem()], "json"))
    assert found == {
        "path": "a.yaml",
        "line": 3,
        "column": 9,
        "severity": "error",
        "code": "E202",
        "message": "unknown name `dd`",
        "help": "did you mean `d`?",
        "card": "",
    }
    assert json.loads(render([], "json")) == []


def test_github() -> None:
    said = render([problem(message="50% of\n{x}", path=Path("a,b:c.yaml"))], "github")
    assert said.startswith("::error file=a%2Cb%3Ac.yaml,line=3,col=9,title=E202::50%25 of%0A{x}")
    assert said.count("\n") == 1


def test_order_and_each_once() -> None:
    found = in_order([problem(line=9), problem(), problem(), problem(path=Path("A.yaml"))])
    assert [(str(one.path), one.line) for one in found] == [("A.yaml", 3), ("a.yaml", 3), ("a.yaml", 9)]


def codes_in_source() -> set[str]:
    """Every text constant of the code that looks like a message code."""
    folder = Path(mhaquiz.deck.__path__[0])
    files = [*folder.glob("*.py"), Path(mhaquiz.quiz.author_tests.__file__)]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and re.fullmatch("[EW][0-9]{3}", text)}


def test_the_table_holds_exactly_the_codes_that_are_used() -> None:
    assert codes_in_source() == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    text = explanation(code)
    assert text.startswith(("error", "warning"))
    assert CODES[code].explanation.strip()
    assert bool(CODES[code].wrong) == bool(CODES[code].right)


def test_every_code_says_how_to_mend_it_where_a_message_does_not() -> None:
    assert not [code for code, found in CODES.items() if not found.help.strip()]
    assert "= help: define it in `params`" in render([problem(help="")])
    assert json.loads(render([problem(help="")], "json"))[0]["help"] == CODES["E202"].help
    assert "(help: define it" in render([problem(help="")], "github")
