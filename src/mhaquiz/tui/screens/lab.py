"""What each key does in a lab; drawing is `LabView`'s."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content

from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import MapsData
from mhaquiz.tui.prose import Block
from mhaquiz.tui.screens.lab_view import LabView
from mhaquiz.tui.widgets.controls import Asked
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.lab_words import pages_of
from mhaquiz.tui.widgets.picture_view import PictureView

if TYPE_CHECKING:
    from mhaquiz.labs.results import Task
    from mhaquiz.tui.keymap import Keymap


class LabScreen(LabView):
    """One lab, driven by keys from the table."""

    BINDINGS = keys.bindings("lab")

    def on_asked(self, event: Asked) -> None:
        """A control was turned."""
        event.stop()
        self.pace.before_change()
        try:
            self.sitting.change(event.key, event.value)
        except LabSettingError as error:
            self._say(str(error))
            self.knobs.show(self.sitting.settings)
            return
        self.knobs.show(self.sitting.settings)
        self._run()

    def on_key(self, event: events.Key) -> None:
        """The first turn of a control that had no focus: this makes it the one that takes the key."""
        if self.focused is None and event.key in _turning(self.app.keymap):
            self.knobs.focus_control()

    def action_control(self, by: int) -> None:
        self.knobs.focus_control(by if self.focused else 0)

    def action_picture(self, by: int) -> None:
        self.picture = (self.picture + by) % len(self.view.pictures)
        self._show_tabs()
        self._show_picture()
        self.knobs.focus_control()
        self.refresh_bindings()

    def action_scroll(self, by: int) -> None:
        """A screenful of a picture made of words."""
        words = self.query_one(PictureView).words
        words.scroll_relative(y=by * max(words.size.height - 1, 1), animate=False)

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
            return bool(self.sitting.tasks)
        if action == "cards":
            return getattr(self.app, "desk", None) is not None
        if action == "scroll":
            return self.result is not None and self.query_one(PictureView).has_more
        if action == "search":
            return self.search is not None and self.result is not None
        return True

    @property
    def lacking(self) -> frozenset[str]:
        """The keys of labs that this one has no use for, by id; help leaves them out."""
        pictures = self.view.pictures if self.result is not None else ()
        some = {
            "lab.search": self.search is not None,
            "lab.tasks": bool(self.sitting.tasks),
            "lab.cards": getattr(self.app, "desk", None) is not None,
            "lab.subject": any(len(one.subjects(self.result)) > 1 for one in pictures),
            "lab.explore": any(isinstance(one.draw(self.result, 0), MapsData) for one in pictures),
        }
        return frozenset(key for key, works in some.items() if not works)

    def action_search(self) -> None:
        """Start the search for the best curve, or stop it."""
        if self.search is None or self.view.search is None:
            return
        if self.search.runs:
            self.search.stop()
            self._say("The search was stopped; nothing of it is kept.")
            self._show_progress()
            return
        self._turn_to(self.view.search.picture)
        self._say(f"{self.search.search.begins}; the same key stops it.")
        work = self.search.begin(self.result, partial(self.app.call_from_thread, self._search_is_at))
        self._show_progress()
        self.run_worker(work, thread=True, exclusive=True, group="search", exit_on_error=False)

    def _turn_to(self, title: str) -> None:
        titles = [picture.title for picture in self.view.pictures]
        self.action_picture(titles.index(title) - self.picture)

    def action_words(self) -> None:
        """All that was said, newest first."""
        from mhaquiz.tui.screens.page import PageScreen

        self.app.push_screen(
            PageScreen(f"{self.lab.title}: what changed and why", pages_of(self.sitting.told))
        )

    def action_tasks(self) -> None:
        from mhaquiz.tui.screens.page import PageScreen

        self.app.push_screen(PageScreen(f"{self.lab.title}: what to try", self._task_blocks()))

    def _task_blocks(self) -> list[Block]:
        return [_task_line(task, task.id in self.sitting.ticked) for task in self.sitting.tasks]

    def action_cards(self) -> None:
        """The cards that open this lab."""
        from mhaquiz.tui.screens.browser import BrowserScreen

        desk = getattr(self.app, "desk", None)
        if desk is not None:
            self.app.push_screen(BrowserScreen(desk, lab=self.lab.name))

    def action_reset(self) -> None:
        self.sitting.reset()
        self.knobs.show(self.sitting.settings)
        self._run()

    @property
    def way_out(self) -> str:
        """Where Escape leads, for the key bar."""
        if isinstance(self.focused, HeatMap) or len(self.app.screen_stack) > 1:
            return "back"
        return "quit" if getattr(self.app, "desk", None) is None else "home"

    async def action_leave(self) -> None:
        """Out of a map first, then out of the lab."""
        if isinstance(self.focused, HeatMap):
            self.knobs.focus_control()
        else:
            await self.app.run_action("home")


def _turning(keymap: Keymap) -> set[str]:
    """The keys that turn a control; not the digits, which are typed into one."""
    commands = (keys.BY_ID[f"slider.{name}"] for name in ("less", "more", "least", "most"))
    return {key for command in commands for key in keymap.keys_of(command).split(",")}


def _task_line(task: Task, done: bool) -> Block:
    sign = Content.styled("✓ ", "bold $good") if done else Content.styled("· ", "$quiet")
    return Block(literal(task.text), sign, 2)
