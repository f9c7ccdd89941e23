"""How the right answer comes about: the worked line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from mhaquiz.deck.cards import Numeric, Shape, Symbolic, Value
from mhaquiz.deck.display import grouped, show
from mhaquiz.deck.expression_tree import ExpressionError
from mhaquiz.deck.expressions import evaluate
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import FloorDiv, Formula, Quotient
from mhaquiz.quiz.formulas import (
    engine_call,
    settled_formula,
    spelled_out,
    with_values,
)
from mhaquiz.quiz.shown import Variant

if TYPE_CHECKING:
    from mhaquiz.engine.derivation import Derivation

#: How an author's operators are written for a reader.
_SIGNS = (("**", "^"), (" * ", "·"), ("*", "·"), (" / ", "/"), (" - ", " − "))


def worked_line(variant: Variant) -> str:
    """`4·d_model² = 4·768² = 2,359,296`; "" where there is nothing to work out, or no formula to show."""
    body = variant.card.body
    if isinstance(body, Numeric):
        return number_line(variant, body.answer)
    if isinstance(body, Shape):
        return _shape_line(variant, body)
    return variant.expected_text if isinstance(body, Symbolic) else ""


def number_line(variant: Variant, answer: str) -> str:
    """The line of an expression in the variant's values: a formula, its numbers, the result."""
    from mhaquiz.engine.derivation import derive, derived_formula

    answer = spelled_out(variant, answer)
    call = engine_call(answer, variant.values)
    try:
        if call is not None:
            found = derive(call.name, **call.parameters)
        else:
            formula = settled_formula(answer, variant.values)
            if not formula.children():
                return ""  # `64 = 64`: a number or a name alone explains nothing
            found = derived_formula(formula, variant.values, variant.expected)
        return grouped(_without_idle_floors(found).line)
    except (EngineError, ExpressionError):  # a search, a word or a tuple: no formula to show
        return "" if isinstance(variant.expected, str) else as_written(variant, answer)


def as_written(variant: Variant, text: str) -> str:
    """`2·128·512 = 131,072`: the author's text with values put in, signs as formulas have them."""
    from mhaquiz.engine.derivation import result_text

    written = with_values(text, variant.values)
    for sign, shown in _SIGNS:
        written = written.replace(sign, shown)
    return f"{grouped(written)} = {result_text(evaluate(text, variant.values))}" if written else ""


def _without_idle_floors(found: Derivation) -> Derivation:
    """`h·d/h` for `h·⌊d/h⌋` where this variant divides exactly: brackets that do nothing only puzzle."""
    if found.formula is None:
        return found
    return replace(found, formula=_divided(found.formula, found.numbers))


def _divided(node: Formula, numbers: Mapping[str, object]) -> Formula:
    if not node.children():
        return node
    children = tuple(_divided(child, numbers) for child in node.children())
    inner = node if children == node.children() else node.with_children(children)
    if not isinstance(node, FloorDiv):
        return inner
    exact = Quotient(*inner.children())
    return exact if exact.value(numbers) == node.value(numbers) else inner


def _shape_line(variant: Variant, body: Shape) -> str:
    sizes = ", ".join(_size(dimension, variant.values) for dimension in body.answer)
    numbers = show(cast("Value", variant.expected))
    written = f"({sizes},)" if len(body.answer) == 1 else f"({sizes})"
    return numbers if written == numbers else f"{written} = {numbers}"


def _size(dimension: str, values: Mapping[str, Value]) -> str:
    """One size as formulas are written: `h·hd`; the number where it has no formula."""
    try:
        return settled_formula(dimension, values).line()
    except (EngineError, ExpressionError):
        return show(evaluate(dimension, values))
