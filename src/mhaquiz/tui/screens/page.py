"""A page of text over whatever is open; help and a lab's tasks are such pages."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from mhaquiz.tui import keys
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView


class PageScreen(ModalScreen[str]):
    """Scrolls with the usual keys; Escape closes it."""

    CSS_PATH = "page.tcss"
    BINDINGS = keys.bindings("page")
    AUTO_FOCUS = "#page"
    place = "page"

    def __init__(self, title: str, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.heading = title
        self.blocks = list(blocks)

    def compose(self) -> ComposeResult:
        yield TitleBar(self.heading)
        with VerticalScroll(id="page"):
            yield ProseView(id="text")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#text", ProseView).show(self.blocks)
