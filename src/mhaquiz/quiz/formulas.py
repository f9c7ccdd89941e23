"""The author's formulas of a variant, as engine formulas, and the one engine call that an answer may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from mhaquiz.deck.cards import Symbolic, Value
from mhaquiz.deck.compiling import closure_of
from mhaquiz.deck.display import show
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expression_tree import Call as CallNode
from mhaquiz.deck.expression_tree import (
    Conditional,
    Constant,
    ExpressionError,
    Name,
    Node,
    Operation,
    children,
    walk,
)
from mhaquiz.deck.expressions import compile_expression, evaluate, formula
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Call, Formula, Symbol
from mhaquiz.quiz.equality import Point
from mhaquiz.quiz.shown import Variant

#: Enough of a card's own variants to tell two formulas apart.
MOST_POINTS = 64

Numbers: TypeAlias = "dict[str, int | Fraction]"


@dataclass(frozen=True, slots=True)
class EngineCall:
    """An answer that is one function of the engine, with the values of its parameters."""

    name: str
    parameters: Mapping[str, Value]


def is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def numbers_of(values: Mapping[str, Value]) -> Numbers:
    """The values that are exact numbers."""
    return {name: value for name, value in values.items() if is_number(value)}  # type: ignore[misc]


def author_formula(variant: Variant, text: str) -> Formula:
    """The formula of an expression; on symbolic cards the drawn values are put in, the symbols stay.

    Raises ExpressionError for what has no formula: a text, a tuple, a function that searches.
    """
    body, found = variant.card.body, formula(text)
    if not isinstance(body, Symbolic):
        return found
    symbols = {name for name, _ in body.symbols}
    if "pi" in symbols:
        found = _plain_pi(found)
    return found.substitute({n: v for n, v in numbers_of(variant.values).items() if n not in symbols})


def spelled_out(variant: Variant, text: str) -> str:
    """The text that says how the answer comes about in this variant.

    A bare `let` name is replaced by what it stands for (`total` alone explains nothing), `a if … else b` by
    the branch that was taken.
    """
    let = dict(variant.card.let)
    while text.strip() in let:
        text = let.pop(text.strip())
    return _taken_branch(text, variant.values)


def _taken_branch(text: str, values: Mapping[str, Value]) -> str:
    node: Node = compile_expression(text).tree
    taken = node
    while isinstance(taken, Conditional):
        taken = taken.then if closure_of(taken.test)(values) else taken.other
    if taken is node:
        return text
    written = text[taken.at : taken.end]
    for branch in (written, f"({written}", f"{written})"):  # a node does not keep brackets of its own
        with suppress(ExpressionError):
            if evaluate(branch, values) == evaluate(text, values):
                return branch
    return text


def settled_formula(text: str, values: Mapping[str, Value]) -> Formula:
    """The formula of one variant: of `a if … else b` the branch taken, of words and `model(…)` the values.

    Raises ExpressionError or EngineError for what has no formula even so.
    """
    from mhaquiz.deck.lowering import lower

    return lower(_settled(compile_expression(text).tree, values))


def _settled(node: Node, values: Mapping[str, Value]) -> Node:
    while isinstance(node, Conditional):
        node = node.then if closure_of(node.test)(values) else node.other
    if isinstance(node, Operation):
        return replace(node, operands=tuple(_settled(one, values) for one in node.operands))
    if isinstance(node, CallNode) and not node.attribute:
        keywords = tuple((name, _settled(one, values)) for name, one in node.keywords)
        arguments = tuple(_settled(one, values) for one in node.arguments)
        return replace(node, arguments=arguments, keywords=keywords)
    if isinstance(node, CallNode) or (isinstance(node, Name) and isinstance(values.get(node.name), str)):
        value = closure_of(node)(values)
        if isinstance(value, int | Fraction | str):
            return Constant(value, node.at, node.end)
    return node


def with_values(text: str, values: Mapping[str, Value]) -> str:
    """The expression as its author wrote it, names and `model(…)` replaced by values.

    "" where that would say nothing: for a number or a name alone, and where it depends on a condition.
    """
    nodes = walk(compile_expression(text).tree)
    joined = any(len(children(node)) > 1 for node in nodes)
    if not joined or any(isinstance(node, Conditional) for node in nodes):
        return ""
    looked_up = [node for node in nodes if isinstance(node, CallNode) and node.attribute]
    names = [node for node in nodes if isinstance(node, Name) and node.name in values]
    outside = [node for node in names if not any(one.at <= node.at < one.end for one in looked_up)]
    return put_in(text, [(node, closure_of(node)(values)) for node in (*looked_up, *outside)])


def put_in(text: str, found: Iterable[tuple[Node, Value]]) -> str:
    """The text with a value where each of these nodes stood."""
    for node, value in sorted(found, key=lambda pair: -pair[0].at):
        text = text[: node.at] + _operand(value) + text[node.end :]
    return text


def _operand(value: Value) -> str:
    """A value where a name stood: what binds less than a name gets brackets."""
    if isinstance(value, str):
        return f'"{value}"'
    shown = show(value)
    return f"({shown})" if shown[0] == "-" or "/" in shown else shown


def _plain_pi(found: Formula) -> Formula:
    """A declared symbol called pi is a symbol, not the circle's number."""
    if found == Call("pi", ()):
        return Symbol("pi")
    return found.with_children(tuple(map(_plain_pi, found.children()))) if found.children() else found


def answer_points(variant: Variant) -> list[Point]:
    """The card's own variants as points over its symbols; empty where they do not give them all values."""
    body = variant.card.body
    names = [name for name, _ in body.symbols] if isinstance(body, Symbolic) else []
    if not names or not all(is_number(variant.values.get(name)) for name in names):
        return []
    from mhaquiz.deck.variants import draws

    drawn = draws(variant.card).draws[:MOST_POINTS]
    return [{name: numbers_of(one.values)[name] for name in names} for one in drawn]


def engine_call(text: str, values: Mapping[str, Value]) -> EngineCall | None:
    """The engine function that the whole answer is, with its parameters' values; None for anything else."""
    return _called(compile_expression(text).tree, values)


def engine_calls(text: str, values: Mapping[str, Value]) -> list[tuple[Node, EngineCall]]:
    """The engine functions of an expression and where they stand; none where it depends on a condition."""
    nodes = walk(compile_expression(text).tree)
    if any(isinstance(node, Conditional) for node in nodes):
        return []
    return [(node, call) for node in nodes if (call := _called(node, values)) is not None]


def _called(node: Node, values: Mapping[str, Value]) -> EngineCall | None:
    function = functions().get(node.function) if isinstance(node, CallNode) else None
    if not isinstance(node, CallNode) or function is None or function.origin != "engine":
        return None
    pairs = [*zip(function.parameters, node.arguments, strict=False), *node.keywords]
    try:
        return EngineCall(node.function, {name: _argument(one, values) for name, one in pairs})
    except (ExpressionError, EngineError):
        return None


def _argument(node: Node, values: Mapping[str, Value]) -> Value:
    from mhaquiz.deck.lowering import lower

    if isinstance(node, Constant):
        return node.value
    found = lower(node)
    if isinstance(found, Symbol) and not is_number(values.get(found.name)):
        return values[found.name]
    return found.value(values)
