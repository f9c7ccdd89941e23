"""Statistics: what you know, how sure you are, the days, what comes, the wrong ideas with a drill on each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.display import counted
from mhaquiz.deck.examples import example_prompt
from mhaquiz.tui import keys, statistics_page
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, inline
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList
from mhaquiz.tui.widgets.still import LOW_WINDOW
from mhaquiz.tui.widgets.text_page import TextPage

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card, Misconception
    from mhaquiz.memory.overview import Overview
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk

PAGES = ("knowledge", "recall", "days", "ahead", "mistakes")
MISTAKES = PAGES.index("mistakes")


class StatisticsScreen(Screen[None]):
    """Five pages over one `Overview`, which a thread works out."""

    CSS_PATH = "statistics.tcss"
    BINDINGS = keys.bindings("statistics")
    AUTO_FOCUS = "#page"
    place = "statistics"
    app: MhaquizApp

    def __init__(self, desk: Desk, number: int = 0) -> None:
        super().__init__()
        self.desk = desk
        self.number = number
        self.found: Overview | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar("statistics")
        yield Static(id="tabs", markup=False)
        with TextPage(id="page"):
            yield ProseView(id="text")
        yield ProseView(id="wrong")
        yield RowList(id="ideas")
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#text", ProseView).show([Block(literal("reading your answers …", "$quiet"))])
        self._show_tabs()
        self.call_after_refresh(self._work)

    def on_screen_resume(self) -> None:
        if self.found is not None:
            self._work()

    def _work(self) -> None:
        work = self.desk.overview()
        self.run_worker(work, thread=True, exclusive=True, group="overview", exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "overview":
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self.found = event.worker.result
            self._fill()
            self.show_page()
        elif event.state is WorkerState.ERROR:
            told = one_line(f"The statistics could not be worked out: {event.worker.error}")
            self.query_one("#text", ProseView).show([Block(literal(told, "$bad"))])

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    def _show_tabs(self) -> None:
        names = [
            literal(name, "bold $accent underline" if number == self.number else "$quiet")
            for number, name in enumerate(PAGES)
        ]
        self.query_one("#tabs", Static).update(Content("  ").join(names), layout=False)

    def show_page(self) -> None:
        """Draw the page that is open, at the present width."""
        self._show_tabs()
        listed = self.number == MISTAKES and self.found is not None and self.found.answers > 0
        self.query_one("#page").display = not listed
        for part in ("#wrong", "#ideas", "#about"):
            self.query_one(part).display = listed
        if self.found is not None and not listed:
            self.query_one("#text", ProseView).show(self._blocks(self.found))
        self.set_focus(self.query_one("#ideas" if listed else "#page"))
        self.refresh_bindings()

    def _blocks(self, found: Overview) -> list[Block]:
        width = max(min(self.size.width - 6, 96), 8)
        if not found.answers:
            return statistics_page.empty()
        if PAGES[self.number] == "days":
            return statistics_page.days(found, width, plain=self.app.ascii_only)
        drawn = {
            "knowledge": statistics_page.knowledge,
            "recall": statistics_page.recall,
            "ahead": statistics_page.ahead,
        }
        return drawn[PAGES[self.number]](found, width)

    def on_resize(self) -> None:
        self.set_class(self.size.height < LOW_WINDOW, "-low")
        if self.found is not None:
            self.show_page()

    # ── wrong ideas ─────────────────────────────────────────────────────────────────────
    def _fill(self) -> None:
        """List the wrong ideas, the most frequent first."""
        assert self.found is not None
        missed = statistics_page.leeches(self.found, self._prompt_of)
        self.query_one("#wrong", ProseView).show([*statistics_page.mistakes(self.found), *missed])
        rows = [
            Row(
                literal(one_line(self.called(idea))),
                literal(statistics_page.times(declared, suspected), "$quiet"),
                idea,
            )
            for idea, declared, suspected in self.found.mistakes.by_idea
        ]
        listing = self.query_one("#ideas", RowList)
        listing.fill(rows, keep=listing.chosen)
        self._describe(listing.chosen)

    def _prompt_of(self, key: str) -> str:
        """What a card asks; its key where its deck is gone."""
        card = self.desk.library.card(key)
        return example_prompt(card) if card is not None else key

    def cards_of(self, idea: str) -> list[Card]:
        """The cards on which an idea was met, then the others that can meet it."""
        from mhaquiz.quiz.wrong_ideas import cards_meeting

        met = self.found.met_on.get(idea, ()) if self.found else ()
        return cards_meeting(self.desk.library.cards(), idea, met)

    def _misconception(self, idea: str) -> Misconception | None:
        """The idea as a deck describes it; None where it is a suspected edit or its deck is gone."""
        found = (self.desk.library.misconception(deck.id, idea) for deck in self.desk.library.decks)
        return next((one for one in found if one is not None), None)

    def called(self, idea: str) -> str:
        """The idea in words."""
        known = self._misconception(idea)
        return known.title if known is not None else idea

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self._describe(event.key)
        self.refresh_bindings()

    def _describe(self, idea: str | None) -> None:
        view = self.query_one("#about", ProseView)
        if idea is None:
            view.show([])
            return
        known, number = self._misconception(idea), len(self.cards_of(idea))
        fix = [Block(inline(known.fix))] if known is not None and known.fix else []
        told = counted(number, "card meets it", "cards meet it") if number else "no card meets it now"
        view.show([*fix, Block(literal(told, "$quiet"))])

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action != "drill":
            return True
        idea = self.query_one("#ideas", RowList).chosen if self.number == MISTAKES and self.found else None
        return idea is not None and bool(self.cards_of(idea))

    def on_row_list_chosen(self) -> None:
        self.action_drill()

    def action_drill(self) -> None:
        """Ten questions at most about the idea under the cursor; scheduling stays as it is."""
        from mhaquiz.tui.desk import QUICK_QUIZ
        from mhaquiz.tui.screens.study import StudyScreen

        idea = self.query_one("#ideas", RowList).chosen
        if idea is not None and (cards := self.cards_of(idea)):
            self.app.push_screen(StudyScreen(self.desk.quiz(cards[:QUICK_QUIZ])))

    def action_page(self, by: int) -> None:
        self.number = (self.number + by) % len(PAGES)
        self.show_page()
        if (page := self.query_one("#page")).scroll_offset.y:
            page.scroll_home(animate=False)
