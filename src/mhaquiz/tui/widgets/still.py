"""Widgets that never scroll, and a page that does: neither needs the screen laid out twice."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget
from textual.widgets import Static


class Still(Widget):
    """Never scrolls: that it has got its size is no reason to lay the screen out and paint it once more."""

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)


class StillText(Still, Static):
    """Text that is shown as it is."""

    def __init__(self, text: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(text, id=id, markup=False)


class Page(VerticalScroll, can_focus=False):
    """Scrolls what it holds. Only a scroll bar that comes or goes changes the layout, and says so itself.

    Never focused: a focus change restyles every descendant, which costs 10 ms here.
    """

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)
