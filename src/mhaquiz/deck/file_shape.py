"""A whole deck file as one shape: format number, deck, misconceptions, and cards told apart by their kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.deck_keys import DECK, FORMAT, MAX_CARDS, MISCONCEPTION
from mhaquiz.deck.expression_functions import did_you_mean
from mhaquiz.deck.keys import (
    CARD_ID,
    CARDS,
    KINDS,
    TEXT,
)
from mhaquiz.deck.records import Either, Key, ListOf, Record, TableOf, cut_by_comma
from mhaquiz.deck.shapes import FAILED, Amount, Failed, Notes, Schema, Shape, describe
from mhaquiz.deck.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class RawCard:
    """A card as read: its kind, the values of its keys, its place. Without values no card can be made."""

    node: Node
    index: int
    kind: Kind | None
    values: dict[str, Any] | None
    faulty: bool


def read_kind(node: Node, notes: Notes) -> Kind | None:
    """The kind of a card, on which its keys depend."""
    if node.kind != "mapping":
        notes.add("E103", f"a card is needed as a mapping, not {describe(node)}", node)
        return None
    given = node.values.get("kind")
    if given is None:
        advice = did_you_mean(
            "kind", [name for name in node.values if name not in CARDS[Kind.RECALL].by_name]
        )
        notes.add("E102", "a card needs the key `kind`", node, advice)
        return None
    word = CARDS[Kind.RECALL].by_name["kind"].shape.read(given, notes)
    return None if isinstance(word, Failed) else Kind(word)


class KindRecord:
    """Reads the keys of one kind, and says of a key of another kind where it belongs."""

    def __init__(self, kind: Kind) -> None:
        self.record = CARDS[kind]
        self.kind = kind

    def read(self, node: Node, notes: Notes) -> dict[str, Any] | None:
        found: dict[str, Any] = {}
        previous = ""
        for name, value in node.values.items():
            key = self.record.by_name.get(name)
            if key is not None:
                found[name] = key.shape.read(value, notes)
                previous = name
            elif cut_by_comma(name, node, notes):
                found[previous] = FAILED
            else:
                self.unknown(name, node, notes)
        return found if self.record.complete(found, node, notes) else None

    def unknown(self, name: str, node: Node, notes: Notes) -> None:
        owners = [kind.value for kind, keys in KINDS.items() if any(key.name == name for key in keys)]
        if owners:
            reason = f"`{name}` does not belong to a {self.kind.value} card"
            advice = f"it is a key of {', '.join(owners)}"
            meant = did_you_mean(name, [key for key in self.record.by_name if key not in node.values])
            notes.add("E112", reason, node.keys[name], f"{meant} {advice}" if meant else advice)
        else:
            self.record.unknown(name, node, notes)


_KIND_RECORDS = {kind: KindRecord(kind) for kind in Kind}


class CardList:
    """The cards. A card that cannot be read does not hide the others."""

    def read(self, node: Node, notes: Notes) -> list[RawCard] | Failed:
        if node.kind != "sequence":
            notes.add("E103", f"a list of cards is needed, not {describe(node)}", node)
            return FAILED
        if not node.items:
            notes.add("E102", "a deck needs at least one card", node)
            return FAILED
        if len(node.items) > MAX_CARDS:
            notes.add("E009", f"more than {MAX_CARDS:,} cards", node)
            return FAILED
        return [self.read_card(item, index, notes) for index, item in enumerate(node.items)]

    def read_card(self, node: Node, index: int, notes: Notes) -> RawCard:
        before = len(notes.problems)
        kind = read_kind(node, notes)
        values = None if kind is None else _KIND_RECORDS[kind].read(node, notes)
        return RawCard(node, index, kind, values, len(notes.problems) > before)

    def schema(self) -> Schema:
        """A list; `deck.schema` says what its items are."""
        return {"type": "array", "minItems": 1}


class MisconceptionTable:
    """Misconceptions by id. The key `use` is no id: it names files of shared ones."""

    entry = Either({"scalar": TEXT, "mapping": MISCONCEPTION}, "a title, or a misconception")
    files = ListOf(CARD_ID, title="a list of files")

    def read(self, node: Node, notes: Notes) -> dict[str, Any] | Failed:
        """Entries by id, and the names under `use` as a tuple."""
        if node.kind != "mapping":
            notes.add("E103", f"misconceptions are needed by id, not {describe(node)}", node)
            return FAILED
        found: dict[str, Any] = {}
        for name, value in node.values.items():
            if name == "use":
                found[name] = self.files.read(value, notes)
            elif CARD_ID.read(node.keys[name], notes) is not FAILED:
                found[name] = self.entry.read(value, notes)
        return found

    def schema(self) -> Schema:
        found = TableOf(self.entry, CARD_ID).schema()
        found["properties"] = {"use": self.files.schema()}
        return found


class FormatNumber:
    """The number of the format; a newer one is for a newer program."""

    amount = Amount(least=1)

    def read(self, node: Node, notes: Notes) -> int | Failed:
        found = self.amount.read(node, notes)
        if isinstance(found, Failed):
            return found
        if found > FORMAT:
            reason = f"the deck is in format {found}; this program reads format {FORMAT}"
            notes.add("E108", reason, node, "update mhaquiz")
            return FAILED
        return int(found)

    def schema(self) -> Schema:
        return {"const": FORMAT}


def _record(title: str, *keys: tuple[str, Shape, str, bool]) -> Record:
    return Record(
        title, tuple(Key(name, shape, summary, required) for name, shape, summary, required in keys)
    )


FILE = _record(
    "a deck file",
    ("mhaquiz", FormatNumber(), "format number", True),
    ("deck", DECK, "the deck itself", True),
    ("misconceptions", MisconceptionTable(), "wrong ideas that the cards share", False),
    ("cards", CardList(), "the cards", True),
)
#: A file of misconceptions shared between decks, `misconceptions/NAME.yaml` beside them.
SHARED = _record(
    "a misconceptions file",
    ("mhaquiz", FormatNumber(), "format number", True),
    ("misconceptions", MisconceptionTable(), "wrong ideas that decks share", True),
)
