"""The Markdown subset of decks as Content: paragraphs, **bold**, *em*, `code`, lists, tables, fenced code.

No Markdown widget: it paints a first screenful only after 50 ms and more. Anything that is not this subset is
shown as typed; nothing here can become markup or an action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from textual.content import Content
from textual.css.styles import RulesMap
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual

from mhaquiz.mathtext import CODE, DISPLAY, FORMULA, INLINE, Span, shown
from mhaquiz.tui.formulas import Formula, Worked
from mhaquiz.tui.highlight import COMMENT, KEYWORD, NUMBER, STRING, highlight
from mhaquiz.tui.literal import cut, in_ascii, literal, visible, wrapped
from mhaquiz.tui.tables import table_lines

_INLINE = re.compile(
    rf"{CODE}"
    r"|(?P<bold>(?<![\w*])\*\*(?=\S)(?P<strong>(?:(?!\*\*).)+)(?<=\S)\*\*(?![\w*]))"
    r"|(?P<em>(?<![\w*)\]])\*(?=[^\s*])(?P<stress>[^*]+?)(?<=\S)\*(?![\w*]))"
    r"|\\(?P<escape>[\\`*|$])"
    rf"|{FORMULA}",
    re.DOTALL,
)
#: Before the lines of code that were asked for: no cross, which would say that they were the wrong answer.
MARK = "▸"
_ROLES = {KEYWORD: "bold $accent", STRING: "$good", NUMBER: "$code", COMMENT: "italic $quiet"}
_BULLET = re.compile(r"(?P<indent> *)(?P<sign>[-*+]|\d{1,3}[.)]) +(?P<text>.*)")
_FENCE = re.compile(r" *(```+|~~~+) *(\w*)")
_HEADING = re.compile(r"#{1,6} +(?P<text>.*)")
_DISPLAYED = re.compile(r"\$\$[^$`]*[^$`\s][^$`]*\$\$")
_RULED = re.compile(r" *\|?[ :|-]*-[ :|-]*$")


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, list item, table or code block.

    `first` stands before the first line, `hang` blank cells before the others; `gap` asks for a blank line
    above. A block that does not wrap is cut with an ellipsis.
    """

    body: Content | tuple[tuple[Content, ...], ...] | Formula | Worked
    first: Content = Content("")  # noqa: RUF009 - immutable
    hang: int = 0
    gap: bool = False
    wraps: bool = True
    is_item: bool = False

    def lines(self, width: int) -> list[Content]:
        rows = self._rows(max(width - self.hang, 1))
        return [
            (self.first if number == 0 else Content(" " * self.hang)) + row.rstrip()
            for number, row in enumerate(rows)
        ]

    def _rows(self, width: int) -> list[Content]:
        body = self.body
        if isinstance(body, (Formula, Worked)):
            return body.lines(width)
        if isinstance(body, tuple):
            return table_lines(body, width)
        if self.wraps:
            return wrapped(body, width) or [Content("")]
        return [cut(row, width) for row in body.split("\n", allow_blank=True)]


