"""Matrices as heat maps on one shared scale: half blocks, square cells, a cursor whose value is read out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from mhaquiz.tui import keys, ramps
from mhaquiz.tui.literal import cut, literal, one_line

GAP = 2


@dataclass(frozen=True)
class Grid:
    """One matrix: plain rows of floats with what its rows and columns are called."""

    title: str
    rows: Sequence[Sequence[float]]
    row_names: Sequence[str] = ()
    column_names: Sequence[str] = ()
    signed: bool = False

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0


@dataclass(frozen=True, slots=True)
class Scale:
    """The values at the two ends of the colours, the same for all maps of one kind."""

    low: float = 0.0
    high: float = 1.0


class HeatMap(Widget, can_focus=True):
    """Maps side by side, as large as fits. One row of titles above, one with scale and read-out below."""

    ALLOW_SELECT = False
    BINDINGS = keys.bindings("map")
    DEFAULT_CSS = "HeatMap { height: 1fr; width: 1fr; }"
    cell: reactive[tuple[int, int, int]] = reactive((0, 0, 0))
    """Map, row and column of the cursor."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.grids: tuple[Grid, ...] = ()
        self.scale = Scale()
        self._fixed = False
        self.ramp = "viridis"
        self.plain = False

    def show(self, grids: Sequence[Grid], scale: Scale | None = None) -> None:
        """Draw other matrices; without a `scale` it spans all values."""
        self.grids = tuple(grid for grid in grids if grid.rows)
        unsigned = [value for grid in self.grids if not grid.signed for row in grid.rows for value in row]
        self.scale = scale or Scale(min(unsigned, default=0.0), max(unsigned, default=1.0))
        self._fixed = scale is not None
        number, row, column = self.cell
        if self.grids:
            grid = self.grids[min(number, len(self.grids) - 1)]
            row, column = min(row, grid.height - 1), min(column, grid.width - 1)
            self.set_reactive(HeatMap.cell, (min(number, len(self.grids) - 1), row, column))
        self.refresh()

    def scale_of(self, grid: Grid) -> Scale:
        """The shared scale; a signed matrix has one that is even about zero, as wide as the shared one."""
        if not grid.signed:
            return self.scale
        if self._fixed:
            most = max(abs(self.scale.low), abs(self.scale.high))
            return Scale(-most, most)
        most = (
            max((abs(v) for g in self.grids if g.signed for row in g.rows for v in row), default=1.0) or 1.0
        )
        return Scale(-most, most)

    # ── geometry ────────────────────────────────────────────────────────────────────────
    @property
    def without_colour(self) -> bool:
        """Whether glyphs stand for values: NO_COLOR, fewer than 256 colours, or asked for."""
        system = self.app.console.color_system
        plain = self.plain or getattr(self.app, "ascii_only", False)
        return plain or self.app.no_color or system in (None, "standard")

    @property
    def zoom(self) -> int:
        """Columns a cell: the largest whole number that lets all maps fit, at least 1."""
        width = max(sum(grid.width for grid in self.grids), 1)
        height = max((grid.height for grid in self.grids), default=1)
        room_x = self.size.width - GAP * (len(self.grids) - 1)
        room_y = (self.size.height - 2) * 2
        return max(1, min(room_x // width, room_y // max(height, 1), 6))

    @property
    def _rows(self) -> int:
        """Screen rows that the tallest map takes."""
        tallest = max((grid.height for grid in self.grids), default=0)
        return tallest if self.without_colour else -(-tallest * self.zoom // 2)

    def _starts(self) -> list[int]:
        """The column at which each map begins."""
        cells = 2 if self.without_colour else self.zoom
        starts, at = [], 0
        for grid in self.grids:
            starts.append(at)
            at += grid.width * cells + GAP
        return starts

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    def render_line(self, y: int) -> Strip:
        width, height = self.size
        base = self.visual_style.rich_style
        if not self.grids or width <= 0:
            return Strip.blank(width, base)
        if y == 0:
            return self._titles(width, base)
        if y == min(self._rows + 2, height - 1):
            return self._readout(width, base)
        if y > self._rows:
            return Strip.blank(width, base)
        strip = self._glyph_row(y - 1, base) if self.without_colour else self._block_row(y - 1, base)
        return strip.extend_cell_length(width, base).crop(0, width)

    def _titles(self, width: int, base: Style) -> Strip:
        quiet = base + self._quiet
        starts = self._starts()
        titles = Content("")
        for start, after, grid in zip(starts, [*starts[1:], width + 1], self.grids, strict=True):
            titles = titles.pad_right(start - titles.cell_length)
            titles += cut(literal(one_line(grid.title)), max(after - start - 1, 0))
        return Strip([Segment(titles.plain, quiet)]).extend_cell_length(width, base).crop(0, width)

    @property
    def _quiet(self) -> Style:
        return Style.parse(self.app.theme_variables.get("quiet", "default"))

    def _block_row(self, y: int, base: Style) -> Strip:
        """One screen row of all maps: two pixel rows, each cell `zoom` pixels wide and high."""
        segments: list[Segment] = []
        for index, grid in enumerate(self.grids):
            segments += self._blocks(index, grid, y, base)
            if index + 1 < len(self.grids):
                segments.append(Segment(" " * GAP, base))
        return Strip(segments)

    def _blocks(self, index: int, grid: Grid, y: int, base: Style) -> list[Segment]:
        """One map's part of a screen row; equal neighbours are one segment."""
        zoom = self.zoom
        upper, lower = (2 * y) // zoom, (2 * y + 1) // zoom
        if upper >= grid.height:
            return [Segment(" " * (grid.width * zoom), base)]
        ramp = "diverging" if grid.signed else self.ramp
        scale = self.scale_of(grid)
        tops = [ramps.level(value, scale.low, scale.high) for value in grid.rows[upper]]
        bottoms: list[int | None] = [None] * grid.width
        if lower < grid.height:
            bottoms = [ramps.level(value, scale.low, scale.high) for value in grid.rows[lower]]
        marked = self.cell[2] if self._in_row(index, upper, lower) else None
        segments: list[Segment] = []
        for (top, bottom, here), run in groupby(
            zip(tops, bottoms, range(grid.width), strict=True), key=_alike(marked)
        ):
            cells = sum(1 for _ in run)
            style = ramps.half_block(ramp, top, bottom) if bottom is not None else base + ramps.ink(ramp, top)
            if here:
                segments.append(Segment("◆".ljust(zoom * cells), ramps.marker(ramp, top)))
            else:
                segments.append(Segment("▀" * (zoom * cells), style))
        return segments

    def _in_row(self, index: int, upper: int, lower: int) -> bool:
        return self.has_focus and self.cell[0] == index and self.cell[1] in (upper, lower)

    def _glyph_row(self, y: int, base: Style) -> Strip:
        parts: list[str] = []
        for index, grid in enumerate(self.grids):
            scale = self.scale_of(grid)
            if y >= grid.height:
                parts.append(" " * (2 * grid.width))
                continue
            cells = [ramps.glyph(v, scale.low, scale.high, signed=grid.signed) for v in grid.rows[y]]
            if self.has_focus and self.cell[:2] == (index, y):
                cells[self.cell[2]] = "<>"
            parts.append("".join(cells))
        return Strip([Segment((" " * GAP).join(parts), base)])

    def _readout(self, width: int, base: Style) -> Strip:
        """The scale, and the cell under the cursor in words."""
        segments: list[Segment] = []
        if any(not grid.signed for grid in self.grids):
            segments += self._legend(self.scale, self.ramp, ramps.GLYPHS, base)
        signed = next((grid for grid in self.grids if grid.signed), None)
        if signed is not None:
            segments += self._legend(
                self.scale_of(signed),
                "diverging",
                ramps.SIGNED_GLYPHS,
                base,
                "difference " if segments else "",
            )
        segments.append(Segment(self.readout(), base))
        return Strip(segments).extend_cell_length(width, base).crop(0, width)

    def _legend(self, scale: Scale, ramp: str, glyphs: str, base: Style, name: str = "") -> list[Segment]:
        """The colours of a scale between its two ends."""
        marks = [Segment("█", base + ramps.ink(ramp, level)) for level in range(0, ramps.LEVELS, 8)]
        return [
            Segment(f"{name}{scale.low:.2g} ", base + self._quiet),
            *([Segment(glyphs, base)] if self.without_colour else marks),
            Segment(f" {scale.high:.2g}   ", base + self._quiet),
        ]

    def readout(self) -> str:
        """The value under the cursor with the names of its row and column."""
        number, row, column = self.cell
        if not self.has_focus or number >= len(self.grids):
            return ""
        grid = self.grids[number]
        value = grid.rows[row][column]
        return f"{_name(grid.row_names, row)} → {_name(grid.column_names, column)}: {value:.4f}"

    # ── the cursor ──────────────────────────────────────────────────────────────────────
    def action_move(self, down: int, right: int) -> None:
        """One cell on; past the side of a map is the next map."""
        if not self.grids:
            return
        number, row, column = self.cell
        column += right
        if column < 0 or column >= self.grids[number].width:
            number = (number + right) % len(self.grids)
            column = 0 if right > 0 else self.grids[number].width - 1
        row = min(max(row + down, 0), self.grids[number].height - 1)
        self.cell = (number, row, column)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.has_focus:
            self._point_at(event.x, event.y)

    def on_click(self, event: events.Click) -> None:
        self._point_at(event.x, event.y)

    def _point_at(self, x: int, y: int) -> None:
        cells = 2 if self.without_colour else self.zoom
        row = (y - 1) if self.without_colour else (2 * (y - 1)) // self.zoom
        for number, (start, grid) in enumerate(zip(self._starts(), self.grids, strict=True)):
            if start <= x < start + grid.width * cells and 0 <= row < grid.height:
                self.cell = (number, row, (x - start) // cells)


def _name(names: Sequence[str], index: int) -> str:
    return f"{one_line(names[index])} ({index})" if index < len(names) else str(index)


def _alike(marked: int | None) -> Callable[[tuple[int, int | None, int]], tuple[int, int | None, bool]]:
    """Cells are drawn as one where both levels are the same; the cell of the cursor stands alone."""
    return lambda cell: (cell[0], cell[1], cell[2] == marked)
