"""A formula written as an expression is worth the same when it is read back."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.deck.arithmetic import MAX_BITS
from mhaquiz.deck.cards import Value
from mhaquiz.deck.expressions import ExpressionError, evaluate, formula
from mhaquiz.deck.lifting import expression_text
from mhaquiz.engine import EngineError
from mhaquiz.engine.exact import MAX_VALUE_BITS

NAMES: dict[str, Value] = {"a": 7, "b": 3, "c": Fraction(5, 2)}


def expressions() -> st.SearchStrategy[str]:
    """Random arithmetic over a, b, c and small numbers."""
    leaf = st.sampled_from(["a", "b", "c", "1", "2", "3", "0.5"])

    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        signs = st.sampled_from(["+", "-", "*", "/", "//", "%"])
        two = st.tuples(inner, signs, inner).map(lambda p: f"({p[0]}) {p[1]} ({p[2]})")
        power = inner.map(lambda text: f"({text})**2")
        minus = inner.map(lambda text: f"-({text})")
        call = st.tuples(inner, inner).map(lambda p: f"max({p[0]}, {p[1]})")
        choice = st.tuples(inner, inner, inner).map(lambda p: f"({p[0]}) if ({p[1]}) > 1 else ({p[2]})")
        return two | power | minus | call | choice

    return st.recursive(leaf, grown, max_leaves=8)


@settings(max_examples=300, deadline=None)
@given(expressions())
def test_read_back_it_is_worth_the_same(text: str) -> None:
    try:
        wanted = evaluate(text, NAMES)
        lowered = formula(text)
    except ExpressionError:
        return  # a division by zero
    assert evaluate(expression_text(lowered), NAMES) == wanted


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4 * d_model**2", "4 * d_model**2"),
        ("2*d*(h + kv)*k", "2 * d * (h + kv) * k"),
        ("a - b * (c - 1)", "a - b * (c - 1)"),
        ("ceil(n / 3)", "ceil(n / 3)"),
        ("a if b > 1 else 2", "a if b > 1 else 2"),
    ],
)
def test_written(text: str, written: str) -> None:
    assert expression_text(formula(text)) == written


def test_symbols_are_replaced_by_expressions() -> None:
    lowered = formula("3 * d_model**2 + n_heads")
    assert expression_text(lowered, {"d_model": "h * k", "n_heads": "8"}) == "3 * (h * k)**2 + 8"


def test_what_an_expression_is_worth_its_formula_is_worth_too_up_to_the_bound() -> None:
    """The deck's bound is the narrower one: at it, the engine still works the formula out."""
    largest = f"7**{MAX_BITS // 3}"
    assert formula(largest).value({}) == evaluate(largest, {})
    assert MAX_VALUE_BITS > 2 * MAX_BITS  # one product of two such values is still worked out
    assert formula(f"{largest} * {largest}").value({}) == evaluate(largest, {}) ** 2  # type: ignore[operator]
    with pytest.raises(ExpressionError, match="digits or more"):
        evaluate(f"{largest} * {largest}", {})


@settings(max_examples=200, deadline=None)
@given(expressions())
def test_both_arithmetics_agree(text: str) -> None:
    try:
        wanted = evaluate(text, NAMES)
    except ExpressionError:
        with pytest.raises((ExpressionError, EngineError)):
            formula(text).value(NAMES)
        return
    assert formula(text).value(NAMES) == wanted
