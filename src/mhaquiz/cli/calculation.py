"""One expression answered: its value, its derivation, and whether every quantity in it was measured too.

Expressions are those of decks. With a model, whatever a quantity needs and the expression leaves out is taken
from the model, and the model's numbers are names (`d_model`, `n_heads` …).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mhaquiz.deck.expression_reader import parse
from mhaquiz.deck.expression_tree import Call, Constant, ExpressionError, Name, Node, walk
from mhaquiz.deck.expressions import compile_expression, formula
from mhaquiz.deck.lowering import lower
from mhaquiz.engine import QUANTITIES, EngineError, RoutesDiffer, Verified, derive, model, verified
from mhaquiz.engine.derivation import Derivation, derived_formula

#: Errors a person can cause; anything else is a fault of the program.
FAULTS = (ExpressionError, EngineError)

#: A call of literals, as most lines of a stream are: it needs no tree. Anything else is parsed.
_ARGUMENT = r"(?:([a-z][a-z0-9_]*) *= *)?(0|[1-9][0-9]{0,17}|True|False|\"[A-Za-z]*\")"
_ARGUMENTS = re.compile(_ARGUMENT)
_PLAIN_CALL = re.compile(
    rf" *(?P<name>[a-z][a-z0-9_]*)\( *(?P<inside>{_ARGUMENT}(?: *, *{_ARGUMENT})*) *\) *"
)
_WORDS = {"True": True, "False": False}


@dataclass(frozen=True, slots=True)
class Calculation:
    """An answered expression: `measured` has one entry a quantity in it, `unmeasured` names what has none."""

    expression: str
    value: Any
    derivation: Derivation | None
    measured: tuple[Verified, ...]
    unmeasured: tuple[str, ...]

    @property
    def verified(self) -> bool:
        """Whether every quantity in it was worked out by both routes (of which there is at least one)."""
        return bool(self.measured) and not self.unmeasured

    @property
    def unit(self) -> str:
        """The unit, where the whole expression is one quantity."""
        if self.derivation is None or len(self.measured) != 1:
            return ""
        name = self.measured[0].name
        return QUANTITIES[name].unit if self.derivation.question.startswith(f"{name}(") else ""


def calculate(expression: str, supplied: Mapping[str, Any] | None = None) -> Calculation:
    """The expression over the supplied names. Raises ExpressionError or EngineError."""
    found = None if supplied else plain_call(expression)
    return found or parsed(expression, supplied or {})


def plain_call(expression: str) -> Calculation | None:
    """A quantity asked with literals alone, answered without a parser; None for anything else or wrong."""
    call = _PLAIN_CALL.fullmatch(expression)
    quantity = QUANTITIES.get(call["name"]) if call else None
    if call is None or quantity is None:
        return None
    positions: list[Any] = []
    named: dict[str, Any] = {}
    for keyword, literal in _ARGUMENTS.findall(call["inside"]):
        if keyword in named or (named and not keyword):
            return None
        value = _literal_value(literal)
        if keyword:
            named[keyword] = value
        else:
            positions.append(value)
    try:
        found = verified(quantity.name, *positions, **named)
    except RoutesDiffer:
        raise
    except EngineError:
        return None  # said with its place by the parser
    return Calculation(expression, found.value, found.derivation, (found,), ())


def _literal_value(literal: str) -> int | bool | str:
    if literal[0] == '"':
        return literal[1:-1]
    return _WORDS[literal] if literal in _WORDS else int(literal)


def parsed(expression: str, supplied: Mapping[str, Any]) -> Calculation:
    """Any expression, through the decks' parser. Raises ExpressionError or EngineError."""
    names = dict(supplied)
    text = completed(expression, names) if names else expression
    compiled = compile_expression(text)
    tree = compiled.tree
    value = compiled(names)
    measured, unmeasured = [], []
    for call in walk(tree):
        if isinstance(call, Call) and call.function in QUANTITIES:
            arguments = _arguments(call, names)
            if arguments is None:
                unmeasured.append(call.function)
            else:
                measured.append(verified(call.function, **arguments))
    derivation = _derivation(text, tree, names, value, measured)
    return Calculation(expression, value, derivation, tuple(measured), tuple(unmeasured))


