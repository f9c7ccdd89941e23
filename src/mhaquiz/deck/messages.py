"""What is wrong with a deck, and how it is told: as text with a caret, as JSON, or as GitHub annotations."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Columns of an excerpt with its margin where no terminal says otherwise; longer lines are cut at the caret.
WIDTH = 118
MARGIN = 8


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault or warning. Lines and columns count from 1, in characters; `source` is the whole line."""

    code: str
    message: str
    path: Path
    line: int = 1
    column: int = 1
    end_column: int = 0  # exclusive; 0 where unknown
    help: str = ""
    source: str = ""
    card: str = ""  # key of the card it belongs to

    @property
    def advice(self) -> str:
        """How to mend it: of this very fault where that is known, else of its code."""
        if self.help:
            return self.help
        from mhaquiz.deck.codes import CODES

        return CODES[self.code].help

    @property
    def is_error(self) -> bool:
        return self.code.startswith("E")

    @property
    def severity(self) -> str:
        return "error" if self.is_error else "warning"

    def as_json(self) -> dict[str, Any]:
        return {
            "path": str(self.path),
            "line": self.line,
            "column": self.column,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "help": self.advice,
            "card": self.card,
        }


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """By file, then place; the same fault in the same place once."""
    unique = {(str(one.path), one.line, one.column, one.code, one.message): one for one in problems}
    return [unique[key] for key in sorted(unique)]


def render(problems: Iterable[Problem], style: str = "text", colour: bool = False, width: int = WIDTH) -> str:
    """All problems in one of the formats text, json, github; an empty text where there are none."""
    listed = in_order(problems)
    if style == "json":
        return json.dumps([problem.as_json() for problem in listed], indent=1) + "\n"
    if style == "github":
        return "".join(_github(problem) + "\n" for problem in listed)
    return "".join(_text(problem, colour, width) + "\n" for problem in listed)


def printable(text: str) -> str:
    """Text for a terminal: what a deck holds can never act on it."""
    return "".join(char if char.isprintable() or char == " " else "�" for char in text)


def display_width(text: str) -> int:
    """Columns a text takes on a terminal: wide characters two, combining ones none."""
    width = 0
    for char in text:
        if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return width


_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "help": "\x1b[1;36m", "off": "\x1b[0m"}


def _text(problem: Problem, colour: bool, width: int) -> str:
    def paint(kind: str, text: str) -> str:
        return f"{_COLOURS[kind]}{text}{_COLOURS['off']}" if colour else text

    where = f"{printable(str(problem.path))}:{problem.line}:{problem.column}"
    label = paint(problem.severity, f"{problem.severity}[{problem.code}]")
    lines = [f"{where}: {label}: {printable(problem.message)}"]
    if problem.source.strip():
        shown, before, under = _excerpt(problem, max(40, width) - MARGIN)
        margin = f"{problem.line:>5} | "
        lines += [margin + shown, " " * 5 + " | " + " " * before + paint(problem.severity, "^" * under)]
    lines.append(f"      = {paint('help', 'help')}: {printable(problem.advice)}")
    return "\n".join(lines) + "\n"


def _excerpt(problem: Problem, room: int) -> tuple[str, int, int]:
    """The source line (cut to `room` columns), the columns before the caret, and the columns of the caret."""
    line = printable(problem.source.replace("\t", " "))
    start = min(problem.column - 1, len(line))
    end = problem.end_column - 1 if problem.end_column > problem.column else start + 1
    first, last = (0, len(line)) if display_width(line) <= room else _window(line, start, room - 2)
    head, tail = ("…" if first else ""), ("…" if last < len(line) else "")
    under = display_width(line[start : max(start, min(end, last))])
    return head + line[first:last] + tail, display_width(head + line[first:start]), max(1, under)


def _window(line: str, start: int, room: int) -> tuple[int, int]:
    """The part of a long line that takes at most `room` columns, a third of them before `start`."""
    first = start
    while first and display_width(line[first - 1 : start]) <= room // 3:
        first -= 1
    last = first
    while last < len(line) and display_width(line[first : last + 1]) <= room:
        last += 1
    while last == len(line) and first and display_width(line[first - 1 :]) <= room:
        first -= 1
    return first, last


def _github(problem: Problem) -> str:
    text = f"{problem.message} (help: {problem.advice})"
    message = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    path = printable(str(problem.path)).replace("%", "%25").replace(",", "%2C").replace(":", "%3A")
    where = f"file={path},line={problem.line},col={problem.column},title={problem.code}"
    return f"::{problem.severity} {where}::{printable(message)}"
