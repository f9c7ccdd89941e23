"""The scroll bar of every page and list: an arrow at an end beyond which there is more.

The bar alone is a shade on a shade, and says nothing without colours.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.segment import Segment, Segments
from rich.style import Style
from textual.color import Color
from textual.scrollbar import ScrollBarRender

UP, DOWN = "▲", "▼"
INK = 0.75  # of black or white over the bar's ground: at least 7 : 1 in both themes


class ArrowedBar(ScrollBarRender):
    """Textual's bar with its end cells taken by the arrows; a click on one scrolls that way."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: RichColor = RichColor.parse("#555555"),  # noqa: B008 - immutable
        bar_color: RichColor = RichColor.parse("bright_magenta"),  # noqa: B008 - immutable
    ) -> Segments:
        bar = super().render_bar(
            size, virtual_size, window_size, position, thickness, vertical, back_color, bar_color
        )
        if not vertical or not window_size or size < 2:
            return bar
        cells = list(bar.segments)
        if position > 0:
            cells[0] = _arrow(UP, thickness, back_color, "scroll_up")
        if position + window_size < virtual_size:
            cells[-1] = _arrow(DOWN, thickness, back_color, "scroll_down")
        return Segments(cells, new_lines=True)


def _arrow(sign: str, thickness: int, ground: RichColor, action: str) -> Segment:
    style = Style(color=_ink(ground), bgcolor=ground, bold=True, meta={"@mouse.down": action})
    return Segment(sign.ljust(thickness), style)


@lru_cache(maxsize=16)
def _ink(ground: RichColor) -> RichColor | None:
    """A colour that can be read on the bar's ground; the terminal's own on a ground of its own."""
    if ground.is_default:
        return None
    colour = Color.from_rich_color(ground)
    return (colour + colour.get_contrast_text(INK)).rich_color
