"""Every broken deck gives exactly its code at its place, through libyaml and the pure parser alike."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mhaquiz.cli.deck_commands.author import checked_with_tests
from mhaquiz.deck.checks import check_files
from mhaquiz.deck.codes import CODES
from mhaquiz.deck.messages import Problem, render

BROKEN = sorted((Path(__file__).parent.parent / "decks" / "broken").glob("*.yaml"))


def wanted(path: Path) -> tuple[str, int, int]:
    match = re.match(r"# ([EW][0-9]+) at ([0-9]+):([0-9]+)\n", path.read_text(encoding="utf-8"))
    assert match, path
    return match[1], int(match[2]), int(match[3])


def places(problems: list[Problem]) -> list[tuple[str, int, int]]:
    return [(one.code, one.line, one.column) for one in problems if one.is_error]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_one_fault_with_its_place(path: Path) -> None:
    assert places(checked_with_tests([path]).checked.problems) == [wanted(path)]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_pure_parser_finds_the_same_places(path: Path) -> None:
    fast, slow = check_files([path]), check_files([path], pure=True)
    assert places(slow.problems) == places(fast.problems)


def test_there_are_enough_and_they_differ() -> None:
    assert len(BROKEN) >= 40
    assert len({wanted(path)[0] for path in BROKEN}) >= 40


def test_every_error_code_but_unreadable_files_has_a_broken_deck() -> None:
    shown = {wanted(path)[0] for path in BROKEN}
    assert {code for code in CODES if code.startswith("E")} - shown == {"E001", "E113"}


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_the_caret_stands_under_the_fault(path: Path) -> None:
    problem = next(one for one in checked_with_tests([path]).checked.problems if one.is_error)
    lines = render([problem]).split("\n")
    assert lines[0].startswith(f"{path}:{problem.line}:{problem.column}: error[{problem.code}]: ")
    assert "^" in lines[2]
    assert all(char.isprintable() for line in lines for char in line)


def test_all_faults_of_all_files_in_one_run() -> None:
    problems = checked_with_tests(BROKEN[:20]).checked.problems
    assert {one.path for one in problems if one.is_error} == set(BROKEN[:20])
