"""Python code cut into runs with roles, for colouring; no parser beyond the standard library's tokeniser.

Code on cards is often a fragment: what the tokeniser refuses is shown all the same, plain from there on.
"""

from __future__ import annotations

import io
import keyword
import tokenize
import warnings
from contextlib import suppress
from itertools import groupby
from typing import Final

KEYWORD: Final = "keyword"
STRING: Final = "string"
NUMBER: Final = "number"
COMMENT: Final = "comment"
NAME: Final = "name"
OPERATOR: Final = "op"
PLAIN: Final = ""  #: blanks, line ends and what cannot be read

_ROLES = {
    tokenize.STRING: STRING,
    tokenize.NUMBER: NUMBER,
    tokenize.COMMENT: COMMENT,
    tokenize.OP: OPERATOR,
}
# From Python 3.12 on the parts of an f-string are tokens of their own.
_ROLES |= {
    getattr(tokenize, part): STRING
    for part in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
    if hasattr(tokenize, part)
}
#: Longest text that is coloured; a longer one comes back as one plain run.
MAX_LENGTH: Final = 50_000

Run = tuple[str, str]


def highlight(code: str) -> list[Run]:
    """The code as (text, role) runs, which joined are the code again. Never raises on a str."""
    if len(code) > MAX_LENGTH:
        return [(code, PLAIN)]
    starts = _line_starts(code)
    runs: list[Run] = []
    end = 0
    for token in _tokens(code):
        first, last = (starts[min(row, len(starts)) - 1] + column for row, column in (token.start, token.end))
        if first < end or last <= first:
            continue
        runs += [(code[end:first], PLAIN), (code[first:last], _role(token))]
        end = last
    return _joined([*runs, (code[end:], PLAIN)])


def _tokens(code: str) -> list[tokenize.TokenInfo]:
    """Tokens as far as the code can be read; an unfinished bracket or string ends them quietly."""
    # A lone carriage return or a zero breaks the tokeniser of Python 3.12; a blank has the same length.
    readline = io.StringIO(code.translate({0: " ", 13: " "}), newline="\n").readline
    found: list[tokenize.TokenInfo] = []
    # "invalid escape sequence" would be written over the screen.
    with warnings.catch_warnings(), suppress(tokenize.TokenError, SyntaxError, UnicodeError):
        warnings.simplefilter("ignore")
        for token in tokenize.generate_tokens(readline):
            found.append(token)  # noqa: PERF402 - what came before an error is kept
    return [token for token in found if token.type in _ROLES or token.type == tokenize.NAME]


def _line_starts(code: str) -> list[int]:
    """Where each line begins, as the tokeniser counts lines; one more for the end."""
    starts = [0]
    for line in io.StringIO(code, newline="\n"):
        starts.append(starts[-1] + len(line))
    return [*starts, starts[-1]]


def _role(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return KEYWORD if keyword.iskeyword(token.string) else NAME
    return _ROLES[token.type]


def _joined(runs: list[Run]) -> list[Run]:
    """Neighbours of one role as one run; empty runs dropped."""
    kept = groupby((run for run in runs if run[0]), key=lambda run: run[1])
    return [("".join(text for text, _ in group), role) for role, group in kept]