class Prose(Visual):
    """Blocks that lay themselves out for a width. Immutable."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self._laid: tuple[int, list[Content], list[int]] | None = None

    def lines(self, width: int) -> list[Content]:
        """The lines at `width` cells."""
        return self._lay(width)[1]

    def owners(self, width: int) -> list[int]:
        """For each line at `width` the number of the block it belongs to; for the mouse."""
        return self._lay(width)[2]

    def _lay(self, width: int) -> tuple[int, list[Content], list[int]]:
        if self._laid is None or self._laid[0] != width:
            lines: list[Content] = []
            owners: list[int] = []
            for number, block in enumerate(self.blocks):
                rows = ([Content("")] if block.gap and lines else []) + block.lines(width)
                lines += rows
                owners += [number] * len(rows)
            self._laid = (width, lines, owners)
        return self._laid

    @property
    def plain(self) -> str:
        """The text without styles, unwrapped enough for searching and tests."""
        return "\n".join(line.plain for line in self.lines(400))

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        if width <= 0 or not self.blocks:
            return []
        text = Content("\n").join(self.lines(width))  # they fit: to wrap them again takes half as long as all
        options = replace(options, rules={**options.rules, "text_wrap": "nowrap"})
        return text.render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return max((line.cell_length for line in self.lines(max(container_width, 1))), default=0)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return len(self.lines(max(width, 1)))

    def brief(self, width: int, rows: int) -> Content:
        """At most `rows` lines; an ellipsis marks what is left out."""
        lines = self.lines(width)
        if len(lines) > rows:
            lines = [*lines[: rows - 1], cut(lines[rows - 1] + Content(" …"), width)]
        return Content("\n").join(lines)


def inline(text: str, style: str = "") -> Content:
    """One run of text with **bold**, *em* and `code`; square brackets are only brackets."""
    parts: list[Content] = []
    position = 0
    for match in _INLINE.finditer(text):
        parts += [literal(text[position : match.start()]), _styled(match)]
        position = match.end()
    whole = Content("").join([*parts, literal(text[position:])]) if parts else literal(text)
    return whole.stylize_before(style) if style else whole


def _styled(match: re.Match[str]) -> Content:
    if match["code"]:
        return literal(match["code"].strip(" ") or match["code"], "$code")
    if match["bold"]:
        return inline(match["strong"]).stylize_before("bold")
    if match["em"]:
        return inline(match["stress"]).stylize_before("italic")
    if formula := match["display"] or match["maths"]:
        span = Span(DISPLAY if match["display"] else INLINE, formula.strip())
        return literal(shown(span, ascii_only=in_ascii()))
    return literal(match["escape"])


@lru_cache(maxsize=64)
def prose(text: str, style: str = "") -> Prose:
    """A text of the Markdown subset, ready to be laid out for any width."""
    return Prose(blocks(text, style))


def blocks(text: str, style: str = "") -> list[Block]:
    """The blocks of a text; the first one without a gap above it."""
    found: list[Block] = []
    lines = visible(text).expandtabs(4).strip("\n").split("\n")
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        at, block = _block(lines, at, style)
        together = not found or (block.is_item and found[-1].is_item)
        found.append(block if together else replace(block, gap=True))
    return found


def _block(lines: list[str], at: int, style: str) -> tuple[int, Block]:
    line = lines[at]
    if fence := _FENCE.match(line):
        return _fenced(lines, at + 1, fence[1], fence[2])
    if _starts_table(lines, at):
        return _table(lines, at)
    if (end := _formula_end(lines, at)) is not None:
        formula = Formula("\n".join(lines[at:end]).strip()[2:-2].strip())
        return end, Block(formula, Content("  "), 2)
    if heading := _HEADING.fullmatch(line):
        return at + 1, Block(inline(heading["text"], "bold"))
    if bullet := _BULLET.fullmatch(line):
        after, body = _joined(lines, at + 1, [bullet["text"]])
        return after, _item(min(len(bullet["indent"]), 8), bullet["sign"], inline(body, style))
    after, body = _joined(lines, at + 1, [line.lstrip()])
    return after, Block(inline(body, style))


def _formula_end(lines: list[str], at: int) -> int | None:
    """The line after the formula in double dollars that takes up whole lines from `at`, or None."""
    if not lines[at].lstrip().startswith("$$"):
        return None
    end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
    return end if _DISPLAYED.fullmatch("\n".join(lines[at:end]).strip()) else None


def _item(indent: int, sign: str, body: Content) -> Block:
    shown = "•" if sign in "-*+" else sign
    first = Content(" " * indent) + Content.styled(shown + " ", "$quiet")
    return Block(body, first, indent + len(shown) + 1, is_item=True)


def _starts_table(lines: list[str], at: int) -> bool:
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return "|" in lines[at] and "|" in below and _RULED.fullmatch(below) is not None


def _joined(lines: list[str], at: int, taken: list[str]) -> tuple[int, str]:
    """The paragraph that goes on at `at`: soft line ends are spaces, two blanks or a backslash end a line."""
    while at < len(lines) and lines[at].strip() and not _starts_block(lines, at):
        hard = taken[-1].endswith(("  ", "\\"))
        joint = "\n" if hard else " "
        taken[-1] = taken[-1].rstrip().removesuffix("\\") + joint
        taken.append(lines[at].lstrip())
        at += 1
    return at, "".join(taken).rstrip()


def _starts_block(lines: list[str], at: int) -> bool:
    line = lines[at]
    return bool(
        _FENCE.match(line) or _BULLET.fullmatch(line) or _HEADING.fullmatch(line) or _starts_table(lines, at)
    )


def _fenced(lines: list[str], at: int, fence: str, language: str) -> tuple[int, Block]:
    end = next((n for n in range(at, len(lines)) if lines[n].strip().startswith(fence)), len(lines))
    return end + 1, code("\n".join(lines[at:end]), language)


def code(
    text: str,
    language: str = "",
    *,
    numbered: bool = False,
    gap: bool = False,
    marked: Sequence[int] = (),
) -> Block:
    """A code block, cut rather than wrapped; with line numbers where a line has to be named.

    Lines whose number is `marked` (from 1) carry a sign.
    """
    rows = _coloured(visible(text).rstrip("\n"), language).split("\n", allow_blank=True)
    width = len(str(len(rows)))
    if numbered:
        numbers = (_line_number(number, width, marked) for number in range(1, len(rows) + 1))
        rows = [number + row for number, row in zip(numbers, rows, strict=True)]
    indent = 0 if numbered else 2
    return Block(Content("\n").join(rows), Content(" " * indent), indent, gap, wraps=False)


def _line_number(number: int, width: int, marked: Sequence[int]) -> Content:
    """The number before a line, with room for a sign: code stays where it is when lines come to be marked."""
    if number in marked:
        return Content.styled(f"{MARK} {number:>{width}}  ", "bold $good")
    return Content.styled(f"  {number:>{width}}  ", "$quiet")


def _coloured(text: str, language: str) -> Content:
    """Python by the roles of its tokens, any other code in one colour."""
    if language not in ("python", "py"):
        return Content.styled(text, "$code")
    return Content.assemble(*((run, _ROLES.get(role, "")) for run, role in highlight(text)))


def _table(lines: list[str], at: int) -> tuple[int, Block]:
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    rows = [tuple(inline(cell) for cell in _cells(line)) for line in [lines[at], *lines[at + 2 : end]]]
    head = tuple(cell.stylize_before("bold") for cell in rows[0])
    return end, Block((head, *rows[1:]))


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|")
    bare = bare[:-1] if bare.endswith("|") and not bare.endswith("\\|") else bare
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", bare)]


def rows_of(pairs: Iterable[tuple[str, Content | Worked]], label_width: int = 11) -> list[Block]:
    """Labelled lines: a quiet label in a column of its own, the text beside it, wrapped under itself."""
    return [
        Block(body, Content.styled(label.ljust(label_width), "$quiet"), label_width) for label, body in pairs
    ]
