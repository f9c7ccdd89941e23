"""docs/answers.md says what the grader does: every row of its tables is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.reading.shapes import read_shape
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.verdicts import Verdict

from .test_grading_table import WEIGHTS

PAGE = (Path(__file__).parents[2] / "docs" / "answers.md").read_text(encoding="utf-8")


def rows() -> Iterator[tuple[str, str]]:
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 2 and cells[1] in set(Verdict):
            yield from ((typed, cells[1]) for typed in re.findall(r"`([^`]+)`", cells[0]))


def test_the_page_has_its_table() -> None:
    assert {verdict for _, verdict in rows()} >= {
        "correct",
        "scale",
        "sign",
        "unreadable",
        "more_digits",
        "wrong",
    }


@pytest.mark.parametrize(("typed", "verdict"), rows())
def test_every_row_holds(typed: str, verdict: str) -> None:
    assert grade(draw(WEIGHTS, showing=0), typed).verdict == verdict


def test_the_shapes_of_the_page_are_read() -> None:
    line = next(line for line in PAGE.splitlines() if line.startswith("| shape |"))
    names = {"B": 2, "h": 12, "n": 512, "d_model": 768}
    assert {read_shape(typed, names) for typed in re.findall(r"`([^`]+)`", line)} == {(2, 12, 512, 64)}
