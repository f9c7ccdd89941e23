"""Several of some names, or numbers, ticked on as many lines as they take."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content

from mhaquiz.tui import keys
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.controls import Asked, Control


class CheckBoxes(Control):
    """Boxes side by side, each ticked or not; asks for the tuple of those ticked."""

    BINDINGS = keys.bindings("checks")

    def __init__(self, key: str, label: str, names: Sequence[object], *, single: bool = False) -> None:
        super().__init__(key, label)
        self.names = tuple(names)
        self.ticked: tuple[object, ...] = ()
        self.cursor = 0
        self.single = single

    def show(self, ticked: Sequence[object], names: Sequence[object] | None = None) -> None:
        """Tick these, of other boxes where their `names` are given."""
        before = self.ticked, self.names
        self.ticked = tuple(ticked)
        if names is not None:
            self.names = tuple(names)
            self.cursor = min(self.cursor, max(len(self.names) - 1, 0))
        if (self.ticked, self.names) != before:
            self.changed()

    def _box(self, index: int) -> Content:
        on = self.names[index] in self.ticked
        signs = ("(•)", "( )") if self.single else ("[x]", "[ ]")
        under = self.has_focus and index == self.cursor
        name = literal(one_line(str(self.names[index])), "bold underline" if under else "")
        return Content.styled(signs[0] if on else signs[1], "$accent" if on else "$quiet") + name

    def body(self, width: int, height: int) -> list[Content]:
        boxes = [self._box(n) for n in range(len(self.names))]
        rows = self._rows([box.cell_length for box in boxes], width - (height == 1))
        first = self._first(rows, height)
        lines = [Content(" ").join(boxes[n] for n in row) for row in rows[first : first + height]]
        if first and lines:
            lines[0] = Content("…") + lines[0]
        if first + height < len(rows) and lines:
            lines[-1] = cut(lines[-1], width - 2) + Content(" …")
        return lines or [Content("none")]

    @staticmethod
    def _rows(widths: Sequence[int], width: int) -> list[list[int]]:
        """The boxes of each line, by number."""
        rows: list[list[int]] = []
        at = width + 1
        for number, wide in enumerate(widths):
            if at + wide > width:
                rows.append([])
                at = 0
            rows[-1].append(number)
            at += wide + 1
        return rows

    def _first(self, rows: Sequence[Sequence[int]], height: int) -> int:
        """The line to begin with, so that the cursor's box is in sight."""
        here = next((n for n, row in enumerate(rows) if self.cursor in row), 0)
        return min(max(here - height + 1, 0), max(len(rows) - height, 0))

    def action_move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % max(len(self.names), 1)
        self.refresh()

    def action_tick(self) -> None:
        if not self.names:
            return
        name = self.names[self.cursor]
        if self.single:
            self.post_message(Asked(self.key, name))
            return
        ticked = [n for n in self.names if (n in self.ticked) != (n == name)]
        self.post_message(Asked(self.key, tuple(ticked)))

    def on_click(self, event: events.Click) -> None:
        widths = [self._box(n).cell_length for n in range(len(self.names))]
        height = max(self.content_size.height, 1)
        rows = self._rows(widths, self.room() - (height == 1))
        first = self._first(rows, height)
        at = self.label_width + (1 if first and event.y == 0 else 0)
        for index in rows[first + event.y] if first + event.y < len(rows) else ():
            if at <= event.x < at + widths[index]:
                self.cursor = index
                self.action_tick()
            at += widths[index] + 1
