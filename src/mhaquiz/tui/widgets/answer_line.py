"""The line an answer is typed on: an input without blinking, without a box and without surprises."""

from __future__ import annotations

from textual.widgets import Input


class AnswerLine(Input):
    """At most 200 characters, as the reader of answers allows. Printable keys always type."""

    def __init__(self, *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(placeholder=placeholder, max_length=200, id=id, compact=True, select_on_focus=False)
        self.cursor_blink = False

    def reset(self, text: str = "") -> None:
        """Empty the line (or put `text` on it) without telling anyone."""
        with self.prevent(Input.Changed):
            self.value = text
            self.cursor_position = len(text)
