"""How much space stands between neighbours in a row, on one line and in two dimensions alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from unicodedata import category

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.tree import JUXTAPOSED, Node, Sign, kind_of


class Placed(NamedTuple):
    """A node with its kind in this place and the cells before it."""

    node: Node
    kind: str
    gap: int


def placed(items: Sequence[Node], *, tight: bool = False) -> list[Placed]:
    """The visible items with the space before each; `tight` as in scripts, where only words are parted."""
    found: list[Placed] = []
    for node, kind, asked in _with_asked_space(_signed(items)):
        gap = max(asked, _gap(found[-1].kind, kind, tight)) if found else 0
        if kind == tree.TIGHT or (found and found[-1].kind == tree.TIGHT):
            gap = 0
        found.append(Placed(node, kind, gap))
    return found


def _signed(items: Sequence[Node]) -> Iterator[tuple[Node, str]]:
    """Each item with its kind; a minus with nothing before it is a sign, not an operator."""
    before = tree.OPEN
    for node in items:
        kind = kind_of(node)
        if kind == tree.BINARY and before not in JUXTAPOSED | {tree.CLOSE, tree.BAR}:
            kind = tree.PREFIX
        if kind not in (tree.SOFT, tree.SPACE):
            before = kind
        yield node, kind


def _with_asked_space(signed: Iterator[tuple[Node, str]]) -> Iterator[tuple[Node, str, int]]:
    asked = 0
    for node, kind in signed:
        if kind in (tree.SOFT, tree.SPACE) and isinstance(node, Sign):
            asked = max(asked, len(node.text))
        else:
            yield node, kind, asked
            asked = 0


_AFTER_NAME = JUXTAPOSED - {tree.GROUP, tree.BAR}


def _gap(left: str, right: str, tight: bool) -> int:
    if not tight and {left, right} & {tree.RELATION, tree.BINARY}:
        return int(left != tree.PREFIX)
    if left in (tree.NAME, tree.LARGE):
        return int(right in (_AFTER_NAME if left == tree.NAME else JUXTAPOSED))
    if right in (tree.NAME, tree.LARGE) and left in JUXTAPOSED:
        return 1
    if tight or left == tree.PREFIX:
        return 0
    if left == tree.PUNCTUATION:
        return int(right not in (tree.CLOSE, tree.PUNCTUATION))
    quotient = tree.QUOTIENT in (left, right)
    return int(quotient and left in JUXTAPOSED and right in JUXTAPOSED)


def run_together(left: str, right: str, *, bare: bool) -> bool:
    """Whether two texts would read as one name: a word beside a letter, or a bare script before one."""
    if not left or not right or not left[-1].isalnum() or not right[0].isalnum():
        return False
    return bare or _letters(reversed(left)) > 1 or _letters(right) > 1


def _letters(text: Iterator[str] | str) -> int:
    """Letters before anything else, as far as two."""
    count = 0
    for char in text:
        if category(char) not in ("Lu", "Ll", "Lo") or count == 2:
            break
        count += 1
    return count
