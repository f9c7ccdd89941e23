"""Help: every key where it works, from the key table; what works here comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from textual.content import Content
from textual.screen import Screen

from mhaquiz.tui import key_names, keys
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block
from mhaquiz.tui.screens.page import PageScreen

if TYPE_CHECKING:
    from mhaquiz.tui.keys import Key

KEY_WIDTH = 16


class HelpScreen(PageScreen):
    """The keys, those of `here` first."""

    def __init__(self, here: Sequence[str]) -> None:
        super().__init__("keys", page(here))


def places_here(screen: Screen[Any]) -> tuple[str, ...]:
    """Where the learner is, in the words of the key table: the places whose keys work now, in its order."""
    ids = {active.binding.id for active in screen.active_bindings.values()}
    owners = {key.owner for key in keys.KEYS if key.id in ids}
    phase = getattr(screen, "place", "")
    return tuple(
        place
        for place, _, table in key_names.by_place()
        if place == phase or (place in owners and place != "everywhere")
    )


def page(here: Sequence[str]) -> list[Block]:
    """All keys by place, those of `here` first."""
    places = {place: (title, table) for place, title, table in key_names.by_place()}
    order = [*(place for place in here if place in places), *(place for place in places if place not in here)]
    blocks: list[Block] = []
    for place in order:
        title, table = places[place]
        mark = "  (here)" if place in here else ""
        head = Content.styled(title, "bold $accent") + literal(mark, "$quiet")
        blocks.append(Block(head, gap=bool(blocks)))
        blocks += [_line(key) for key in table]
    return blocks


def _line(key: Key) -> Block:
    shown = Content.styled(key_names.all_shown(key.keys).ljust(KEY_WIDTH), "bold")
    return Block(literal(key.help), shown, max(KEY_WIDTH, shown.cell_length))
