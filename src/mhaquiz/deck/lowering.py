"""An author's expression as an engine formula: the same arithmetic with its symbols kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mhaquiz.deck.expression_functions import CONSTANTS, functions
from mhaquiz.deck.expression_tree import (
    Call,
    Comparison,
    Conditional,
    Constant,
    ExpressionError,
    Name,
    Node,
    Operation,
)

if TYPE_CHECKING:
    from mhaquiz.engine.formula import Formula


def lower(node: Node) -> Formula:
    """The formula of an expression tree. Raises ExpressionError for what has none: texts, `and`, tuples."""
    from mhaquiz.engine import formula as tree

    if isinstance(node, Constant) and not isinstance(node.value, str | bool):
        return tree.Number(node.value)
    if isinstance(node, Name):
        return tree.Call("pi", ()) if node.name in CONSTANTS else tree.Symbol(node.name)
    if isinstance(node, Operation):
        return _operation(node)
    if isinstance(node, Conditional):
        return tree.Conditional(lower(node.test), lower(node.then), lower(node.other))
    if isinstance(node, Comparison) and len(node.operators) == 1:
        left, right = map(lower, node.operands)
        return tree.Comparison(node.operators[0], left, right)
    if isinstance(node, Call):
        return _call(node)
    raise _none(node)


def _none(node: Node) -> ExpressionError:
    return ExpressionError("E207", "this has no formula: only numbers and names do", node.at, node.end)


def _operation(node: Operation) -> Formula:
    from mhaquiz.engine import EngineError

    operands = [lower(operand) for operand in node.operands] if node.operator not in _WITHOUT else []
    try:
        return _computed(node, operands)
    except EngineError as error:
        raise ExpressionError("E209", str(error), node.at, node.end) from None


_WITHOUT = ("and", "or", "not")


def _computed(node: Node, operands: list[Formula]) -> Formula:
    sign = getattr(node, "operator", "")
    if len(operands) == 1:
        return -operands[0] if sign == "-" else operands[0]
    if not operands:
        raise _none(node)
    a, b = operands
    table = {"+": a.__add__, "-": a.__sub__, "*": a.__mul__, "/": a.__truediv__, "//": a.__floordiv__}
    table |= {"%": a.__mod__, "**": a.__pow__}
    return table[sign](b)


def _call(node: Call) -> Formula:
    from mhaquiz.engine import QUANTITIES, EngineError
    from mhaquiz.engine import formula as tree

    function = functions().get(node.function)
    if function is None or function.origin == "model":
        raise _none(node)
    if function.origin == "arithmetic":
        values = [lower(value) for value in (*node.arguments, *(value for _, value in node.keywords))]
        return tree.Call(node.function, tuple(values))
    pairs = [*zip(function.parameters, node.arguments, strict=False), *node.keywords]
    try:
        return QUANTITIES[node.function].formula(**{name: _argument(value) for name, value in pairs})
    except EngineError as error:
        raise ExpressionError("E209", str(error), node.at, node.end) from None


def _argument(node: Node) -> Any:
    """Words and flags go to the engine as they are."""
    return node.value if isinstance(node, Constant) else lower(node)
