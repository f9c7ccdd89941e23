"""Home: what is due and how long it takes, how each topic stands, one key to start."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from mhaquiz.memory.errors import ProfileError
from mhaquiz.tui import home_page, keys
from mhaquiz.tui.protocols import HoldsSession
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.theme import Theme

    from mhaquiz.memory.forecast import Forecast
    from mhaquiz.memory.pace import Pace
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk, StillPlan, Topic
    from mhaquiz.tui.prose import Block


#: Lines of the window that are not the page's: title, key bar, the gap below the title.
FRAME_ROWS = 3


class HomeScreen(Screen[None]):
    """The dashboard. Everything on it comes from the desk, again whenever one comes back to it."""

    CSS_PATH = "home.tcss"
    BINDINGS = keys.bindings("home")
    AUTO_FOCUS = "#page"
    place = "home"
    app: MhaquizApp

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.ready = False
        self.trouble = False
        """The profile cannot be used: only what needs none works."""
        self.advice: list[str] = []
        self.pace: Pace | None = None
        self._rows: dict[str, int] = {}
        """About how many lines each part of the page takes."""

    def compose(self) -> ComposeResult:
        yield TitleBar("interview practice on multi-head attention")
        with VerticalScroll(id="page"):
            yield ProseView(id="today")
            yield ProseView(id="interview")
            yield ProseView(id="first")
            yield ProseView(id="topics")
            yield ProseView(id="year")
            yield ProseView(id="outlook")
            yield ProseView(id="broken")
        yield KeyBar()

    def on_mount(self) -> None:
        """The first frame comes before the decks and the log are read."""
        self.query_one("#today", ProseView).show(home_page.reading())
        self.app.theme_changed_signal.subscribe(self, self._turn_colours)
        self.call_after_refresh(self._read_decks)

    def _turn_colours(self, _: Theme) -> None:
        """The shades of the year are worked out from the theme; everything else follows it by itself."""
        if self.ready:
            self._show_year()

    def _read_decks(self) -> None:
        self.run_worker(lambda: self.desk.library, thread=True, group="decks")

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is not WorkerState.SUCCESS:
            return
        if event.worker.group == "decks":
            self._show_first()
        elif event.worker.group == "forecast":
            self._show_forecast(event.worker.result)

    def _show_first(self) -> None:
        try:
            self.show_today()
            self.app.apply_settings()
        except ProfileError as error:
            self.trouble = True
            self.query_one("#today", ProseView).show(home_page.trouble(str(error), self.desk.profile_path))
            self.refresh_bindings()
        else:
            self.ready = True

    def on_screen_resume(self) -> None:
        if self.ready:
            self.show_today()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not self.trouble or action in ("quiz", "labs", "drill") or action.startswith("app.")

    def on_resize(self) -> None:
        if self.ready:
            self._show_topics()
            self._show_year()

    def show_today(self) -> None:
        """Work out and draw how things stand now."""
        plan, counts = self.desk.plan(), self.desk.counts()
        self._put(
            "today", [*home_page.today(counts, planned=plan is not None), *home_page.waiting(self.desk.kept)]
        )
        self._show_interview(plan)
        self._put("first", home_page.first_steps() if self.desk.is_new else [])
        self._put("broken", home_page.broken(self.desk.library.problems))
        self._show_topics()
        self._show_year()

    def _put(self, name: str, blocks: list[Block]) -> None:
        """Show a part of the page, or nothing of it, not even its margin, where it is empty."""
        view = self.query_one(f"#{name}", ProseView)
        view.show(blocks)
        view.display = bool(blocks)
        self._rows[name] = len(blocks) + bool(blocks)

    def _show_interview(self, plan: StillPlan | None) -> None:
        """The countdown at once, the forecast when a thread has played the plan forward."""
        self.advice = plan.plan.advice(self.desk.today) if plan else []
        self.pace = plan.pace if plan else None
        self._show_forecast(None)
        if plan:
            work = partial(plan.forecast, self.desk.today)
            self.run_worker(work, thread=True, exclusive=True, group="forecast", exit_on_error=False)

    def _show_forecast(self, forecast: Forecast | None) -> None:
        self._put("interview", home_page.interview(self.advice, forecast, self.pace))

    def _show_year(self) -> None:
        """The year as shades where they can be seen without scrolling; the words above them say the same."""
        from mhaquiz.tui.year_page import year

        minutes = self.desk.minutes_by_day()
        ground, ink = (Color.parse(self.app.theme_variables[name]) for name in ("panel", "accent"))
        shades = [ground.blend(ink, share).hex for share in (0.0, 0.3, 0.5, 0.75, 1.0)]
        page = year(minutes, self.desk.today, shades, self.size.width - 6) if minutes else []
        others = sum(rows for name, rows in self._rows.items() if name != "year")
        fits = others + len(page) + 1 <= self.size.height - FRAME_ROWS
        words_only = self.app.no_color or self.app.ascii_only or not fits
        self._put("year", page[:1] if words_only else page)

    def _show_topics(self) -> None:
        width, standing = self.size.width - 6, self.desk.topics()
        self._put("topics", home_page.topics(standing, width))
        self._show_outlook(standing)

    def _show_outlook(self, standing: Sequence[Topic]) -> None:
        """More of what is known where the window has room for it: nothing that must be scrolled to."""
        from mhaquiz.tui.home_outlook import ROOMY, outlook

        view = self.query_one("#outlook", ProseView)
        view.display = self.size.height >= ROOMY
        view.show(outlook(self.desk, standing) if view.display else [])

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def _go(self, way: str) -> None:
        from mhaquiz.tui.ways import WAYS

        if (screen := WAYS[way](self.desk)) is not None:
            if self.trouble and isinstance(screen, HoldsSession):
                screen.session.notice = "Nothing of this is recorded: the profile cannot be used."
            self.app.push_screen(screen)

    def action_study(self) -> None:
        self._go("study")

    def action_quiz(self) -> None:
        self._go("quiz")

    def action_decks(self) -> None:
        self._go("decks")

    def action_browse(self) -> None:
        self._go("browse")

    async def action_search(self) -> None:
        """The next letters are awaited by the search line: on the list they would be commands."""
        from mhaquiz.tui.ways import WAYS

        if (screen := WAYS["search"](self.desk)) is not None:
            await self.app.push_screen(screen)

    def action_labs(self) -> None:
        self._go("labs")

    def action_drill(self) -> None:
        self._go("drill")

    def action_plan(self) -> None:
        self._go("plan")

    def action_statistics(self) -> None:
        self._go("statistics")

    def action_settings(self) -> None:
        self._go("settings")

    def action_mock(self) -> None:
        self._go("mock")
