"""The line an answer is typed on: an input without blinking, without a box and without surprises."""

from __future__ import annotations

from textual import events
from textual.binding import Binding
from textual.widgets import Input

from mhaquiz.tui.literal import cut, literal


class AnswerLine(Input, inherit_bindings=False):
    """At most 200 characters, as the reader of answers allows. Printable keys always type.

    Enter is left to the screen, so that the key bar can say what it does there.
    """

    BINDINGS = [one for one in Input.BINDINGS if isinstance(one, Binding) and one.key != "enter"]

    def __init__(self, *, placeholder: str = "", id: str | None = None, replaces: bool = False) -> None:  # noqa: A002
        """With `replaces` what stands on the line is selected, so that typing takes its place."""
        super().__init__(
            placeholder=placeholder, max_length=200, id=id, compact=True, select_on_focus=replaces
        )
        self.cursor_blink = False
        self._hint = placeholder

    def hint(self, text: str) -> None:
        """Say what to type while nothing is, cut with a sign where the line is too short for it."""
        self._hint = text
        width = self.content_size.width
        self.placeholder = cut(literal(text), width).plain if width else text

    def on_resize(self) -> None:
        self.hint(self._hint)

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Only the cursor shows the focus. Textual would look all its styles up again, in 2 ms."""

    def validate_value(self, value: str) -> str:
        """What is pasted may hold anything; only what can be printed stays."""
        return "".join(char for char in value if char.isprintable())

    def take(self, event: events.Key) -> bool:
        """Type a key that was sent to another widget just before this line had the focus."""
        # The screen knows who has the focus before the line itself has been told.
        if self.screen.focused is not self or not event.is_printable or not event.character:
            return False
        self.replace(event.character, *self.selection)
        return True

    def reset(self, text: str = "") -> None:
        """Empty the line (or put `text` on it) without telling anyone."""
        with self.prevent(Input.Changed):
            self.value = text
            self.cursor_position = len(text)
            if self.select_on_focus and text:
                self.select_all()
