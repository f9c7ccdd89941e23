"""A session on the screen, phase by phase: question, how sure, reveal, waiting, the end. It only draws."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.reactive import Reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from mhaquiz.deck.cards import Numeric
from mhaquiz.deck.examples import example_prompt
from mhaquiz.quiz.session import Phase, Session
from mhaquiz.tui import session_pages
from mhaquiz.tui.one_frame import hold
from mhaquiz.tui.prose import Block
from mhaquiz.tui.session_hits import ratings
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.hit_line import HitLine
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.question_view import QuestionView, is_typed
from mhaquiz.tui.widgets.reveal_view import RevealView, has_rubric
from mhaquiz.tui.widgets.still import Page, StillText

if TYPE_CHECKING:
    from mhaquiz.quiz.shown import Variant
    from mhaquiz.tui.app import MhaquizApp

ROUTE_AFTER = 0.1
"""Seconds until the question is surely painted; a second route worked out meanwhile would delay it."""


class PhaseScreen(Screen[None]):
    """Draws one `Session`. All state that matters is in the session."""

    CSS_PATH = "study.tcss"
    AUTO_FOCUS = ""
    focused: Reactive[Widget | None] = Reactive(None, repaint=False)  # the two widgets paint it, not all
    app: MhaquizApp

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.place = ""
        self._detail = ""
        self._timer: Timer | None = None
        self._route: tuple[Variant | None, str | None] = (None, None)

        self.bar = TitleBar("study")
        self.page = Page(id="page")
        self.meta = StillText(id="meta")
        self.asking = QuestionView(id="question")
        self.reveal = RevealView(id="reveal")
        self.ending = ProseView(id="ending")
        self.rating = HitLine(id="rating", gap=2)
        self.keys = KeyBar()

    def compose(self) -> ComposeResult:
        yield self.bar
        with self.page:
            yield from (self.meta, self.asking, self.reveal, self.ending)
        yield self.rating
        yield self.keys

    def on_mount(self) -> None:
        self.show_phase()

    # ── showing the session ─────────────────────────────────────────────────────────────
    def show_phase(self) -> None:
        """Draw whatever phase the session is in."""
        hold(self)
        self._stop_clock()
        self._detail = ""
        self.bar.told = ""
        self.place = place_of(self.session)
        self._parts()
        self._show_title()  # first: what is told last may miss the frame
        {
            Phase.QUESTION: self._show_question,
            Phase.SPEAKING: self._show_speaking,
            Phase.CONFIDENCE: self._show_sure,
            Phase.REVEAL: self._show_reveal,
            Phase.WAITING: self._show_waiting,
            Phase.FINISHED: self._show_finished,
        }[self.session.phase]()
        self.refresh_bindings()
        self.keys.look_up()
        self._tell_notice()

    def _parts(self) -> None:
        ending = self.place in ("waiting", "finished")
        revealed = self.place == "reveal"
        self.meta.display = not ending
        self.asking.display = not ending and not revealed
        self.reveal.display = revealed
        self.ending.display = ending
        self.rating.display = can_rate(self.session)

    def _show_title(self) -> None:
        bar = self.bar
        limit = session_pages.limit(self.session) if self._timer is not None else ""
        bar.where = session_pages.where(self.session)
        bar.aside = " · ".join(part for part in (limit, session_pages.standing(self.session)) if part)

    def _tell_notice(self) -> None:
        if notice := self.session.take_notice():
            self.tell(notice)

    def tell(self, text: str) -> None:
        """A note on the title line, which covers nothing; in a corner only where it is too long for it."""
        if not self.bar.say(text):
            self.notify(text, markup=False)

    def _show_question(self) -> None:
        question = self.session.current
        self.meta.update(session_pages.meta(question))
        self.set_focus(self.asking.ask(question))
        self.page.scroll_home(animate=False)
        if question.seconds and self.shows_clock:
            self._start_clock()
        self.set_timer(ROUTE_AFTER, partial(self._begin_second_route, question.variant))

    def _show_speaking(self) -> None:
        self.set_focus(None)
        if self.shows_clock:
            self._start_clock()
        else:
            self.asking.show_note([Block(session_pages.speaking())])

    def _show_sure(self) -> None:
        self.asking.ask_sure(self.session.current)
        self.set_focus(None)

    def _show_reveal(self) -> None:
        question = self.session.current
        self.meta.update(session_pages.meta(question))
        self._work_second_route(question.variant)
        self.reveal.route = self._route[1]
        self.reveal.reveal(self.session, self._page_width, self.size.height - 4)
        self._show_rating()
        self.set_focus(self.reveal.rubric if has_rubric(question) else None)
        self.page.scroll_home(animate=False)

    @property
    def _page_width(self) -> int:
        """What a text on the page may take: without the scroll bar's place, which is kept free."""
        return self.page.scrollable_content_region.width - 1 if self.page.size.width else self.size.width - 4

    def _show_rating(self) -> None:
        if can_rate(self.session):
            self.rating.hits = ratings(self.session)

    def _show_waiting(self) -> None:
        self._start_clock()
        self.set_focus(None)

    def _show_finished(self) -> None:
        self.ending.show(session_pages.summary(self.session))
        self.set_focus(None)

    def on_resize(self) -> None:
        if self.place == "reveal" and self.session.phase is Phase.REVEAL:
            self.call_after_refresh(self._brief_again)

    def _brief_again(self) -> None:
        if self.session.phase is Phase.REVEAL:
            self.reveal.show_brief(self.session.current, self._page_width, self.size.height - 4)
            self.refresh_bindings()

    # ── the second route, off the screen's thread ───────────────────────────────────────
    def _begin_second_route(self, variant: Variant) -> None:
        if self.session.question is not None and self.session.question.variant is variant:
            self._work_second_route(variant)

    def _work_second_route(self, variant: Variant) -> None:
        """Begun while the question is thought about, so that the answer mostly comes whole, in one frame."""
        from mhaquiz.quiz.preparing import prepare

        if self._route[0] is variant:
            return
        self._route = (variant, None if isinstance(variant.card.body, Numeric) else "")
        work = partial(prepare, variant, self.session.library)
        self.run_worker(work, thread=True, exclusive=True, group="route", exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "route":
            return
        if event.state is WorkerState.SUCCESS:
            self._tell_route(str(event.worker.result or ""))
        elif event.state is WorkerState.ERROR:
            self._tell_route(f"second route: {event.worker.error}")

    def _tell_route(self, line: str) -> None:
        self._route = (self._route[0], line)
        if self.session.phase is Phase.REVEAL:
            self.reveal.route = line
            self.reveal.show_verdict(self.session)

    # ── clocks ──────────────────────────────────────────────────────────────────────────
    @property
    def shows_clock(self) -> bool:
        """Whether the person wants to see the time run."""
        desk = self.app.desk
        return desk is None or not desk.has_profile or bool(desk.profile.settings["show_clock"])

    def _start_clock(self) -> None:
        self._timer = self.set_interval(1, self._tick)
        self._tick()

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if self.session.phase is Phase.WAITING:
            self._tick_waiting()
            return
        if self.session.phase is Phase.SPEAKING:
            self.asking.show_note([Block(session_pages.spoken_clock(self.session))])
        self._show_title()

    def _tick_waiting(self) -> None:
        left = self.session.waiting_seconds() or 0
        self.ending.show(session_pages.waiting(left))
        if left <= 0:
            self.session.resume()
            self.show_phase()

    def _prompt_of(self, key: str) -> str:
        card = self.session.library.card(key)
        return example_prompt(card) if card is not None else ""


def place_of(session: Session) -> str:
    """Where the learner is, in the words of the key table."""
    if session.phase in (Phase.QUESTION, Phase.SPEAKING):
        if session.current.spoken:
            return "speak"
        return "answer" if is_typed(session.current) else "choices"
    places = {Phase.CONFIDENCE: "sure", Phase.REVEAL: "reveal", Phase.WAITING: "waiting"}
    return places.get(session.phase, "finished")


def can_rate(session: Session) -> bool:
    """Whether a rating is asked for now: always in study, in a quiz only of a spoken answer."""
    return session.phase is Phase.REVEAL and (session.asks_rating or session.current.spoken)
