"""Settings: every row of the one table with its value, turned with keys or typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.settings import SETTINGS, Setting, SettingValue
from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block
from mhaquiz.tui.setting_values import in_words, moved, spoken, words_of
from mhaquiz.tui.widgets.answer_line import AnswerLine
from mhaquiz.tui.widgets.bars import KeyBar, TitleBar
from mhaquiz.tui.widgets.prose_view import ProseView
from mhaquiz.tui.widgets.row_list import Row, RowList

if TYPE_CHECKING:
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.desk import Desk

NAME_WIDTH = 20


class SettingsScreen(Screen[None]):
    """A list of settings; one that is typed gets a line below the list."""

    CSS_PATH = "settings.tcss"
    BINDINGS = keys.bindings("settings")
    AUTO_FOCUS = "RowList"
    app: MhaquizApp

    def __init__(self, desk: Desk, name: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.opened_on = name
        self.typing = False

    @property
    def place(self) -> str:
        """Where the keys are: in the list, or on the line."""
        return "setting" if self.typing else "settings"

    def compose(self) -> ComposeResult:
        yield TitleBar("settings")
        yield RowList(id="settings")
        with Horizontal(id="typing"):
            yield Static(id="label", markup=False)
            yield AnswerLine(id="value", replaces=True)
        yield ProseView(id="about")
        yield KeyBar()

    def on_mount(self) -> None:
        self._type(False)
        self.fill(self.opened_on)

    def fill(self, keep: str | None = None) -> None:
        """List the settings as they are now."""
        listing = self.query_one(RowList)
        listing.fill([self._row(row) for row in SETTINGS.values()], keep=keep or listing.chosen)
        self._describe()

    def _row(self, row: Setting) -> Row:
        value = self.value(row)
        left = literal(spoken(row).ljust(NAME_WIDTH), "bold") + literal(_first_part(row), "$quiet")
        return Row(
            left, literal(one_line(in_words(row, value)), "" if value == row.default else "bold"), row.name
        )

    def value(self, row: Setting) -> SettingValue:
        return self.desk.profile.settings[row.name]

    @property
    def chosen(self) -> Setting:
        return SETTINGS[self.query_one(RowList).chosen or next(iter(SETTINGS))]

    def on_row_list_moved(self) -> None:
        self._describe()
        self.refresh_bindings()

    def _describe(self, wrong: str = "") -> None:
        row = self.chosen
        blocks = [Block(literal(one_line(wrong)), Content.styled("? ", "bold $warn"), 2)] if wrong else []
        rule = f"{row.rule}; the default is {in_words(row, row.default)}"
        blocks += [Block(literal(row.meaning)), Block(literal(rule, "$quiet"))]
        if row.in_log:
            blocks.append(
                Block(literal("Type it: every change moves due dates and goes into the log.", "$quiet"))
            )
        self.query_one("#about", ProseView).show(blocks)

    # ── changing ────────────────────────────────────────────────────────────────────────
    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        places = keys.places_of("settings", action)
        if places and self.place not in places:
            return False
        if action == "step":
            return self._moved(1) is not None or self._moved(-1) is not None
        if action == "default":
            return self.value(self.chosen) != self.chosen.default
        return True

    def _words(self) -> tuple[str, ...]:
        return words_of(self.chosen, tuple(self.app.available_themes))

    def _moved(self, by: int) -> SettingValue | None:
        row = self.chosen
        return moved(row, self.value(row), by, self._words())

    def take(self, value: SettingValue) -> bool:
        """Set the chosen setting and show what it does; whether it was taken."""
        name = self.chosen.name
        try:
            self.desk.profile.set_setting(name, value)
        except ProfileError as error:
            self._describe(str(error))
            return False
        if name in ("theme", "ascii"):
            self.app.apply_settings()
        self.fill(name)
        self.refresh_bindings()
        return True

    def action_step(self, by: int) -> None:
        if (value := self._moved(by)) is not None:
            self.take(value)

    def action_default(self) -> None:
        self.take(self.chosen.default)

    def on_row_list_chosen(self) -> None:
        self.action_change()

    def action_change(self) -> None:
        """Words go to the next one, numbers are typed."""
        if isinstance(self.chosen.default, bool) or self._words():
            self.action_step(1)
        else:
            self._type(True)

    def _type(self, on: bool) -> None:
        self.typing = on
        self.query_one("#typing").display = on
        line = self.query_one(AnswerLine)
        if on:
            self.query_one("#label", Static).update(literal(spoken(self.chosen).ljust(NAME_WIDTH), "$quiet"))
            line.reset(in_words(self.chosen, self.value(self.chosen)))
        self.set_focus(line if on else self.query_one(RowList))
        self.refresh_bindings()

    def action_set(self) -> None:
        if self.take(self.query_one(AnswerLine).value.strip()):
            self._type(False)

    def action_leave(self) -> None:
        self._type(False)
        self._describe()

    async def action_back(self) -> None:
        await self.app.action_back()


def _first_part(row: Setting) -> str:
    """What a setting means, as far as a line of the list has room; the rest stands below the list."""
    return one_line(row.meaning.partition(";")[0])
