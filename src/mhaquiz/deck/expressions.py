"""Author expressions: read once, compiled to closures once, evaluated many times, exactly.

`evaluate("4 * d_model**2", {"d_model": 512})` is 1,048,576. Nothing of Python is evaluated:
the tree of `expression_tree` knows numbers, texts, names, arithmetic, comparisons, conditions, tuples and
registered calls.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from mhaquiz.deck import arithmetic
from mhaquiz.deck.arithmetic import MAX_BITS, ArithmeticFault
from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import (
    CONSTANTS,
    MODEL_ATTRIBUTES,
    Function,
    did_you_mean,
    functions,
)
from mhaquiz.deck.expression_tree import (
    Call,
    Comparison,
    Conditional,
    Constant,
    ExpressionError,
    Group,
    Name,
    Node,
    Operation,
    parse,
    walk,
)

if TYPE_CHECKING:
    from mhaquiz.engine.formula import Formula

__all__ = ["Expression", "ExpressionError", "compile_expression", "evaluate", "formula"]

Names: TypeAlias = Mapping[str, Value]
Closure: TypeAlias = "Callable[[Names], Value]"


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
    return Expression(text, tree, tuple(names), _closure(tree))


def evaluate(text: str, names: Names) -> Value:
    """The value of an expression over `names`. Raises ExpressionError."""
    return compile_expression(text)(names)


@lru_cache(maxsize=4_096)
def formula(text: str) -> Formula:
    """The engine's formula of an expression, symbols kept. Raises ExpressionError for what has none."""
    from mhaquiz.deck.lowering import lower

    return lower(compile_expression(text).tree)


def _closure(node: Node) -> Closure:
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
        test, then, other = _closure(node.test), _closure(node.then), _closure(node.other)
        check = _truth(node.test, test)
        return lambda names: then(names) if check(names) else other(names)
    if isinstance(node, Group):
        items = tuple(_closure(item) for item in node.items)
        return lambda names: tuple(item(names) for item in items)
    return _call(node)


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


def _located(error: ArithmeticFault, node: Node) -> ExpressionError:
    return ExpressionError(error.code, error.reason, node.at, node.end)


def _truth(node: Node, closure: Closure) -> Callable[[Names], bool]:
    def run(names: Names) -> bool:
        value = closure(names)
        try:
            return value if value is True or value is False else arithmetic.truth(value)
        except ArithmeticFault as error:
            raise _located(error, node) from None

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
        check = _truth(node.operands[0], _closure(node.operands[0]))
        return lambda names: not check(names)
    if len(node.operands) == 1:
        return _guarded(node, _UNARY[node.operator], (_closure(node.operands[0]),))
    left, right = (_closure(operand) for operand in node.operands)
    if node.operator == "*":
        return _product(node, left, right)
    return _guarded(node, _BINARY[node.operator], (left, right))


def _guarded(node: Node, compute: Callable[..., Value], operands: tuple[Closure, ...]) -> Closure:
    def run(names: Names) -> Value:
        values = [operand(names) for operand in operands]
        try:
            return compute(*values)
        except ArithmeticFault as error:
            raise _located(error, node) from None

    return run


def _product(node: Node, left: Closure, right: Closure) -> Closure:
    """Products of integers are most of what decks compute: they skip the general path."""

    def run(names: Names) -> Value:
        a, b = left(names), right(names)
        if type(a) is int and type(b) is int and a.bit_length() + b.bit_length() < MAX_BITS:
            return a * b
        try:
            return arithmetic.multiply(a, b)
        except ArithmeticFault as error:
            raise _located(error, node) from None

    return run


def _junction(node: Operation) -> Closure:
    """`and` and `or` give one of their operands, as everywhere in Python: `(first and 1) or 2`."""
    first, second = (_closure(operand) for operand in node.operands)
    stops_at = node.operator == "or"

    def run(names: Names) -> Value:
        value = first(names)
        try:
            return value if arithmetic.truth(value) is stops_at else second(names)
        except ArithmeticFault as error:
            raise _located(error, node.operands[0]) from None

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
    operands = tuple(_closure(operand) for operand in node.operands)
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


