"""Values that YAML read otherwise than they look: eaten backslash escapes, and texts cut off by ` #`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from mhaquiz.deck.yaml_source import FORBIDDEN, Source
from mhaquiz.deck.yaml_tree import Node

#: TeX commands that begin with an escape of double-quoted YAML (\a \b \e \f \n \r \t \v), longest first.
_TEX = (
    "boldsymbol|rightarrow|varepsilon|triangle|vartheta|epsilon|newline|approx|bullet|exists|forall|ran"
    "gle|rfloor|textbf|textit|varphi|aleph|alpha|angle|asymp|begin|binom|equiv|nabla|notin|rceil|right|"
    "theta|tilde|times|vdots|beta|bigl|bigr|bmod|emph|flat|frac|tanh|text|vert|arg|ast|bar|big|ell|end|"
    "eta|exp|neg|neq|not|rho|tan|tau|top|vec|vee|bf|ne|ni|nu|rm|to"
)
_EATEN = re.compile(r"(?<!\\)(?:\\\\)*\\(" + _TEX + r")(?![A-Za-z])")
_COMMENT = re.compile(r"[ \t]#(?=[^\s#])")


class Reports(Protocol):
    source: Source | None
    root: Node | None

    def add(self, code: str, message: str, node: Node, advice: str = "") -> None: ...

    def report(
        self, code: str, message: str, line: int, column: int, advice: str = "", end: int | None = 0
    ) -> None: ...


def scan_traps(file: Reports) -> None:
    """Report every trap of a file. Files without a backslash or ` #x` cost one search each."""
    source, root = file.source, file.root
    if source is None or root is None:
        return
    if "\t" in source.text:
        _tabs(file, source, root)
    escapes = "\\" in source.text
    comments = bool(_COMMENT.search(source.text))
    if not (escapes or comments):
        return
    for node in _scalars(root):
        if escapes and node.style == '"':
            _escapes(file, source, node)
        elif comments and node.style == "":
            _cut_off(file, source, node)


def _scalars(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.kind == "scalar":
            yield node
        elif node.kind == "sequence":
            waiting.extend(node.items)
        else:
            waiting.extend(node.values.values())


def _escapes(file: Reports, source: Source, node: Node) -> None:
    written = source.slice(node)
    if "\\" not in written:
        return
    eaten = _EATEN.search(written)
    hidden = FORBIDDEN.search(node.text)
    if eaten:
        before = written[: eaten.start(1) - 1]
        line = node.line + before.count("\n")
        column = len(before) - (before.rfind("\n") + 1) + (node.column if "\n" not in before else 0)
        reason = f"`\\{eaten[1]}` in double quotes: YAML reads `\\{eaten[1][0]}` as an escape"
        advice = f"use single quotes: '\\{eaten[1]} …', or write the backslash twice"
        file.report("E010", reason, line, column, advice, column + 1 + len(eaten[1]))
    elif hidden:
        reason = f"an escape writes the character U+{ord(hidden.group()):04X}"
        file.add("E003", reason, node, "remove it; nothing invisible is needed in a deck")


def _cut_off(file: Reports, source: Source, node: Node) -> None:
    if node.empty or node.end_line >= len(source.lines):
        return
    rest = source.lines[node.end_line][node.end_column :]
    match = re.match(r"[ \t]+#(?=[^\s#])", rest)
    if match:
        column = node.end_column + match.end() - 1
        word = rest[match.end() - 1 :].split()[0]
        advice = f"quote the text if `{word}` belongs to it; put a space behind # if it is a comment"
        file.report(
            "W010", f"`{word}` begins a comment, so the value ends before it", node.end_line, column, advice
        )


def _tabs(file: Reports, source: Source, root: Node) -> None:
    """A tab outside quotes, blocks and comments: one parser takes it for a space, the other refuses it."""
    covered = [node for node in _scalars(root) if node.style]
    for line, text in enumerate(source.lines):
        column = text.find("\t")
        if column >= 0 and not _COMMENT_BEFORE.search(text[:column]) and not _within(covered, line, column):
            file.report("E002", "a tab outside a text", line, column, "use spaces", column + 1)
            return


_COMMENT_BEFORE = re.compile(r"(?:^|[ \t])#")


def _within(nodes: list[Node], line: int, column: int) -> bool:
    place = (line, column)
    return any((node.line, node.column) <= place < (node.end_line, node.end_column) for node in nodes)
