"""The list of labs, each with what it is about and how many of its tasks are done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.tasks import progress
from mhaquiz.tui import keys
from mhaquiz.tui.lab_ticks import all_ticked
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp


class LabsScreen(Screen[None]):
    """Choose a lab."""

    CSS_PATH = "labs.tcss"
    BINDINGS = keys.bindings("labs")
    AUTO_FOCUS = "RowList"
    place = "labs"
    app: MhaquizApp

    def compose(self) -> ComposeResult:
        yield TitleBar("labs")
        yield RowList(_rows({}))
        yield ProseView(id="about")
        yield KeyBar()

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self._describe()

    def on_mount(self) -> None:
        self._describe()

    def on_screen_resume(self) -> None:
        """At first, and when one comes back from a lab."""
        listed = self.query_one(RowList)
        listed.fill(_rows(all_ticked(self.app)), listed.chosen)

    def _describe(self) -> None:
        lab = LABS[self.query_one(RowList).chosen or next(iter(LABS))]
        command = f"mhaquiz lab {lab.name} --text"
        self.query_one("#about", ProseView).show(
            [Block(literal(lab.summary)), Block(literal(command, "$quiet"), gap=True)]
        )

    def on_row_list_chosen(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        from mhaquiz.tui.screens.lab import LabScreen

        if (name := self.query_one(RowList).chosen) is not None:
            self.app.push_screen(LabScreen(name))


def _rows(done: Mapping[str, Collection[str]]) -> list[Row]:
    return [
        Row(
            Content.styled(lab.title, "bold"),
            literal(progress(lab.name, done.get(lab.name, ())), "$quiet"),
            key=lab.name,
        )
        for lab in LABS.values()
    ]