def _call(node: Call) -> Closure:
    known = functions()
    function = known.get(node.function)
    if function is None:
        remedy = did_you_mean(node.function, known)
        end = node.at + len(node.function)
        raise ExpressionError("E203", f"unknown function `{node.function}`", node.at, end, remedy)
    _check_arguments(node, function)
    if function.origin == "model":
        return _model(node)
    if function.origin == "engine":
        return _engine_call(node, function)
    by_name = {name: _closure(value) for name, value in node.keywords}
    positions = tuple(_closure(argument) for argument in node.arguments)
    rest = tuple(by_name[name] for name in function.parameters[len(positions) :] if name in by_name)
    return _guarded(node, function.call, positions + rest)


def _check_arguments(node: Call, function: Function) -> None:
    given = [*function.parameters[: len(node.arguments)]]
    if len(node.arguments) > len(function.parameters) and not function.variadic:
        raise _arguments_error(node, function, f"takes at most {len(function.parameters)} values")
    for name, _ in node.keywords:
        if name not in function.parameters or function.variadic:
            remedy = did_you_mean(name, function.parameters)
            raise _arguments_error(node, function, f"has no parameter `{name}`", remedy)
        if name in given:
            raise _arguments_error(node, function, f"is given `{name}` twice")
        given.append(name)
    missing = [name for name in function.parameters[: function.required] if name not in given]
    if missing and not (function.variadic and node.arguments):
        raise _arguments_error(node, function, f"needs {', '.join(missing)}")


def _arguments_error(node: Call, function: Function, reason: str, remedy: str = "") -> ExpressionError:
    signature = f"{function.name}({', '.join(function.parameters)}{', …' if function.variadic else ''})"
    end = node.at + len(node.function)
    return ExpressionError(
        "E204", f"`{function.name}` {reason}", node.at, end, remedy or f"it is {signature}"
    )


def _engine_call(node: Call, function: Function) -> Closure:
    from mhaquiz.engine import EngineError

    pairs = [*zip(function.parameters, node.arguments, strict=False), *node.keywords]
    closures = tuple((name, _closure(value)) for name, value in pairs)
    call = function.call

    def run(names: Names) -> Value:
        values = {name: closure(names) for name, closure in closures}
        for value in values.values():
            if isinstance(value, int) and value.bit_length() > MAX_BITS // 8:
                raise ExpressionError("E205", "an argument is too large", node.at, node.end)
        try:
            return _python(call(**values))
        except EngineError as error:
            raise ExpressionError("E209", str(error), node.at, node.end) from None

    return run


def _python(value: Any) -> Value:
    if isinstance(value, int | str | tuple):
        return value
    return arithmetic.exact(value)


def _model(node: Call) -> Closure:
    from mhaquiz.engine import EngineError

    if node.attribute not in MODEL_ATTRIBUTES:
        remedy = did_you_mean(node.attribute, MODEL_ATTRIBUTES) if node.attribute else ""
        reason = f"a model has no `.{node.attribute}`" if node.attribute else "a model is not a value itself"
        remedy = remedy or "write model(…)." + ", .".join(MODEL_ATTRIBUTES)
        raise ExpressionError("E203", reason, node.at, node.end, remedy)
    closure = _closure((*node.arguments, *(value for _, value in node.keywords))[0])
    attribute = node.attribute

    def run(names: Names) -> Value:
        from mhaquiz import engine

        name = closure(names)
        if not isinstance(name, str):
            raise ExpressionError("E207", "model(…) takes a model's name as text", node.at, node.end)
        try:
            found: Value = getattr(engine.model(name), attribute)
        except EngineError as error:
            raise ExpressionError("E209", str(error), node.at, node.end) from None
        return found

    return run
