"""A page of prose that lays itself out for its width and can be copied from."""

from __future__ import annotations

from textual.selection import Selection
from textual.widgets import Static

from mhaquiz.tui.prose import Block, Prose, prose
from mhaquiz.tui.widgets.still import Still


class ProseView(Still, Static):
    """Shows a `Prose`. Text given as a string is read as the decks' Markdown subset."""

    def __init__(self, text: str | Prose = "", *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        self.prose = prose(text) if isinstance(text, str) else text
        super().__init__(self.prose, markup=False, id=id, classes=classes)

    def show(self, text: str | Prose | list[Block]) -> None:
        """Show another text."""
        if isinstance(text, str):
            text = prose(text)
        before, self.prose = self.prose, text if isinstance(text, Prose) else Prose(text)
        width = self.content_size.width
        # Laying the page out again costs 8 ms and is needed only where the height changes.
        fixed = not self.styles.is_auto_height
        same = width > 0 and (fixed or len(before.lines(width)) == len(self.prose.lines(width)))
        self.update(self.prose, layout=not same)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, as laid out at the present width."""
        lines = self.prose.lines(max(self.content_size.width, 1))
        return selection.extract("\n".join(line.plain for line in lines)), "\n"
