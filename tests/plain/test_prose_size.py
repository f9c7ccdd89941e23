"""Long texts of strangers: the time to show one grows with its length, whatever signs it is made of."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from mhaquiz.deck.prose import fill_prose
from mhaquiz.mathtext import spans
from mhaquiz.plain.html import fragment
from mhaquiz.plain.prose import render
from mhaquiz.tui.prose import inline

LENGTH = 40_000
#: With a pattern that looks to the end from each sign, these take from four seconds to an hour.
SECONDS = 2.0
PIECES = [
    "[",
    "](",
    "[a](http://",
    "[x](https://a",
    "`",
    " `a",
    "``a`",
    "` ``",
    "*",
    "**",
    " *a",
    "**a ",
    "$",
    "$a ",
    "$$a ",
    "|",
    "|-",
    "-|",
    "\\",
    "$\\",
    "(",
    "(a,",
    "{{",
    " ",
    "1,",
    "~~~\n",
    "```\n",
    "{a} heads ",
    "{a} + ",
]


def filled(text: str) -> str:
    return fill_prose(text.replace("{{", "{{}}") + " {a}", {"a": 1})


@pytest.mark.parametrize("show", [render, fragment, spans, inline, filled])
@pytest.mark.parametrize("piece", PIECES)
def test_time_grows_with_length(piece: str, show: Callable[[str], object]) -> None:
    text = piece * (LENGTH // len(piece))
    if show is not filled:
        text = text.replace("{a}", "1")
    began = time.process_time()
    show(text + "x")
    assert time.process_time() - began < SECONDS


@pytest.mark.parametrize("space", [" ", "\t"])
@pytest.mark.parametrize("line", ["-{}x|", "{}-|x", "|-{}|{}-{}x", "-{}|"])
def test_a_rule_of_a_table_is_read_once(line: str, space: str) -> None:
    began = time.process_time()
    render("a|b\n" + line.replace("{}", space * LENGTH))
    assert time.process_time() - began < SECONDS
