"""A list of one-line rows with a cursor, drawn row by row: two thousand cards cost what twenty do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style
from textual.visual import Visual

from mhaquiz.tui import keys
from mhaquiz.tui.literal import cut


@dataclass(frozen=True, slots=True)
class Row:
    """One row: what is shown on the left and right, and what choosing it means. `key` None is a heading."""

    left: Content
    right: Content = Content("")  # noqa: RUF009 - immutable
    key: str | None = None


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor that passes over headings."""

    ALLOW_SELECT = False
    BINDINGS = keys.bindings("list")
    COMPONENT_CLASSES = {"row-list--cursor", "row-list--blurred"}
    DEFAULT_CSS = """
    RowList { height: 1fr; text-wrap: nowrap; scrollbar-gutter: stable; }
    RowList > .row-list--cursor { background: $mark; color: $foreground; }
    RowList > .row-list--blurred { background: $panel; color: $foreground; }
    """
    cursor: reactive[int] = reactive(0, repaint=False)

    class Chosen(Message):
        """A row was opened with the mouse. Enter is left to the screen, which says what it does there."""

        def __init__(self, source: RowList, key: str) -> None:
            super().__init__()
            self.source = source
            self.key = key

        @property
        def control(self) -> RowList:
            return self.source

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, source: RowList, key: str | None) -> None:
            super().__init__()
            self.source = source
            self.key = key

        @property
        def control(self) -> RowList:
            return self.source

    def __init__(self, rows: Sequence[Row] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.follower: Callable[[str | None], None] | None = None
        """Called at once when the cursor moves, in place of `Moved`: both are then drawn in one frame."""
        self.rows: tuple[Row, ...] = ()
        self.fill(rows)

    def fill(self, rows: Sequence[Row], keep: str | None = None) -> None:
        """Show other rows; the cursor goes to the row `keep`, else to the first that can be chosen."""
        self.rows = tuple(rows)
        wanted = next((n for n, row in enumerate(self.rows) if row.key is not None and row.key == keep), None)
        first = next((n for n, row in enumerate(self.rows) if row.key is not None), 0)
        self.set_reactive(RowList.cursor, first if wanted is None else wanted)
        self.virtual_size = Size(1, len(self.rows))
        if self.is_attached and self.show_vertical_scrollbar:
            self.vertical_scrollbar.window_virtual_size = len(self.rows)  # in this frame, not the next
        self.refresh()
        if self.is_attached:
            self._follow()
            self._tell()

    @property
    def chosen(self) -> str | None:
        """The key of the row under the cursor."""
        return self.rows[self.cursor].key if 0 <= self.cursor < len(self.rows) else None

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        base = self.visual_style
        if index >= len(self.rows) or width <= 0:
            return Strip.blank(width, base.rich_style)
        row = self.rows[index]
        if index == self.cursor and row.key is not None:
            part = "row-list--cursor" if self.has_focus else "row-list--blurred"
            base = Style.from_styles(self.get_component_styles(part))
        room = width - 1  # a cell between the text and the place of the bar, whether there is one or not
        line = _laid_out(row, room, index == self.cursor and row.key is not None)
        return Visual.to_strips(self, line, width, 1, base, pad=True)[0].crop(0, width)

    # ── moving ──────────────────────────────────────────────────────────────────────────
    def _move(self, start: int, step: int) -> None:
        """Go to the nearest row that can be chosen at or beyond `start`."""
        index = start
        while 0 <= index < len(self.rows):
            if self.rows[index].key is not None:
                self.cursor = index
                return
            index += step

    def watch_cursor(self, before: int, now: int) -> None:
        self._follow()
        self._draw_row(before)
        self._draw_row(now)
        self._tell()

    def _draw_row(self, index: int) -> None:
        """Draw one row anew: all of them take 7 ms. Scrolling draws them all by itself."""
        y = index - self.scroll_offset.y
        if 0 <= y < self.size.height:
            self.refresh(Region(0, y, self.outer_size.width, 1))

    def _tell(self) -> None:
        if self.follower is not None:
            self.follower(self.chosen)
        else:
            self.post_message(self.Moved(self, self.chosen))

    def _follow(self) -> None:
        top, height = self.scroll_offset.y, max(self.size.height, 1)
        if self.cursor < top:
            first = next((n for n, row in enumerate(self.rows) if row.key is not None), 0)
            self.scroll_to(y=0 if self.cursor == first else self.cursor, animate=False, force=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, force=True)

    def on_resize(self) -> None:
        self._follow()

    def action_up(self) -> None:
        self._move(self.cursor - 1, -1)

    def action_down(self) -> None:
        self._move(self.cursor + 1, 1)

    def action_page(self, direction: int) -> None:
        goal = self.cursor + direction * max(self.size.height - 1, 1)
        goal = min(max(goal, 0), len(self.rows) - 1)
        self._move(goal, direction)
        if self.chosen is None:
            self._move(goal, -direction)

    def action_first(self) -> None:
        self._move(0, 1)

    def action_last(self) -> None:
        self._move(len(self.rows) - 1, -1)

    def on_click(self, event: events.Click) -> None:
        index = event.y + self.scroll_offset.y
        if 0 <= index < len(self.rows) and self.rows[index].key is not None:
            again = index == self.cursor
            self.cursor = index
            if again and self.chosen is not None:
                self.post_message(self.Chosen(self, self.chosen))


def _laid_out(row: Row, width: int, under_cursor: bool) -> Content:
    pointer = Content.styled("▸ " if under_cursor else "  ", "$accent")
    right = cut(row.right, max(width // 2, 0))
    left = cut(pointer + row.left, max(width - right.cell_length - (2 if right else 0), 0))
    return left.pad_right(max(width - left.cell_length - right.cell_length, 0)) + right
