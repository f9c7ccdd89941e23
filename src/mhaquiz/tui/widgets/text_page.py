"""A page of text that scrolls by keys of the table, and what says that there is more of a page below."""

from __future__ import annotations

from textual.containers import VerticalScroll

from mhaquiz.tui import keys


class SaysMore(VerticalScroll):
    """Keeps the key bar told whether there is more below: the key that leads there is shown only then."""

    has_more = False

    @property
    def names_key(self) -> bool:
        """Whether the key bar names the key now."""
        return self.has_more

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._look_below()

    def watch_virtual_size(self) -> None:
        """What it holds has another size."""
        self._look_below()

    def on_resize(self) -> None:
        self._look_below()

    def _look_below(self) -> None:
        more = self.scroll_offset.y + self.size.height < self.virtual_size.height
        if more is not self.has_more:
            before, self.has_more = self.names_key, more
            if self.names_key is not before:
                self.screen.refresh_bindings()


class TextPage(SaysMore, inherit_bindings=False):
    """Scrolls what it holds. Keys that would move nothing are left to the screen around it."""

    BINDINGS = keys.bindings("text")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("lines", "page", "first", "last") or self.max_scroll_y > 0

    def action_lines(self, number: int) -> None:
        self.scroll_relative(y=number, animate=False)

    def action_page(self, by: int) -> None:
        """A screenful, one line of the last one kept."""
        self.scroll_relative(y=by * max(self.size.height - 1, 1), animate=False)

    def action_first(self) -> None:
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        self.scroll_end(animate=False)
