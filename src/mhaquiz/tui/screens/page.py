"""A page of text over whatever is open; help and a lab's tasks are such pages."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.screen import ModalScreen

from mhaquiz.tui import keys
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.text_page import TextPage


class PageScreen(ModalScreen[str]):
    """Scrolls with the usual keys; Escape closes it."""

    CSS_PATH = "page.tcss"
    BINDINGS = keys.page_bindings("page")
    AUTO_FOCUS = "#page"
    place = "page"

    def __init__(self, title: str, blocks: Sequence[Block]) -> None:
        super().__init__()
        self.heading = title
        self.blocks = list(blocks)

    def compose(self) -> ComposeResult:
        yield TitleBar(self.heading)
        with TextPage(id="page"):
            yield ProseView(id="text")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#text", ProseView).show(self.blocks)
        for what in ("scroll_y", "virtual_size"):
            self.watch(self.query_one(TextPage), what, self._say_where, init=False)

    def _say_where(self) -> None:
        """Which lines these are, where not all are in sight."""
        page = self.query_one(TextPage)
        first, height, all_lines = page.scroll_offset.y, page.size.height, page.virtual_size.height
        last = min(first + height, all_lines)
        told = f"lines {first + 1}–{last} of {all_lines}" if 0 < height < all_lines else ""
        self.query_one(TitleBar).aside = told
