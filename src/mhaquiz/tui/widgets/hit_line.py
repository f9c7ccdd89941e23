"""One line of keys, each of which can also be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class Hit(NamedTuple):
    """A part of the line; a click on it presses `key` ("" does nothing)."""

    text: Content
    key: str = ""


class HitLine(Widget):
    """Parts side by side, as many as fit in front of the last one."""

    ALLOW_SELECT = False
    hits: reactive[tuple[Hit, ...]] = reactive(())

    def __init__(self, hits: Sequence[Hit] = (), *, gap: int = 3, id: str | None = None) -> None:  # noqa: A002
        super().__init__(markup=False, id=id)
        self.set_reactive(HitLine.hits, tuple(hits))
        self.gap = gap

    def _places(self) -> list[tuple[int, Hit]]:
        """Where each part that fits begins, in cells."""
        at = 0
        placed: list[tuple[int, Hit]] = []
        room = self.content_size.width
        if sum(hit.text.cell_length + self.gap for hit in self.hits) - self.gap > room:
            room -= self.gap + 1  # for the sign that something is left out
        for hit in self.hits:
            if at + hit.text.cell_length <= room:
                placed.append((at, hit))
                at += hit.text.cell_length + self.gap
        return placed

    def render(self) -> RenderResult:
        placed = self._places()
        left_out = [Content.styled("…", "$quiet")] if len(placed) < len(self.hits) else []
        return Content(" " * self.gap).join([*(hit.text for _, hit in placed), *left_out])

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        for start, hit in self._places() if at else ():
            if at and hit.key and start <= at.x < start + hit.text.cell_length:
                self.app.simulate_key(hit.key)
