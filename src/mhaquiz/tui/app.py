"""The app: themes, the keys that work everywhere, a way out that always works, and the doors from the cli."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from textual import events
from textual.notifications import SeverityLevel
from textual.screen import Screen

from mhaquiz.memory.errors import ProfileError
from mhaquiz.tui import keys, themes
from mhaquiz.tui.driver import forgiving
from mhaquiz.tui.keymap import Keymap, load, path_of, use
from mhaquiz.tui.literal import visible
from mhaquiz.tui.protocols import TakesKeys
from mhaquiz.tui.quitting import QuittingApp
from mhaquiz.tui.signals import leave_on_signals

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.driver import Driver

    from mhaquiz.memory.clock import Clock
    from mhaquiz.quiz.previewing import Preview
    from mhaquiz.quiz.session import Session
    from mhaquiz.tui.desk import Desk

SWITCH_SECONDS = 0.0005
"""How long the thread that writes to the terminal waits for the one that draws; Python says 5 ms."""


class MhaquizApp(QuittingApp):
    """Shows one first screen and whatever is opened from it. Owns no state of a session."""

    TITLE = "mhaquiz"
    CSS_PATH = "app.tcss"
    BINDINGS = keys.bindings("app")
    ESCAPE_TO_MINIMIZE = False

    def __init__(self, first: Callable[[], Screen[Any]], desk: Desk | None = None) -> None:
        super().__init__()
        self._first = first
        self.desk = desk
        self.keymap = Keymap()

    def get_driver_class(self) -> type[Driver]:
        return forgiving(super().get_driver_class())

    def get_default_screen(self) -> Screen[Any]:
        """The first screen. Textual reads a default screen's stylesheet only when asked to."""
        screen = self._first()
        for path in screen.css_path:
            self.stylesheet.read(path)
        return screen

    def on_load(self) -> None:
        use(self.keymap)

    def on_mount(self) -> None:
        if not self.is_headless:
            leave_on_signals(self)
            self.draw_what_the_terminal_has()
        if self.desk is not None and self.desk.has_profile:
            self.apply_settings()
        self.set_keymap(self.keymap.whole_owners())
        for problem in self.keymap.problems:
            self.notify(problem, severity="warning", timeout=15)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """A note in the corner. It may quote a deck or a file: never markup, never a control."""
        super().notify(
            visible(message), title=visible(title), severity=severity, timeout=timeout, markup=False
        )

    def on_key(self, event: events.Key) -> None:
        """Keys typed just before a line got the focus belong on it; no binding may take them for commands."""
        if isinstance(focused := self.focused, TakesKeys) and focused.take(event):
            event.prevent_default()
            event.stop()

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def action_turn_theme(self) -> None:
        self.theme = themes.LIGHT.name if self.current_theme.dark else themes.DARK.name
        if self.desk is not None:
            self.desk.profile.set_setting("theme", self.theme)

    def action_help(self) -> None:
        from mhaquiz.tui.screens.help import HelpScreen, lacking_here, places_here, types_here

        if not isinstance(here := self.screen, HelpScreen):
            types, lacking = types_here(here), lacking_here(here)
            self.push_screen(HelpScreen(places_here(here), types=types, keymap=self.keymap, lacking=lacking))

    async def action_back(self) -> None:
        """Leave the screen on top; leaving the first one leaves the app."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit(0)

    async def action_home(self) -> None:
        """Out of a session: to what it was opened from, and home where the command line began it."""
        if len(self.screen_stack) > 1 or self.desk is None:
            await self.action_back()
            return
        from mhaquiz.tui.screens.home import HomeScreen

        self.push_screen(HomeScreen(self.desk))  # the first screen of an app cannot be switched

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key asks for. A profile that cannot be used is told on a page, whatever asked for it."""
        if self.is_quitting:  # a key after the one that quits: what it would open can no longer be built
            return True
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except ProfileError as error:
            self.tell_trouble(error)
            return True

    def tell_trouble(self, error: ProfileError) -> None:
        """What is wrong with the profile, and what can be done about it."""
        from mhaquiz.tui.home_page import trouble
        from mhaquiz.tui.screens.page import PageScreen

        path = self.desk.profile_path if self.desk is not None else None
        self.push_screen(PageScreen("your profile", trouble(str(error), path)))


def show(first: Callable[[], Screen[Any]], desk: Desk | None = None) -> int:
    """Run the app on one first screen; the exit code."""
    # What is imported stays: without this every full collection while decks load walks all of Textual.
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    app = MhaquizApp(first, desk)
    app.keymap = load(path_of())
    sys.stderr.writelines(f"{problem}\n" for problem in app.keymap.problems)
    return result if (result := app.run()) is not None else app.return_code or 0


# ── the doors from the command line ─────────────────────────────────────────────────────
def open_home(desk: Desk) -> int:
    """The home screen."""
    from mhaquiz.tui.screens.home import HomeScreen

    try:
        return show(lambda: HomeScreen(desk), desk)
    finally:
        desk.close()


def open_study(session: Session, desk: Desk | None = None) -> int:
    """A study session that the command line has begun; ends with the session."""
    from mhaquiz.tui.screens.study import StudyScreen

    return show(lambda: StudyScreen(session), desk)


def open_quiz(session: Session, desk: Desk | None = None) -> int:
    """A quiz that the command line has drawn; `session` holds what was answered afterwards."""
    return open_study(session, desk)


def open_preview(preview: Preview, clock: Clock, number: int = 0) -> int:
    """An author's cards, shown again at every save, from the draw of that number on."""
    from mhaquiz.tui.screens.preview import PreviewScreen

    return show(lambda: PreviewScreen(preview, clock, number))


def open_lab(name: str, settings: Mapping[str, object], desk: Desk | None = None) -> int:
    """One lab at the given settings; with a desk its cards too. LabSettingError for a wrong name or value."""
    from mhaquiz.deck.lab_reading import complete_settings
    from mhaquiz.tui.screens.lab import LabScreen

    complete = complete_settings(name, settings)
    try:
        return show(lambda: LabScreen(name, complete), desk)
    finally:
        if desk is not None:
            desk.close()
