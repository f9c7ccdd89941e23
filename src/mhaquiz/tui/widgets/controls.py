"""The knobs of a lab, one line each: slider, check boxes, a line of text. They say what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from mhaquiz.tui import keys
from mhaquiz.tui.literal import cut, literal, one_line

LABEL = 13


class Asked(Message):
    """A setting should become `value`. Typed values come as text, to be read and refused by the table."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__()
        self.key = key
        self.value = value


class Control(Widget, can_focus=True):
    """A labelled line. `key` is the setting it turns."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Control { height: 1; width: 1fr; }
    Control:focus { background: $mark; }
    """

    def __init__(self, key: str, label: str) -> None:
        super().__init__(markup=False)
        self.key = key
        self.label = label
        self.described = ""

    def body(self, width: int) -> Content:
        """What stands beside the label, in at most `width` cells."""
        raise NotImplementedError

    def render(self) -> RenderResult:
        width = self.content_size.width
        pointer = Content.styled("▸ " if self.has_focus else "  ", "$accent")
        label = cut(literal(one_line(self.label), "bold" if self.has_focus else "$quiet"), LABEL - 3)
        head = pointer + label.pad_right(max(LABEL - 2 - label.cell_length, 0))
        return cut(head + self.body(max(width - LABEL, 1)), width)

    def on_focus(self) -> None:
        self.refresh()


