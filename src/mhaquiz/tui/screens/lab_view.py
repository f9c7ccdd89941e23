"""A lab drawn: its knobs, its readouts, one picture at a time, and in words what has just changed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.lab_reading import complete_settings
from mhaquiz.deck.lab_table import find_lab
from mhaquiz.tui.curve_search import CurveSearch
from mhaquiz.tui.frame_pace import FramePace, is_slow
from mhaquiz.tui.lab_layout import Arrangement, Form, arrange, kept, shape_of
from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import CurveData, Data, Picture, show_of
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.knobs import Knobs
from mhaquiz.tui.widgets.lab_words import LabWords
from mhaquiz.tui.widgets.picture_view import PictureView
from mhaquiz.tui.widgets.readout_line import ReadoutLine

#: A run that takes longer goes to a thread, where the newest wins.
SLOW_MS = 8.0
HISTORY = 200
SEARCHED = "rank-ceiling"  # the lab with an optimiser
FOUND = "◇ is the best found so far by a local search: heads of these ranks can do at least so much."


class LabView(Screen[None]):
    """Draws one lab: the model is a pure function of `settings`, `runs` are its results, newest last."""

    CSS_PATH = "lab.tcss"
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
        self._arranged: Arrangement | None = None
        self._frame: object = None  # what it was made for
        self._window: object = None
        self.search = CurveSearch()
        self.pace = FramePace(self, is_slow(os.environ))
        self._slow = True  # the first run imports numpy

    def compose(self) -> ComposeResult:
        yield TitleBar(f"lab · {self.lab.title}")
        yield ReadoutLine(id="readouts")
        with Container(id="stage"):
            yield Knobs(self.lab.name)
            with Container(id="show"):
                yield Static(id="tabs", markup=False)
                yield PictureView(id="picture")
        yield LabWords(id="log")
        yield KeyBar()

    def on_mount(self) -> None:
        self.knobs.show(self.settings)
        self.query_one(HeatMap).ramp = self._ramp()
        self._show_tabs()
        self.query_one(ReadoutLine).update(literal("working …", "$quiet"))
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
    def words(self) -> LabWords:
        return self.query_one(LabWords)

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
        if event.worker.group == "search":
            self._search_ended(event.state, event.worker.error)
        if event.worker.group != "lab":
            return
        if event.state is WorkerState.SUCCESS and event.worker.result is not None:
            self._take(*event.worker.result)
        elif event.state is WorkerState.ERROR:
            self._say(f"This lab could not run: {event.worker.error}")

    def on_unmount(self) -> None:
        self.search.stop()
        self.pace.release()

    def _take(self, result: Any, took_ms: float) -> None:
        """A run is here: repaint everything that hangs on it, in this one handler."""
        first = not self.runs
        if first:
            self.words.told = []  # the note that stood there while the first run was worked out
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
        width = max(self.size.width - 4, 1)
        self.query_one(ReadoutLine).show(self.view.headline, self.result.readouts, width)

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
        if isinstance(data, CurveData) and self.can_search:
            data = replace(data, best=self.search.best(self.result))
        self.query_one(PictureView).draw(data)
        self._lay_out(data)

    def _lay_out(self, data: Data) -> None:
        """Share the window between controls, picture and words; nothing moves while the shares stay."""
        picture = self.query_one(PictureView)
        if picture.words.display:
            self.call_after_refresh(self.refresh_bindings)  # then it is known whether the words scroll
        window, glyphs = (self.size, self.picture), picture.maps.without_colour
        frame = window, shape_of(data), glyphs
        if frame == self._frame:
            return
        present = self._arranged if self._window == window else None
        self._frame, self._window = frame, window
        if present is None or not kept(present, data, *self.size, glyphs):
            self._take_form(arrange(data, *self.size, self.knobs.side_width, glyphs))

    def _take_form(self, arranged: Arrangement) -> None:
        self._arranged = arranged
        self.set_class(arranged.form is Form.STRIP, "-strip")
        self.set_class(arranged.form is Form.STACKED, "-stacked")
        self.knobs.take(arranged.form)
        self.words.room(arranged.words, arranged.spaced)

    def on_resize(self) -> None:
        if self.result is not None:
            self._show_readouts()
            self._show_picture()

    def _say(self, text: str, done: Sequence[str] = ()) -> None:
        self.words.say(text, done)

    def _tick_tasks(self) -> list[str]:
        """Tick off what the runs so far have done; returns the texts of the tasks just done."""
        from mhaquiz.labs.tasks import TASKS

        tasks = TASKS.get(self.lab.name, ())
        new = [task for task in tasks if task.id not in self.done and task.done(self.runs)]
        self.done.update(task.id for task in new)
        self._show_progress()
        return [task.text for task in new]

    # ── the search for a better curve ───────────────────────────────────────────────────
    @property
    def can_search(self) -> bool:
        """Whether there is a curve that can be searched for here."""
        return self.lab.name == SEARCHED and self.result is not None

    def _search_is_at(self, percent: int) -> None:
        if self.search.runs:
            self.search.percent = percent
            self._show_progress()

    def _search_ended(self, state: WorkerState, error: BaseException | None) -> None:
        if state is WorkerState.ERROR:
            self._say(f"The search failed: {error}")
        elif state is not WorkerState.SUCCESS or not self.search.runs:
            return
        else:
            self._say(FOUND)
        self.search.stop()
        self._show_progress()
        self._show_picture()

    def _show_progress(self) -> None:
        """The tasks done, or how far a running search is."""
        percent = self.search.percent
        self.query_one(TitleBar).aside = self._tasks_done() if percent is None else f"searching {percent} %"

    def _tasks_done(self) -> str:
        from mhaquiz.labs.tasks import TASKS

        tasks = TASKS.get(self.lab.name, ())
        return f"{len(self.done)} of {len(tasks)} tasks" if tasks else ""


def _timed(work: Any) -> tuple[Any, float]:
    """A run's result and the milliseconds of processor time it took: a busy machine makes no lab slow."""
    started = thread_time()
    result = work()
    return result, (thread_time() - started) * 1000
