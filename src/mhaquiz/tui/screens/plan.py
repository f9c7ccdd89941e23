"""The interview plan: the date, the minutes a day, and what to expect on the day."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.examples import example_prompt
from mhaquiz.memory.dates import WAYS
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.settings import SETTINGS, fits_a_day
from mhaquiz.quiz.durations import about_minutes
from mhaquiz.tui import home_page, keys
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.plan_page import outlook
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.text_page import TextPage

if TYPE_CHECKING:
    from mhaquiz.memory.forecast import Forecast
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk, StillPlan


class PlanScreen(Screen[None]):
    """Two lines to type on and the forecast below them."""

    CSS_PATH = "plan.tcss"
    BINDINGS = keys.bindings("plan")
    AUTO_FOCUS = "#date"
    place = "plan"
    app: MhaquizApp

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.plan: StillPlan | None = None
        self.forecast: Forecast | None = None
        self.changed = False
        """Something was typed that is not saved yet: the page says so, and shows no numbers of before."""

    def compose(self) -> ComposeResult:
        yield TitleBar("interview plan")
        with TextPage(id="page"):
            with Horizontal(classes="line"):
                yield Static("date         ", classes="label", markup=False)
                yield AnswerLine(placeholder=WAYS, id="date", replaces=True)
            with Horizontal(classes="line"):
                yield Static("minutes a day", classes="label", markup=False)
                yield AnswerLine(placeholder="20", id="minutes", replaces=True)
            yield ProseView(id="outlook")
        yield KeyBar()

    def on_mount(self) -> None:
        self.plan = self.desk.plan()
        minutes = float(self.desk.profile.settings["minutes_a_day"])
        if self.plan is not None:
            self.query_one("#date", AnswerLine).reset(self.plan.interview.date.isoformat())
            minutes = self.plan.interview.minutes
        self.query_one("#minutes", AnswerLine).reset(f"{minutes:g}")
        self.show_plan()

    def show_plan(self) -> None:
        """The countdown at once, the forecast when it is worked out."""
        self.plan, self.forecast, self.changed = self.desk.plan(), None, False
        self.refresh_bindings()
        if self.plan is None:
            told = "No interview is planned: type its date. Until then cards come as they fall due."
            self._tell([Block(literal(told, "$quiet"))])
            return
        self._tell([*self._advice(), Block(literal("working out the forecast …", "$quiet"), gap=True)])
        plan, day = self.plan, self.desk.today
        work = partial(plan.forecast, day)
        self.run_worker(work, thread=True, exclusive=True, group="forecast", exit_on_error=False)

    def _advice(self) -> list[Block]:
        lines = self.plan.plan.advice(self.desk.today) if self.plan else []
        return home_page.advised(lines, f"{named('home.mock')} on home begins one")

    def _tell(self, blocks: list[Block]) -> None:
        self.query_one("#outlook", ProseView).show(blocks)

    def _show_outlook(self) -> None:
        if self.forecast is not None and self.plan is not None and not self.changed:
            width = max(min(self.size.width - 6, 96), 8)
            held_back = len(self.plan.plan.held_back())
            shown = outlook(self.forecast, width, held_back, self._prompt_of, today=self._today())
            self._tell([*self._advice(), Block(Content("")), *shown])

    def _today(self) -> str:
        """What is left of today, as home counts it."""
        counts = self.desk.counts()
        told = home_page.held(counts).removeprefix("today's plan: ").removeprefix("today's plan is ")
        return f"{told} · about {about_minutes(counts.minutes)}" if told else ""

    def _prompt_of(self, key: str) -> str:
        card = self.desk.library.card(key)
        return example_prompt(card) if card is not None else key

    def on_input_changed(self) -> None:
        """What is typed is in sight, and what was said of the lines as they were goes."""
        self.query_one(TextPage).scroll_home(animate=False)
        self.changed = True
        told = f"{named('plan.save')} takes this and works out what to expect."
        self._tell([Block(literal(told, "$quiet"))])

    def on_resize(self) -> None:
        self._show_outlook()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "forecast" or self.changed:
            return
        if event.state is WorkerState.SUCCESS:
            self.forecast = event.worker.result
            self._show_outlook()
        elif event.state is WorkerState.ERROR:
            self._tell([*self._advice(), Block(literal(str(event.worker.error)), gap=True)])

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "clear" or self.plan is not None

    def action_other(self) -> None:
        other = "#minutes" if self.query_one("#date").has_focus else "#date"
        self.set_focus(self.query_one(other, AnswerLine))

    def action_save(self) -> None:
        try:
            minutes = read_minutes(self.query_one("#minutes", AnswerLine).value)
            self.desk.set_interview(self.query_one("#date", AnswerLine).value.strip(), minutes)
        except ProfileError as error:
            self._tell([Block(literal(one_line(str(error))), Content.styled("? ", "bold $warn"), 2)])
            return
        self.show_plan()
        self.query_one(TitleBar).say("Saved.")
        if self.plan is not None:
            self.query_one("#date", AnswerLine).reset(self.plan.interview.date.isoformat())

    def action_clear(self) -> None:
        self.desk.cancel_interview()
        self.query_one("#date", AnswerLine).reset()
        self.show_plan()


def read_minutes(text: str) -> float:
    """Minutes a day, or `ProfileError`."""
    try:
        minutes = float(text.strip())
    except ValueError:
        minutes = 0.0
    if not fits_a_day(minutes):
        rule = SETTINGS["minutes_a_day"].rule
        raise ProfileError(f"{text.strip()!r}: minutes a day are a number from {rule}")
    return minutes
