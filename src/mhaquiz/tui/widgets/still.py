"""Widgets that never scroll, and a page that does: neither needs the screen laid out twice."""

from __future__ import annotations

from rich.style import Style
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from mhaquiz.tui.protocols import place_of
from mhaquiz.tui.widgets.text_page import SaysMore

LOW_WINDOW = 16
"""In a window of fewer lines a page keeps none blank that it can do without."""


class Still(Widget):
    """Never scrolls: that it has got its size is no reason to lay the screen out and paint it once more."""

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)


class StillText(Still, Static):
    """Text that is shown as it is."""

    def __init__(self, text: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(text, id=id, markup=False)


class Backdrop(Widget):
    """Holds other widgets and is itself only their background, without a border: one line serves for all.

    Textual renders each blank line by itself, 1 or 2 ms in a frame. Its own `BLANK` would leave the filters
    out, and with them NO_COLOR.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        background = self.background_colors[1]
        line = Strip.blank(crop.width, Style(bgcolor=background.rich_color))
        for line_filter in self.get_line_filters():
            line = line.apply_filter(line_filter, background)
        return [line] * crop.height


class Column(Still, Backdrop):
    """Widgets one below the other."""


class Page(SaysMore, Backdrop, can_focus=False, inherit_bindings=False):
    """Scrolls what it holds, by the keys of its screen. Only a scroll bar that comes or goes changes the
    layout, and says so itself.

    Never focused: a focus change restyles every descendant, which costs 10 ms here.
    """

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)

    @property
    def names_key(self) -> bool:
        """Only at a session's end: before it the bar would be drawn once more after the frame of a key, for
        what the arrow of the scroll bar has said in that frame.
        """
        return self.has_more and place_of(self.screen) == "finished"

    def on_resize(self) -> None:
        super().on_resize()
        self.screen.set_class(self.screen.size.height < LOW_WINDOW, "-low")
