"""The app: themes, the keys that work everywhere, a way out that always works, and the doors from the cli."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import App
from textual.filter import LineFilter
from textual.notifications import SeverityLevel
from textual.screen import Screen

from mhaquiz.tui import keys, themes
from mhaquiz.tui.literal import spell_with, visible
from mhaquiz.tui.signals import leave_on_signals

if TYPE_CHECKING:
    from textual.command import Provider

    from mhaquiz.quiz.session import Session
    from mhaquiz.tui.desk import Desk

TWICE_SECONDS = 2.0


def commands_provider() -> type[Provider]:
    """The palette's source, imported when the palette is opened."""
    from mhaquiz.tui.commands import Commands

    return Commands


class MhaquizApp(App[int]):
    """Shows one first screen and whatever is opened from it. Owns no state of a session."""

    TITLE = "mhaquiz"
    CSS_PATH = "app.tcss"
    BINDINGS = keys.bindings("app")
    COMMANDS = {commands_provider}
    ESCAPE_TO_MINIMIZE = False
    SUSPENDED_SCREEN_CLASS: ClassVar[str] = ""

    def __init__(self, first: Callable[[], Screen[Any]], desk: Desk | None = None) -> None:
        super().__init__()
        self._first = first
        self.desk = desk
        self._interrupted_at = -TWICE_SECONDS
        self._ascii: LineFilter | None = None
        for theme in (themes.DARK, themes.LIGHT):
            self.register_theme(theme)
        self.theme = themes.DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.extras(self.current_theme))

    def get_default_screen(self) -> Screen[Any]:
        """The first screen. Textual reads a default screen's stylesheet only when asked to."""
        screen = self._first()
        for path in screen.css_path:
            self.stylesheet.read(path)
        return screen

    def on_mount(self) -> None:
        if not self.is_headless:
            leave_on_signals(self)
            self._draw_what_the_terminal_has()
        if self.desk is not None and self.desk.has_profile:
            self.apply_settings()

    # ── how it looks ────────────────────────────────────────────────────────────────────
    def apply_settings(self) -> None:
        """Look as the person's settings say."""
        settings = self.desk.profile.settings if self.desk else {}
        if (theme := str(settings.get("theme", ""))) in self.available_themes:
            self.theme = theme
        if settings.get("ascii"):
            self.draw_ascii()

    def _draw_what_the_terminal_has(self) -> None:
        from mhaquiz.tui.ascii_only import has_utf8

        if not has_utf8():
            self.draw_ascii()

    def draw_ascii(self) -> None:
        """Draw with ASCII only from now on."""
        if self._ascii is None:
            from mhaquiz.plain.ascii import spelled
            from mhaquiz.tui.ascii_only import AsciiOnly

            self._ascii = AsciiOnly()
            spell_with(spelled)
            self.refresh(layout=True)

    @property
    def ascii_only(self) -> bool:
        return self._ascii is not None

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self._ascii else filters

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
        take = getattr(self.focused, "take", None)
        if take is not None and take(event):
            event.prevent_default()
            event.stop()

    # ── actions ─────────────────────────────────────────────────────────────────────────
    def action_interrupt(self) -> None:
        """Ctrl+C: the second one within two seconds quits."""
        from time import monotonic

        now = monotonic()
        if now - self._interrupted_at < TWICE_SECONDS:
            self.exit(0)
            return
        self._interrupted_at = now
        self.notify("Press Ctrl+C again to quit.", markup=False, timeout=TWICE_SECONDS)

    def action_turn_theme(self) -> None:
        self.theme = themes.LIGHT.name if self.current_theme.dark else themes.DARK.name
        if self.desk is not None:
            self.desk.profile.set_setting("theme", self.theme)

    def action_help(self) -> None:
        from mhaquiz.tui.screens.help import HelpScreen, places_here

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(places_here(self.screen)))

    async def action_back(self) -> None:
        """Leave the screen on top; leaving the first one leaves the app."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.exit(0)


def show(first: Callable[[], Screen[Any]], desk: Desk | None = None) -> int:
    """Run the app on one first screen; the exit code."""
    # What is imported stays: without this every full collection while decks load walks all of Textual.
    gc.freeze()
    app = MhaquizApp(first, desk)
    result = app.run()
    return app.return_code or 0 if result is None else result


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


def open_lab(name: str, settings: Mapping[str, object], desk: Desk | None = None) -> int:
    """One lab at the given settings. Raises LabSettingError for a wrong name or value."""
    from mhaquiz.deck.lab_reading import complete_settings
    from mhaquiz.tui.screens.lab import LabScreen

    complete = complete_settings(name, settings)
    return show(lambda: LabScreen(name, complete), desk)
