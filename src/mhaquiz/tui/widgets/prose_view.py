"""A page of prose that lays itself out for its width and can be copied from."""

from __future__ import annotations

from textual.app import RenderResult
from textual.css.styles import RulesMap
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual
from textual.widgets import Static

from mhaquiz.tui.prose import Block, Prose, prose
from mhaquiz.tui.widgets.still import Still


class Fitted(Visual):
    """A page in the lines that there are: an ellipsis stands where not all of it has room."""

    def __init__(self, page: Prose) -> None:
        self.page = page

    def render_strips(
        self, width: int, height: int | None, style: Style, options: RenderOptions
    ) -> list[Strip]:
        if height and width > 0 and height < len(self.page.lines(width)):
            return self.page.brief(width, height).render_strips(width, height, style, options)
        return self.page.render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self.page.get_optimal_width(rules, container_width)

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.page.get_height(rules, width)


class ProseView(Still, Static):
    """Shows a `Prose`. Text given as a string is read as the decks' Markdown subset."""

    def __init__(self, text: str | Prose = "", *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        self.prose = prose(text) if isinstance(text, str) else text
        super().__init__(self.prose, markup=False, id=id, classes=classes)

    def show(self, text: str | Prose | list[Block]) -> None:
        """Show another text."""
        if isinstance(text, str):
            text = prose(text)
        before, self.prose = self.prose, text if isinstance(text, Prose) else Prose(text)
        width = self.content_size.width
        # Laying the page out again costs 8 ms and is needed only where the height changes.
        fixed = not self.styles.is_auto_height
        same = width > 0 and (fixed or len(before.lines(width)) == len(self.prose.lines(width)))
        self.update(self.prose, layout=not same)

    def render(self) -> RenderResult:
        return Fitted(self.prose)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, as laid out at the present width."""
        lines = self.prose.lines(max(self.content_size.width, 1))
        return selection.extract("\n".join(line.plain for line in lines)), "\n"
