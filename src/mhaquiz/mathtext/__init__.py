r"""Formulas as terminal text: one-line Unicode, two-dimensional, ASCII. Imports no other room.

`one_line(r"\frac{QK^\top}{\sqrt{d_k}}")` is `QKᵀ/√dₖ`. Two kinds of input are read: LaTeX as far as formulas
about attention need it, and plain formulas such as `4·d_model²`, which pass through as they stand. Whatever
else is met raises MathTextError with its line and column.
"""

from __future__ import annotations

from mhaquiz.mathtext.boxes import Box
from mhaquiz.mathtext.cells import display_width
from mhaquiz.mathtext.errors import MathTextError
from mhaquiz.mathtext.spans import CODE, DISPLAY, FORMULA, INLINE, TEXT, Span, spans

__all__ = [
    "CODE", "DISPLAY", "FORMULA", "INLINE", "TEXT", "Box", "MathTextError", "Span", "display_width", "fitted",
    "one_line", "shown", "spans", "two_dimensional",
]  # fmt: skip

# Reader, tables and printers are imported with the first formula: most texts have none.


def one_line(formula: str, *, ascii_only: bool = False) -> str:
    """The formula on one line. Raises MathTextError."""
    from mhaquiz.mathtext.alphabets import alphabet
    from mhaquiz.mathtext.line import line
    from mhaquiz.mathtext.parser import parse

    return line(parse(formula), alphabet(ascii_only))


def two_dimensional(formula: str, *, ascii_only: bool = False) -> Box:
    """The formula as lines of equal width with a baseline. Raises MathTextError."""
    from mhaquiz.mathtext.alphabets import alphabet
    from mhaquiz.mathtext.layout import layout
    from mhaquiz.mathtext.parser import parse

    return layout(parse(formula), alphabet(ascii_only))


def fitted(formula: str, width: int, height: int, *, ascii_only: bool = False) -> Box:
    """Two-dimensional where `width` cells and `height` lines suffice, else one line, however long.

    Raises MathTextError.
    """
    box = two_dimensional(formula, ascii_only=ascii_only)
    if box.width <= width and box.height <= height:
        return box
    return Box((one_line(formula, ascii_only=ascii_only),))


def shown(span: Span, *, ascii_only: bool = False) -> str:
    """A span of prose as it is shown on one line; a formula that cannot be read as it was typed."""
    if span.kind == TEXT:
        return span.text
    try:
        return one_line(span.text, ascii_only=ascii_only)
    except MathTextError:
        return span.source
