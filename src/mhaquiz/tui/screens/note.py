"""A note on a card: one line of the learner's own words, with those written before in sight."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from mhaquiz.tui import keys, session_pages
from mhaquiz.tui.prose import Block
from mhaquiz.tui.screens.page import PageScreen
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.text_page import TextPage


class NoteScreen(PageScreen, inherit_bindings=False):
    """Dismissed with the words to keep, "" for none. `asked` is the question that they are about."""

    BINDINGS = keys.page_bindings("note")
    AUTO_FOCUS = "AnswerLine"
    place = "note"

    def __init__(self, key: str, asked: Sequence[Block], notes: Sequence[str]) -> None:
        super().__init__(f"note · {key}", [*asked, *session_pages.notes(notes)])

    def compose(self) -> ComposeResult:
        yield TitleBar(self.heading)
        yield AnswerLine(placeholder="your own words, kept with the card")
        with TextPage(id="page"):
            yield ProseView(id="text")
        yield KeyBar()

    def action_keep(self) -> None:
        self.dismiss(self.query_one(AnswerLine).value.strip())

    def action_leave(self) -> None:
        self.dismiss("")
