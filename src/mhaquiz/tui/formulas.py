"""A formula that stands in a paragraph of its own, and a worked line broken as one would by hand."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from mhaquiz.mathtext import MathTextError, fitted
from mhaquiz.tui.literal import in_ascii, literal, wrapped

#: Tallest formula that is drawn in two dimensions; a taller one would push the text off a screen of 24 lines.
FORMULA_LINES = 12


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in a paragraph of its own: two-dimensional where there is room, else on one line."""

    source: str

    def lines(self, width: int) -> list[Content]:
        try:
            rows = fitted(self.source, width, FORMULA_LINES, ascii_only=in_ascii()).lines
        except MathTextError:
            return literal(f"$${self.source}$$").wrap(width)
        if len(rows) == 1:
            return wrapped(Content.styled(rows[0], "$code"), width)
        return [Content.styled(row, "$code") for row in rows]


@dataclass(frozen=True, slots=True)
class Worked:
    """A line such as `4·d² = 4·768² = 2,359,296`: too long, it breaks before an operator outside brackets."""

    text: str

    def lines(self, width: int) -> list[Content]:
        return [literal(line, "$code") for line in broken(self.text, width)]


_OPERATORS = frozenset("=+−-·×/≈")


def broken(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells, each begun by an operator, an outer one rather than an inner.

    Of equals the last is taken, so that lines are full; only where no blank is in reach a line is cut.
    """
    lines = []
    while len(text) > width:
        at = _break_in(text, width)
        lines.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [*lines, text]


def _break_in(text: str, width: int) -> int:
    """Where the next line begins; not within the first quarter of this one if that can be helped."""
    depth = 0
    found: list[tuple[bool, bool, int, int]] = []
    for index, sign in enumerate(text[: width + 1]):
        depth += (sign in "([⌊⌈{") - (sign in ")]⌋⌉}")
        if sign == " " and index:
            begun = text[index + 1 : index + 2] in _OPERATORS
            found.append((not begun, index < width // 4, depth, -index))
    return -min(found)[3] if found else max(width, 1)
