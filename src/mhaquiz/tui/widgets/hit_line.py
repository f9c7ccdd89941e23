"""One line of keys, each of which can also be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.app import RenderResult
from textual.cache import LRUCache
from textual.content import Content
from textual.reactive import reactive
from textual.strip import Strip

from mhaquiz.tui.widgets.still import Still

LINES_KEPT = 16


class Hit(NamedTuple):
    """A part of the line; a click on it presses `key` ("" does nothing). A `pinned` part is never left out
    for one that is not. `more` is shown instead of its text where other parts are left out: it leads to them.
    """

    text: Content
    key: str = ""
    pinned: bool = False
    more: Content | None = None


class HitLine(Still):
    """Parts side by side, as many as fit; where some are left out a part or a sign says so."""

    ALLOW_SELECT = False
    hits: reactive[tuple[Hit, ...]] = reactive(())

    def __init__(self, hits: Sequence[Hit] = (), *, gap: int = 3, id: str | None = None) -> None:  # noqa: A002
        super().__init__(markup=False, id=id)
        self.set_reactive(HitLine.hits, tuple(hits))
        self.gap = gap
        self._drawn: LRUCache[tuple[object, ...], Strip] = LRUCache(LINES_KEPT)

    def _places(self) -> list[tuple[int, Hit]]:
        """Where each part that fits begins, in cells."""
        at = 0
        placed: list[tuple[int, Hit]] = []
        for hit in self._fitting():
            placed.append((at, hit))
            at += hit.text.cell_length + self.gap
        return placed

    def _fitting(self) -> list[Hit]:
        """The parts that there is room for, in their order: pinned ones are given theirs first."""
        room = self.content_size.width + self.gap
        sizes = [hit.text.cell_length + self.gap for hit in self.hits]
        if sum(sizes) > room and not any(hit.more for hit in self.hits):
            room -= self.gap + 1  # for the sign that something is left out
        taken: set[int] = set()
        for index in sorted(range(len(self.hits)), key=lambda n: not self.hits[n].pinned):
            if sizes[index] <= room:
                room -= sizes[index]
                taken.add(index)
        return [hit for index, hit in enumerate(self.hits) if index in taken]

    def render_line(self, y: int) -> Strip:
        """The same few lines come back with every card; to style one again takes 1 ms.

        Contents of one text count as equal, whatever their styles: what differs must show in words or signs.
        """
        key = (self.hits, self.visual_style, self.app.theme, self.content_size.width, y)
        if key not in self._drawn:
            self._drawn[key] = super().render_line(y)
        return self._drawn[key]

    def render(self) -> RenderResult:
        placed = self._places()
        cut = len(placed) < len(self.hits)
        told = [hit.more if cut and hit.more is not None else hit.text for _, hit in placed]
        if cut and not any(hit.more for _, hit in placed):
            told.append(Content.styled("…", "$quiet"))
        return Content(" " * self.gap).join(told)

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        for start, hit in self._places() if at else ():
            if at and hit.key and start <= at.x < start + hit.text.cell_length:
                self.app.simulate_key(hit.key)
