"""Matrices as heat maps on one shared scale: half blocks or shades, a cursor whose value is read out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from mhaquiz.tui import keys
from mhaquiz.tui.literal import literal
from mhaquiz.tui.widgets import map_legend, map_names, map_rows
from mhaquiz.tui.widgets.map_grid import Grid, Row, Scale, same_frame, scales, texts_within
from mhaquiz.tui.widgets.map_layout import Layout, lay_out
from mhaquiz.tui.widgets.map_legend import Inks, Shown

__all__ = ["Grid", "HeatMap", "Row", "Scale"]


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
        self.scale, self._about_zero = Scale(), Scale(-1.0, 1.0)
        self.ramp = "viridis"
        self.plain = False
        self._laid: tuple[object, Layout] | None = None
        self._texts: dict[int, list[tuple[str, ...]]] = {}
        self._drawn: tuple[Size, list[Strip]] | None = None

    def show(self, grids: Sequence[Grid], scale: Scale | None = None) -> None:
        """Draw other matrices; without a `scale` it spans all values. Only rows that differ are repainted."""
        before = self.grids, self.scale, self._about_zero
        self.grids = tuple(grid for grid in grids if grid.rows)
        self.scale, self._about_zero = scales(self.grids, scale)
        self._laid = None
        if self.grids:
            number, row, column = self.cell
            number = min(number, len(self.grids) - 1)
            grid = self.grids[number]
            self.set_reactive(HeatMap.cell, (number, min(row, grid.height - 1), min(column, grid.width - 1)))
        self._repaint(*before)

    def _repaint(self, grids: Sequence[Grid], *scales: Scale) -> None:
        drawn = self._drawn
        if drawn is None or scales != (self.scale, self._about_zero) or not same_frame(grids, self.grids):
            self.refresh()
            return
        new, width = self._redrawn(drawn, grids), drawn[0].width
        regions = [Region(0, y, width, 1) for y, line in enumerate(new) if line != drawn[1][y]]
        if regions:
            self.refresh(*regions)
        self._drawn = drawn[0], new

    def _redrawn(self, drawn: tuple[Size, list[Strip]], grids: Sequence[Grid]) -> list[Strip]:
        """All lines, those of rows that hold what they held as they were drawn."""
        size, lines = drawn
        layout, base = self.layout_now, self.visual_style.rich_style
        if layout.numbers:  # the decimals of all numbers hang together
            return self._all_lines(size)
        pairs = [(grids[number].rows, self.grids[number].rows) for number in layout.starts]
        same = [
            all(old[row : row + 1] == new[row : row + 1] for old, new in pairs)
            for row in range(max(len(new) for _, new in pairs))
        ]
        return [
            line
            if 0 < y <= layout.rows and all(same[row] for row in layout.matrix_rows(y - 1) if row < len(same))
            else self._line(layout, y, size, base)
            for y, line in enumerate(lines)
        ]

    def refresh(self, *regions: Region, **how: Any) -> Self:
        """Whatever asks for a repaint, what was drawn holds no more."""
        self._drawn = None
        return super().refresh(*regions, **how)

    def scale_of(self, grid: Grid) -> Scale:
        """The shared scale; signed matrices have one that is even about zero."""
        return self._about_zero if grid.signed else self.scale

    def _ramp_of(self, grid: Grid) -> str:
        """The colours of a map; about zero they are near the ground, dark or light."""
        if not grid.signed:
            return self.ramp
        return "diverging" if self.app.current_theme.dark else "diverging-light"

    # ── geometry ────────────────────────────────────────────────────────────────────────
    @property
    def without_colour(self) -> bool:
        """Whether glyphs stand for values: NO_COLOR, fewer than 256 colours, or asked for."""
        system = self.app.console.color_system
        plain = self.plain or getattr(self.app, "ascii_only", False)
        return plain or self.app.no_color or system in (None, "standard")

    @property
    def layout_now(self) -> Layout:
        """Where everything stands, worked out once for a size, a cursor and the maps."""
        state = (self.size, self.without_colour, self.cell)
        if self._laid is None or self._laid[0] != state:
            size, plain, cell = state
            layout = lay_out(self.grids, size.width, size.height, plain, cell)
            self._laid = state, layout
            self._texts = {
                number: texts_within(self.grids[number].rows, layout.numbers) if layout.numbers else []
                for number in layout.starts
            }
        return self._laid[1]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    # ── drawing ─────────────────────────────────────────────────────────────────────────
    def render_line(self, y: int) -> Strip:
        size = self.size
        if self._drawn is None or self._drawn[0] != size:
            self._drawn = size, self._all_lines(size)
        return self._drawn[1][y]

    def _all_lines(self, size: Size) -> list[Strip]:
        base = self.visual_style.rich_style
        if not self.grids or size.width <= 0:
            return [Strip.blank(size.width, base)] * size.height
        layout = self.layout_now
        return [self._line(layout, y, size, base) for y in range(size.height)]

    def _line(self, layout: Layout, y: int, size: Size, base: Style) -> Strip:
        width, height = size
        below = y - layout.rows - 1
        if y == 0:
            segments = self._beside(layout, map_names.titles(layout, self.grids, width), base + self._quiet)
        elif y == min(layout.rows + 1 + layout.named, height - 1) and not self._names_last(layout, height):
            segments = self._below(layout, base)
        elif below == 0 and layout.named:
            segments = self._beside(layout, map_names.of_columns(layout, self.grids), base + self._quiet)
        elif below >= 0:
            segments = []
        else:
            segments = self._row(layout, y - 1, base)
        return Strip(segments).adjust_cell_length(width, base)

    def _names_last(self, layout: Layout, height: int) -> bool:
        """Whether the last line names columns: the legend gives way to them, a cell in words does not."""
        return layout.named and layout.rows + 2 == height and not self.has_focus

    @property
    def _quiet(self) -> Style:
        return Style.parse(self.app.theme_variables.get("quiet", "default"))

    def _beside(self, layout: Layout, texts: dict[int, str], style: Style) -> list[Segment]:
        """Texts that begin at the columns of their maps."""
        line = literal("")
        for number, text in texts.items():
            line = line.pad_right(layout.starts[number] - line.cell_length) + literal(text)
        return [Segment(line.plain, style)]

    def _row(self, layout: Layout, y: int, base: Style) -> list[Segment]:
        """One screen row of all maps in sight."""
        middle = layout.matrix_row(y)
        segments = (
            [Segment(map_names.of_row(layout, self.grids, middle), base + self._quiet)]
            if layout.margin
            else []
        )
        at = layout.margin
        for number, start in layout.starts.items():
            if start > at:
                segments.append(Segment(" " * (start - at), base))
            if layout.glyphs:
                segments.append(Segment("".join(self._glyph_cells(layout, number, y)), base))
            else:
                segments += self._block_cells(layout, number, y, middle, base)
            at = start + min(self.grids[number].width, layout.columns) * layout.cell
        return segments

    def _block_cells(
        self, layout: Layout, number: int, y: int, middle: int | None, base: Style
    ) -> Sequence[Segment]:
        """One map's part of a screen row: two pixel rows, each cell `zoom` pixels wide and high."""
        grid, wide = self.grids[number], layout.cell
        first, last = layout.matrix_rows(y)
        if first >= grid.height:
            return [Segment(" " * (min(grid.width, layout.columns) * wide), base)]
        ramp, scale = self._ramp_of(grid), self.scale_of(grid)
        columns = slice(layout.left, layout.left + layout.columns)
        upper = map_rows.levels(tuple(grid.rows[first][columns]), scale)
        texts = self._texts[number][middle][columns] if middle is not None and self._texts[number] else ()
        lower = map_rows.levels(tuple(grid.rows[last][columns]), scale) if last < grid.height else None

        def part(cells: slice) -> tuple[Segment, ...]:
            if texts:
                return map_rows.numbers(ramp, wide, upper[cells], texts[cells])
            return map_rows.blocks(ramp, wide, upper[cells], None if lower is None else lower[cells], base)

        beside = layout.zoom > 1 and middle is None  # one sign a cell, in its middle
        if beside or not self._has_cursor(number, (first, last)):
            return part(slice(None))
        here = self.cell[2] - layout.left
        cursor = map_rows.cursor(ramp, wide, upper[here], texts[here] if texts else "")
        return *part(slice(here)), cursor, *part(slice(here + 1, None))

    def _has_cursor(self, number: int, rows: Sequence[int]) -> bool:
        return self.has_focus and self.cell[0] == number and self.cell[1] in rows

    def _glyph_cells(self, layout: Layout, number: int, y: int) -> Sequence[str]:
        grid, row = self.grids[number], layout.top + y
        columns = slice(layout.left, layout.left + layout.columns)
        if row >= grid.height:
            return " " * (layout.cell * len(grid.rows[0][columns]))
        texts = self._texts[number][row][columns] if self._texts[number] else ()
        values, scale = tuple(grid.rows[row][columns]), self.scale_of(grid)
        cells = map_rows.glyphs(values, scale, grid.signed, texts, layout.cell, layout.shaded)
        if not self._has_cursor(number, (row,)):
            return cells
        here = self.cell[2] - layout.left
        marked = (
            "<>" + cells[here][2:] if layout.shaded else f"<{texts[here]}>"[: layout.cell].ljust(layout.cell)
        )
        return *cells[:here], marked, *cells[here + 1 :]

    # ── the line below ──────────────────────────────────────────────────────────────────
    def _below(self, layout: Layout, base: Style) -> list[Segment]:
        """The scales, and the cell under the cursor in words."""
        told = self.readout() or map_legend.left_out(layout, self.grids)
        shown = [
            Shown(one.title, self._ramp_of(one), self.scale_of(one), one.signed)
            for one in self.grids
            if layout.shaded
        ]
        inks = Inks(base, base + self._quiet, self.without_colour)
        return map_legend.line(shown, told, self.size.width, inks)

    def readout(self) -> str:
        """The value under the cursor with the names of its row and column."""
        number, row, column = self.cell
        if not self.has_focus or number >= len(self.grids):
            return ""
        grid = self.grids[number]
        query, key = map_names.of_cell(grid.row_names, row), map_names.of_cell(grid.column_names, column)
        return f"{query} → {key}: " + f"{grid.rows[row][column]:.4f}".replace("-", "−")

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
        layout = self.layout_now
        row = layout.top + ((y - 1) if layout.glyphs else 2 * (y - 1) // layout.zoom)
        for number, start in layout.starts.items():
            grid = self.grids[number]
            column = layout.left + (x - start) // layout.cell
            beyond = min(layout.left + layout.columns, grid.width)
            if start <= x and column < beyond and 0 <= row < grid.height:
                self.cell = (number, row, column)
