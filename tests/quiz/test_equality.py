"""Formulas are equal where they are the same rational function: held against sympy, which shares no code."""

from __future__ import annotations

import operator
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.engine.formula import Formula, Number, Symbol
from mhaquiz.quiz.equality import PRIMES, agree_at, same, sampled_points
from mhaquiz.quiz.reading.formulas import read_formula

SYMBOLS = (("n", ""), ("d", ""), ("h", ""))


def read(text: str) -> Formula:
    return read_formula(text, SYMBOLS)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("4nd^2 + 2n^2 d", "2nd(2d + n)"),
        ("(n+d)^2", "n^2 + 2nd + d^2"),
        ("(n^2-d^2)/(n-d)", "n + d"),
        ("(n+1)^64 - (n+1)^64 + n", "n"),
        ("n/d + h/d", "(n+h)/d"),
        ("1/(1/n + 1/d)", "nd/(n+d)"),
        ("0.5n", "n/2"),
        ("n^-1", "1/n"),
        ("sqrt(n)sqrt(n)", "n"),
        ("min(n, d) + max(n, d)", "n + d"),
        ("log(n*d)", "log(n) + log(d)"),
        ("2^n * 2^d", "2^(n+d)"),
        ("ceil(n/d)", "-floor(-n/d)"),
        ("sqrt(n^2)", "n"),
    ],
)
def test_equal(left: str, right: str) -> None:
    assert same(read(left), read(right))
    assert same(read(right), read(left))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("4nd^2 + 2n^2 d", "3nd^2 + 2n^2 d"),
        ("n", "n + 1/1000000000000000000000000"),
        ("n", "d"),
        ("n^107", "n^108"),
        ("min(n, d)", "n"),
        ("ceil(n/d)", "floor(n/d)"),
        ("2^n", "n^2"),
        ("sqrt(n)", "n/2"),
        ("n", "min(n, 1000000)*0 + d"),
    ],
)
def test_different(left: str, right: str) -> None:
    assert not same(read(left), read(right))
    assert not same(read(right), read(left))


def test_fermat_fools_one_field_but_not_two() -> None:
    """x^p = x in the field of p elements; the reader refuses such powers, and two fields disagree anyway."""
    n = Symbol("n")
    assert not same(n ** PRIMES[0], n)
    assert not same(Number(PRIMES[0]) * n, Number(0) * n)


def test_a_formula_undefined_everywhere_equals_nothing() -> None:
    nowhere = read("1/((n+d)^2 - n^2 - 2nd - d^2)")
    assert not same(nowhere, read("n"))
    assert not same(nowhere, nowhere)


def test_the_cards_own_variants_decide_where_there_is_no_rational_function() -> None:
    left, right = read("min(n, d)"), read("n")
    assert same(left, right, [{"n": 2, "d": 4, "h": 1}])
    assert not same(left, right, [{"n": 2, "d": 4, "h": 1}, {"n": 4, "d": 2, "h": 1}])
    assert not agree_at(left, right, [])


def test_a_formula_without_a_value_where_the_answer_has_one_is_another() -> None:
    undefined_at_two, everywhere = read("min(n, 1/(n-2))"), read("min(n, -1)")
    points = [{"n": 1, "d": 1, "h": 1}, {"n": 2, "d": 1, "h": 1}]
    assert agree_at(undefined_at_two, everywhere, points[:1])
    assert not agree_at(undefined_at_two, everywhere, points)
    assert agree_at(everywhere, undefined_at_two, points)  # here the answer has none: nothing is asked of it


def test_sampled_points_are_positive_and_mixed_in_size() -> None:
    points = sampled_points(["n", "d"])
    assert all(value >= 1 for point in points for value in point.values())
    assert {point["n"] < point["d"] for point in points} == {True, False}


TREES = st.recursive(
    st.sampled_from(["n", "d", "h", "1", "2", "3"]),
    lambda parts: st.tuples(parts, st.sampled_from("+-*"), parts),
    max_leaves=8,
)
OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def as_text(tree: Any) -> str:
    return tree if isinstance(tree, str) else f"({as_text(tree[0])} {tree[1]} {as_text(tree[2])})"


def as_sympy(tree: Any) -> Any:
    import sympy

    if isinstance(tree, str):
        return sympy.Integer(tree) if tree.isdigit() else sympy.Symbol(tree)
    return OPERATIONS[tree[1]](as_sympy(tree[0]), as_sympy(tree[2]))


@settings(max_examples=60, deadline=None)
@given(TREES, TREES)
def test_agrees_with_sympy(left: Any, right: Any) -> None:
    import sympy

    difference = sympy.expand(as_sympy(left) - as_sympy(right))
    assert same(read(as_text(left)), read(as_text(right))) == (difference == 0)


def test_the_same_decision_under_any_hash_seed() -> None:
    code = (
        "from mhaquiz.quiz.equality import sampled_points, _coordinate, PRIMES;"
        "print(_coordinate(PRIMES[0], 0, 'n'), sampled_points(['n', 'd']))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
