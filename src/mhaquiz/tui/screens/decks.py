"""The decks: what each holds and what is due in it, and what is wrong with a deck that is broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen

from mhaquiz.deck.display import counted
from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal, one_line, visible
from mhaquiz.tui.prose import Block, inline
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Deck
    from mhaquiz.deck.messages import Problem
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import DeckStanding, Desk


class DecksScreen(Screen[None]):
    """All decks in a list, the one under the cursor described below it."""

    CSS_PATH = "decks.tcss"
    BINDINGS = keys.bindings("decks")
    AUTO_FOCUS = "RowList"
    place = "decks"
    app: MhaquizApp

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        yield TitleBar("decks", "cards counted by deck")
        yield RowList(id="decks")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.fill()

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.fill()

    def fill(self) -> None:
        """List the decks, then the files that could not be loaded."""
        rows = [_row(standing) for standing in self.desk.standings()]
        rows += [
            Row(Content.styled("! ", "bold $warn") + literal(one_line(path)), key=f"!{path}")
            for path in broken_files(self.desk.library.problems)
        ]
        listing = self.query_one(RowList)
        listing.fill(rows, keep=listing.chosen)
        self._describe(listing.chosen)

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self._describe(event.key)
        self.refresh_bindings()

    def _describe(self, key: str | None) -> None:
        view = self.query_one("#about", ProseView)
        if key is None:
            view.show([Block(literal("There are no decks yet: `mhaquiz deck new` makes one.", "$quiet"))])
        elif found := self._faults_of(key):
            view.show([Block(literal(summed_up(found), "bold")), *problem_lines(found)])
        elif (deck := self.desk.library.deck(key)) is not None:
            view.show(about(deck, [p for p in self.desk.library.problems if p.path == deck.path]))

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def _chosen(self) -> Deck | None:
        return self.desk.library.deck(self.query_one(RowList).chosen or "")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "faults":
            return bool(self._faults())
        return action not in ("study", "quiz", "browse") or self._chosen() is not None

    def _faults(self) -> list[Problem]:
        """What is wrong with the file under the cursor, where it is no deck for that."""
        return self._faults_of(self.query_one(RowList).chosen or "" if self.is_mounted else "")

    def _faults_of(self, key: str) -> list[Problem]:
        return [p for p in self.desk.library.problems if str(p.path) == key[1:]] if key[:1] == "!" else []

    def action_faults(self) -> None:
        """All of it: the lines below the list may have room for the first ones only."""
        from mhaquiz.tui.screens.page import PageScreen

        found = self._faults()
        self.app.push_screen(PageScreen(str(found[0].path), problem_lines(found)))

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        if self._chosen() is not None:
            self.action_study()
        elif self._faults():
            self.action_faults()

    def action_study(self) -> None:
        from mhaquiz.tui.screens.study import StudyScreen

        if (deck := self._chosen()) is not None:
            self.app.push_screen(StudyScreen(self.desk.study([deck])))

    def action_quiz(self) -> None:
        from mhaquiz.tui.screens.study import StudyScreen

        deck = self._chosen()
        if deck is not None and deck.cards:
            self.app.push_screen(StudyScreen(self.desk.quiz(deck.cards)))

    def action_browse(self) -> None:
        from mhaquiz.tui.screens.browser import BrowserScreen

        if (deck := self._chosen()) is not None:
            self.app.push_screen(BrowserScreen(self.desk, deck.id))


def _row(standing: DeckStanding) -> Row:
    deck = standing.deck
    told = f"{standing.due} due · {standing.seen} of {len(deck.cards)} seen"
    return Row(literal(one_line(deck.title), "bold"), literal(told, "$quiet"), deck.id)


def broken_files(problems: tuple[Problem, ...]) -> list[str]:
    """The files with errors, each once, in order."""
    return list(dict.fromkeys(str(problem.path) for problem in problems if problem.is_error))


def about(deck: Deck, problems: list[Problem]) -> list[Block]:
    """What a deck says of itself, and what was found wrong in it."""
    line = " · ".join(
        part for part in (deck.id, f"version {deck.version}", *deck.authors, deck.license) if part
    )
    blocks = [Block(inline(one_line(deck.description)))] if deck.description else []
    return [*blocks, Block(literal(one_line(line), "$quiet")), *problem_lines(problems)]


def summed_up(problems: list[Problem]) -> str:
    """How many errors a file has, and the command that shows each in its line."""
    path = one_line(str(problems[0].path))
    errors = sum(problem.is_error for problem in problems)
    return f"{counted(errors, 'error')}; `mhaquiz deck check {path}` shows where."


def problem_lines(problems: list[Problem]) -> list[Block]:
    """Each problem as `line:column`, its code and what is wrong, with its help below it."""
    places = [f"{problem.line}:{problem.column}" for problem in problems]
    widest = max((len(place) for place in places), default=0)
    blocks: list[Block] = []
    for problem, where in zip(problems, places, strict=True):
        style = "$bad" if problem.is_error else "$warn"
        place = Content.styled(f"{where:>{widest}} {problem.code}  ", style)
        blocks.append(Block(literal(visible(problem.message)), place, place.cell_length))
        if problem.help:
            blocks.append(Block(literal(f"help: {problem.help}", "$quiet"), Content(" " * 4), 4))
    return blocks