def written(value: object) -> str:
    """A setting's value as text: thousands grouped, nothing for none."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else one_line(str(value))


class Slider(Control):
    """Steps through the values that are legal; a number can also be typed. Keys, drag and wheel."""

    BINDINGS = keys.bindings("slider")

    def __init__(self, key: str, label: str, text: Callable[[object], str] = written) -> None:
        super().__init__(key, label)
        self.stops: tuple[object, ...] = ()
        self.value: object = None
        self.text = text
        self.typed = ""
        self._dragging = False

    def show(self, stops: Sequence[object], value: object) -> None:
        """Show a value among the stops; one that is no stop stands where it belongs."""
        self.stops, self.value, self.typed = tuple(stops), value, ""
        self.refresh()

    @property
    def place(self) -> int:
        """The stop at or before the value."""
        if self.value in self.stops:
            return self.stops.index(self.value)
        below = [n for n, stop in enumerate(self.stops) if _number(stop) <= _number(self.value)]
        return below[-1] if below else 0

    def _value_width(self) -> int:
        return min(max((len(self.text(stop)) for stop in (*self.stops, self.value)), default=4), 12)

    def _track(self, width: int) -> tuple[int, int]:
        """Cells of the track and of the knob's place on it."""
        cells = max(min(width - self._value_width() - 1, 40), 0)
        last = max(len(self.stops) - 1, 1)
        return cells, round(self.place * max(cells - 1, 0) / last)

    def body(self, width: int) -> Content:
        value = (
            Content.styled(self.typed + "_", "bold $warn")
            if self.typed
            else literal(self.text(self.value), "bold")
        )
        named = self._named()
        if named is not None and named.cell_length <= width:
            return named
        cells, knob = self._track(width)
        if cells < 4 or named is not None:
            return Content("‹ ") + value + Content(" ›")
        before, after = "━" * knob, "─" * (cells - knob - 1)
        track = Content.assemble((before, "$accent"), ("●", "bold $accent"), (after, "$faint"))
        return track + Content(" ") + value

    def _named(self) -> Content | None:
        """All values side by side, where they are words rather than sizes."""
        if not self.stops or any(isinstance(s, int | float) and not isinstance(s, bool) for s in self.stops):
            return None
        signs = [("● ", "$accent") if stop == self.value else ("○ ", "$quiet") for stop in self.stops]
        texts = [(self.text(s), "bold" if s == self.value else "$quiet") for s in self.stops]
        pairs = zip(signs, texts, strict=True)
        return Content("  ").join(Content.assemble(sign, text) for sign, text in pairs)

    def _ask(self, place: int) -> None:
        place = min(max(place, 0), len(self.stops) - 1)
        if self.stops and self.stops[place] != self.value:
            self.post_message(Asked(self.key, self.stops[place]))

    # ── keys ────────────────────────────────────────────────────────────────────────────
    def action_step(self, by: int) -> None:
        self.typed = ""
        between = self.value not in self.stops and by < 0  # the stop below is the next one down
        self._ask(self.place if between else self.place + by)

    def action_end(self, which: int) -> None:
        self._ask(0 if which < 0 else len(self.stops) - 1)

    def action_digit(self) -> None:
        """In the key table for help; `on_key` knows which digit it was."""

    def on_key(self, event: events.Key) -> None:
        """Digits gather until Enter sets them; Backspace takes one back, Escape all."""
        character = event.character or ""
        if character.isdigit() or (self.typed and character in (".", ",")):
            self.typed = (self.typed + character)[:12]
        elif self.typed and event.key == "backspace":
            self.typed = self.typed[:-1]
        elif self.typed and event.key == "escape":
            self.typed = ""
        elif self.typed and event.key == "enter":
            self.post_message(Asked(self.key, self.typed.replace(",", "")))
            self.typed = ""
        else:
            return
        event.stop()
        event.prevent_default()
        self.refresh()

    def on_blur(self) -> None:
        self.typed = ""
        self.refresh()

    # ── mouse ───────────────────────────────────────────────────────────────────────────
    def _at(self, x: int) -> None:
        cells, _ = self._track(max(self.content_size.width - LABEL, 1))
        if self._named() is not None:
            self._ask((self.place + 1) % len(self.stops))
        elif cells >= 4:
            share = (x - LABEL) / max(cells - 1, 1)
            self._ask(round(share * (len(self.stops) - 1)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._dragging = True
        if event.x >= LABEL:
            self._at(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging and self._named() is None:
            self._at(event.x)

    def on_mouse_up(self) -> None:
        self._dragging = False
        self.release_mouse()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._ask(self.place + 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._ask(self.place - 1)


class CheckBoxes(Control):
    """Boxes side by side, each ticked or not; asks for the tuple of those ticked."""

    BINDINGS = keys.bindings("checks")

    def __init__(self, key: str, label: str, names: Sequence[object], *, single: bool = False) -> None:
        super().__init__(key, label)
        self.names = tuple(names)
        self.ticked: tuple[object, ...] = ()
        self.cursor = 0
        self.single = single

    def show(self, ticked: Sequence[object]) -> None:
        self.ticked = tuple(ticked)
        self.refresh()

    def offer(self, names: Sequence[object]) -> None:
        """Other boxes."""
        self.names = tuple(names)
        self.cursor = min(self.cursor, max(len(self.names) - 1, 0))

    def _box(self, index: int) -> Content:
        on = self.names[index] in self.ticked
        signs = ("(•)", "( )") if self.single else ("[x]", "[ ]")
        under = self.has_focus and index == self.cursor
        name = literal(one_line(str(self.names[index])), "bold underline" if under else "")
        return Content.styled(signs[0] if on else signs[1], "$accent" if on else "$quiet") + name

    def body(self, width: int) -> Content:
        boxes = [self._box(n) for n in range(len(self.names))]
        first = self._first(boxes, width)
        return (Content("…") if first else Content("")) + Content(" ").join(boxes[first:])

    def _first(self, boxes: Sequence[Content], width: int) -> int:
        """The box to begin with, so that the cursor's box is in sight."""
        first = 0
        while first < self.cursor and sum(b.cell_length + 1 for b in boxes[first : self.cursor + 1]) > width:
            first += 1
        return first

    def action_move(self, by: int) -> None:
        self.cursor = (self.cursor + by) % max(len(self.names), 1)
        self.refresh()

    def action_tick(self) -> None:
        if not self.names:
            return
        name = self.names[self.cursor]
        if self.single:
            self.post_message(Asked(self.key, name))
            return
        ticked = [n for n in self.names if (n in self.ticked) != (n == name)]
        self.post_message(Asked(self.key, tuple(ticked)))

    def on_click(self, event: events.Click) -> None:
        boxes = [self._box(n) for n in range(len(self.names))]
        first = self._first(boxes, max(self.content_size.width - LABEL, 1))
        at = LABEL + (1 if first else 0)
        for index in range(first, len(boxes)):
            if at <= event.x < at + boxes[index].cell_length:
                self.cursor = index
                self.action_tick()
            at += boxes[index].cell_length + 1


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("-inf")
