"""Help: every key where it works, from the key table; what works here comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.screen import Screen

from mhaquiz.tui import key_names, keys
from mhaquiz.tui.keymap import Keymap
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block
from mhaquiz.tui.protocols import place_of
from mhaquiz.tui.screens.page import PageScreen
from mhaquiz.tui.widgets.answer_line import AnswerLine

if TYPE_CHECKING:
    from mhaquiz.tui.keys import Key

KEY_WIDTH = 16
STANDARD = Keymap()


class HelpScreen(PageScreen):
    """The keys, those of `here` first; of these only what works while one `types`."""

    def __init__(self, here: Sequence[str], *, types: bool = False, keymap: Keymap = STANDARD) -> None:
        super().__init__("keys", page(here, types=types, keymap=keymap))


def places_here(screen: Screen[Any]) -> tuple[str, ...]:
    """Where the learner is, in the words of the key table: the places whose keys work now, in its order."""
    ids = {active.binding.id for active in screen.active_bindings.values()}
    owners = {key.owner for key in keys.KEYS if key.id in ids}
    phase = place_of(screen)
    return tuple(
        place
        for place, _, table in key_names.by_place()
        if place == phase or (place in owners and place != "everywhere")
    )


def types_here(screen: Screen[Any]) -> bool:
    """Whether a line has the focus on which letters only type."""
    return isinstance(screen.focused, AnswerLine)


def page(here: Sequence[str], *, types: bool = False, keymap: Keymap = STANDARD) -> list[Block]:
    """All keys by place, those of `here` first; where one `types` without the keys that only type there."""
    places = {place: (title, table) for place, title, table in key_names.by_place()}
    order = [*(place for place in here if place in places), *(place for place in places if place not in here)]
    blocks: list[Block] = []
    for place in order:
        title, table = places[place]
        typing = types and (place in here or place == "everywhere")
        mark = "  (here)" if place in here else ""
        head = Content.styled(title, "bold $accent") + literal(mark, "$quiet")
        blocks.append(Block(head, gap=bool(blocks)))
        blocks += [_line(key, names) for key in table if (names := _working(keymap.keys_of(key), typing))]
    return blocks


def _working(all_keys: str, typing: bool) -> str:
    """A command's keys, without those that type a character where one is typing."""
    names = all_keys.split(",")
    return ",".join(name for name in names if not typing or not key_names.types(name))


def _line(key: Key, names: str) -> Block:
    shown = Content.styled(key_names.all_shown(names).ljust(KEY_WIDTH), "bold")
    return Block(literal(key.help), shown, max(KEY_WIDTH, shown.cell_length))
