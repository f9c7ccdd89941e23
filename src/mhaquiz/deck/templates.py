"""Text with values in it: `{name}`, `{name:,}`, `{answer}`, `{=expression}`, and the gaps of cloze cards.

`{{` and `}}` are literal braces. A brace right after a TeX word, `_`, `^`, `}`, `]` or a backslash belongs to
LaTeX and is left alone, with its partner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from mhaquiz.deck.cards import Value
from mhaquiz.deck.display import FORMAT, show
from mhaquiz.deck.expressions import Expression, ExpressionError, compile_expression

_LATEX_BEFORE = re.compile(r"(?:\\[A-Za-z]+|[_^}\]\\])\Z")
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Field:
    """One `{…}`: an expression, how it is written, and its place in the text."""

    expression: Expression
    spec: str
    at: int
    end: int


@dataclass(frozen=True, slots=True)
class Gap:
    """One `[[a | b]]` of a cloze text; the first answer is the one shown."""

    answers: tuple[str, ...]
    at: int


Template: TypeAlias = "tuple[str | Field, ...]"


@lru_cache(maxsize=32_768)
def parse_template(text: str) -> Template:
    """The literal texts and fields of a template. Raises ExpressionError with the place in the text."""
    if "{" not in text and "}" not in text:
        return (text,)
    return _Scanner(text).parts()


_BRACE = re.compile(r"[{}]")


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.latex = 0  # open LaTeX braces
        self.literal: list[str] = []
        self.found: list[str | Field] = []

    def parts(self) -> Template:
        while self.position < len(self.text):
            match = _BRACE.search(self.text, self.position)
            end = match.start() if match else len(self.text)
            self.literal.append(self.text[self.position : end])
            self.position = end
            if match:
                self.brace(match.group())
        self.flush()
        return tuple(self.found)

    def flush(self) -> None:
        if text := "".join(self.literal):
            self.found.append(text)
        self.literal = []

    def keep(self, length: int, shown: str) -> None:
        self.literal.append(shown)
        self.position += length

    def brace(self, brace: str) -> None:
        at, doubled = self.position, self.text.startswith(brace * 2, self.position)
        if brace == "}":
            inside = self.latex > 0
            self.latex -= inside
            self.keep(2 if doubled and not inside else 1, "}")
        elif doubled:
            self.keep(2, "{")
        elif _LATEX_BEFORE.search(self.text, max(0, at - 40), at):
            self.latex += self.text[at - 1] != "\\"  # \{ is a shown brace and has no partner to wait for
            self.keep(1, "{")
        else:
            self.field(at)

    def field(self, at: int) -> None:
        close = self.text.find("}", at)
        if close < 0:
            raise ExpressionError("E402", "`{` is never closed", at, at + 1, "write {{ for a literal brace")
        inside = self.text[at + 1 : close]
        self.flush()
        self.found.append(_field(inside, at, close + 1))
        self.position = close + 1


def _field(inside: str, at: int, end: int) -> Field:
    source, spec = _split_spec(inside)
    if source.startswith("="):
        try:
            return Field(compile_expression(source[1:]), spec, at, end)
        except ExpressionError as error:
            start = at + 2 + error.at
            raise ExpressionError(error.code, error.reason, start, start + 1, error.help) from None
    if not _NAME.fullmatch(source.strip()) or not source.strip().isidentifier():
        raise ExpressionError(
            "E402",
            f"`{{{inside[:40]}}}` is not a name",
            at,
            end,
            "write {{ for a literal brace, {=…} for an expression",
        )
    return Field(compile_expression(source.strip()), spec, at, end)


def _split_spec(inside: str) -> tuple[str, str]:
    source, colon, spec = inside.rpartition(":")
    if colon and FORMAT.fullmatch(spec.strip()):
        return source, spec.strip()
    return inside, ""


def template_names(text: str) -> tuple[str, ...]:
    """The names a template asks for."""
    fields = (part for part in parse_template(text) if isinstance(part, Field))
    return tuple(dict.fromkeys(name for field in fields for name in field.expression.names))


def swallowed_field(text: str) -> Field | None:
    """The first brace right after a field, so taken for LaTeX, read as the field that may be meant.

    A brace after one of LaTeX, as the second of `frac{d}{h}`, is LaTeX indeed.
    """
    for part in parse_template(text):
        if isinstance(part, Field) and text[part.end : part.end + 1] == "{":
            close = text.find("}", part.end)
            try:
                return _field(text[part.end + 1 : close], part.end, close + 1)
            except ExpressionError:
                continue  # no field either: it stands there as it is meant
    return None


def fill(text: str, names: Mapping[str, Value]) -> str:
    """The text with its fields filled. Raises ExpressionError, for example for an unknown name."""
    if "{" not in text and "}" not in text:
        return text
    return "".join(
        part if isinstance(part, str) else show(fill_field(part, names), part.spec)
        for part in parse_template(text)
    )


def fill_field(field: Field, names: Mapping[str, Value]) -> Value:
    """The value of one field. Raises ExpressionError with its place in the text."""
    try:
        return field.expression(names)
    except ExpressionError as error:
        raise ExpressionError(error.code, error.reason, field.at, field.end, error.help) from None


def _gaps(text: str) -> Iterator[tuple[int, str, int]]:
    """Where each `[[…]]` begins, what it holds, where it ends. Brackets never closed are looked for once."""
    start = text.find("[[")
    while start >= 0 and (close := text.find("]]", start + 2)) >= 0:
        yield start, text[start + 2 : close], close + 2
        start = text.find("[[", close + 2)


def cloze_parts(text: str) -> tuple[str | Gap, ...]:
    """Text and gaps in turn. Alternatives are parted by `|`; `||` is a bar inside an answer."""
    parts: list[str | Gap] = []
    end = 0
    for start, inside, close in _gaps(text):
        if start > end:
            parts.append(text[end:start])
        bars = inside.replace("||", "\0")
        answers = (" ".join(answer.replace("\0", "|").split()) for answer in bars.split("|"))
        parts.append(Gap(tuple(answer for answer in answers if answer), start))
        end = close
    if end < len(text):
        parts.append(text[end:])
    return tuple(parts)
