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
from mhaquiz.tui.protocols import LacksCommands, place_of
from mhaquiz.tui.screens.page import PageScreen
from mhaquiz.tui.widgets.answer_line import AnswerLine

if TYPE_CHECKING:
    from mhaquiz.tui.keys import Key

KEY_WIDTH = 16
STANDARD = Keymap()


class HelpScreen(PageScreen):
    """The keys, those of `here` first; of these only what works while one `types`, and nothing `lacking`."""

    def __init__(
        self,
        here: Sequence[str],
        *,
        types: bool = False,
        keymap: Keymap = STANDARD,
        lacking: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__("keys", page(here, types=types, keymap=keymap, lacking=lacking))


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


def lacking_here(screen: Screen[Any]) -> frozenset[str]:
    """The commands, by id, that a session cannot obey at any time, such as hints in a mock interview."""
    return screen.lacking if isinstance(screen, LacksCommands) else frozenset()


def page(
    here: Sequence[str],
    *,
    types: bool = False,
    keymap: Keymap = STANDARD,
    lacking: frozenset[str] = frozenset(),
) -> list[Block]:
    """All keys by place, those of `here` first, without what is `lacking` there.

    Where one `types`, the keys that only type there are left out too.
    """
    places = {place: (title, table) for place, title, table in key_names.by_place()}
    order = [*(place for place in here if place in places), *(place for place in places if place not in here)]
    blocks: list[Block] = []
    for place in order:
        title, table = places[place]
        typing = place in keys.TYPED or (types and (place in here or place == "everywhere"))
        mark = "  (here)" if place in here else ""
        head = Content.styled(title, "bold $accent") + literal(mark, "$quiet")
        blocks.append(Block(head, gap=bool(blocks)))
        known = [key for key in table if place not in here or key.id not in lacking]
        blocks += [
            _line(key, names) for key in known if (names := key_names.working(keymap.keys_of(key), typing))
        ]
    return blocks


def _line(key: Key, names: str) -> Block:
    shown = Content.styled(key_names.all_shown(names).ljust(KEY_WIDTH), "bold")
    return Block(literal(key.help), shown, max(KEY_WIDTH, shown.cell_length))
