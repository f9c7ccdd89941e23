"""Lines to choose from: one, several, or in an order; and a rubric to tick off."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.selection import Selection

from mhaquiz.tui import keys
from mhaquiz.tui.prose import Block, Prose, inline
from mhaquiz.tui.widgets.still import Still
from mhaquiz.tui.widgets.text_page import SaysMore


class Pick(StrEnum):
    """How many lines make an answer."""

    ONE = "one"
    MANY = "many"
    ORDER = "order"


class Lines(Still, can_focus=True):
    """Numbered lines with a cursor. Subclasses say what a line looks like and what choosing it does."""

    ALLOW_SELECT = False
    cursor: reactive[int] = reactive(0)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._prose = Prose([])
        self._focused = False  # `has_focus` is set only after `on_focus` ran

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Only the cursor shows the focus. Textual would look all its styles up again, in 2 ms."""

    @property
    def count(self) -> int:
        """How many lines there are."""
        raise NotImplementedError

    def block(self, index: int, under_cursor: bool) -> Block:
        """One line as drawn."""
        raise NotImplementedError

    def choose(self, index: int) -> None:
        """The line was chosen by key or mouse."""
        raise NotImplementedError

    def redraw(self) -> None:
        """The lines changed: lay them out again."""
        self._prose = Prose([self.block(n, n == self.cursor and self._focused) for n in range(self.count)])
        self.refresh(layout=True)

    def render(self) -> RenderResult:
        return self._prose

    def watch_cursor(self) -> None:
        self.redraw()
        self._follow()

    def _follow(self) -> None:
        """Scroll the page to the line under the cursor, where it is out of sight."""
        page = next((node for node in self.ancestors if isinstance(node, SaysMore)), None)
        lines = [at for at, owner in enumerate(self._prose.owners(self._width)) if owner == self.cursor]
        if page is None or not lines:
            return
        first, last = (self.content_region.y + at - page.content_region.y for at in (lines[0], lines[-1]))
        beyond = min(first, 0) or max(last + 1 - page.content_region.height, 0)
        if beyond:
            page.scroll_relative(y=beyond, animate=False)

    @property
    def _width(self) -> int:
        return max(self.content_size.width, 1)

    def on_focus(self) -> None:
        self._focused = True
        self.redraw()

    def on_blur(self) -> None:
        self._focused = False
        self.redraw()

    def action_up(self) -> None:
        self.cursor = (self.cursor - 1) % max(self.count, 1)

    def action_down(self) -> None:
        self.cursor = (self.cursor + 1) % max(self.count, 1)

    def action_tick(self) -> None:
        if self.count:
            self.choose(self.cursor)

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        owners = self._prose.owners(self._width)
        if at is not None and at.y < len(owners):
            self.cursor = owners[at.y]
            self.choose(self.cursor)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return None


