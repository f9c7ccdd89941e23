"""A lab line by line: `n_heads=64` changes a setting, words such as `tasks` show what else there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from mhaquiz import labs
from mhaquiz.deck.cards import Card
from mhaquiz.deck.display import percent
from mhaquiz.deck.lab_settings import LabSettingError, closest
from mhaquiz.labs.searches import SEARCHES
from mhaquiz.labs.session import LabSession, Told
from mhaquiz.plain.console import Console
from mhaquiz.plain.lab_text import page, readouts, setting_line, written
from mhaquiz.plain.prose import bullets, clean, wrap
from mhaquiz.quiz.report import in_short

_LEAVE = ("quit", "q", "exit")
_TENTHS = 10  # a running search says so often how far it is

Cards: TypeAlias = Callable[[], Iterable[Card]]


class LabConversation:
    """One sitting at a lab on a console. `cards` finds those that open this lab, when they are asked for."""

    def __init__(self, sitting: LabSession, console: Console, cards: Cards) -> None:
        self.sitting = sitting
        self.console = console
        self.cards = cards

    def run(self) -> None:
        """Until a word to leave, or the end of input. Raises LabSettingError where the first run fails."""
        before = self.sitting.progress if self.sitting.ticked else ""
        first = self.sitting.run()
        self.console.sink.write(clean(page(self.sitting.lab, self.sitting.result)))
        if before:
            self.console.say("", *self._wrapped(f"{before} done earlier; `tasks` says which."))
        self._tick(first)
        self.console.say("", *self._wrapped(self._hint()))
        while (line := self.console.ask(f"{self.sitting.lab.name}:")) is not None:
            word = line.removeprefix(":").strip()
            if word.lower() in _LEAVE:
                break
            if word:
                self._hear(word)

    def _hear(self, line: str) -> None:
        key, equals, value = line.partition("=")
        names = [setting.name for setting in self.sitting.lab.settings]
        if equals:
            self._change(key.strip(), value)
        elif line.lower() in COMMANDS:
            COMMANDS[line.lower()][1](self)
        elif line in names:
            self._show_setting(line)
        else:
            near = closest(line, [*names, *COMMANDS])
            self._say(f'"{line[:40]}" is neither a setting nor a command.{near}', self._hint())

    def _change(self, key: str, value: str) -> None:
        before = self.sitting.settings
        try:
            followed = self.sitting.change(key, value)
            told = self.sitting.run()
        except LabSettingError as error:
            self.sitting.settings = before
            self._say(str(error))
            return
        self._tick(told)
        self._say(told.text)
        if followed:
            others = [f"{name}={written(self.sitting.settings[name])}" for name in followed]
            self._say(f"Set with it: {', '.join(others)}.")

    def _tick(self, told: Told) -> None:
        for text in told.done:
            self._say(f"✓ task done: {text} ({self.sitting.progress})")

    # ── commands ────────────────────────────────────────────────────────────────────────
    def show_tasks(self) -> None:
        """What the lab asks one to try, and what of it is done."""
        for task in self.sitting.tasks:
            self._say(f"{'✓' if task.id in self.sitting.ticked else '-'} {task.text}")

    def show_table(self) -> None:
        self.console.sink.write(clean(readouts(self.sitting.result)))

    def show_settings(self) -> None:
        for setting in self.sitting.lab.settings:
            self._show_setting(setting.name)

    def _show_setting(self, name: str) -> None:
        setting = self.sitting.lab.setting(name)
        self.console.sink.write(clean(setting_line(setting, self.sitting.settings[name])))

    def show_cards(self) -> None:
        """The cards about this lab, each with an example of its question."""
        from mhaquiz.quiz.variants import draw

        found = [
            f"{in_short(draw(card, showing=0, purpose='example').prompt)} ({card.key})"
            for card in self.cards()
        ]
        self.console.say(*(bullets(found, self.console.width) or ["No card opens this lab."]))

    def show_background(self) -> None:
        self._say(labs.background(self.sitting.lab.name) or "What each change does is said when it is made.")

    def search(self) -> None:
        """Search for better results from the present settings; Ctrl+C stops it."""
        search = SEARCHES.get(self.sitting.lab.name)
        if search is None:
            self._say(f"Nothing to search for here; {' and '.join(SEARCHES)} has a search.")
            return
        self._say(f"{search.begins}; Ctrl+C stops it.")
        heard = 0

        def progress(share: float) -> None:
            nonlocal heard
            if int(share * _TENTHS) > heard:
                heard = int(share * _TENTHS)
                self._say(percent(heard / _TENTHS))
                self.console.sink.flush()

        try:
            found = search.run(self.sitting.result, lambda: False, progress)
        except KeyboardInterrupt:
            found = None
        if found is None:
            self._say("The search was stopped; nothing of it is kept.")
        else:
            self.console.say(*search.told(found))
            self._say(f"That is {search.ends}")

    def reset(self) -> None:
        """Back to the settings that the lab was opened with."""
        self.sitting.reset()
        self._say(self.sitting.run().text)

    def show_help(self) -> None:
        self._say(self._hint())
        self.console.say(*(f"  {name:<8}  {COMMANDS[name][0]}" for name in self._commands()))
        self.console.say("  quit      leave the lab")

    def _commands(self) -> list[str]:
        """The commands that lead to something in this lab."""
        name = self.sitting.lab.name
        missing = {"why": not labs.background(name), "search": name not in SEARCHES}
        return [command for command in COMMANDS if not missing.get(command)]

    def _hint(self) -> str:
        settings = ", ".join(setting.name for setting in self.sitting.lab.settings)
        return (
            f"NAME=VALUE changes a setting: {settings}. Commands: {', '.join((*self._commands(), 'quit'))}."
        )

    def _say(self, *texts: str) -> None:
        self.console.say(*(line for text in texts for line in self._wrapped(text)))

    def _wrapped(self, text: str) -> list[str]:
        return wrap(clean(text), self.console.width)


#: What can be typed beside changes: word → what it does, in words and in fact.
COMMANDS: Mapping[str, tuple[str, Callable[[LabConversation], None]]] = MappingProxyType(
    {
        "tasks": ("what to try; done ones are ticked", LabConversation.show_tasks),
        "table": ("all that the lab reads now", LabConversation.show_table),
        "settings": ("every setting, its value and the legal ones", LabConversation.show_settings),
        "cards": ("the cards about this lab", LabConversation.show_cards),
        "why": ("why it must be so", LabConversation.show_background),
        "search": ("search for better results; takes a while", LabConversation.search),
        "reset": ("back to the settings at the start", LabConversation.reset),
        "help": ("this list", LabConversation.show_help),
    }
)
