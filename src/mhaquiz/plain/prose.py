"""Deck text as plain lines: the one place where text from decks is made safe for a terminal.

The Markdown subset becomes text that can be read aloud: emphasis marks go, code is indented, tables are
aligned with spaces. No box drawing, no escape sequences; control characters can never reach the terminal.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import category

from mhaquiz.mathtext import CODE, TEXT, Span, display_width, shown, spans
from mhaquiz.mathtext.breaking import glued, loosened

# Texts come from strangers: each pattern stops where the next of its kind could begin, and none reads a long
# text once for every place in it.
_STRONG = re.compile(r"\*\*(?=\S)((?:(?!\*\*).)+)(?<=\S)\*\*")
# One star is emphasis only where it hugs a word from outside: `2*d*k` is a product and stays.
_EMPHASIS = re.compile(r"(?<![\w*\\)\]])\*(?![\s*])([^*\n]+?)(?<![\s*])\*(?![\w*(])")
_CODE = re.compile(CODE)
_LINK = re.compile(r"\[([^\[\]\n]+)\]\((https?://[^)\s\[]+)\)")
_HEADING = re.compile(r"^#{1,6}\s+")
_ITEM = re.compile(r"^(\s*)([-*+]|\d{1,3}[.)])\s+")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_KEPT = "\n\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"


class Marks(NamedTuple):
    """What takes the place of emphasis, code, links and formulas.

    Templates of `re.sub`, for code of `format`; a formula goes through a function.
    """

    strong: str
    emphasis: str
    code: str
    link: str
    formula: Callable[[Span], str] = shown


PLAIN = Marks(r"\1", r"\1", "{}", r"\1 (\2)")


def clean(text: str) -> str:
    """`text` without anything that acts on a terminal: controls, escapes and bidirectional marks become �.

    What joins letters or emoji, as scripts such as Persian have it, stays.
    """
    text = text.replace("\r\n", "\n").replace("\t", "    ").replace("\N{SOFT HYPHEN}", "")
    if text.isprintable():
        return text
    return "".join(char if char in _KEPT or category(char) not in _UNSAFE else "\ufffd" for char in text)


def one_line(text: str) -> str:
    """`text` cleaned, on one line, without marks: for titles and lists."""
    return inline(" ".join(clean(text).split()))


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a text. `kind` is heading, item, paragraph, gap, code or table; `mark` an item's sign."""

    kind: str
    lines: tuple[str, ...] = ()
    mark: str = ""
    indent: str = ""

    @property
    def text(self) -> str:
        """The lines of a paragraph or an item joined, with their inline marks."""
        return " ".join(line.strip() for line in self.lines)


def render(text: str, width: int | None = None) -> str:
    """The Markdown subset as plain lines; wrapped at `width` columns, or not at all."""
    return "\n".join(line for block in blocks(text) for line in _lines(block, width))


def _lines(block: Block, width: int | None) -> list[str]:
    if block.kind == "code":
        return ["    " + line for line in block.lines]
    if block.kind == "table":
        return table(block.lines)
    if block.kind == "gap":
        return [""]
    first = f"{block.indent}{block.mark} " if block.mark else ""
    return wrap(inline(block.text), width, first=first, then=" " * len(first))


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a text, cleaned. An unclosed fence runs to the end."""
    lines = clean(text).strip("\n").split("\n")
    prose: list[str] = []
    at = 0
    while at < len(lines):
        fence = re.match(r"^\s*(```+|~~~+)", lines[at])
        starts_table = at + 1 < len(lines) and "|" in lines[at] and _is_rule(lines[at + 1])
        if not fence and not starts_table:
            prose.append(lines[at])
            at += 1
            continue
        yield from _prose_blocks(prose)
        prose = []
        rest = (lines[index] for index in range(at + 1 if fence else at, len(lines)))
        body = tuple(_fenced(rest, fence[1]) if fence else _rows(rest))
        yield Block("code" if fence else "table", body)
        at += len(body) + (2 if fence else 0)
    yield from _prose_blocks(prose)


def _prose_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Join the lines of a paragraph, keep headings, list items and empty lines apart."""
    open_lines: list[str] = []
    for line in lines:
        if open_lines and (not line.strip() or _ITEM.match(line) or _HEADING.match(line)):
            yield _paragraph(open_lines)
            open_lines = []
        if not line.strip():
            yield Block("gap")
        elif _HEADING.match(line):
            yield Block("heading", (_HEADING.sub("", line),))
        else:
            open_lines.append(line)
    if open_lines:
        yield _paragraph(open_lines)


