"""A formula that stands in a paragraph of its own."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from mhaquiz.mathtext import MathTextError, fitted
from mhaquiz.tui.literal import in_ascii, literal

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
            return Content.styled(rows[0], "$code").wrap(width)
        return [Content.styled(row, "$code") for row in rows]