class Picker(Lines):
    """Choices of a question; `chosen` are indices in the order in which they were chosen."""

    BINDINGS = keys.bindings("picker")

    class Changed(Message):
        """What is chosen changed."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.texts: tuple[Content, ...] = ()
        self.how = Pick.ONE
        self.chosen: list[int] = []

    def offer(self, texts: Sequence[str], how: Pick) -> None:
        """Show other choices, none of them chosen."""
        self.texts = tuple(inline(" ".join(text.split())) for text in texts)
        self.how = how
        self.chosen = []
        self.set_reactive(Lines.cursor, 0)
        self.redraw()

    @property
    def count(self) -> int:
        return len(self.texts)

    @property
    def answer(self) -> str:
        """What is chosen as the numbers a learner would type; nothing chosen is empty.

        Of several right choices the order does not matter, of steps it does.
        """
        numbers = self.chosen if self.how is Pick.ORDER else sorted(self.chosen)
        return " ".join(str(index + 1) for index in numbers)

    def block(self, index: int, under_cursor: bool) -> Block:
        number = Content.styled(f"{index + 1} ", "$accent bold" if under_cursor else "$quiet")
        pointer = Content.styled("▸ " if under_cursor else "  ", "$accent")
        sign = Content.styled(self._sign(index) + " ", "$accent" if index in self.chosen else "$quiet")
        text = self.texts[index]
        if index in self.chosen:
            text = text.stylize_before("bold")
        return Block(text, pointer + number + sign, 4 + sign.cell_length)

    def _sign(self, index: int) -> str:
        if self.how is Pick.ORDER:
            return f"[{self.chosen.index(index) + 1}]" if index in self.chosen else "[ ]"
        if self.how is Pick.MANY:
            return "[x]" if index in self.chosen else "[ ]"
        return "(•)" if index in self.chosen else "( )"

    def choose(self, index: int) -> None:
        if index in self.chosen:
            self.chosen.remove(index)
        elif self.how is Pick.ONE:
            self.chosen = [index]
        else:
            self.chosen.append(index)
        self.redraw()
        self.post_message(self.Changed())

    def on_key(self, event: events.Key) -> None:
        """A digit chooses that line; a letter of true and false does too where those are the choices."""
        place = self._place(event.character or "")
        if place is not None:
            event.stop()
            event.prevent_default()
            self.cursor = place
            self.choose(place)

    def _place(self, character: str) -> int | None:
        """Which line a key means: by its number, or of true and false by its letter."""
        words = [text.plain.lower() for text in self.texts]
        if character in ("t", "f") and sorted(words) == ["false", "true"]:
            return next(n for n, word in enumerate(words) if word.startswith(character))
        is_number = character.isdigit() and character.isascii() and 1 <= int(character) <= self.count
        return int(character) - 1 if is_number else None

    def action_pick_number(self) -> None:
        """In the key table for help; `on_key` knows which digit it was."""

    def action_pick_word(self) -> None:
        """In the key table for help too."""

    def action_clear(self) -> None:
        if self.chosen:
            self.choose(self.chosen[-1])


class Rubric(Lines):
    """Points and red flags of a spoken answer, to tick off. Ticking goes on to the next line."""

    BINDINGS = [
        *keys.bindings("rubric"),
        *[one for one in keys.bindings("picker") if getattr(one, "action", "") in ("up", "down")],
    ]

    class Ticked(Message):
        """A line was ticked or unticked: a point by its number, or a red flag."""

        def __init__(self, flag: bool, number: int) -> None:
            super().__init__()
            self.flag = flag
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.points: tuple[tuple[str, bool], ...] = ()
        self.flags: tuple[str, ...] = ()
        self.ticked: frozenset[int] = frozenset()
        self.flagged: frozenset[int] = frozenset()

    def offer(self, points: Sequence[tuple[str, bool]], flags: Sequence[str]) -> None:
        """Show another rubric: points as (text, must), red flags as texts; nothing ticked."""
        self.points, self.flags = tuple(points), tuple(flags)
        self.set_reactive(Lines.cursor, 0)
        self.mark(frozenset(), frozenset())

    def mark(self, ticked: frozenset[int], flagged: frozenset[int]) -> None:
        """Show what is ticked."""
        self.ticked, self.flagged = ticked, flagged
        self.redraw()

    @property
    def count(self) -> int:
        return len(self.points) + len(self.flags)

    def block(self, index: int, under_cursor: bool) -> Block:
        pointer = Content.styled("▸ " if under_cursor else "  ", "$accent")
        if index < len(self.points):
            text, must = self.points[index]
            on = index in self.ticked
            sign = Content.styled("[x] " if on else "[ ] ", "$good" if on else "$quiet")
            body = inline(text) + (Content.styled("  must", "$warn") if must else Content(""))
            return Block(body, pointer + sign, 6)
        on = index - len(self.points) in self.flagged
        sign = Content.styled("[!] " if on else "[ ] ", "$bad" if on else "$quiet")
        label = Content.styled("red flag: ", "$bad" if on else "$quiet")
        body = label + inline(self.flags[index - len(self.points)])
        return Block(body, pointer + sign, 6, gap=index == len(self.points) and index > 0)

    def choose(self, index: int) -> None:
        flag = index >= len(self.points)
        self.post_message(self.Ticked(flag, index - len(self.points) if flag else index))
        if index + 1 < self.count:
            self.cursor = index + 1
