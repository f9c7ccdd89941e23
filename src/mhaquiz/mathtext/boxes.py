"""Rectangles of text with a baseline, and how they are put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mhaquiz.mathtext.cells import display_width, padded

if TYPE_CHECKING:
    from mhaquiz.mathtext.alphabets import Alphabet


@dataclass(frozen=True, slots=True)
class Box:
    """Lines of equal display width; `baseline` is the index of the line that reads on with its neighbours."""

    lines: tuple[str, ...]
    baseline: int = 0

    @property
    def width(self) -> int:
        """Cells."""
        return display_width(self.lines[0])

    @property
    def height(self) -> int:
        """Lines."""
        return len(self.lines)

    @property
    def text(self) -> str:
        """The line on the baseline."""
        return self.lines[self.baseline]


EMPTY = Box(("",))


def stacked(boxes: Sequence[Box], baseline: int, align: str = "centre") -> Box:
    """Boxes one above the other, aligned; `baseline` counts lines of the whole."""
    width = max(box.width for box in boxes)
    return Box(tuple(padded(line, width, align) for box in boxes for line in box.lines), baseline)


def beside(boxes: Sequence[Box]) -> Box:
    """Boxes side by side on one baseline."""
    if not boxes:
        return EMPTY
    above = max(box.baseline for box in boxes)
    below = max(box.height - box.baseline for box in boxes)
    grown = [_grown(box, above - box.baseline, below - box.height + box.baseline) for box in boxes]
    return Box(tuple(map("".join, zip(*grown, strict=True))), above)


def _grown(box: Box, above: int, below: int) -> list[str]:
    blank = " " * box.width
    return [blank] * above + list(box.lines) + [blank] * below


def fence(char: str, height: int, baseline: int, alphabet: Alphabet) -> Box:
    """A bracket or bar `height` lines tall."""
    if height == 1 or char not in alphabet.fences:
        return beside([Box((alphabet.spell(char),)), Box(("",) * height, baseline)])
    pieces = alphabet.fences[char]
    lines = [pieces.top, *[pieces.side] * (height - 2), pieces.bottom]
    if pieces.middle and height > 2:
        lines[height // 2] = pieces.middle
    return Box(tuple(lines), baseline)


def fenced(body: Box, left: str, right: str, alphabet: Alphabet) -> Box:
    """The body between brackets as tall as itself; an empty bracket takes no room."""
    sides = [fence(char, body.height, body.baseline, alphabet) if char else EMPTY for char in (left, right)]
    return beside([sides[0], body, sides[1]])


def radical(body: Box, index: str, alphabet: Alphabet) -> Box:
    """The body under a root sign with a line over it."""
    corner, line, side, hook = alphabet.radical
    left = max(display_width(index), 1)
    rows = [" " * left + corner + line * (body.width + 1)]
    for at, text in enumerate(body.lines, start=1):
        mark = hook if at == body.height else index if at == body.height - 1 else ""
        rows.append(padded(mark, left, "right") + side + " " + text)
    if index and body.height == 1:
        rows[0] = padded(index, left, "right") + rows[0][left:]
    return Box(tuple(rows), body.baseline + 1)
