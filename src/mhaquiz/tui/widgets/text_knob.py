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

    def show(self, value: str) -> None:
        self.value, self.editing = value, None
        self.refresh()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.editing is not None and character is not None and character.isprintable()

    def body(self, width: int) -> Content:
        if self.editing is not None:
            text = literal(self.editing)
            text = text[max(len(text) - width + 1, 0) :]
            return text + Content.styled("_", "bold $warn")
        return cut(literal(self.value or "none", "bold"), width)

    def on_key(self, event: events.Key) -> None:
        if self._edited(event):
            event.stop()
            event.prevent_default()
            self.refresh()

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
            self.refresh()

    def on_click(self) -> None:
        self.editing = self.value
        self.refresh()

    def on_blur(self) -> None:
        self.editing = None
        self.refresh()
