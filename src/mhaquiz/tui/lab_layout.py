"""How a lab shares the window between its controls, its picture and its words.

Side by side: controls on the left. A strip: one control on one line, the rest for a wide picture. Stacked, in
a large window: all controls in two columns above the picture.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from mhaquiz.tui.pictures import Data, MapsData
from mhaquiz.tui.widgets.map_layout import Layout, lay_out

#: From this size on there is room for everything at once.
WIDE, HIGH = 110, 32
_MOST_WORDS, _FEW_WORDS = 5, 2
_SIDES = 4  # columns left blank beside the picture
_BARS = 2  # title and keys
_LEGEND = 60  # columns for two scales and the value of a cell beside them
_NARROWEST = 24  # columns beside the controls in which bars, curves and short texts can still be read


class Form(StrEnum):
    SIDE = "side"
    STRIP = "strip"
    STACKED = "stacked"


class Arrangement(NamedTuple):
    """`words` lines say what has changed, under a blank one where `spaced`."""

    form: Form
    words: int
    spaced: bool = True

    @property
    def word_rows(self) -> int:
        return self.words + self.spaced


def shape_of(data: Data) -> object:
    """What of a picture its form depends on: not the values."""
    if isinstance(data, MapsData):
        return tuple((g.title, g.width, g.height, g.row_names, g.column_names) for g in data.grids)
    return type(data), getattr(data, "wide", False)


def beside(form: Form, width: int, knobs: int) -> int:
    """Columns that a picture has in a window."""
    return max(width - _SIDES - (knobs if form is Form.SIDE else 0), 1)


def arrange(data: Data, width: int, height: int, knobs: int, glyphs: bool) -> Arrangement:
    """The form for a picture in a window; `knobs` is the width of the controls at the side."""
    words = min(max((height - 4) // 4, 1), _MOST_WORDS)
    if width >= WIDE and height >= HIGH:
        return Arrangement(Form.STACKED, words - 1)
    if not isinstance(data, MapsData):
        if width - _SIDES - knobs < _NARROWEST:
            return Arrangement(Form.STRIP, 1, spaced=False)
        wide = getattr(data, "wide", False) and width < WIDE
        return Arrangement(Form.STRIP, max(words - 1, 1)) if wide else Arrangement(Form.SIDE, words)
    strip = _strip(data, width - _SIDES, height - _BARS - 3, glyphs)  # readouts, a control, tabs
    if width - _SIDES - knobs < _LEGEND:
        return strip
    side = _laid(data, width - _SIDES - knobs, height - _BARS - 5 - words - 1, glyphs)
    kept = _laid(data, width - _SIDES, height - _BARS - 3 - strip.word_rows, glyphs)
    return Arrangement(Form.SIDE, words) if _size(side) >= _size(kept) else strip


def kept(present: Arrangement, data: Data, width: int, height: int, glyphs: bool) -> bool:
    """Whether maps of another size do as well with the lines of words there are: then nothing has to move."""
    if present.form is not Form.STRIP or not isinstance(data, MapsData):
        return False
    room, wanted = height - _BARS - 3, _strip(data, width - _SIDES, height - _BARS - 3, glyphs)
    now, best = (_laid(data, width - _SIDES, room - one.word_rows, glyphs) for one in (present, wanted))
    return _size(now) >= _size(best)


def _strip(data: MapsData, width: int, height: int, glyphs: bool) -> Arrangement:
    """As many lines of words as cost the maps nothing; one where only so all rows show, each on its line."""
    few = min(_FEW_WORDS, max(height // 4, 1))
    least = Arrangement(Form.STRIP, few, spaced=few > 1)
    alone = Arrangement(Form.STRIP, 1, spaced=False)
    now, most = (_laid(data, width, height - one.word_rows, glyphs) for one in (least, alone))
    if _cut(data, now) or now.zoom == 1 < most.zoom:
        return least if _cut(data, most) else alone
    wanted = _size(now)
    for words in range(_MOST_WORDS, _FEW_WORDS, -1):
        one = Arrangement(Form.STRIP, words)
        if _size(_laid(data, width, height - one.word_rows, glyphs)) >= wanted:
            return one
    return least


def _laid(data: MapsData, width: int, height: int, glyphs: bool) -> Layout:
    return lay_out(data.grids, max(width, 1), max(height, 3), glyphs, (0, 0, 0))


def _size(layout: Layout) -> tuple[int, int, int, int, int]:
    """What is seen: maps, columns of a cell, its height, rows, names of columns."""
    return len(layout.starts), layout.cell, layout.zoom, layout.seen, layout.named


def _cut(data: MapsData, layout: Layout) -> bool:
    return layout.seen < max((grid.height for grid in data.grids), default=0)
