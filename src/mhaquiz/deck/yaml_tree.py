"""A deck file as a tree of plain nodes with places, read from YAML events and nothing more.

Only the event layer of PyYAML is used: no constructors, no tags, no anchors. Whatever could
surprise (aliases, merge keys, several documents, deep nesting, huge files) is refused while the events
arrive, before anything is built from it. libyaml and the pure parser give the same tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from mhaquiz.deck.places import MAX_BYTES

MAX_NODES = 400_000
MAX_DEPTH = 24

#: What may not stand in a deck file: controls, line separators that only YAML counts, direction marks.
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\uf8ff\ufeff\ufffe\uffff]"
)


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
    text: str
    style: str
    items: list[Node]
    values: dict[str, Node]
    keys: dict[str, Node]

    def __init__(self, kind: Literal["scalar", "mapping", "sequence"], start: Any, end: Any) -> None:
        self.kind = kind
        self.line = start.line
        self.column = start.column
        self.end_line = end.line
        self.end_column = end.column

    @property
    def plain(self) -> bool:
        return self.kind == "scalar" and self.style == ""

    @property
    def empty(self) -> bool:
        """A value that was left out: `key:` with nothing behind it."""
        return self.kind == "scalar" and self.style == "" and self.text == ""


class YamlFault(Exception):  # noqa: N818 - it is reported, not merely raised
    """Why a file is no tree, or what is wrong in it: message code, reason, place, advice."""

    def __init__(
        self, code: str, reason: str, line: int, column: int, advice: str = "", end_column: int | None = None
    ) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.line = line
        self.column = column
        self.help = advice
        self.end_column = end_column


@dataclass(slots=True)
class Source:
    """A file's text in lines; positions are resolved against it."""

    text: str
    lines: list[str]

    @staticmethod
    def of(data: bytes) -> Source:
        """Decode a deck file: UTF-8, a byte order mark and CRLF are fine. Raises YamlFault."""
        if len(data) > MAX_BYTES:
            raise YamlFault("E009", f"the file is larger than {MAX_BYTES:,} bytes", 0, 0)
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start)
            reason = f"byte {error.start + 1:,} is not UTF-8"
            raise YamlFault("E001", reason, line, 0, "save the file as UTF-8") from None
        text = text.replace("\r\n", "\n")
        return Source(text, text.split("\n"))

    def refuse_invisible(self) -> None:
        """Raise YamlFault for the first character that may not stand in a deck."""
        text, found = self.text, FORBIDDEN.search(self.text)
        if found:
            line = text.count("\n", 0, found.start())
            column = found.start() - (text.rfind("\n", 0, found.start()) + 1)
            reason = f"the character U+{ord(found.group()):04X} may not stand in a deck"
            raise YamlFault("E003", reason, line, column, "remove it; nothing invisible is needed in a deck")

    def slice(self, node: Node) -> str:
        """The source text of a scalar, quotes included."""
        if node.line == node.end_line:
            only: str = self.lines[node.line][node.column : node.end_column]
            return only
        last: str = self.lines[node.end_line][: node.end_column] if node.end_line < len(self.lines) else ""
        return "\n".join(
            (self.lines[node.line][node.column :], *self.lines[node.line + 1 : node.end_line], last)
        )


