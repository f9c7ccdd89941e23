"""A lab on the screen: its knobs, its readouts, one picture at a time, and in words what has just changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.lab_reading import change_setting, complete_settings
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.deck.lab_table import find_lab
from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.pictures import MapsData, Picture, show_of
from mhaquiz.tui.pictures.readouts import text_of
from mhaquiz.tui.prose import Block, Prose, inline
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.controls import Asked
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.knobs import Knobs
from mhaquiz.tui.widgets.picture_view import PictureView

if TYPE_CHECKING:
    from mhaquiz.labs.results import Task

#: A run that takes longer goes to a thread, where the newest wins.
SLOW_MS = 8.0
WIDE = 110
HISTORY = 200


class LabScreen(Screen[None]):
    """One lab. The model is a pure function of `settings`; `runs` are its results so far, newest last."""

    CSS_PATH = "lab.tcss"
    BINDINGS = keys.bindings("lab")
    AUTO_FOCUS = ""
    place = "lab"

    def __init__(self, name: str, settings: Mapping[str, Any] | None = None, note: str = "") -> None:
        super().__init__()
        self.note = note or find_lab(name).summary
        self.lab = find_lab(name)
        self.opened_with = dict(complete_settings(name, settings or {}))
        self.settings: dict[str, Any] = dict(self.opened_with)
        self.view = show_of(name)
        self.picture = 0
        self.subject = 0
        self.runs: list[Any] = []
        self.done: set[str] = set()
        self._slow = True  # the first run imports numpy

    def compose(self) -> ComposeResult:
        yield TitleBar(f"lab · {self.lab.title}")
        yield Static(id="readouts", markup=False)
        with Container(id="stage"):
            yield Knobs(self.lab.name)
            with Container(id="show"):
                yield Static(id="tabs", markup=False)
                yield PictureView(id="picture")
        yield Static(id="log", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self.knobs.show(self.settings)
        self.query_one(HeatMap).ramp = self._ramp()
        self._show_tabs()
        self.query_one("#readouts", Static).update(literal("working …", "$quiet"))
        self._say(self.note)
        self.knobs.focus_control()
        self.call_after_refresh(self._run)

    def _ramp(self) -> str:
        """The colours that the person chose for maps."""
        desk = getattr(self.app, "desk", None)
        return str(desk.profile.settings["ramp"]) if desk is not None and desk.has_profile else "viridis"

    @property
    def knobs(self) -> Knobs:
        return self.query_one(Knobs)

    @property
    def result(self) -> Any:
        """The newest run, or None."""
        return self.runs[-1] if self.runs else None

    # ── running the model ───────────────────────────────────────────────────────────────
    def _run(self) -> None:
        from mhaquiz import labs

        work = partial(labs.run, self.lab.name, dict(self.settings))
        if self._slow:
            self.run_worker(
                partial(_timed, work), thread=True, exclusive=True, group="lab", exit_on_error=False
            )
        else:
            self._take(*_timed(work))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group != "lab":
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._take(*event.worker.result)
        elif event.state is WorkerState.ERROR:
            self._say(f"This lab could not run: {event.worker.error}")

    def _take(self, result: Any, took_ms: float) -> None:
        """A run is here: repaint everything that hangs on it, in this one handler."""
        first = not self.runs
        said = self.note if first else self._describe(self.result, result)
        self._slow = took_ms > SLOW_MS and not first
        self.runs = [*self.runs[-HISTORY:], result]
        self.settings = complete_settings(self.lab.name, {**self.settings})
        self.knobs.show(self.settings)
        self._show_readouts()
        self._show_picture()
        done = self._tick_tasks()
        self._say(said, done)

    def _describe(self, before: Any, after: Any) -> str:
        from mhaquiz import labs

        return labs.describe_change(self.lab.name, before, after)

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    def _show_readouts(self) -> None:
        told = self.result.readouts
        parts: list[Content] = []
        for number, (name, label) in enumerate(self.view.headline):
            style = "bold $accent" if number == 0 else "bold"
            value = literal(text_of(told.get(name), 3), style)
            parts.append(literal(f"{label} ", "$quiet") + value)
        self.query_one("#readouts", Static).update(Content("   ").join(parts), layout=False)

    @property
    def shown(self) -> Picture:
        return self.view.pictures[self.picture]

    def _show_tabs(self) -> None:
        names = [
            literal(one.title, "bold $accent underline" if n == self.picture else "$quiet")
            for n, one in enumerate(self.view.pictures)
        ]
        self.query_one("#tabs", Static).update(Content("  ").join(names), layout=False)

    def _show_picture(self) -> None:
        if self.result is None:
            return
        subjects = self.shown.subjects(self.result)
        self.subject = min(self.subject, max(len(subjects) - 1, 0))
        data = self.shown.draw(self.result, self.subject)
        self.query_one(PictureView).draw(data)
        self._lay_out(isinstance(data, MapsData) or getattr(data, "wide", False))

    def _lay_out(self, wants_width: bool) -> None:
        """A wide picture in a narrow window leaves the controls one line."""
        strip = wants_width and self.size.width < WIDE
        self.set_class(strip, "-strip")
        self.knobs.strip(strip)

    def on_resize(self) -> None:
        if self.result is not None:
            self._show_picture()

    def _say(self, text: str, done: Sequence[str] = ()) -> None:
        """The line of words; tasks just ticked off stand before it. What does not fit ends in an ellipsis."""
        told = [Block(literal(task), Content.styled("✓ task done: ", "bold $good"), 13) for task in done]
        page = Prose([*told, Block(inline(one_line(text)))])
        log = self.query_one("#log", Static)
        width, rows = max(self.size.width - 4, 1), 3 if self.has_class("-strip") else 4
        log.update(page.brief(width, rows), layout=False)

    def _tick_tasks(self) -> list[str]:
        """Tick off what the runs so far have done; returns the texts of the tasks just done."""
        from mhaquiz.labs.tasks import TASKS

        tasks = TASKS.get(self.lab.name, ())
        new = [task for task in tasks if task.id not in self.done and task.done(self.runs)]
        self.done.update(task.id for task in new)
        if tasks:
            self.query_one(TitleBar).aside = f"{len(self.done)} of {len(tasks)} tasks"
        return [task.text for task in new]

    # ── keys ────────────────────────────────────────────────────────────────────────────
    def on_asked(self, event: Asked) -> None:
        """A control was turned."""
        event.stop()
        try:
            self.settings = change_setting(self.lab.name, self.settings, event.key, event.value)
        except LabSettingError as error:
            self._say(str(error))
            self.knobs.show(self.settings)
            return
        self.knobs.show(self.settings)
        self._run()

    def action_control(self, by: int) -> None:
        self.knobs.focus_control(by)

    def action_picture(self, by: int) -> None:
        self.picture = (self.picture + by) % len(self.view.pictures)
        self._show_tabs()
        self._show_picture()
        self.knobs.focus_control()
        self.refresh_bindings()

    def action_subject(self, by: int) -> None:
        subjects = self.shown.subjects(self.result)
        self.subject = (self.subject + by) % len(subjects)
        self._show_picture()

    def action_explore(self) -> None:
        self.set_focus(self.query_one(HeatMap))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "subject":
            return self.result is not None and len(self.shown.subjects(self.result)) > 1
        if action == "explore":
            return self.result is not None and self.query_one(HeatMap).display
        if action == "tasks":
            from mhaquiz.labs.tasks import TASKS

            return self.lab.name in TASKS
        return True

    def action_tasks(self) -> None:
        from mhaquiz.tui.screens.page import PageScreen

        self.app.push_screen(PageScreen(f"{self.lab.title}: what to try", self._task_blocks()))

    def _task_blocks(self) -> list[Block]:
        from mhaquiz.labs.tasks import TASKS

        return [_task_line(task, task.id in self.done) for task in TASKS.get(self.lab.name, ())]

    def action_cards(self) -> None:
        """The cards that open this lab."""
        from mhaquiz.tui.screens.browser import BrowserScreen

        desk = getattr(self.app, "desk", None)
        if desk is not None:
            self.app.push_screen(BrowserScreen(desk, lab=self.lab.name))

    def action_reset(self) -> None:
        self.settings = dict(self.opened_with)
        self.knobs.show(self.settings)
        self._run()

    async def action_leave(self) -> None:
        """Out of a map first, then out of the lab."""
        if isinstance(self.focused, HeatMap):
            self.knobs.focus_control()
        else:
            await self.app.run_action("back")


def _task_line(task: Task, done: bool) -> Block:
    sign = Content.styled("✓ ", "bold $good") if done else Content.styled("· ", "$quiet")
    return Block(literal(task.text), sign, 2)


def _timed(work: Any) -> tuple[Any, float]:
    """A run's result and the milliseconds it took."""
    started = perf_counter()
    result = work()
    return result, (perf_counter() - started) * 1000
