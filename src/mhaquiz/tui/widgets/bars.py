"""The line at the top that says where one is, and the line at the bottom that says which keys work now."""

from __future__ import annotations

from functools import partial
from typing import Any

from rich.cells import cell_len
from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from mhaquiz.tui import key_names, keys
from mhaquiz.tui.keymap import Keymap
from mhaquiz.tui.literal import cut, one_line
from mhaquiz.tui.protocols import HasPage, HoldsSession, SaysWayOn, SaysWayOut
from mhaquiz.tui.widgets.hit_line import Hit, HitLine
from mhaquiz.tui.widgets.text_page import SaysMore

MORE_RANK = 2
"""After the way on: who does not see that there is more cannot miss it."""


class TitleBar(Widget):
    """`mhaquiz  where · what` on the left, progress on the right; the left gives way with an ellipsis.

    What was just done can stand in place of the progress for a few seconds.
    """

    DEFAULT_CSS = "TitleBar { dock: top; height: 1; background: $panel; padding: 0 2; }"
    where: reactive[str] = reactive("")
    aside: reactive[str] = reactive("")
    told: reactive[str] = reactive("")

    def __init__(self, where: str = "", aside: str = "") -> None:
        super().__init__(markup=False)
        self.set_reactive(TitleBar.where, where)
        self.set_reactive(TitleBar.aside, aside)

    def say(self, text: str, seconds: float = 3.0) -> bool:
        """Show a note on this line for some seconds; False, and nothing shown, where it does not fit."""
        text = one_line(text)
        width = self.content_size.width or self.app.size.width - 4  # before it is laid out
        if len(text) > width - len("mhaquiz") - 2:
            return False
        self.told = text
        self.set_timer(seconds, partial(self._said, text))
        return True

    def _said(self, text: str) -> None:
        if self.told == text:
            self.told = ""

    def render(self) -> RenderResult:
        width = self.content_size.width
        left = Content.assemble(("mhaquiz", "bold $accent"), "  ", (one_line(self.where), "$foreground"))
        right = Content.styled(one_line(self.aside), "$quiet")
        if self.told:
            right = Content.styled(self.told, "bold $accent")
            left = cut(left, max(width - right.cell_length - 2, 0))
        if left.cell_length + right.cell_length + 2 > width:
            right = _whole_parts(self.aside, max(width // 2, width - left.cell_length - 2))
        left = cut(left, max(width - right.cell_length - 2, 0))
        return left.pad_right(max(width - left.cell_length - right.cell_length, 0)) + right


def _whole_parts(text: str, width: int) -> Content:
    """As many of the parts between dots as fit; only a first one that is too long itself is cut."""
    parts = one_line(text).split(" · ")
    while len(parts) > 1 and cell_len(" · ".join(parts)) > width:
        parts.pop()
    return cut(Content.styled(" · ".join(parts), "$quiet"), width)


class KeyBar(HitLine):
    """The keys that work now, from the key table, as many as fit; each can be clicked."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; background: $panel; padding: 0 2; }"

    def __init__(self) -> None:
        super().__init__(gap=2)
        self._asked = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed, immediate=True)
        self._changed(self.screen)

    def _changed(self, screen: Screen[Any]) -> None:
        """A change of focus and of phase come as several signals; the keys are looked up once."""
        if not self._asked and self.is_attached and screen is self.screen:
            self._asked = True
            self.call_later(self._look_up_once)

    def _look_up_once(self) -> None:
        if self._asked:
            self.look_up()

    def look_up(self) -> None:
        """See now which keys work; a screen that has just changed does not wait for the signal to come."""
        self._asked = False
        if self.is_attached:
            self.hits = tuple(_hit(*entry) for entry in working_now(self.screen))


def _hit(shown: str, label: str, key: str, pinned: bool) -> Hit:
    """One key of the bar; the key of help says `more`, as long a word, where others had no room."""
    key_name = Content.styled(shown + " ", "bold $accent")
    more = key_name + "more" if label == keys.BY_ID["app.help"].label else None
    return Hit(key_name + Content(label), key, pinned, more)


def _is_pinned(key: keys.Key) -> bool:
    """What a narrow bar must still show: the way on, the way out, and where the other keys are listed."""
    return key.rank == 1 or key.id == "app.help" or key.action in ("app.back", "app.quit", "back", "leave")


def working_now(screen: Screen[Any]) -> list[tuple[str, str, str, bool]]:
    """What the key bar shows: (key as shown, label, key to press, pinned), most wanted first."""
    ranked: dict[str, tuple[int, str, str]] = {}
    for key, active in screen.active_bindings.items():
        known = keys.BY_ID.get(active.binding.id or "")
        if known is None or not active.enabled or known.id in ranked:
            continue
        if rank := known.rank or _rank_below(known, active.node):
            ranked[known.id] = (rank, key, active.binding.description)
    ordered = sorted((*entry, name) for name, entry in ranked.items())
    found = [(keys.BY_ID[name], key, label) for _, key, label, name in ordered]
    keymap = getattr(screen.app, "keymap", None) or Keymap()
    return [
        (
            _written(key, _reaching(screen, one, keymap.keys_of(one))),
            _label(screen, one, label),
            key,
            _is_pinned(one),
        )
        for one, key, label in found
    ]


def _rank_below(key: keys.Key, node: object) -> int:
    """The place of the key that leads down a page: none where all of it is in sight."""
    if not key.id.endswith(".page_down"):  # first: what a node is takes longer to see
        return 0
    page = node.page if isinstance(node, HasPage) else node
    return MORE_RANK if isinstance(page, SaysMore) and page.names_key else 0


def _label(screen: Screen[Any], key: keys.Key, label: str) -> str:
    """The key's word. The keys on and out of a screen that says what they lead to bear that."""
    if key.action in ("leave", "done", "back") and isinstance(screen, SaysWayOut):
        return screen.way_out
    if key.id == "study.confirm" and isinstance(screen, HoldsSession) and screen.session.slips_named > 1:
        return "it was (1)"
    return screen.way_on if key.action == "next" and isinstance(screen, SaysWayOn) else label


def _reaching(screen: Screen[Any], key: keys.Key, all_keys: str) -> str:
    """Of keys that choose by number those that there is a line for."""
    if key.id != "picker.pick" or not isinstance(count := getattr(screen.focused, "count", None), int):
        return all_keys
    return ",".join(all_keys.split(",")[: max(count, 1)])


def _written(key: str, all_keys: str) -> str:
    """A key as shown; a row of digits as a range."""
    return key_names.all_shown(all_keys) if key.isdigit() and "," in all_keys else key_names.shown(key)
