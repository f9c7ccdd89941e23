"""How the app looks: its themes, the person's settings of them, and ASCII where there is no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import App
from textual.filter import LineFilter
from textual.scrollbar import ScrollBar
from textual.theme import Theme

from mhaquiz.tui import themes
from mhaquiz.tui.literal import spell_with
from mhaquiz.tui.prose import prose
from mhaquiz.tui.widgets.scroll_bar import ArrowedBar

if TYPE_CHECKING:
    from mhaquiz.tui.desk import Desk


class LookingApp(App[int]):
    """An app in the project's themes that draws in ASCII where it must or is asked to."""

    desk: Desk | None = None
    _current: tuple[str, Theme] | None = None

    def __init__(self) -> None:
        super().__init__()
        ScrollBar.renderer = ArrowedBar
        self._ascii: LineFilter | None = None
        self._must_ascii = False
        for theme in (themes.DARK, themes.LIGHT):
            self.register_theme(theme)
        self.theme = themes.DARK.name

    def get_theme(self, theme_name: str) -> Theme | None:
        """A theme by name; one of Textual's as far as it must change to be read."""
        theme = super().get_theme(theme_name)
        return None if theme is None else themes.legible(theme)

    def register_theme(self, theme: Theme) -> None:
        """Make a theme known, in place of one of its name."""
        super().register_theme(theme)
        self._current = None

    @property
    def current_theme(self) -> Theme:
        """The theme in use. Textual asks for it several times a line, and looks it up in a fresh table."""
        if self._current is None or self._current[0] != self.theme:
            self._current = (self.theme, super().current_theme)
        return self._current[1]

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.extras(self.current_theme))

    def apply_settings(self) -> None:
        """Look as the person's settings say."""
        settings = self.desk.profile.settings if self.desk else {}
        theme = str(settings.get("theme", "")) or themes.DARK.name
        if theme in self.available_themes:
            self.theme = theme
        self.draw_ascii(bool(settings.get("ascii")))

    def draw_what_the_terminal_has(self) -> None:
        """ASCII, whatever the settings say, where the terminal takes nothing else."""
        from mhaquiz.tui.ascii_only import has_utf8

        if not has_utf8():
            self._must_ascii = True
            self.draw_ascii()

    def draw_ascii(self, wanted: bool = True) -> None:
        """Draw with ASCII only from now on, or with all signs again."""
        wanted = wanted or self._must_ascii
        if wanted == self.ascii_only:
            return
        if wanted:
            from mhaquiz.plain.ascii import spelled
            from mhaquiz.tui.ascii_only import AsciiOnly

            self._ascii = AsciiOnly()
            spell_with(spelled)
        else:
            self._ascii = None
            spell_with(None)
        prose.cache_clear()  # what was laid out is spelled as it was
        self.refresh(layout=True)

    @property
    def ascii_only(self) -> bool:
        return self._ascii is not None

    def get_line_filters(self) -> Sequence[LineFilter]:
        filters = super().get_line_filters()
        return [*filters, self._ascii] if self._ascii else filters