def _arguments(call: Call, names: Mapping[str, Any]) -> dict[str, Any] | None:
    """The values of a call's arguments by name; None where one of them is no plain arithmetic."""
    parameters = (parameter.name for parameter in QUANTITIES[call.function].parameters)
    pairs = [*zip(parameters, call.arguments, strict=False), *call.keywords]
    try:
        return {name: _argument(node, names) for name, node in pairs}
    except ExpressionError:
        return None


def _argument(node: Node, names: Mapping[str, Any]) -> Any:
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Name) and node.name in names:
        return names[node.name]
    if isinstance(node, Call) and node.function == "model":
        return getattr(model(_argument(node.arguments[0], names)), node.attribute)
    return lower(node).value(names)


def _derivation(
    text: str, tree: Node, names: Mapping[str, Any], value: Any, measured: Iterable[Verified]
) -> Derivation | None:
    """The one quantity's own derivation, or that of the whole formula; None where there is no formula."""
    if isinstance(tree, Call) and tree.function in QUANTITIES:
        outer = next((each for each in measured if each.name == tree.function), None)
        if outer is not None:
            return outer.derivation
        arguments = _arguments(tree, names)
        return None if arguments is None else derive(tree.function, **arguments)
    try:
        return derived_formula(formula(text), names, value)
    except FAULTS:
        return None


def completed(expression: str, supplied: Mapping[str, Any]) -> str:
    """The expression with supplied parameters put into each call that lacks them; a bare name is called."""
    insertions = []
    _refuse_widths_of_latent(expression, supplied)
    for node in walk(parse(expression)):
        if isinstance(node, Call) and node.function in QUANTITIES:
            missing = _missing(node, supplied)
            bare = not node.arguments and not node.keywords
            if missing:
                insertions.append((node.end - 1, ("" if bare else ", ") + missing))
        elif isinstance(node, Name) and node.name in QUANTITIES:
            insertions.append((node.end, f"({_missing(Call(node.name, (), (), 0, 0, 1), supplied)})"))
    text = expression
    for place, inserted in sorted(insertions, reverse=True):
        text = text[:place].rstrip().removesuffix(",") + inserted + text[place:]
    return text


def _refuse_widths_of_latent(expression: str, supplied: Mapping[str, Any]) -> None:
    """A block with latent attention has no K and V of one width: asking for them would answer wrongly."""
    if "kv_lora_rank" not in supplied:
        return
    for node in walk(parse(expression)):
        name = getattr(node, "function", getattr(node, "name", ""))
        parameters = [each.name for each in QUANTITIES[name].parameters] if name in QUANTITIES else []
        if "head_dim" in parameters and "head_dim" not in _given(node, parameters):
            raise EngineError(
                f"{name}: this model has latent attention (MLA), so mla_params and mla_cache_bytes "
                "describe it; give head_dim to ask for plain heads",
                "head_dim",
            )


def _given(node: Node, parameters: list[str]) -> set[str]:
    if not isinstance(node, Call):
        return set()
    return {*parameters[: len(node.arguments)], *(name for name, _ in node.keywords)}


def _missing(call: Call, supplied: Mapping[str, Any]) -> str:
    parameters = [parameter.name for parameter in QUANTITIES[call.function].parameters]
    given = _given(call, parameters)
    lacking = (name for name in parameters if name not in given and name in supplied)
    return ", ".join(f"{name}={_literal(supplied[name])}" for name in lacking)


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def plain(value: Any) -> Any:
    """A value as JSON has it: a fraction is a text, a tuple a list."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return [plain(item) for item in value] if isinstance(value, tuple) else value
