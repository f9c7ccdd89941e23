"""Calls in expressions: arguments are checked against the table once, before any value is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from mhaquiz.deck import arithmetic
from mhaquiz.deck.arithmetic import MAX_BITS, ArithmeticFault
from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import MODEL_ATTRIBUTES, Function, did_you_mean, functions
from mhaquiz.deck.expression_tree import Call, ExpressionError, Node

Names: TypeAlias = Mapping[str, Value]
Closure: TypeAlias = "Callable[[Names], Value]"


def located(error: ArithmeticFault, node: Node) -> ExpressionError:
    """An arithmetic fault with the place of the node it happened in."""
    return ExpressionError(error.code, error.reason, node.at, node.end)


def guarded(node: Node, compute: Callable[..., Value], operands: tuple[Closure, ...]) -> Closure:
    """A closure that works its operands out and then computes, with faults located at the node."""

    def run(names: Names) -> Value:
        values = [operand(names) for operand in operands]
        try:
            return compute(*values)
        except ArithmeticFault as error:
            raise located(error, node) from None

    return run


def call_closure(node: Call, compiled: Callable[[Node], Closure]) -> Closure:
    """The closure of a call; `compiled` makes those of its arguments."""
    known = functions()
    function = known.get(node.function)
    if function is None:
        remedy = did_you_mean(node.function, known)
        end = node.at + len(node.function)
        raise ExpressionError("E203", f"unknown function `{node.function}`", node.at, end, remedy)
    _check_arguments(node, function)
    if function.origin == "model":
        return _model(node, compiled)
    if function.origin == "engine":
        return _engine_call(node, function, compiled)
    by_name = {name: compiled(value) for name, value in node.keywords}
    positions = tuple(compiled(argument) for argument in node.arguments)
    rest = tuple(by_name[name] for name in function.parameters[len(positions) :] if name in by_name)
    return guarded(node, function.call, positions + rest)


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
    missing = [name for name in function.required if name not in given]
    if missing and not (function.variadic and node.arguments):
        raise _arguments_error(node, function, f"needs {', '.join(missing)}")


def _arguments_error(node: Call, function: Function, reason: str, remedy: str = "") -> ExpressionError:
    end = node.at + len(node.function)
    remedy = f"{remedy} it is {signature(function)}".strip()
    return ExpressionError("E204", f"`{function.name}` {reason}", node.at, end, remedy)


def signature(function: Function) -> str:
    """`score_bytes(n_queries, n_keys, n_heads, [batch])`: in brackets what may be left out."""
    names = [name if name in function.required else f"[{name}]" for name in function.parameters]
    return f"{function.name}({', '.join(names)}{', …' if function.variadic else ''})"


def _engine_call(node: Call, function: Function, compiled: Callable[[Node], Closure]) -> Closure:
    from mhaquiz.engine import EngineError

    pairs = [*zip(function.parameters, node.arguments, strict=False), *node.keywords]
    closures = tuple((name, compiled(value)) for name, value in pairs)
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


def _model(node: Call, compiled: Callable[[Node], Closure]) -> Closure:
    from mhaquiz.engine import EngineError

    if node.attribute not in MODEL_ATTRIBUTES:
        remedy = did_you_mean(node.attribute, MODEL_ATTRIBUTES) if node.attribute else ""
        reason = f"a model has no `.{node.attribute}`" if node.attribute else "a model is not a value itself"
        remedy = remedy or "write model(…)." + ", .".join(MODEL_ATTRIBUTES)
        raise ExpressionError("E203", reason, node.at, node.end, remedy)
    closure = compiled((*node.arguments, *(value for _, value in node.keywords))[0])
    attribute = node.attribute

    def run(names: Names) -> Value:
        from mhaquiz import engine

        name = closure(names)
        if not isinstance(name, str):
            raise ExpressionError("E207", "model(…) takes a model's name as text", node.at, node.end)
        try:
            found: Value = getattr(engine.model(name), attribute)
        except EngineError as error:
            remedy = "`mhaquiz models` lists those that there are"
            raise ExpressionError("E209", str(error), node.at, node.end, remedy) from None
        return found

    return run
