"""The knobs of a lab, one line each: slider, check boxes, a line of text. They say what was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import RenderResult
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from mhaquiz.tui import keys
from mhaquiz.tui.literal import cut, literal, one_line

LABEL = 13
MOST_LINES = 3  # of one control where there is room
_LONGEST_LINE = 44  # cells of a slider with its value


class Asked(Message):
    """A setting should become `value`. Typed values come as text, to be read and refused by the table."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__()
        self.key = key
        self.value = value


class Control(Widget, can_focus=True):
    """A label and what can be turned beside it, on as many lines as that takes. `key` is the setting."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Control { height: auto; width: 1fr; }
    Control:focus { background: $mark; }
    """

    def __init__(self, key: str, label: str) -> None:
        super().__init__(markup=False)
        self.key = key
        self.label = label
        self.label_width = LABEL
        self.counted = ""
        """Which control of how many it is, where the others are out of sight."""
        self._height = 1

    def body(self, width: int, height: int) -> list[Content]:
        """What stands beside the label: lines of at most `width` cells, `height` of them at most."""
        raise NotImplementedError

    @property
    def is_open(self) -> bool:
        """Whether something is being typed into it."""
        return False

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._height = len(self.body(self.room(width), MOST_LINES))
        return self._height

    def room(self, width: int | None = None) -> int:
        """Cells beside the label, of all that it has or of `width`."""
        beside = len(self.counted) + 2 if self.counted else 0
        return max((self.content_size.width if width is None else width) - self.label_width - beside, 1)

    def changed(self) -> None:
        """Draw it anew, and its neighbours only where it has become higher or lower."""
        before, self._height = self._height, len(self.body(self.room(), MOST_LINES))
        self.refresh(layout=self._height != before)

    def render(self) -> RenderResult:
        width, height = self.content_size
        pointer = Content.styled("▸ " if self.has_focus else "  ", "$accent")
        label = cut(
            literal(one_line(self.label), "bold" if self.has_focus else "$quiet"), self.label_width - 3
        )
        head = pointer + label.pad_right(max(self.label_width - 2 - label.cell_length, 0))
        lines = self.body(self.room(), max(height, 1))
        indent = Content(" " * self.label_width)
        lines = [cut((indent if n else head) + line, width) for n, line in enumerate(lines)]
        if self.counted:
            lines[0] = lines[0].pad_right(max(width - lines[0].cell_length - len(self.counted), 0))
            lines[0] = cut(lines[0] + literal(self.counted, "$quiet"), width)
        return Content("\n").join(lines)

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
        self.least_value = 0
        """Cells that the values of its neighbours take, so that all tracks end below one another."""
        self._dragging = False

    def show(self, stops: Sequence[object], value: object) -> None:
        """Show a value among the stops; one that is no stop stands where it belongs."""
        before = self.stops, self.value, self.typed
        self.stops, self.value, self.typed = tuple(stops), value, ""
        if (self.stops, self.value, "") != before:
            self.refresh()

    @property
    def is_open(self) -> bool:
        return bool(self.typed)

    @property
    def place(self) -> int:
        """The stop at or before the value."""
        if self.value in self.stops:
            return self.stops.index(self.value)
        below = [n for n, stop in enumerate(self.stops) if _number(stop) <= _number(self.value)]
        return below[-1] if below else 0

    @property
    def value_width(self) -> int:
        """Cells of its longest value beside a track; none where it has no track."""
        if self._named() is not None:
            return 0
        return min(max((len(self.text(stop)) for stop in (*self.stops, self.value)), default=4), 12)

    def _value_width(self) -> int:
        return max(self.value_width, self.least_value)

    def _track(self, width: int) -> tuple[int, int]:
        """Cells of the track and of the knob's place on it."""
        cells = max(min(width, _LONGEST_LINE) - self._value_width() - 1, 0)
        last = max(len(self.stops) - 1, 1)
        return cells, round(self.place * max(cells - 1, 0) / last)

    def body(self, width: int, height: int) -> list[Content]:
        return [self._line(width)]

    def _line(self, width: int) -> Content:
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
        gap = min(width, _LONGEST_LINE) - cells - value.cell_length  # values end below one another
        return track + Content(" " * max(gap, 1)) + value

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
        cells, _ = self._track(self.room())
        if self._named() is not None:
            self._ask((self.place + 1) % len(self.stops))
        elif cells >= 4:
            share = (x - self.label_width) / max(cells - 1, 1)
            self._ask(round(share * (len(self.stops) - 1)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._dragging = True
        if event.x >= self.label_width:
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


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("-inf")