def _paragraph(lines: Sequence[str]) -> Block:
    item = _ITEM.match(lines[0])
    if item is None:
        return Block("paragraph", tuple(lines))
    mark = "-" if item[2] in "-*+" else item[2]
    return Block("item", (lines[0][item.end() :], *lines[1:]), mark, item[1])


def _is_rule(line: str) -> bool:
    return "-" in line and "|" in line and _RULE.fullmatch(line.strip()) is not None


def _fenced(lines: Iterable[str], fence: str) -> Iterator[str]:
    for line in lines:
        if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            return
        yield line


def _rows(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if "|" not in line:
            return
        yield line


def rows(lines: Sequence[str]) -> list[list[str]]:
    """The cells of a Markdown table, its head first, without the rule."""
    return [_cells(line) for line in lines if not _is_rule(line)]


def table(lines: Sequence[str]) -> list[str]:
    """Rows of a Markdown table as columns two spaces apart."""
    cells = [[inline(cell) for cell in row] for row in rows(lines)]
    columns = max(len(row) for row in cells)
    cells = [row + [""] * (columns - len(row)) for row in cells]
    widths = [max(display_width(row[column]) for row in cells) for column in range(columns)]
    return [
        "  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)]


def _pad(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def wrap(text: str, width: int | None, first: str = "", then: str = "") -> list[str]:
    """`text` in lines of at most `width` columns, short formulas whole; one line where there is no width."""
    if width is None:
        return [first + text]
    width = max(20, width)
    text = glued(text, width)
    if display_width(text) != len(text):
        return [loosened(line) for line in _by_columns(text, width, first, then)]
    lines = textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [loosened(line) for line in lines]


def _by_columns(text: str, width: int, first: str, then: str) -> list[str]:
    """`text` with wide characters or combining marks in lines; `textwrap` counts characters."""
    words = [word for word in text.split(" ") if word]
    lines = [first + words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if display_width(longer) > width:
            lines.append(then + word)
        else:
            lines[-1] = longer
    return lines


def inline(text: str, marks: Marks = PLAIN) -> str:
    """One line with marks replaced and formulas shown; what stands in backquotes is taken as it is."""
    kept: list[str] = []

    def keep(shown_text: str) -> str:
        kept.append(shown_text)
        return f"\0{len(kept) - 1}\0"

    def code(match: re.Match[str]) -> str:
        return keep(marks.code.format(match["code"].strip() if len(match["ticks"]) > 1 else match["code"]))

    text = _CODE.sub(code, text)
    if "$" in text:
        found = spans(text)
        text = "".join(span.text if span.kind == TEXT else keep(marks.formula(span)) for span in found)
    text = _EMPHASIS.sub(marks.emphasis, _STRONG.sub(marks.strong, text))
    text = _LINK.sub(marks.link, text)
    return re.sub(r"\0(\d+)\0", lambda match: kept[int(match[1])], text)


def bullets(items: Iterable[str], width: int | None = None) -> list[str]:
    """Each item as a line that begins with a dash."""
    return [line for item in items for line in wrap(one_line(item), width, first="- ", then="  ")]


def numbered(items: Iterable[str], width: int | None = None) -> list[str]:
    """Each item under its number, from 1."""
    lines: list[str] = []
    for number, item in enumerate(items, start=1):
        first = f"{number}. "
        lines += wrap(one_line(item), width, first=first, then=" " * len(first))
    return lines
