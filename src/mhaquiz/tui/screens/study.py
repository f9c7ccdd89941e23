"""A session on the screen: question, how sure, reveal, waiting, the end. The session decides; this draws."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.cards import Kind
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.session import Phase, Session
from mhaquiz.tui import keys, reveal_page, session_pages
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block, Prose, inline
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.hit_line import Hit, HitLine
from mhaquiz.tui.widgets.picker import Pick, Picker, Rubric
from mhaquiz.tui.widgets.prose_view import ProseView

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Question
    from mhaquiz.tui.app import MhaquizApp

#: The widgets that show in each place; everything else is hidden.
SHOWN = {
    "answer": {"meta", "prompt", "hints", "line", "note"},
    "choices": {"meta", "prompt", "hints", "picker", "note"},
    "speak": {"meta", "prompt", "hints", "note"},
    "sure": {"meta", "prompt", "hints", "line", "sure"},
    "reveal": {"meta", "brief", "verdict", "detail", "rating"},
    "rubric": {"meta", "brief", "verdict", "rubric", "detail", "rating"},
    "waiting": {"ending"},
    "finished": {"ending"},
}
BRIEF_ROWS = 3


class StudyScreen(Screen[None]):
    """Drives one `Session`. All its state that matters is in the session."""

    CSS_PATH = "study.tcss"
    BINDINGS = keys.bindings("study")
    AUTO_FOCUS = ""
    app: MhaquizApp

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.place = ""
        self._route: str | None = None
        self._detail = ""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar("study")
        with VerticalScroll(id="page"):
            yield Static(id="meta", markup=False)
            yield ProseView(id="prompt")
            yield Static(id="brief", markup=False)
            yield ProseView(id="hints")
            with Horizontal(id="line"):
                yield Static("❯ ", id="caret", markup=False)
                yield AnswerLine(id="answer")
            yield Picker(id="picker")
            yield ProseView(id="note")
            yield HitLine(id="sure")
            yield ProseView(id="verdict")
            yield Rubric(id="rubric")
            yield ProseView(id="detail")
            yield ProseView(id="ending")
        yield HitLine(id="rating")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#sure", HitLine).hits = _SURE
        self.show_phase()

    # ── showing the session ─────────────────────────────────────────────────────────────
    def show_phase(self) -> None:
        """Draw whatever phase the session is in."""
        self._stop_clock()
        self.place = self._place()
        {
            Phase.QUESTION: self._show_question,
            Phase.SPEAKING: self._show_speaking,
            Phase.CONFIDENCE: self._show_sure,
            Phase.REVEAL: self._show_reveal,
            Phase.WAITING: self._show_waiting,
            Phase.FINISHED: self._show_finished,
        }[self.session.phase]()
        self._show_title()
        self.refresh_bindings()
        if self.session.notice:
            self.notify(self.session.notice, markup=False)
            self.session.notice = ""

    def _place(self) -> str:
        phase = self.session.phase
        if phase in (Phase.QUESTION, Phase.SPEAKING):
            question = self.session.current
            if question.spoken:
                return "speak"
            return "choices" if question.variant.choices else "answer"
        return {Phase.CONFIDENCE: "sure", Phase.REVEAL: "reveal", Phase.WAITING: "waiting"}.get(
            phase, "finished"
        )

    def _parts(self, place: str) -> None:
        shown = SHOWN[place]
        for widget in (*self.query_one("#page").children, self.query_one("#rating")):
            widget.display = widget.id in shown

    def _show_title(self) -> None:
        bar = self.query_one(TitleBar)
        question = self.session.question
        bar.where = question.card.deck if question else "session"
        bar.aside = session_pages.progress(question, self.session.progress)

    def _show_question(self) -> None:
        question = self.session.current
        self.query_one("#meta", Static).update(session_pages.meta(question))
        self.query_one("#prompt", ProseView).show(session_pages.prompt(question))
        self._show_hints()
        self._show_note()
        self._parts(self.place)
        line = self.query_one(AnswerLine)
        line.disabled = False
        line.reset()
        line.placeholder = session_pages.placeholder(question)
        if self.place == "answer":
            self.set_focus(line)
        elif self.place == "choices":
            picker = self.query_one(Picker)
            picker.offer([choice.text for choice in question.variant.choices], _how(question))
            self.set_focus(picker)
        else:
            self.set_focus(self.query_one("#page"))
        self.query_one("#page").scroll_home(animate=False)
        if question.seconds:
            self._start_clock()

    def _show_hints(self) -> None:
        view = self.query_one("#hints", ProseView)
        view.show(session_pages.hints(self.session.current))
        view.set_class(bool(view.prose.blocks), "-some")

    def _show_note(self) -> None:
        question = self.session.current
        note: list[Block] = []
        if question.feedback is not None:
            note = [Block(inline(question.feedback.message), Content.styled("? ", "bold $warn"), 2)]
        elif question.spoken:
            minutes = session_pages.duration(int(question.card.minutes * 60))
            note = [
                Block(
                    literal(
                        f"Answer aloud; a good answer takes about {minutes}. Space starts the clock.",
                        "$quiet",
                    )
                )
            ]
        self.query_one("#note", ProseView).show(note)

    def _show_speaking(self) -> None:
        self._parts("speak")
        self.set_focus(self.query_one("#page"))
        self._start_clock()

    def _show_sure(self) -> None:
        self._parts("sure")
        self.query_one("#line").display = not self.session.current.variant.choices
        self.query_one("#picker").display = bool(self.session.current.variant.choices)
        self.query_one(AnswerLine).disabled = True
        self.set_focus(self.query_one("#page"))

    def _show_reveal(self) -> None:
        question = self.session.current
        self._route, self._detail = None, ""
        self._parts("rubric" if _has_rubric(question) else "reveal")
        self.query_one("#meta", Static).update(session_pages.meta(question))
        self.query_one("#detail", ProseView).show([])
        self._show_brief()
        if _has_rubric(question):
            self._offer_rubric(question)
        self._show_verdict()
        self._show_rating()
        self.set_focus(self.query_one(Rubric) if _has_rubric(question) else self.query_one("#page"))
        self.query_one("#page").scroll_home(animate=False)
        self._work_second_route(question)

    def _show_brief(self) -> None:
        """The prompt in at most three lines, so that the diagnosis needs no scrolling."""
        width = self.query_one("#page").content_size.width or self.size.width - 4
        brief = Prose(session_pages.prompt(self.session.current)).brief(max(min(width, 92), 1), BRIEF_ROWS)
        self.query_one("#brief", Static).update(brief.stylize_before("$quiet"))

    def _offer_rubric(self, question: Question) -> None:
        explanation = self.session.explanation
        assert explanation is not None
        rubric = self.query_one(Rubric)
        rubric.offer(
            [(point.text, point.must) for point in explanation.points],
            [flag.text for flag in explanation.red_flags],
        )
        rubric.mark(self.session.points_ticked, self.session.flags_ticked)

    def _show_verdict(self) -> None:
        explanation, grade = self.session.explanation, self.session.grade
        assert explanation is not None
        assert grade is not None
        page = reveal_page.first_screenful(
            explanation, grade, route=self._route, confirmed=self.session.confirmed
        )
        self.query_one("#verdict", ProseView).show(page)

    def _show_rating(self) -> None:
        bar = self.query_one("#rating", HitLine)
        bar.display = self._can_rate()
        if bar.display:
            bar.hits = _ratings(self.session)

    def _show_waiting(self) -> None:
        self._parts("waiting")
        self._start_clock()
        self.set_focus(self.query_one("#page"))

    def _show_finished(self) -> None:
        self._parts("finished")
        self.query_one("#ending", ProseView).show(session_pages.summary(self.session, self._prompt_of))
        self.set_focus(self.query_one("#page"))

    def on_resize(self) -> None:
        if self.session.phase is Phase.REVEAL and self.is_mounted:
            self.call_after_refresh(self._show_brief)

    # ── the second route, off the screen's thread ───────────────────────────────────────
    def _work_second_route(self, question: Question) -> None:
        from mhaquiz.quiz.explaining import second_route

        if self.session.explanation is None or not self.session.explanation.worked:
            return
        work = partial(second_route, question.variant)
        self.run_worker(work, thread=True, exclusive=True, group="route", exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "route" or self.session.phase is not Phase.REVEAL:
            return
        if event.state is WorkerState.SUCCESS:
            self._route = str(event.worker.result or "")
        elif event.state is WorkerState.ERROR:
            self._route = f"second route: {event.worker.error}"
        else:
            return
        self._show_verdict()

    # ── clocks ──────────────────────────────────────────────────────────────────────────
    def _start_clock(self) -> None:
        self._tick()
        self._timer = self.set_interval(1, self._tick)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if self.session.phase is Phase.WAITING:
            self._tick_waiting()
        elif self.session.phase is Phase.SPEAKING:
            spoken = self.session.spoken_seconds or 0
            meant = int(self.session.current.card.minutes * 60)
            over = Content.styled("  over the time", "$warn") if spoken > meant else Content("")
            time = Content.styled(
                f"{session_pages.clock(spoken)} of {session_pages.clock(meant)}", "bold $accent"
            )
            self.query_one("#note", ProseView).show(
                [Block(time + over + literal("   Space stops and shows the answer", "$quiet"))]
            )

    def _tick_waiting(self) -> None:
        left = self.session.waiting_seconds() or 0
        self.query_one("#ending", ProseView).show(session_pages.waiting(left))
        if left <= 0:
            self.session.learn_ahead()
            self.show_phase()

    # ── what works now ──────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        places = keys.places_of("study", action)
        if places and self.place not in places:
            return False
        possible = {
            "hint": self._can_hint,
            "lab": lambda: self.session.question is not None and self.session.current.card.lab is not None,
            "undo": lambda: self.session.can_undo,
            "rate": self._can_rate,
            "confirm": self._can_confirm,
            "detail": lambda: bool(self._detail_blocks(str(parameters[0]))),
            "edit": lambda: self.app.desk is not None,
        }.get(action)
        return possible() if possible else True

    def _can_hint(self) -> bool:
        return (
            self.session.hints_allowed
            and self.session.question is not None
            and self.session.current.hints_left > 0
        )

    def _can_rate(self) -> bool:
        return self.session.phase is Phase.REVEAL and (
            self.session.asks_rating or self.session.current.spoken
        )

    def _can_confirm(self) -> bool:
        explanation = self.session.explanation
        return explanation is not None and bool(explanation.suspected) and self.session.confirmed is None

    # ── answering ───────────────────────────────────────────────────────────────────────
    def on_input_changed(self, event: Input.Changed) -> None:
        self.session.note_first_key()

    def on_picker_changed(self) -> None:
        self.session.note_first_key()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._submit(event.value)

    def action_submit_line(self) -> None:
        self._submit(self.query_one(AnswerLine).value)

    def action_submit_choice(self) -> None:
        picker = self.query_one(Picker)
        if not picker.chosen and picker.how is Pick.ONE:
            picker.choose(picker.cursor)
        self._submit(picker.answer)

    def _submit(self, text: str) -> None:
        verdict = self.session.submit(text).verdict
        if verdict.asks_again:
            self._show_note()
        else:
            self.show_phase()

    def action_hint(self) -> None:
        self.session.hint()
        self._show_hints()
        self.refresh_bindings()

    def action_give_up(self) -> None:
        self.session.give_up()
        self.show_phase()

    def action_sure(self, level: int) -> None:
        self.session.sure(level)
        self.show_phase()

    def action_speak(self) -> None:
        if self.session.phase is Phase.QUESTION:
            self.session.start_speaking()
        else:
            self.session.stop_speaking()
        self.show_phase()

    def action_speak_stop(self) -> None:
        self.session.stop_speaking()
        self.show_phase()

    # ── after the answer ────────────────────────────────────────────────────────────────
    def on_rubric_ticked(self, event: Rubric.Ticked) -> None:
        (self.session.tick_flag if event.flag else self.session.tick_point)(event.number)
        self.query_one(Rubric).mark(self.session.points_ticked, self.session.flags_ticked)
        self._show_rating()

    def action_rate(self, rating: int) -> None:
        self.session.rate(Rating(rating))
        self.show_phase()

    def action_next(self) -> None:
        self.session.rate(None)
        self.show_phase()

    def action_confirm(self) -> None:
        self.session.confirm_edit(0)
        self._show_verdict()
        self.refresh_bindings()

    def action_detail(self, name: str) -> None:
        """Show one part below the verdict; the same key again puts it away."""
        self._detail = "" if self._detail == name else name
        view = self.query_one("#detail", ProseView)
        view.show(self._detail_blocks(self._detail) if self._detail else [])
        if self._detail:
            self.call_after_refresh(view.scroll_visible, animate=False, top=True)

    def _detail_blocks(self, name: str) -> list[Block]:
        explanation = self.session.explanation
        if explanation is None:
            return []
        if name == "prompt":
            return session_pages.prompt(self.session.current)
        if name == "followups":
            return reveal_page.followups(explanation, self._prompt_of)
        return reveal_page.DETAILS[name](explanation)

    def _prompt_of(self, key: str) -> str:
        card = self.session.library.card(key)
        return card.prompt if card is not None else ""

    def action_undo(self) -> None:
        if self.session.undo():
            self.show_phase()
            self.notify("Taken back.", markup=False, timeout=2)

    # ── the card's own business ─────────────────────────────────────────────────────────
    def action_mark(self) -> None:
        self.session.mark()
        self.notify(self.session.notice or "Marked.", markup=False, timeout=2)
        self.session.notice = ""

    def action_bury(self) -> None:
        self.session.bury()
        self.show_phase()

    def action_suspend_card(self) -> None:
        self.session.suspend()
        self.show_phase()

    def action_lab(self) -> None:
        from mhaquiz.tui.screens.lab import open_card_lab

        open_card_lab(self, self.session.current)

    def action_edit(self) -> None:
        from mhaquiz.tui.editing import edit_card

        edit_card(self.app, self.session.current.card)

    # ── waiting and leaving ─────────────────────────────────────────────────────────────
    def action_wait(self) -> None:
        self.notify("Waiting; the card shows by itself.", markup=False, timeout=2)

    def action_show_now(self) -> None:
        self.session.learn_ahead()
        self.show_phase()

    def action_finish(self) -> None:
        self.session.finish()
        self.show_phase()

    async def action_leave(self) -> None:
        if self.session.phase is Phase.CONFIDENCE:
            self.session.sure(2)
        await self.app.action_back()


def _how(question: Question) -> Pick:
    if question.card.kind is Kind.ORDER:
        return Pick.ORDER
    return Pick.MANY if question.card.kind is Kind.MULTI_CHOICE else Pick.ONE


def _has_rubric(question: Question) -> bool:
    return question.spoken and bool(question.card.points or question.card.red_flags)


_SURE = (
    Hit(literal("How sure are you?", "bold")),
    Hit(Content.assemble(("1", "bold $accent"), " guess"), "1"),
    Hit(Content.assemble(("2", "bold $accent"), " fairly sure ", ("(Enter)", "$quiet")), "2"),
    Hit(Content.assemble(("3", "bold $accent"), " certain"), "3"),
)


def _ratings(session: Session) -> tuple[Hit, ...]:
    """The four ratings with their next intervals, the proposed one marked by a pointer and by Enter."""
    proposed = session.proposed
    ratings = list(Rating) if session.asks_rating else [Rating.AGAIN, Rating.GOOD]
    hits = []
    for rating in ratings:
        mark = rating == proposed
        name = rating.name.lower() if session.asks_rating else "no" if rating is Rating.AGAIN else "yes"
        text = Content.assemble(
            ("▸" if mark else " ", "bold $accent"),
            (str(int(rating)), "bold $accent"),
            f" {name}",
            (f" {session.previews.get(rating, '')}", "$quiet"),
        )
        hits.append(Hit(text.stylize_before("bold") if mark else text, str(int(rating))))
    return (*hits, Hit(Content.styled("Enter takes ▸", "$quiet"), "enter"))
