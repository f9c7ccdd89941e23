"""An author's expression as a tree: frozen nodes that keep their place in the text."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias


class ExpressionError(ValueError):
    """What is wrong with an expression: message code, reason, place in the text and perhaps a remedy."""

    def __init__(self, code: str, reason: str, at: int = 0, end: int | None = None, remedy: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.at = at
        self.end = at + 1 if end is None else end
        self.help = remedy

    def __str__(self) -> str:
        return f"{self.reason} (at character {self.at + 1})" + (f"; {self.help}" if self.help else "")


@dataclass(frozen=True, slots=True)
class Constant:
    """A number (exact), a text or a truth value."""

    value: int | Fraction | str | bool
    at: int
    end: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    at: int
    end: int
    height: int = 1


@dataclass(frozen=True, slots=True)
class Operation:
    """`+ - * / // % **` with one or two operands, `not`, `and`, `or`."""

    operator: str
    operands: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain such as `1 < h <= 16`."""

    operators: tuple[str, ...]
    operands: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """`then if test else other`."""

    test: Node
    then: Node
    other: Node
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Group:
    """A tuple in parentheses."""

    items: tuple[Node, ...]
    at: int
    end: int
    height: int


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a registered function; `attribute` only after `model(…)`."""

    function: str
    arguments: tuple[Node, ...]
    keywords: tuple[tuple[str, Node], ...]
    at: int
    end: int
    height: int
    attribute: str = ""


Node: TypeAlias = "Constant | Name | Operation | Comparison | Conditional | Group | Call"


def walk(tree: Node) -> list[Node]:
    """Every node of a tree, parents first."""
    found: list[Node] = []
    waiting: list[Node] = [tree]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(children(node)))
    return found


def children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Operation | Comparison):
        return node.operands
    if isinstance(node, Conditional):
        return (node.then, node.test, node.other)
    if isinstance(node, Group):
        return node.items
    if isinstance(node, Call):
        return (*node.arguments, *(value for _, value in node.keywords))
    return ()
