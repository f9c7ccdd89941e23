"""From a path below a card, and an offset in the value there, to a place in the source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mhaquiz.deck.yaml_tree import Node, Source


class Spot(NamedTuple):
    """Line and columns from 0; `end` is 0 where the value goes on over the line."""

    line: int
    column: int
    end: int


def find(root: Node, path: Sequence[str | int]) -> Node:
    """The node at a path of keys and indexes; the deepest one there is where the path goes further."""
    node = root
    for step in path:
        if node.kind == "mapping" and isinstance(step, str) and step in node.values:
            node = node.values[step]
        elif node.kind == "sequence" and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return node
    return node


def key_of(root: Node, path: Sequence[str | int]) -> Node:
    """The key node of the last step of a path, else the value."""
    parent = find(root, path[:-1])
    name = path[-1]
    if parent.kind == "mapping" and isinstance(name, str) and name in parent.keys:
        return parent.keys[name]
    return find(root, path)


def whole(node: Node) -> Spot:
    return Spot(node.line, node.column, node.end_column if node.end_line == node.line else 0)


def inside(node: Node, source: Source, at: int, end: int) -> Spot:
    """The place of characters `at` to `end` of a scalar's text."""
    if node.kind != "scalar" or not node.text:
        return whole(node)
    if node.line == node.end_line:
        return _in_line(node, source, at, end)
    if node.style == "|":
        found = _in_block(node, source, at, end)
        if found is not None:
            return found
    return _by_search(node, source, node.text[at:end]) or whole(node)


def _in_line(node: Node, source: Source, at: int, end: int) -> Spot:
    quote = 1 if node.style in ("'", '"') else 0
    written = source.slice(node)
    lead = len(node.text) - len(node.text.lstrip())
    if written[quote : len(written) - quote] != node.text or at > len(node.text):
        return _by_search(node, source, node.text[at:end]) or whole(node)
    start = node.column + quote + at + (lead if at == 0 else 0)
    return Spot(node.line, start, max(start + 1, node.column + quote + min(end, len(node.text))))


def _in_block(node: Node, source: Source, at: int, end: int) -> Spot | None:
    before = node.text[:at]
    row, column = before.count("\n"), at - (before.rfind("\n") + 1)
    line = node.line + 1 + row
    if line >= len(source.lines):
        return None
    text = node.text.split("\n")[row]
    written = source.lines[line]
    if not text or not written.endswith(text):
        return None
    start = len(written) - len(text) + column
    return Spot(line, start, min(start + max(1, end - at), len(written)))


def _by_search(node: Node, source: Source, snippet: str) -> Spot | None:
    """The first appearance of the snippet's first line in the lines of the node."""
    wanted = snippet.split("\n")[0].strip()
    if not wanted:
        return None
    for line in range(node.line, min(node.end_line + 1, len(source.lines))):
        start = source.lines[line].find(wanted, node.column if line == node.line else 0)
        if start >= 0:
            return Spot(line, start, start + len(wanted))
    return None
