"""An author's cards, one at a time, shown again at every save; where one fails the last good card stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from mhaquiz.deck.watching import Watcher
from mhaquiz.quiz.previewing import UNSHOWABLE, Preview, Reading, Shown
from mhaquiz.tui import keys, preview_page
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.text_page import TextPage

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.deck.messages import Problem
    from mhaquiz.memory.clock import Clock
    from mhaquiz.tui.app import MhaquizApp

LOOK_SECONDS = 0.4


class PreviewScreen(Screen[None]):
    """Follows one deck file. `shown` is the last card that could be shown."""

    CSS_PATH = "preview.tcss"
    BINDINGS = keys.bindings("preview")
    AUTO_FOCUS = "#page"
    place = "preview"
    app: MhaquizApp

    def __init__(self, preview: Preview, clock: Clock, number: int = 0) -> None:
        super().__init__()
        self.preview = preview
        self.clock = clock
        self.number = number
        self.key = ""
        self.reading: Reading | None = None
        self.shown: Shown | None = None
        self.watcher = Watcher((preview.path, preview.path.parent / "misconceptions"))

    def compose(self) -> ComposeResult:
        yield TitleBar(f"preview · {self.preview.path.name}")
        yield ProseView(id="faults")
        with TextPage(id="page"):
            yield ProseView(id="card")
        yield KeyBar()

    def on_mount(self) -> None:
        self.watcher.begin()
        self.set_interval(LOOK_SECONDS, self.look)
        self.read()

    def look(self) -> None:
        """Read again where the file was saved: a few stats, no more."""
        if self.watcher.look():
            self.read()

    def read(self) -> None:
        self.run_worker(self.preview.read, thread=True, exclusive=True, group="read", exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "read":
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self.reading = event.worker.result
            self.show_card()
        elif event.state is WorkerState.ERROR:
            self._tell(
                [Block(literal(one_line(f"The file could not be read: {event.worker.error}"), "$bad"))]
            )

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    @property
    def cards(self) -> tuple[Card, ...]:
        return self.reading.cards if self.reading else ()

    def _at(self) -> int:
        """Where the card that was shown stands now; the first one where it is gone."""
        return next((n for n, card in enumerate(self.cards) if card.key == self.key), 0)

    def show_card(self) -> None:
        """Show the card as it is read now; where it cannot be shown, say why over the last good one."""
        assert self.reading is not None
        failed = self._try()
        problems = self._problems(failed)
        self._tell(preview_page.faults(problems, stale=failed and self.shown is not None))
        self.query_one("#card", ProseView).show(preview_page.page(self.shown) if self.shown else [])
        bar = self.query_one(TitleBar)
        bar.where = f"preview · {self.shown.question.card.key if self.shown else self.preview.path.name}"
        bar.aside = f"card {self._at() + 1} of {len(self.cards)}" if self.cards else ""
        self.refresh_bindings()

    def _try(self) -> bool:
        """Work out the card to show; whether that failed."""
        if not self.reading or not self.cards:
            return True
        card = self.cards[self._at()]
        # A card with an error of its own was built from what is left of it: the good one is better.
        if self.shown is not None and any(p.is_error and p.card == card.key for p in self.reading.problems):
            return True
        try:
            self.shown = self.preview.show(card, self.reading.library, self.number)
        except UNSHOWABLE:
            return True
        self.key = card.key
        return False

    def _problems(self, failed: bool) -> list[Problem]:
        """The faults of the card and of what is no card; all of them where nothing can be shown."""
        assert self.reading is not None
        card = self.cards[self._at()].key if self.cards else ""
        mine = [one for one in self.reading.problems if one.card in ("", card)]
        return list(self.reading.problems) if failed and not mine else mine

    def _tell(self, blocks: list[Block]) -> None:
        view = self.query_one("#faults", ProseView)
        view.display = bool(blocks)
        view.show(blocks)

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        possible = {
            "card": lambda: len(self.cards) > 1,
            "draw": lambda: self.shown is not None and self.shown.draws > 1,
            "answer": lambda: self.shown is not None,
        }
        return possible[action]() if action in possible else True

    def action_card(self, by: int) -> None:
        """The next card; its first draw."""
        self.key = self.cards[(self._at() + by) % len(self.cards)].key
        self.number, self.shown = 0, None
        self.show_card()
        self.query_one("#page").scroll_home(animate=False)

    def action_draw(self, by: int) -> None:
        self.number += by
        self.show_card()

    def action_answer(self) -> None:
        """Answer the card as a learner would; nothing is kept."""
        from mhaquiz.quiz.preview_session import PreviewSession
        from mhaquiz.tui.screens.study import StudyScreen

        if self.shown is not None and self.reading is not None:
            variants = [self.shown.question.variant]
            session = PreviewSession(variants, self.reading.library, clock=self.clock)
            self.app.push_screen(StudyScreen(session))

    def action_edit(self) -> None:
        from mhaquiz.tui.editing import open_at

        line = self.shown.question.card.line if self.shown else 1
        if open_at(self.app, self.preview.path, line):
            self.read()
