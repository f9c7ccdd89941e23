"""A deck file as a tree of plain nodes with places, read from YAML events and nothing more.

Only the event layer of PyYAML is used: no constructors, no tags, no anchors. Whatever could
surprise (aliases, merge keys, several documents, deep nesting, huge files) is refused while the events
arrive, before anything is built from it. libyaml and the pure parser give the same tree.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from mhaquiz.deck.yaml_refusals import refusal, refuse_properties, refuse_syntax
from mhaquiz.deck.yaml_source import Source, YamlFault

__all__ = ["Node", "Source", "YamlFault", "parse_tree"]

MAX_NODES = 400_000
MAX_DEPTH = 24


class Node:
    """A scalar, mapping or sequence with its place. Lines and columns count from 0, in characters.

    `text` is a scalar's content, `items` the children of a sequence, `values` and `keys` the values and key
    nodes of a mapping by key text. `style` is a scalar's quote or block sign, empty for a plain one;
    of a mapping or list `{` or `[` where it is written in brackets.
    """

    __slots__ = (
        "column",
        "end_column",
        "end_line",
        "items",
        "keys",
        "kind",
        "line",
        "style",
        "text",
        "values",
    )

    kind: Literal["scalar", "mapping", "sequence"]
    items: list[Node]
    values: dict[str, Node]
    keys: dict[str, Node]

    def __init__(
        self, kind: Literal["scalar", "mapping", "sequence"], start: Any, end: Any, style: str, text: str = ""
    ) -> None:
        self.kind = kind
        self.line: int = start.line
        self.column: int = start.column
        self.end_line: int = end.line
        self.end_column: int = end.column
        self.style = style
        self.text = text

    @property
    def plain(self) -> bool:
        return self.kind == "scalar" and self.style == ""

    @property
    def empty(self) -> bool:
        """A value that was left out: `key:` with nothing behind it."""
        return self.kind == "scalar" and self.style == "" and self.text == ""


def parse_tree(source: Source, pure: bool = False) -> tuple[Node | None, list[YamlFault]]:
    """The root node, None for an empty file, and the faults that did not stop the reading (duplicate keys).

    Raises YamlFault for those that did. `pure` leaves libyaml aside.
    """
    import yaml

    source.refuse_invisible()
    fast = None if pure else getattr(yaml, "CSafeLoader", None)
    loader: Any = None
    builder: _Builder | None = None
    try:
        loader = fast(source.text) if fast else yaml.SafeLoader(_QUESTION.sub(_STAND_IN, source.text))
        builder = _Builder(loader.get_event, restore=fast is None)
        return builder.document(), builder.faults
    except yaml.MarkedYAMLError as error:
        refuse_syntax(error, source, None if builder is None else builder.last)
    except (yaml.YAMLError, RecursionError) as error:
        raise YamlFault("E002", f"this is not YAML: {str(error)[:100]}", 0, 0) from None
    finally:
        if loader is not None:
            loader.dispose()


#: Inside { } and [ ] the pure parser ends a plain text at any `?`, libyaml and YAML 1.2 only before a space.
#: While it reads, a question mark that is no sign of a key is another character of the same width.
_QUESTION = re.compile(r"(?<=[^\s\[{,])\?")
_STAND_IN = "\uf8ff"


class _Builder:
    """Builds without recursion: `parent` is the open container, `key` its key that waits for a value."""

    def __init__(self, get_event: Any, restore: bool) -> None:
        from yaml import events

        self.get_event = get_event
        self.events = events
        self.restore = restore
        self.count = 0
        self.faults: list[YamlFault] = []
        self.root: Node | None = None
        self.last: Node | None = None  # scalar: a quotation mark that is never closed shows behind it
        self.parent: Node | None = None
        self.key: Node | None = None
        self.stack: list[tuple[Node | None, Node | None]] = []

    def document(self) -> Node | None:
        """The one document of the stream. The loop is written for scalars, nine events in ten."""
        get_event, scalar = self.get_event, self.events.ScalarEvent
        while True:
            event = get_event()
            if type(event) is not scalar:
                if event is None:
                    return self.root
                self.other(event)
                continue
            if event.anchor is not None or event.tag is not None:
                refuse_properties(event)
            node = Node("scalar", event.start_mark, event.end_mark, event.style or "", event.value)
            if self.restore:
                node.text = node.text.replace(_STAND_IN, "?")
            self.attach(node)
            self.last = node

    def other(self, event: Any) -> None:
        """Everything but a scalar: containers open and close, documents begin, aliases are refused."""
        events, kind = self.events, type(event)
        if kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            self.close(event)
        elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
            self.open(event, kind is events.MappingStartEvent)
        elif kind is events.AliasEvent:
            advice = f'write the value out; quote a text that begins with *: "*{event.anchor}…"'
            raise refusal("E004", "an alias; decks have none", event, advice)
        elif kind is events.DocumentStartEvent and self.root is not None:
            raise refusal("E006", "a second document starts here", event, "put the second into its own file")

    def open(self, event: Any, mapping: bool) -> None:
        if event.anchor is not None or event.tag is not None:
            refuse_properties(event)
        if len(self.stack) >= MAX_DEPTH:
            raise refusal("E009", f"nested more than {MAX_DEPTH} deep", event)
        if mapping:
            node = Node("mapping", event.start_mark, event.end_mark, "{" if event.flow_style else "")
            node.values, node.keys = {}, {}
        else:
            node = Node("sequence", event.start_mark, event.end_mark, "[" if event.flow_style else "")
            node.items = []
        self.attach(node)
        self.stack.append((self.parent, self.key))
        self.parent, self.key = node, None

    def close(self, event: Any) -> None:
        assert self.parent is not None
        self.parent.end_line, self.parent.end_column = event.end_mark.line, event.end_mark.column
        self.parent, self.key = self.stack.pop()

    def attach(self, node: Node) -> None:
        self.count += 1
        if self.count > MAX_NODES:
            reason = f"the file has more than {MAX_NODES:,} values"
            raise YamlFault("E009", reason, node.line, node.column)
        parent = self.parent
        if parent is None:
            self.root = node
        elif parent.kind == "sequence":
            parent.items.append(node)
        elif self.key is None:
            self.key_found(parent, node)
            self.key = node
        else:
            name = self.key.text
            if parent.keys[name] is self.key:  # of a duplicate key the first value stays
                parent.values[name] = node
            self.key = None

    def key_found(self, parent: Node, node: Node) -> None:
        if node.kind != "scalar":
            advice = "write a key as plain text; quote a text that contains brackets"
            raise YamlFault("E013", f"a {node.kind} cannot be a key", node.line, node.column, advice)
        if node.text == "<<" and node.style == "":
            reason = "a merge key; decks have none"
            raise YamlFault("E008", reason, node.line, node.column, "write the keys out", node.end_column)
        first = parent.keys.setdefault(node.text, node)
        if first is not node:
            reason = f"the key `{node.text[:60]}` stands twice; the first is in line {first.line + 1}"
            advice = "remove one of the two"
            self.faults.append(YamlFault("E007", reason, node.line, node.column, advice, node.end_column))