def parse_tree(source: Source, pure: bool = False) -> tuple[Node | None, list[YamlFault]]:
    """The root node, None for an empty file, and the faults that did not stop the reading (duplicate keys).

    Raises YamlFault for those that did. `pure` leaves libyaml aside.
    """
    import yaml

    source.refuse_invisible()
    fast = None if pure else getattr(yaml, "CSafeLoader", None)
    loader: Any = None
    try:
        loader = fast(source.text) if fast else yaml.SafeLoader(_QUESTION.sub(_STAND_IN, source.text))
        builder = _Builder(loader.get_event, restore=fast is None)
        return builder.document(), builder.faults
    except yaml.MarkedYAMLError as error:
        _syntax(error, source)
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
    def __init__(self, get_event: Any, restore: bool) -> None:
        from yaml import events

        self.get_event = get_event
        self.events = events
        self.count = 0
        self.restore = restore
        self.faults: list[YamlFault] = []

    def document(self) -> Node | None:
        events = self.events
        root = None
        while True:
            event = self.get_event()
            if event is None or type(event) is events.StreamEndEvent:
                return root
            if type(event) is events.DocumentStartEvent:
                if root is not None:
                    advice = "put the second into a file of its own"
                    raise _refusal("E006", "a second document starts here", event, advice)
                root = self.tree()

    def tree(self) -> Node:
        """One document, without recursion: open containers wait on a stack."""
        events = self.events
        root: Node | None = None
        stack: list[Node] = []
        pending: list[Node | None] = []  # the key that waits for its value, one a container
        while True:
            event = self.get_event()
            kind = type(event)
            if kind is events.ScalarEvent:
                node = self.scalar(event)
            elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
                node = self.container(event, len(stack))
            elif kind is events.AliasEvent:
                advice = f'write the value out; quote a text that begins with *: "*{event.anchor}…"'
                raise _refusal("E004", "an alias; decks have none", event, advice)
            elif kind is events.DocumentEndEvent:
                assert root is not None
                return root
            else:  # the end of a mapping or sequence
                stack[-1].end_line, stack[-1].end_column = event.end_mark.line, event.end_mark.column
                stack.pop()
                pending.pop()
                continue
            if root is None:
                root = node
            else:
                self.attach(stack[-1], pending, node)
            if node.kind != "scalar":
                stack.append(node)
                pending.append(None)

    def attach(self, parent: Node, pending: list[Node | None], node: Node) -> None:
        if parent.kind == "sequence":
            parent.items.append(node)
        elif (key := pending[-1]) is not None:
            if parent.keys[key.text] is key:  # of a duplicate key the first value stays
                parent.values[key.text] = node
            pending[-1] = None
        else:
            self.key(parent, node)
            pending[-1] = node

    def key(self, parent: Node, node: Node) -> None:
        if node.kind != "scalar":
            advice = "write a key as plain text; quote a text that contains brackets"
            raise YamlFault("E013", f"a {node.kind} cannot be a key", node.line, node.column, advice)
        if node.text == "<<" and node.style == "":
            reason = "a merge key; decks have none"
            raise YamlFault("E008", reason, node.line, node.column, "write the keys out", node.end_column)
        first = parent.keys.setdefault(node.text, node)
        if first is not node:
            reason = f"the key `{node.text[:60]}` stands twice; the first is in line {first.line + 1}"
            fault = YamlFault(
                "E007", reason, node.line, node.column, "remove one of the two", node.end_column
            )
            self.faults.append(fault)

    def scalar(self, event: Any) -> Node:
        if event.anchor is not None or event.tag is not None:
            _refuse_properties(event)
        self.counted(event)
        node = Node("scalar", event.start_mark, event.end_mark)
        node.text = event.value.replace(_STAND_IN, "?") if self.restore else event.value
        node.style = event.style or ""
        return node

    def container(self, event: Any, depth: int) -> Node:
        if event.anchor is not None or event.tag is not None:
            _refuse_properties(event)
        self.counted(event)
        if depth >= MAX_DEPTH:
            raise _refusal("E009", f"nested more than {MAX_DEPTH} deep", event)
        if type(event) is self.events.SequenceStartEvent:
            node = Node("sequence", event.start_mark, event.end_mark)
            node.style = "[" if event.flow_style else ""
            node.items = []
        else:
            node = Node("mapping", event.start_mark, event.end_mark)
            node.style = "{" if event.flow_style else ""
            node.values, node.keys = {}, {}
        return node

    def counted(self, event: Any) -> None:
        self.count += 1
        if self.count > MAX_NODES:
            raise _refusal("E009", f"the file has more than {MAX_NODES:,} values", event)


def _refusal(code: str, reason: str, event: Any, advice: str = "") -> YamlFault:
    start, end = event.start_mark, event.end_mark
    return YamlFault(
        code, reason, start.line, start.column, advice, end.column if end.line == start.line else None
    )


def _refuse_properties(event: Any) -> NoReturn:
    if event.anchor is not None:
        advice = (
            f'write the value out where it is needed; quote a text that begins with &: "&{event.anchor}…"'
        )
        raise _refusal("E004", "an anchor; decks have none", event, advice)
    raise _refusal("E005", "a tag; decks have none", event, "remove it; quote a text that begins with !")


#: What a parser complains about, as a pattern over both parsers' words, and what to do.
_ADVICE = (
    (r"mapping values are not allowed", 'quote a text that contains ": "'),
    (r"cannot start any token", "quote a text that begins with this character"),
    (r"unknown escape|escape character", "use single quotes, or write the backslash twice"),
    (
        r"block end|expected ',' or|flow (mapping|sequence)",
        "quote a text that begins with { or [, and close every bracket",
    ),
    (r"indentation indicator|chomping", "quote a text that begins with > or |"),
    (r"quoted scalar", "close the quotation mark"),
    (r"could not find expected ':'|simple key", "write `key: value`, with a space after the colon"),
    (r"tab", "indent with spaces"),
)


#: What a parser was scanning when it met a text that only looks like an alias, anchor or tag.
_PROPERTIES = (
    ("scanning an alias", "E004", "an alias; decks have none"),
    ("scanning an anchor", "E004", "an anchor; decks have none"),
    ("a tag", "E005", "a tag; decks have none"),
)


def _syntax(error: Any, source: Source) -> NoReturn:
    context = error.context or ""
    for words, code, reason in _PROPERTIES:
        if words in context and error.context_mark:
            mark = error.context_mark
            raise YamlFault(
                code, reason, mark.line, mark.column, "quote a text that begins with this sign"
            ) from None
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    words = " ".join(part for part in (error.context, error.problem) if part)
    advice = next((text for pattern, text in _ADVICE if re.search(pattern, words)), "")
    line = min(line, len(source.lines) - 1)
    raise YamlFault("E002", f"this is not YAML: {error.problem or words}", line, column, advice) from None
