"""Before a mock interview: how long, from which level, over which topics, and what will happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen

from mhaquiz.tui import keys, mock_page
from mhaquiz.tui.mock_page import MockChoice
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk

NO_TOPIC = frozenset({"minutes", "level"})


class MockScreen(Screen[None]):
    """A list to choose from; nothing is asked and no clock runs before Enter."""

    CSS_PATH = "mock.tcss"
    BINDINGS = keys.bindings("mock")
    AUTO_FOCUS = "RowList"
    place = "mock"
    app: MhaquizApp

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.choice = MockChoice()
        self.all_cards = desk.library.cards()
        self.seen = {key for key, state in desk.profile.states().items() if state.showings}

    def compose(self) -> ComposeResult:
        yield TitleBar("mock interview")
        yield RowList(id="choices")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_choice()

    def show_choice(self) -> None:
        """List what is chosen, and say what it leads to."""
        listing = self.query_one(RowList)
        listing.fill(mock_page.rows(self.choice, self.all_cards, self.seen), keep=listing.chosen)
        cards = self.choice.cards(self.all_cards)
        self.query_one(TitleBar).aside = f"{len(cards)} of {len(self.all_cards)} cards"
        self.query_one("#about", ProseView).show(mock_page.what_happens(self.choice, len(cards)))
        self.refresh_bindings()

    @property
    def row(self) -> str:
        """What the cursor stands on: `minutes`, `level` or a topic."""
        return self.query_one(RowList).chosen or "minutes"

    def on_row_list_moved(self) -> None:
        self.refresh_bindings()

    def on_row_list_chosen(self) -> None:
        """A second click turns the line; starting is left to its key."""
        if self.row in NO_TOPIC:
            self.action_turn(1)
        else:
            self.action_tick()

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        if action == "turn":
            return self.choice.turned(self.row, int(str(parameters[0]))) != self.choice
        if action == "tick":
            return self.row not in NO_TOPIC
        return action != "start" or bool(self.choice.cards(self.all_cards))

    def action_turn(self, by: int) -> None:
        self.choice = self.choice.turned(self.row, by)
        self.show_choice()

    def action_tick(self) -> None:
        self.choice = self.choice.ticked(self.row)
        self.show_choice()

    def action_start(self) -> None:
        from mhaquiz.tui.screens.study import StudyScreen

        cards = self.choice.cards(self.all_cards)
        session = self.desk.mock(cards, self.choice.minutes, self.choice.lowest)
        self.app.switch_screen(StudyScreen(session))
