"""The line below heat maps: the colours of their scales, and words on a cell or on maps out of sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from mhaquiz.deck.display import counted
from mhaquiz.tui import ramps
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.widgets.map_grid import Grid, Scale
from mhaquiz.tui.widgets.map_layout import Layout

_LONGEST_NAME = 14  # cells for the name of the scale that is even about zero
_STEP = 8  # levels of a ramp from one mark to the next


class Inks(NamedTuple):
    """How the line is written: its text, its quiet text, and whether glyphs stand for colours."""

    base: Style
    quiet: Style
    plain: bool


class Shown(NamedTuple):
    """A map as its legend needs it."""

    title: str
    ramp: str
    scale: Scale
    signed: bool


def line(maps: Sequence[Shown], told: str, width: int, inks: Inks) -> list[Segment]:
    """One scale for all unsigned maps and, named where it is the second, one for the signed; then `told`.

    The second gives way where that has no room.
    """
    segments: list[Segment] = []
    if (shared := next((one for one in maps if not one.signed), None)) is not None:
        segments += _scale(shared, "", inks)
    if (signed := next((one for one in maps if one.signed), None)) is not None:
        name = cut(literal(one_line(signed.title)), _LONGEST_NAME).plain + " " if segments else ""
        more = _scale(signed, name, inks)
        segments += more if Segment.get_line_length([*segments, *more]) + cell_len(told) <= width else []
    room = width - Segment.get_line_length(segments)
    return [*segments, Segment(cut(literal(told), room).plain, inks.base)]


def left_out(layout: Layout, grids: Sequence[Grid]) -> str:
    """How many maps there is no room for; the cursor walks on to them."""
    missing = len(grids) - len(layout.starts)
    return f"… {counted(missing, 'more map')} beside" if missing else ""


def _scale(shown: Shown, name: str, inks: Inks) -> list[Segment]:
    """The colours of a scale between its two ends, or its shades: of a signed one from 0 on."""
    if inks.plain:
        low, sign = (0.0, ", - below 0") if shown.signed else (shown.scale.low, "")
        return [
            Segment(f"{name}{_end(low)} ", inks.quiet),
            Segment(ramps.GLYPHS, inks.base),
            Segment(f" {_end(shown.scale.high)}{sign}   ", inks.quiet),
        ]
    levels = range(0, ramps.LEVELS, _STEP)
    marks = [Segment("█", inks.base + ramps.ink(shown.ramp, level)) for level in levels]
    return [
        Segment(f"{name}{_end(shown.scale.low)} ", inks.quiet),
        *marks,
        Segment(f" {_end(shown.scale.high)}   ", inks.quiet),
    ]


def _end(value: float) -> str:
    """One end of a scale in few digits, with a real minus sign."""
    return f"{value:.2g}".replace("-", "−")
