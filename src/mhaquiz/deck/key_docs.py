"""The table of keys as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.codes import CODES
from mhaquiz.deck.deck_keys import DECK, DEFAULTS, MISCONCEPTION
from mhaquiz.deck.keys import ACCEPT, CHOICE, COMMON, KINDS, MISTAKE, RANGE, SOURCE, STEP, TEST, TOLERANCE
from mhaquiz.deck.records import Key, Record

_PARTS: tuple[Record, ...] = (
    MISCONCEPTION,
    DEFAULTS,
    RANGE,
    MISTAKE,
    ACCEPT,
    TOLERANCE,
    CHOICE,
    STEP,
    TEST,
    SOURCE,
)


def markdown() -> str:
    """Every key of a deck, of all cards, of each kind, of their parts; and every message code."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Keys of a deck, and message codes"
    yield ""
    yield "Made by `mhaquiz deck schema --markdown` from the table that the validator reads."
    yield "**Bold** keys must be there."
    yield from _table("The deck", DECK.keys)
    yield from _table("Every card", COMMON)
    for kind in Kind:
        if KINDS[kind]:
            yield from _table(f"kind: {kind.value}", KINDS[kind])
    for part in _PARTS:
        yield from _table(part.title[0].upper() + part.title[1:], part.keys)
    yield ""
    yield "## Message codes"
    yield ""
    yield "`mhaquiz deck explain CODE` says more, with an example."
    yield ""
    yield from (f"- `{code}` {entry.summary}" for code, entry in CODES.items())


def _table(title: str, keys: Sequence[Key]) -> Iterator[str]:
    yield from ("", f"## {title}", "", "| key | is |", "|---|---|")
    for key in keys:
        name = f"**`{key.name}`**" if key.required else f"`{key.name}`"
        yield f"| {name} | {key.summary.replace('|', '&#124;')} |"
