"""The place where a lab's pictures show: one widget of each kind, only the wanted one in sight."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.widget import Widget

from mhaquiz.tui.pictures import BarsData, CurveData, Data, MapsData, ValuesData
from mhaquiz.tui.widgets.heat_map import HeatMap
from mhaquiz.tui.widgets.plots import Bars, Curve, SingularValues
from mhaquiz.tui.widgets.prose_view import ProseView


class PictureView(Container):
    """Draws whatever data a picture makes."""

    def compose(self) -> ComposeResult:
        yield Bars(id="bars")
        yield HeatMap(id="maps")
        yield Curve(id="curve")
        yield SingularValues(id="values")
        with VerticalScroll(id="words", can_focus=False):
            yield ProseView(id="lines")

    @property
    def maps(self) -> HeatMap:
        return self.query_one(HeatMap)

    @property
    def words(self) -> VerticalScroll:
        """Where a picture made of words scrolls."""
        return self.query_one("#words", VerticalScroll)

    @property
    def has_more(self) -> bool:
        """Whether a picture made of words is in sight and longer than its place."""
        return bool(self.words.display and self.words.max_scroll_y)

    def draw(self, data: Data) -> None:
        """Show the data's kind of picture, filled."""
        shown = self._fill(data)
        for child in self.children:
            child.display = child is shown

    def _fill(self, data: Data) -> Widget:
        if isinstance(data, BarsData):
            bars = self.query_one(Bars)
            bars.show(data.bars, data.note)
            return bars
        if isinstance(data, MapsData):
            self.maps.show(data.grids, data.scale)
            return self.maps
        if isinstance(data, CurveData):
            curve = self.query_one(Curve)
            curve.show(
                data.names,
                data.values,
                other=data.other,
                best=data.best,
                marked=data.marked,
                title=data.title,
            )
            return curve
        if isinstance(data, ValuesData):
            values = self.query_one(SingularValues)
            values.show(data.values, data.kept, data.rank, data.title)
            return values
        self.query_one("#lines", ProseView).show(list(data.blocks))
        return self.words
