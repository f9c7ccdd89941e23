"""An author's expression and the engine's formula of it are worth the same: one language, one arithmetic."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mhaquiz.deck.cards import Value
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expressions import ExpressionError, evaluate, formula
from mhaquiz.engine import EngineError
from mhaquiz.engine.functions import FUNCTIONS

ARITHMETIC = {name: one for name, one in functions().items() if one.origin == "arithmetic"}
numbers = st.one_of(
    st.integers(-40, 40),
    st.integers(0, 1_400),
    st.integers(-(10**40), 10**40),
    st.fractions(-50, 50, max_denominator=60),
    st.builds(lambda base, power: base**power, st.integers(2, 20), st.integers(0, 60)),
    st.builds(lambda base, power: Fraction(base, 7) ** power, st.integers(1, 20), st.integers(-9, 9)),
    st.floats(-60, 60, allow_nan=False),
)


def both(text: str, names: dict[str, Value]) -> tuple[object, object]:
    """The value of the expression and that of its formula; a refusal is None."""
    try:
        value: object = evaluate(text, names)
    except ExpressionError:
        value = None
    try:
        lowered: object = formula(text).value(names)
    except EngineError:
        lowered = None
    return value, lowered


def agree(text: str, names: dict[str, Value]) -> None:
    value, lowered = both(text, names)
    # The engine's bound on sizes is wider: it may answer where a deck is refused, and never otherwise.
    assume(value is not None)
    assert lowered == value
    assert isinstance(lowered, float) == isinstance(value, float)


def test_the_table_of_decks_is_part_of_the_engine_s() -> None:
    assert set(ARITHMETIC) < set(FUNCTIONS)


@pytest.mark.parametrize("name", ARITHMETIC)
@settings(max_examples=150, deadline=None)
@given(values=st.lists(numbers, min_size=1, max_size=3))
def test_every_function(name: str, values: list[int | Fraction | float]) -> None:
    function = ARITHMETIC[name]
    least, most = len(function.required), len(function.parameters)
    count = len(values) if function.variadic else max(least, min(most, len(values)))
    names: dict[str, Value] = dict(zip("xyz", values[:count], strict=False))
    agree(f"{name}({', '.join(names)})", names)


@settings(max_examples=400, deadline=None)
@given(numbers, numbers, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]))
def test_every_operation(x: int | Fraction | float, y: int | Fraction | float, sign: str) -> None:
    agree(f"x {sign} y", {"x": x, "y": y})


@pytest.mark.parametrize("base", [2, 3, 5, 7, 10, Fraction(1, 2), Fraction(3, 2), 97])
def test_logarithms_of_whole_powers_are_whole(base: int | Fraction) -> None:
    for power in (*range(-40, 60), 300):
        names: dict[str, Value] = {"x": Fraction(base) ** power, "b": base}
        assert both("log(x, b)", names) == (power, power)
        assert both("floor(log(x, b))", names) == (power, power)
        assert both("ceil(log(x, b))", names) == (power, power)


@pytest.mark.parametrize("degree", range(2, 9))
def test_roots_of_whole_powers_are_whole(degree: int) -> None:
    for root in (2, 3, 4, 10, 1_000_003, Fraction(5, 3)):
        names: dict[str, Value] = {"x": Fraction(root) ** degree, "n": degree}
        assert both("x**(1/n)", names) == (root, root)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("floor(log(1000, 10))", 3),
        ("log(8, 4)", Fraction(3, 2)),
        ("floor(64**(1/3))", 4),
        ("floor((10**40)**(1/2))", 10**20),
        ("log(1)", 0),
        ("exp(0)", 1),
        ("exp(10)", math.exp(10)),
        ("exp(1)", math.e),
        ("gcd(-4, 6)", 2),
    ],
)
def test_known_values(text: str, value: object) -> None:
    assert both(text, {}) == (value, value)


@given(st.integers(2, 12), st.integers(1, 10**30))
@settings(max_examples=200, deadline=None)
def test_a_logarithm_rounded_down_is_right(base: int, number: int) -> None:
    """By counting digits, which needs no logarithm; away from powers a float is near enough."""
    digits, left = 0, number
    while left >= base:
        digits, left = digits + 1, left // base
    near = any(abs(number - base**power) * 10**12 < number for power in (digits, digits + 1))
    assume(not near or number == base**digits)
    assert both("floor(log(x, b))", {"x": number, "b": base}) == (digits, digits)
