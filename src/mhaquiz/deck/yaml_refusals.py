"""What of YAML a deck may not use, and what a parser's complaint means to an author."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from mhaquiz.deck.yaml_source import Placed, Source, YamlFault


def refusal(code: str, reason: str, event: Any, advice: str = "") -> YamlFault:
    start, end = event.start_mark, event.end_mark
    return YamlFault(
        code, reason, start.line, start.column, advice, end.column if end.line == start.line else None
    )


def refuse_properties(event: Any) -> NoReturn:
    if event.anchor is not None:
        advice = (
            f'write the value out where it is needed; quote a text that begins with &: "&{event.anchor}…"'
        )
        raise refusal("E004", "an anchor; decks have none", event, advice)
    raise refusal("E005", "a tag; decks have none", event, "remove it; quote a text that begins with !")


#: What a parser complains about, as a pattern over both parsers' words, and what to do.
_ADVICE = (
    (r"mapping values are not allowed", 'quote a text that contains ": "'),
    (r"cannot start any token", "quote a text that begins with this character"),
    (r"unknown escape|escape character", "use single quotes, or write the backslash twice"),
    (r"sequence entries", "begin a list on a line of its own, or quote a text that begins with `- `"),
    (r"found '<block mapping", "begin the keys of a card in one column"),
    (
        r"block end|expected ',' or|flow (mapping|sequence)",
        "quote a text that begins with { or [, and close every bracket",
    ),
    (r"indentation indicator|chomping", "quote a text that begins with > or |"),
    (r"quoted scalar", "close the quotation mark"),
    (r"could not find expected ':'|simple key", "write `key: value`, with a space after the colon"),
    (r"tab", "indent with spaces"),
    (r"expected key|'-' indicator|block (mapping|collection)", "begin the keys of a card in one column"),
)


#: What a parser was scanning when it met a text that only looks like an alias, anchor or tag.
_PROPERTIES = (
    ("scanning an alias", "E004", "an alias; decks have none"),
    ("scanning an anchor", "E004", "an anchor; decks have none"),
    ("a tag", "E005", "a tag; decks have none"),
)


def refuse_syntax(error: Any, source: Source, last: Placed | None = None) -> NoReturn:
    """Raise the fault that a parser's complaint means. `last` is the scalar that was read before it."""
    context = error.context or ""
    for words, code, reason in _PROPERTIES:
        if words in context and error.context_mark:
            mark = error.context_mark
            raise YamlFault(
                code, reason, mark.line, mark.column, "quote a text that begins with this sign"
            ) from None
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    words = " ".join(part for part in (error.context, error.problem) if part)
    advice = next((text for pattern, text in _ADVICE if re.search(pattern, words)), "")
    if "quoted scalar" in context and error.context_mark:
        start = error.context_mark
        reason = "this is not YAML: the quotation mark that opens here is never closed"
        raise YamlFault("E002", reason, start.line, start.column, "close the quotation mark") from None
    if last is not None:
        _refuse_open_quote(source, last, line, column)
    if source.lines[line : line + 1] and re.match(r":\s", source.lines[line][column:] + " "):
        advice = 'quote a text that contains ": "'
    if "flow" in words and error.context_mark:
        _refuse_cutting_comment(source, error.context_mark.line, line)
    line = min(line, len(source.lines) - 1)
    raise YamlFault("E002", f"this is not YAML: {error.problem or words}", line, column, advice) from None


def _refuse_open_quote(source: Source, last: Placed, line: int, column: int) -> None:
    """Where a text in quotes ends just before the complaint and began lines above, say where it began."""
    written = source.slice(last)
    if written[:1] not in ("'", '"') or not last.line < last.end_line == line:
        return
    if source.lines[line][last.end_column : column].strip() == "":
        reason = (
            f"this is not YAML: the quotation mark that opens here is closed only in line {line + 1}, "
            "where more text follows it"
        )
        advice = f"close it with {written[0]} where the text ends"
        end = len(source.lines[last.line])
        raise YamlFault("E002", reason, last.line, last.column, advice, end) from None


#: A comment that swallows a closing bracket: `[see #3]`.
_COMMENT = re.compile(r"(?<=\s)#[^\s#][^\"']*[\]}]")


def _refuse_cutting_comment(source: Source, first: int, last: int) -> None:
    """Where a bracket stays open because ` #` began a comment before its end, say that."""
    for number in range(first, min(last + 1, len(source.lines))):
        found = _COMMENT.search(source.lines[number])
        if found is not None:
            reason = f"this is not YAML: `{found[0][:30]}` is a comment, so a bracket stays open"
            advice = "quote a text that contains ` #`"
            raise YamlFault("E002", reason, number, found.start(), advice, found.end()) from None
