"""A lab drawn: its knobs, its readouts, one picture at a time, and in words what has just changed.

What a lab is at, from its settings to the tasks done, is in `labs.session`; here it is only shown.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING, Any, TypeVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from mhaquiz.deck.display import percent
from mhaquiz.labs.session import Finished, LabSession
from mhaquiz.tui.frame_pace import FramePace, is_slow
from mhaquiz.tui.lab_layout import Arrangement, Form, arrange, beside, kept, shape_of
from mhaquiz.tui.lab_search import LabSearch
from mhaquiz.tui.lab_ticks import keep, ticked
from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import Data, Picture, show_of
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.knobs import Knobs
from mhaquiz.tui.widgets.lab_words import LabWords, tab_line
from mhaquiz.tui.widgets.picture_view import PictureView
from mhaquiz.tui.widgets.readout_line import ReadoutLine

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp

#: A run that takes longer goes to a thread, where the newest wins.
SLOW_MS = 8.0
T = TypeVar("T")


class LabView(Screen[None]):
    """Draws one sitting at a lab."""

    CSS_PATH = "lab.tcss"
    AUTO_FOCUS = ""
    place = "lab"
    app: MhaquizApp

    def __init__(self, name: str, settings: Mapping[str, Any] | None = None, note: str = "") -> None:
        super().__init__()
        self.sitting = LabSession(name, settings, note)
        self.bears_out = bool(note)
        """It shows what came of a prediction: no control is in use before one reaches for it."""
        self.lab = self.sitting.lab
        self.view = show_of(name)
        self.picture = 0
        self.subject = 0
        self._arranged: Arrangement | None = None
        self._frame: object = None  # what it was made for
        self._window: object = None
        self.search = LabSearch(self.view.search.search) if self.view.search else None
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
        self.knobs.show(self.sitting.settings)
        self.query_one(HeatMap).ramp = self._ramp()
        self._show_tabs()
        self.query_one(ReadoutLine).update(literal("working …", "$quiet"))
        self.words.show(self.sitting.told)
        if not self.bears_out:
            self.knobs.focus_control()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Behind the first frame: what the profile knows of the person, then the first run."""
        opened = self._has_profile
        self.sitting.ticked = ticked(self.app, self.lab.name)
        self.sitting.keep = partial(keep, self.app, self.lab.name)
        if self._has_profile and not opened:
            self.app.apply_settings()
            self.query_one(HeatMap).ramp = self._ramp()
        self._run()

    @property
    def _has_profile(self) -> bool:
        return self.app.desk is not None and self.app.desk.has_profile

    def _ramp(self) -> str:
        """The colours that the person chose for maps."""
        desk = self.app.desk
        return str(desk.profile.settings["ramp"]) if desk is not None and self._has_profile else "viridis"

    @property
    def knobs(self) -> Knobs:
        return self.query_one(Knobs)

    @property
    def words(self) -> LabWords:
        return self.query_one(LabWords)

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the knobs stand at."""
        return self.sitting.settings

    @property
    def result(self) -> Any:
        """The newest run, or None."""
        return self.sitting.result

    # ── running the model ───────────────────────────────────────────────────────────────
    def _run(self) -> None:
        work = partial(_timed, self.sitting.begin())
        if self._slow:
            self.run_worker(work, thread=True, exclusive=True, group="lab", exit_on_error=False)
        else:
            self._take(*work())

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
        if self.search:
            self.search.stop()
        self.pace.release()

    def _take(self, finished: Finished, took_ms: float) -> None:
        """A run is here: repaint everything that hangs on it, in this one handler."""
        first = self.result is None
        if not self.sitting.take(finished):
            return
        self._slow = took_ms > SLOW_MS and not first
        if first:
            self.refresh_bindings()  # some keys need a result
        self._show_readouts()
        self._show_picture()
        self._show_progress()
        self.words.show(self.sitting.told)

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    def _show_readouts(self) -> None:
        width = max(self.size.width - 4, 1)
        self.query_one(ReadoutLine).show(self.view.headline, self.result.readouts, width)

    @property
    def shown(self) -> Picture:
        return self.view.pictures[self.picture]

    def _show_tabs(self) -> None:
        form = self._arranged.form if self._arranged else Form.SIDE
        titles = [one.title for one in self.view.pictures]
        line = tab_line(titles, self.picture, beside(form, self.size.width, self.knobs.side_width))
        self.query_one("#tabs", Static).update(line, layout=False)

    def _show_picture(self) -> None:
        if self.result is None:
            return
        subjects = self.shown.subjects(self.result)
        self.subject = min(self.subject, max(len(subjects) - 1, 0))
        data = self.shown.draw(self.result, self.subject)
        if self.search and self.view.search and self.shown.title == self.view.search.picture:
            data = self.view.search.add(data, self.search.best(self.result))
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
        self._show_tabs()

    def on_resize(self) -> None:
        if self.result is not None:
            self._show_readouts()
            self._show_picture()

    def _say(self, text: str) -> None:
        self.sitting.say(text)
        self.words.show(self.sitting.told)

    # ── the search, where the lab has one ───────────────────────────────────────────────
    def _search_is_at(self, at: int) -> None:
        if self.search and self.search.runs:
            self.search.percent = at
            self._show_progress()

    def _search_ended(self, state: WorkerState, error: BaseException | None) -> None:
        if self.search is None or self.view.search is None:
            return
        if state is WorkerState.ERROR:
            self._say(f"The search failed: {error}")
        elif state is not WorkerState.SUCCESS or not self.search.runs:
            return
        else:
            self._say(f"{self.view.search.sign} is {self.search.search.ends}")
        self.search.stop()
        self._show_progress()
        self._show_picture()

    def _show_progress(self) -> None:
        """The tasks done, or how far a running search is."""
        at = self.search.percent if self.search else None
        told = self.sitting.progress if at is None else f"searching {percent(Fraction(at, 100))}"
        self.query_one(TitleBar).aside = told


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What it gives and the milliseconds of processor time it took: a busy machine makes no lab slow."""
    started = thread_time()
    result = work()
    return result, (thread_time() - started) * 1000
