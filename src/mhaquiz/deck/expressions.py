"""Author expressions: read once, compiled to closures once, evaluated many times, exactly.

`evaluate("4 * d_model**2", {"d_model": 512})` is 1,048,576. Nothing of Python is evaluated:
the tree of `expression_tree` knows numbers, texts, names, arithmetic, comparisons, conditions, tuples and
registered calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from mhaquiz.deck.calls import Closure, Names
from mhaquiz.deck.cards import Value
from mhaquiz.deck.compiling import closure_of
from mhaquiz.deck.expression_functions import CONSTANTS
from mhaquiz.deck.expression_reader import parse
from mhaquiz.deck.expression_tree import ExpressionError, Name, Node, walk

if TYPE_CHECKING:
    from mhaquiz.engine.formula import Formula

__all__ = ["Expression", "ExpressionError", "compile_expression", "evaluate", "formula"]


@dataclass(frozen=True, slots=True)
class Expression:
    """A compiled expression; calling it with names gives its value."""

    text: str
    tree: Node
    names: tuple[str, ...]  # every free name, in order of appearance
    run: Closure

    def __call__(self, names: Names) -> Value:
        return self.run(names)


@lru_cache(maxsize=32_768)
def compile_expression(text: str) -> Expression:
    """The compiled expression. Raises ExpressionError for what can be seen without values."""
    tree = parse(text)
    names = dict.fromkeys(node.name for node in walk(tree) if isinstance(node, Name))
    for constant in CONSTANTS:
        names.pop(constant, None)
    return Expression(text, tree, tuple(names), closure_of(tree))


def evaluate(text: str, names: Names) -> Value:
    """The value of an expression over `names`. Raises ExpressionError."""
    return compile_expression(text)(names)


@lru_cache(maxsize=4_096)
def formula(text: str) -> Formula:
    """The engine's formula of an expression, symbols kept. Raises ExpressionError for what has none."""
    from mhaquiz.deck.lowering import lower

    return lower(compile_expression(text).tree)
