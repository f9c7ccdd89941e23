"""What a lab says, in the lines there are: what is cut off has a sign, or the key that shows all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.content import Content
from textual.widgets import Static

from mhaquiz.labs.session import Told
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.prose import Block, Prose, inline


class LabWords(Static):
    """The newest words of a lab."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self.told: Sequence[Told] = ()
        self.lines = 4

    def show(self, told: Sequence[Told]) -> None:
        """The newest of what was said; tasks just ticked off stand before it."""
        self.told = told
        self._draw()

    def room(self, lines: int, spaced: bool) -> None:
        """Take that many lines, under a blank one where `spaced`."""
        self.lines = lines
        self.set_class(not spaced, "-tight")
        self.styles.height = lines + spaced
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        page = Prose(words_of(self.told[-1])) if self.told else Prose([])
        width = max(self.screen.size.width - 4, 1)
        lines = page.lines(width)
        if len(lines) > self.lines:
            sign = Content.assemble(" … ", (named("lab.words"), "bold $accent"), (" more", "$quiet"))
            last = lines[self.lines - 1].wrap(max(width - sign.cell_length, 1))[0]
            lines = [*lines[: self.lines - 1], last + sign]
        self.update(Content("\n").join(lines), layout=False)


def tab_line(titles: Sequence[str], current: int, width: int) -> Content:
    """The titles of a lab's pictures, as many as fit around the current one."""
    first, stop = current, current + 1
    while stop < len(titles) and _tabs(titles, current, first, stop + 1).cell_length <= width:
        stop += 1
    while first and _tabs(titles, current, first - 1, stop).cell_length <= width:
        first -= 1
    return cut(_tabs(titles, current, first, stop), width)


def _tabs(titles: Sequence[str], current: int, first: int, stop: int) -> Content:
    shown = [
        literal(titles[n], "bold $accent underline" if n == current else "$quiet") for n in range(first, stop)
    ]
    more = literal("…", "$quiet")
    return Content("  ").join([*([more] if first else []), *shown, *([more] if stop < len(titles) else [])])


def pages_of(told: Sequence[Told]) -> list[Block]:
    """All that was said, newest first."""
    return [replace(block, gap=n == 0) for one in told[::-1] for n, block in enumerate(words_of(one))]


def words_of(told: Told) -> list[Block]:
    """What was said of one change, the tasks that it ticked off before it."""
    ticked = [Block(literal(task), Content.styled("✓ task done: ", "bold $good"), 13) for task in told.done]
    return [*ticked, Block(inline(one_line(told.text)))]
