"""A setting of a lab that is typed."""

from __future__ import annotations

from textual import events
from textual.content import Content

from mhaquiz.tui.literal import cut, literal
from mhaquiz.tui.widgets.controls import Asked, Control


class TextKnob(Control):
    """A value that is typed: Enter opens it for editing, Enter again sets it."""

    def __init__(self, key: str, label: str) -> None:
        super().__init__(key, label)
        self.value = ""
        self.editing: str | None = None

    @property
    def is_open(self) -> bool:
        return self.editing is not None

    def show(self, value: str) -> None:
        before = self.value, self.editing
        self.value, self.editing = value, None
        if (value, None) != before:
            self.changed()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.editing is not None and character is not None and character.isprintable()

    def body(self, width: int, height: int) -> list[Content]:
        if self.editing is None:
            lines = literal(self.value or "none", "bold").wrap(max(width - (height == 1), 1))
            rest = lines[height:]
            return [*lines[: height - 1], cut(lines[height - 1] + Content(" …"), width)] if rest else lines
        text = literal(self.editing) + Content.styled("_", "bold $warn")
        lines = _in_pieces(text, max(width - 1, 1))
        end = lines[-height:]
        return [Content("…") + end[0], *end[1:]] if len(end) < len(lines) else end

    def on_key(self, event: events.Key) -> None:
        if self._edited(event):
            event.stop()
            event.prevent_default()
            self.changed()

    def _edited(self, event: events.Key) -> bool:
        if self.editing is None:
            if event.key == "enter":
                self.editing = self.value
            return event.key == "enter"
        if event.key == "enter":
            self.post_message(Asked(self.key, self.editing))
            self.editing = None
        elif event.key == "escape":
            self.editing = None
        elif event.key == "backspace":
            self.editing = self.editing[:-1]
        elif event.key == "ctrl+u":
            self.editing = ""
        elif event.is_printable and event.character:
            self.editing = (self.editing + event.character)[:500]
        else:
            return False
        return True

    def on_paste(self, event: events.Paste) -> None:
        if self.editing is not None:
            self.editing = (self.editing + " ".join(event.text.split()))[:500]
            event.stop()
            self.changed()

    def on_click(self) -> None:
        self.editing = self.value
        self.changed()

    def on_blur(self) -> None:
        self.editing = None
        self.changed()


def _in_pieces(text: Content, width: int) -> list[Content]:
    """A text that is being typed, cut at the width: blanks at its end stay."""
    return [text[start : start + width] for start in range(0, len(text), width)]
