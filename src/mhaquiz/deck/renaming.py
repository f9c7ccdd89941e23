"""Giving a card another id in its file: the id itself, `renamed_from`, and every link to it, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mhaquiz.deck import spots
from mhaquiz.deck.keys import CARD_ID
from mhaquiz.deck.reading import DeckFile, read_deck
from mhaquiz.deck.yaml_tree import Node


class RenameError(ValueError):
    """Why a card cannot be renamed, in one line."""


def renamed(path: Path, old: str, new: str) -> str:
    """The deck's text with the card `old` called `new`. Raises RenameError."""
    file = read_deck(path)
    if file.deck is None or file.source is None or file.root is None:
        raise RenameError(f"{path} cannot be used as a deck: `mhaquiz deck check {path}` says why")
    if not CARD_ID.fits(new):
        raise RenameError(f"`{new}` is not {CARD_ID.rule}")
    if old not in file.places:
        raise RenameError(f"the deck {file.deck.id} has no card `{old}`")
    if new in file.places:
        raise RenameError(f"the deck {file.deck.id} has a card `{new}` already")
    lines = list(file.source.lines)
    for node in sorted(_links(file, old), key=lambda one: (one.line, one.column), reverse=True):
        lines[node.line] = _replaced(lines[node.line], node, old, new)
    _remember(file, lines, old)
    return "\n".join(lines)


def _links(file: DeckFile, old: str) -> Iterator[Node]:
    """The card's own id, and the places of this deck that name it."""
    assert file.root is not None
    assert file.deck is not None
    cards = file.root.values["cards"].items
    yield cards[file.places[old]].values["id"]
    yield from _named(spots.find(file.root, ("deck", "start")), {old})
    for card in cards:
        for key in ("followups", "confusable"):
            if card.kind == "mapping" and key in card.values:
                yield from _named(card.values[key], {old, f"{file.deck.id}/{old}"})


def _named(node: Node, names: set[str]) -> Iterator[Node]:
    if node.kind == "sequence":
        yield from (item for item in node.items if item.kind == "scalar" and item.text in names)


def _replaced(line: str, node: Node, old: str, new: str) -> str:
    head, written, tail = line[: node.column], line[node.column : node.end_column], line[node.end_column :]
    place = written.rfind(old)
    return head + written[:place] + new + written[place + len(old) :] + tail


def _remember(file: DeckFile, lines: list[str], old: str) -> None:
    """Add the old id to `renamed_from`, so that other machines move the history too."""
    assert file.root is not None
    card = file.root.values["cards"].items[file.places[old]]
    former = card.values.get("renamed_from")
    if former is not None and former.kind == "sequence" and former.items:
        last = former.items[-1]
        line = lines[last.line]
        if former.style == "[":
            lines[last.line] = f"{line[: last.end_column]}, {old}{line[last.end_column :]}"
        else:
            lines.insert(last.line + 1, f"{line[: line.index('-')]}- {old}")
        return
    identifier = card.values["id"]
    if card.style == "{":
        line = lines[identifier.line]
        end = line.index(",", identifier.column) if "," in line[identifier.column :] else line.rindex("}")
        lines[identifier.line] = f"{line[:end]}, renamed_from: [{old}]{line[end:]}"
    else:
        lines.insert(identifier.line + 1, " " * card.column + f"renamed_from: [{old}]")
