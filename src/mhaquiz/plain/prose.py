"""Deck text as plain lines: the one place where text from decks is made safe for a terminal.

The Markdown subset becomes text that can be read aloud: emphasis marks go, code is indented, tables are
aligned with spaces. No box drawing, no escape sequences; control characters can never reach the terminal.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import category, east_asian_width

_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
# One star is emphasis only where it hugs a word from outside: `2*d*k` is a product and stays.
_EMPHASIS = re.compile(r"(?<![\w*\\)\]])\*(?![\s*])([^*\n]+?)(?<![\s*])\*(?![\w*(])")
_CODE = re.compile(r"(`+)(.+?)\1")
_LINK = re.compile(r"\[([^\]\n]+)\]\((https?://[^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6}\s+")
_ITEM = re.compile(r"^(\s*)([-*+]|\d{1,3}[.)])\s+")
_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str) -> str:
    """`text` without anything that acts on a terminal: controls, escapes and bidirectional marks become �."""
    text = text.replace("\r\n", "\n").replace("\t", "    ").replace("\N{SOFT HYPHEN}", "")
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or category(char) not in _UNSAFE else "\ufffd" for char in text)


def one_line(text: str) -> str:
    """`text` cleaned, on one line, without marks: for titles and lists."""
    return inline(" ".join(clean(text).split()))


def render(text: str, width: int | None = None) -> str:
    """The Markdown subset as plain lines; wrapped at `width` columns, or not at all."""
    return "\n".join(_lines(clean(text).strip("\n"), width))


def _lines(text: str, width: int | None) -> Iterator[str]:
    for kind, lines in _blocks(text.split("\n")):
        if kind == "text":
            yield from _paragraphs(lines, width)
        elif kind == "code":
            yield from ("    " + line for line in lines)
        else:
            yield from table(lines)


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Split into `text`, `code` and `table` blocks. An unclosed fence runs to the end."""
    block: list[str] = []
    at = 0
    while at < len(lines):
        fence = re.match(r"^\s*(```+|~~~+)", lines[at])
        starts_table = at + 1 < len(lines) and "|" in lines[at] and _is_rule(lines[at + 1])
        if not fence and not starts_table:
            block.append(lines[at])
            at += 1
            continue
        if block:
            yield "text", block
            block = []
        body = list(_fenced(lines[at + 1 :], fence[1]) if fence else _rows(lines[at:]))
        yield ("code" if fence else "table"), body
        at += len(body) + (2 if fence else 0)
    if block:
        yield "text", block


def _is_rule(line: str) -> bool:
    return "-" in line and "|" in line and _RULE.match(line) is not None


def _fenced(lines: Sequence[str], fence: str) -> Iterator[str]:
    for line in lines:
        if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            return
        yield line


def _rows(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if "|" not in line:
            return
        yield line


def table(lines: Sequence[str]) -> list[str]:
    """Rows of a Markdown table as columns two spaces apart."""
    rows = [_cells(line) for line in lines if not _is_rule(line)]
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(display_width(row[column]) for row in rows) for column in range(columns)]
    return [
        "  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _cells(line: str) -> list[str]:
    row = line.strip().removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    return [inline(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", row)]


def _pad(text: str, width: int) -> str:
    return text + " " * (width - display_width(text))


def display_width(text: str) -> int:
    """Terminal columns of `text`: wide characters take two, combining marks none."""
    return sum(
        0 if category(char) in ("Mn", "Me") else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def _paragraphs(lines: Sequence[str], width: int | None) -> Iterator[str]:
    """Join the lines of a paragraph, keep list items and empty lines apart."""
    open_lines: list[str] = []
    for line in lines:
        starts_new = not line.strip() or _ITEM.match(line) or _HEADING.match(line)
        if starts_new and open_lines:
            yield from _wrapped(open_lines, width)
            open_lines = []
        if not line.strip():
            yield ""
        elif _HEADING.match(line):
            yield inline(_HEADING.sub("", line))
        else:
            open_lines.append(line)
    if open_lines:
        yield from _wrapped(open_lines, width)


def _wrapped(lines: Sequence[str], width: int | None) -> list[str]:
    item = _ITEM.match(lines[0])
    indent, text = "", lines[0].strip()
    if item:
        mark = "-" if item[2] in "-*+" else item[2]
        indent, text = f"{item[1]}{mark} ", lines[0][item.end() :]
    text = inline(" ".join([text, *(line.strip() for line in lines[1:])]))
    return wrap(text, width, first=indent, then=" " * len(indent))


def wrap(text: str, width: int | None, first: str = "", then: str = "") -> list[str]:
    """`text` in lines of at most `width` columns; one line where there is no width."""
    if width is None:
        return [first + text]
    return textwrap.wrap(
        text,
        max(20, width),
        initial_indent=first,
        subsequent_indent=then,
        break_long_words=False,
        break_on_hyphens=False,
    )


def inline(text: str) -> str:
    """One line without emphasis marks; what stands in backquotes stays as it is, without them."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[2].strip() if len(match[1]) > 1 else match[2])
        return f"\0{len(kept) - 1}\0"

    text = _CODE.sub(keep, text)
    text = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", text))
    text = _LINK.sub(r"\1 (\2)", text)
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
