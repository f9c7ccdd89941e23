"""Shapes that hold other shapes: lists, mappings by the author's names, records of known keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mhaquiz.deck.expression_functions import did_you_mean, near
from mhaquiz.deck.shapes import FAILED, Failed, Notes, Schema, Shape, Text, describe
from mhaquiz.deck.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of one shape."""

    item: Shape
    least: int = 0
    most: int = 10_000
    title: str = "a list"

    def read(self, node: Node, notes: Notes) -> tuple[Any, ...] | Failed:
        if node.kind != "sequence":
            advice = f"write [{node.text[:40]}]" if node.kind == "scalar" and node.text else ""
            notes.add("E103", f"{self.title} is needed, not {describe(node)}", node, advice)
            return FAILED
        items = [self.item.read(item, notes) for item in node.items]
        if FAILED in items:
            return FAILED
        if not self.least <= len(items) <= self.most:
            bound = f"at least {self.least}" if len(items) < self.least else f"at most {self.most:,}"
            notes.add("E103", f"{self.title} needs {bound} entries, this has {len(items):,}", node)
            return FAILED
        return tuple(items)

    def schema(self) -> Schema:
        found: Schema = {"type": "array", "items": self.item.schema()}
        if self.least:
            found["minItems"] = self.least
        return found


@dataclass(frozen=True, slots=True)
class TableOf:
    """A mapping whose keys the author names: `{h: …, head_dim: …}`."""

    value: Shape
    key: Text
    title: str = "a mapping"
    most: int = 64

    def read(self, node: Node, notes: Notes) -> tuple[tuple[str, Any], ...] | Failed:
        if node.kind != "mapping":
            notes.add("E103", f"{self.title} is needed, not {describe(node)}", node)
            return FAILED
        if len(node.values) > self.most:
            message = f"{self.title} needs at most {self.most} entries, this has {len(node.values):,}"
            notes.add("E103", message, node)
            return FAILED
        pairs: list[tuple[Any, Any]] = []
        for name, value in node.values.items():
            if ")" in name and cut_by_comma(name, node, notes):
                return FAILED
            pairs.append((self.key.read(node.keys[name], notes), self.value.read(value, notes)))
        return FAILED if any(FAILED in pair for pair in pairs) else tuple(pairs)

    def schema(self) -> Schema:
        return {
            "type": "object",
            "propertyNames": {"pattern": f"^(?:{self.key.pattern})$"} if self.key.pattern else {},
            "additionalProperties": self.value.schema(),
        }


@dataclass(frozen=True, slots=True)
class Either:
    """A short form (a scalar or a list) or a long one (a mapping), told apart by the kind of node."""

    by_kind: Mapping[str, Shape]
    title: str

    def read(self, node: Node, notes: Notes) -> Any:
        shape = self.by_kind.get(node.kind)
        if shape is None:
            notes.add("E103", f"{self.title} is needed, not {describe(node)}", node)
            return FAILED
        return shape.read(node, notes)

    def schema(self) -> Schema:
        return {"anyOf": [shape.schema() for shape in self.by_kind.values()]}


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record: its shape, what it is for, whether it must be there."""

    name: str
    shape: Shape
    summary: str
    required: bool = False


@dataclass(frozen=True)
class Record:
    """A mapping with known keys; reads to a dict of those that were given."""

    title: str
    keys: tuple[Key, ...]
    strict: bool = False  # one key that cannot be read spoils the record
    by_name: Mapping[str, Key] = field(init=False, repr=False)
    needed: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {key.name: key for key in self.keys})
        object.__setattr__(self, "needed", tuple(key.name for key in self.keys if key.required))

    def read(self, node: Node, notes: Notes) -> dict[str, Any] | Failed:
        if node.kind != "mapping":
            notes.add("E103", f"{self.title} is needed as a mapping, not {describe(node)}", node)
            return FAILED
        found: dict[str, Any] = {}
        by_name = self.by_name
        previous = ""
        for name, value in node.values.items():
            key = by_name.get(name)
            if key is not None:
                found[name] = key.shape.read(value, notes)
                previous = name
            elif cut_by_comma(name, node, notes):
                found[previous] = FAILED
            else:
                self.unknown(name, node, notes)
        whole = self.complete(found, node, notes) and not (self.strict and FAILED in found.values())
        return found if whole else FAILED

    def unknown(self, name: str, node: Node, notes: Notes) -> None:
        advice = did_you_mean(name, self.by_name)
        notes.add("E101", f"unknown key `{name[:60]}` in {self.title}", node.keys[name], advice)

    def complete(self, found: Mapping[str, Any], node: Node, notes: Notes) -> bool:
        """Whether every required key could be read; missing ones are reported."""
        for name in self.needed:
            if name not in found and not _misspelt(name, node, self.by_name):
                notes.add("E102", f"{self.title} needs the key `{name}`", node)
        return all(found.get(name, FAILED) is not FAILED for name in self.needed)

    def schema(self) -> Schema:
        found: Schema = {
            "type": "object",
            "additionalProperties": False,
            "properties": {key.name: {**key.shape.schema(), "description": key.summary} for key in self.keys},
        }
        if self.needed:
            found["required"] = list(self.needed)
        return found


def cut_by_comma(name: str, node: Node, notes: Notes) -> bool:
    """Whether an unknown key is the rest of a value that a comma cut off, as in `{answer: min(n, d)}`."""
    if node.style != "{" or not node.values[name].empty:
        return False
    advice = 'a comma ends a value inside { }: quote the whole value, "min(n, d)"'
    notes.add("E015", f"`{name[:60]}` was cut off from the value before it", node.keys[name], advice)
    return True


@dataclass(frozen=True, slots=True)
class Located:
    """A record that also keeps its line, as the extra value `line` (from 1)."""

    record: Record

    def read(self, node: Node, notes: Notes) -> dict[str, Any] | Failed:
        found = self.record.read(node, notes)
        return found if isinstance(found, Failed) else {**found, "line": node.line + 1}

    def schema(self) -> Schema:
        return self.record.schema()


def _misspelt(name: str, node: Node, known: Iterable[str]) -> bool:
    """Whether an unknown key of the node already says where the missing one went: each cause once."""
    return any(near(given, known) == name for given in node.values if given not in set(known))
