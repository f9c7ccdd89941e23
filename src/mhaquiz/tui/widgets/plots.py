"""Bars, a curve with a marker, and singular values with the cut: small pictures made of characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from textual.app import RenderResult
from textual.content import Content
from textual.widget import Widget

from mhaquiz.tui.home_page import bar
from mhaquiz.tui.literal import cut, literal, one_line

_NOTE = 4  # of so many lines one is for the note, where not all bars show anyway
_LOWEST = 3  # rows of a curve that are worth more than the end of its title
_BRAILLE = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what it is, how long (0 … 1), and its value as text. `strong` sets the total apart."""

    label: str
    share: float
    text: str
    strong: bool = False


class Plot(Widget):
    """A picture that fills its place and is drawn as Content."""

    DEFAULT_CSS = "Plot { height: 1fr; width: 1fr; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)

    def lines(self, width: int, height: int) -> list[Content]:
        """The picture, at most `height` lines of at most `width` cells."""
        raise NotImplementedError

    def render(self) -> RenderResult:
        width, height = self.content_size
        return Content("\n").join(cut(line, width) for line in self.lines(width, height)[: max(height, 0)])


class Bars(Plot):
    """Horizontal bars on one scale from 0 to 1."""

    bars: tuple[Bar, ...] = ()
    note: str = ""

    def show(self, bars: Sequence[Bar], note: str = "") -> None:
        self.bars, self.note = tuple(bars), note
        self.refresh()

    def lines(self, width: int, height: int) -> list[Content]:
        note = self._note(width, height)
        room = max(height - len(note) - bool(note), 1)
        fitting = self.bars if len(self.bars) <= room else self.bars[: room - 1]
        drawn = self._drawn(fitting, width, spaced=room >= 2 * len(self.bars))
        if len(fitting) < len(self.bars):
            drawn.append(literal(f"… and {len(self.bars) - len(fitting)} more, under “all”", "$quiet"))
        return [*drawn, Content(""), *note] if note else drawn

    def _note(self, width: int, height: int) -> list[Content]:
        """As many lines of the note as leave room for all bars, the last cut with a sign."""
        left = height - len(self.bars) - 1
        return _quiet(self.note, width, left if left >= -1 else height // _NOTE) if self.note else []

    def _drawn(self, bars: Sequence[Bar], width: int, *, spaced: bool) -> list[Content]:
        label = min(max((len(one.label) for one in bars), default=0) + 2, max(width // 2, 4))
        value = max((len(one.text) for one in bars), default=0) + 1
        drawn: list[Content] = []
        for one in bars:
            if drawn and spaced:
                drawn.append(Content(""))
            name = cut(literal(one_line(one.label), "bold" if one.strong else ""), label)
            text = literal(one.text.rjust(value), "bold" if one.strong else "")
            track = bar(one.share, max(width - label - value, 1))
            drawn.append(name.pad_right(label - name.cell_length) + track + text)
        return drawn


class Curve(Plot):
    """Values from 0 to 1 over named places, one place marked; a second curve dotted, a third as ◇."""

    names: tuple[str, ...] = ()
    values: tuple[float, ...] = ()
    other: tuple[float, ...] = ()
    best: tuple[float, ...] = ()
    marked: int | None = None
    title: str = ""

    def show(
        self,
        names: Sequence[str],
        values: Sequence[float],
        *,
        other: Sequence[float] = (),
        best: Sequence[float] = (),
        marked: int | None = None,
        title: str = "",
    ) -> None:
        self.names, self.values, self.other = tuple(names), tuple(values), tuple(other)
        self.best = tuple(best)
        self.marked, self.title = marked, title
        self.refresh()

    def lines(self, width: int, height: int) -> list[Content]:
        words = [literal(line, "$quiet") for line in self._in_lines(width)]
        title = _quiet(self.title, width, max(height - len(words) - 1 - _LOWEST, 1))
        columns, rows = width - 5, height - len(title) - len(words) - 1
        if columns < len(self.names) or rows < 2 or not self.values:
            return words
        canvas = _canvas(columns, rows, self.other, dotted=True)
        over = _canvas(columns, rows, self.values)
        body = [self._row(y, rows, columns, over[y], canvas[y]) for y in range(rows)]
        return [
            *title,
            *body,
            self._axis(columns),
            *words,
        ]

    def _row(self, y: int, rows: int, columns: int, front: Sequence[int], back: Sequence[int]) -> Content:
        label = {0: "1.0 ", rows - 1: "0.0 "}.get(y, "0.5 " if y == rows // 2 else "    ")
        at, found = self._place(columns, rows), self._found(columns, rows)

        def sign(x: int) -> tuple[str, str]:
            if (x, y) == at:
                return "bold $accent", "●"
            if (x, y) in found:
                return "bold $good", "◇"
            return ("$accent" if front[x] else "$quiet"), chr(0x2800 + (front[x] or back[x]))

        runs = groupby(map(sign, range(columns)), key=itemgetter(0))
        drawn = [("".join(char for _, char in run).replace("\u2800", " "), style) for style, run in runs]
        return Content.assemble((label + "│", "$quiet"), *drawn)

    def _place(self, columns: int, rows: int) -> tuple[int, int] | None:
        if self.marked is None or not 0 <= self.marked < len(self.values):
            return None
        return _cell(self.marked, self.values, columns, rows)

    def _found(self, columns: int, rows: int) -> frozenset[tuple[int, int]]:
        """The cells of the third curve."""
        return frozenset(_cell(index, self.best, columns, rows) for index in range(len(self.best)))

    def _axis(self, columns: int) -> Content:
        text = [" "] * columns
        for index, name in enumerate(self.names):
            at = round(index * (columns - 1) / max(len(self.names) - 1, 1))
            start = min(max(at - len(name) // 2, 0), columns - len(name))
            if all(c == " " for c in text[max(start - 1, 0) : start + len(name) + 1]):
                text[start : start + len(name)] = name
        return literal("     " + "".join(text), "$quiet")

    def _in_lines(self, width: int) -> list[str]:
        """The values at the mark in words, on as many lines as they need."""
        if self.marked is None or not 0 <= self.marked < len(self.values):
            return []
        parts = [f"● at {self.names[self.marked]}: {self.values[self.marked]:.3f}"]
        if self.other:
            parts.append(f"dotted: {self.other[self.marked]:.3f}")
        if self.best:
            parts.append(f"◇ best found so far {self.best[self.marked]:.3f}")
        lines = [parts[0]]
        for part in parts[1:]:
            if len(lines[-1]) + len(part) + 2 <= width:
                lines[-1] += f", {part}"
            else:
                lines.append(part)
        return lines


def _cell(index: int, values: Sequence[float], columns: int, rows: int) -> tuple[int, int]:
    """Column and row of one of the values (0 … 1)."""
    x = round(index * (columns - 1) / max(len(values) - 1, 1))
    return x, min(max(int((1 - values[index]) * rows), 0), rows - 1)


class SingularValues(Plot):
    """Singular values as columns; those that the rank keeps are solid, the others hollow, the cut between."""

    values: tuple[float, ...] = ()
    kept: int = 0
    rank: int = 0
    title: str = ""

    def show(self, values: Sequence[float], kept: int, rank: int, title: str = "") -> None:
        self.values, self.kept, self.rank, self.title = tuple(values), kept, rank, title
        self.refresh()

    def lines(self, width: int, height: int) -> list[Content]:
        title = literal(self.title, "$quiet").wrap(max(width, 1))
        most = max(self.values, default=0.0) or 1.0
        told = literal(self._told(most)).wrap(max(width, 1))
        rows = max(height - 2 - len(title) - len(told), 1)
        step = max(min((width - 2) // max(len(self.values), 1), 5), 1)
        shown = self.values[: max((width - 2) // step, 1)]
        body = [self._row(y, rows, step, most, shown) for y in range(rows)]
        return [*title, *body, self._numbers(step, shown), *told]

    def _told(self, most: float) -> str:
        kept = "all" if self.kept >= self.rank else f"{self.kept} of"
        return f"rank {self.kept} keeps {kept} {self.rank} that are not 0; σ₁ = {most:.2f}"

    def _row(self, y: int, rows: int, step: int, most: float, shown: Sequence[float]) -> Content:
        parts: list[Content] = []
        for index, value in enumerate(shown):
            if index == self.kept:
                parts.append(Content.styled("┊", "$warn"))
            filled = value / most * rows - (rows - 1 - y)
            eighths = min(max(round(filled * 8), 0), 8)
            solid = index < self.kept
            sign = " ▁▂▃▄▅▆▇█"[eighths] if solid else " ░"[eighths > 3]
            parts.append(
                Content.styled(sign * max(step - 1, 1) + " " * (step > 1), "$accent" if solid else "$quiet")
            )
        return Content.assemble(*parts)

    def _numbers(self, step: int, shown: Sequence[float]) -> Content:
        text = "".join(
            str(n + 1).ljust(step)[:step] + (" " if n + 1 == self.kept else "") for n in range(len(shown))
        )
        return literal(text, "$quiet")


def _quiet(text: str, width: int, most: int) -> list[Content]:
    """A text in at most so many lines, none below one; what does not fit has a sign."""
    lines = list(literal(text, "$quiet").wrap(max(width, 1)))
    if 0 < most < len(lines):
        lines[most - 1] = cut(lines[most - 1], max(width - 2, 0)) + Content.styled(" …", "$quiet")
    return lines[: max(most, 0)]


def _canvas(columns: int, rows: int, values: Sequence[float], *, dotted: bool = False) -> list[list[int]]:
    """Braille patterns of a line through evenly spaced values (0 … 1), every third dot where `dotted`."""
    cells = [[0] * columns for _ in range(rows)]
    wide, high = columns * 2 - 1, rows * 4 - 1
    points = [
        (round(n * wide / max(len(values) - 1, 1)), round((1 - min(max(v, 0.0), 1.0)) * high))
        for n, v in enumerate(values)
    ]
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(steps + 1):
            x, y = x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps
            if dotted and x % 3:
                continue
            cells[y // 4][x // 2] |= _BRAILLE[y % 4][x % 2]
    return cells
