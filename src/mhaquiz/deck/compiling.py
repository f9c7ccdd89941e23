"""From an expression's tree to one closure: no tree is walked again when a value is worked out."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from mhaquiz.deck import arithmetic
from mhaquiz.deck.arithmetic import MAX_BITS, ArithmeticFault
from mhaquiz.deck.calls import Closure, Names, call_closure, guarded, located
from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import CONSTANTS, did_you_mean, functions
from mhaquiz.deck.expression_tree import (
    Comparison,
    Conditional,
    Constant,
    ExpressionError,
    Group,
    Name,
    Node,
    Operation,
)


def closure_of(node: Node) -> Closure:
    """The function that works a tree out over names. Raises ExpressionError for wrong calls."""
    if isinstance(node, Constant):
        value = node.value
        return lambda names: value
    if isinstance(node, Name):
        return _name(node)
    if isinstance(node, Operation):
        return _operation(node)
    if isinstance(node, Comparison):
        return _comparison(node)
    if isinstance(node, Conditional):
        test, then, other = closure_of(node.test), closure_of(node.then), closure_of(node.other)
        check = _truth(node.test, test)
        return lambda names: then(names) if check(names) else other(names)
    if isinstance(node, Group):
        items = tuple(closure_of(item) for item in node.items)
        return guarded(node, arithmetic.group, items)
    return call_closure(node, closure_of)


def _name(node: Name) -> Closure:
    key = node.name
    if key in CONSTANTS:
        constant = CONSTANTS[key]
        return lambda names: constant

    def run(names: Names) -> Value:
        try:
            return names[key]
        except KeyError:
            raise unknown_name(node, names) from None

    return run


def unknown_name(node: Name, names: Names) -> ExpressionError:
    """The error for a name that is neither a parameter nor a `let`."""
    remedy = did_you_mean(node.name, names)
    if node.name in functions():
        remedy = f"`{node.name}` is a function: write {node.name}(…)"
    elif node.name in ("true", "false"):
        remedy = f"write {node.name.capitalize()}"
    elif not remedy and names:
        remedy = "names here: " + ", ".join(list(names)[:12])
    return ExpressionError("E202", f"unknown name `{node.name}`", node.at, node.end, remedy)


def _truth(node: Node, closure: Closure) -> Callable[[Names], bool]:
    def run(names: Names) -> bool:
        value = closure(names)
        try:
            return value if value is True or value is False else arithmetic.truth(value)
        except ArithmeticFault as error:
            raise located(error, node) from None

    return run


_UNARY: dict[str, Callable[[Value], Value]] = {"-": arithmetic.negate, "+": arithmetic.plus}
_BINARY: dict[str, Callable[[Value, Value], Value]] = {
    "+": arithmetic.add,
    "-": arithmetic.subtract,
    "*": arithmetic.multiply,
    "/": arithmetic.divide,
    "//": arithmetic.floor_divide,
    "%": arithmetic.modulo,
    "**": arithmetic.power,
}


def _operation(node: Operation) -> Closure:
    if node.operator in ("and", "or"):
        return _junction(node)
    if node.operator == "not":
        check = _truth(node.operands[0], closure_of(node.operands[0]))
        return lambda names: not check(names)
    if len(node.operands) == 1:
        return guarded(node, _UNARY[node.operator], (closure_of(node.operands[0]),))
    left, right = (closure_of(operand) for operand in node.operands)
    if node.operator == "*":
        return _product(node, left, right)
    return guarded(node, _BINARY[node.operator], (left, right))


def _product(node: Node, left: Closure, right: Closure) -> Closure:
    """Products of integers are most of what decks compute: they skip the general path."""

    def run(names: Names) -> Value:
        a, b = left(names), right(names)
        if type(a) is int and type(b) is int and a.bit_length() + b.bit_length() < MAX_BITS:
            return a * b
        try:
            return arithmetic.multiply(a, b)
        except ArithmeticFault as error:
            raise located(error, node) from None

    return run


def _junction(node: Operation) -> Closure:
    """`and` and `or` give one of their operands, as everywhere in Python: `(first and 1) or 2`."""
    first, second = (closure_of(operand) for operand in node.operands)
    stops_at = node.operator == "or"

    def run(names: Names) -> Value:
        value = first(names)
        try:
            return value if arithmetic.truth(value) is stops_at else second(names)
        except ArithmeticFault as error:
            raise located(error, node.operands[0]) from None

    return run


_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _comparison(node: Comparison) -> Closure:
    operands = tuple(closure_of(operand) for operand in node.operands)
    operators = node.operators

    def run(names: Names) -> Value:
        left = operands[0](names)
        for sign, operand in zip(operators, operands[1:], strict=True):
            right = operand(names)
            try:
                if not _ORDER[sign](left, right):
                    return False
            except TypeError:
                reason = f"{arithmetic.kind_of(left)} and {arithmetic.kind_of(right)} have no order"
                raise ExpressionError("E207", reason, node.at, node.end) from None
            left = right
        return True

    return run
