r"""Formulas as terminal text: one-line Unicode, two-dimensional, ASCII. Imports no other room.

`one_line(r"\frac{QK^\top}{\sqrt{d_k}}")` is `QKᵀ/√dₖ`. Two kinds of input are read: LaTeX as far as formulas
about attention need it, and plain formulas such as `4·d_model²`, which pass through as they stand. Whatever
else is met raises MathTextError with its line and column.
"""

from __future__ import annotations

from mhaquiz.mathtext.alphabets import ASCII as _ASCII
from mhaquiz.mathtext.alphabets import UNICODE as _UNICODE
from mhaquiz.mathtext.boxes import Box
from mhaquiz.mathtext.cells import display_width
from mhaquiz.mathtext.errors import MathTextError
from mhaquiz.mathtext.layout import layout
from mhaquiz.mathtext.line import line
from mhaquiz.mathtext.parser import known_commands, parse
from mhaquiz.mathtext.spans import DISPLAY, FORMULA, INLINE, TEXT, Span, spans

__all__ = [
    "DISPLAY", "FORMULA", "INLINE", "TEXT", "Box", "MathTextError", "Span", "display_width", "fitted",
    "known_commands", "one_line", "parse", "shown", "spans", "two_dimensional",
]  # fmt: skip


def one_line(formula: str, *, ascii_only: bool = False) -> str:
    """The formula on one line. Raises MathTextError."""
    return line(parse(formula), _ASCII if ascii_only else _UNICODE)


def two_dimensional(formula: str, *, ascii_only: bool = False) -> Box:
    """The formula as lines of equal width with a baseline. Raises MathTextError."""
    return layout(parse(formula), _ASCII if ascii_only else _UNICODE)


def fitted(formula: str, width: int, height: int, *, ascii_only: bool = False) -> Box:
    """Two-dimensional where `width` cells and `height` lines suffice, else one line, however long.

    Raises MathTextError.
    """
    box = two_dimensional(formula, ascii_only=ascii_only)
    if box.width <= width and box.height <= height:
        return box
    return Box((one_line(formula, ascii_only=ascii_only),))


def shown(formula: str, source: str | None = None, *, ascii_only: bool = False) -> str:
    """The formula on one line; one that cannot be read as its `source`, by default between dollar signs."""
    try:
        return one_line(formula, ascii_only=ascii_only)
    except MathTextError:
        return f"${formula}$" if source is None else source
