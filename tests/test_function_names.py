"""The functions of formulas are named in several rooms; each table is held to the engine's."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expressions import evaluate, formula
from mhaquiz.engine import latex, rendering, symbolic
from mhaquiz.engine.formula import Call, Number, Symbol
from mhaquiz.engine.functions import FUNCTIONS
from mhaquiz.mathtext import one_line
from mhaquiz.quiz.reading import numbers
from mhaquiz.quiz.reading.formulas import read_formula

#: One call of each function with numbers that tell it from the others.
CALLS: dict[str, tuple[int | Fraction, ...]] = {
    "min": (7, 3), "max": (7, 3), "abs": (-6,), "floor": (Fraction(7, 2),), "ceil": (Fraction(7, 2),),
    "isqrt": (30,), "gcd": (12, 18), "factorial": (5,), "harmonic": (4,), "sqrt": (49,), "log": (81, 3),
    "exp": (2,), "pi": (),
}  # fmt: skip


def test_each_table_has_every_function() -> None:
    assert set(CALLS) == set(FUNCTIONS)
    assert set(symbolic._FUNCTIONS) == set(FUNCTIONS)
    assert set(latex._CALLS) == set(FUNCTIONS)
    assert set(rendering._BRACKETED) | set(rendering._CALLED) < set(FUNCTIONS)
    arithmetic = {name: one for name, one in functions().items() if one.origin == "arithmetic"}
    # Decks have `pi` as a name, and write floor(sqrt(x)) for isqrt.
    assert set(arithmetic) == set(FUNCTIONS) - {"pi", "isqrt"}
    assert set(numbers._FUNCTIONS) < set(arithmetic)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_sympy_gives_the_same_values(name: str) -> None:
    arguments = CALLS[name]
    terms = [sympy.Rational(one.numerator, one.denominator) for one in arguments]
    found = symbolic.call(name, *terms)
    if name == "gcd":  # stays a name, because a polynomial gcd would be wrong on symbols
        found = found.replace(sympy.Function("gcd"), sympy.gcd)
    value = FUNCTIONS[name].evaluate(*arguments)
    assert float(found) == pytest.approx(float(value), rel=1e-14)


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - {"pi", "isqrt"}))
def test_decks_give_the_same_values(name: str) -> None:
    text = f"{name}({', '.join(f'({one})' for one in CALLS[name])})"
    assert evaluate(text, {}) == FUNCTIONS[name].evaluate(*CALLS[name])


@pytest.mark.parametrize("name", sorted(numbers._FUNCTIONS))
def test_typed_calls_give_the_same_values(name: str) -> None:
    text = f"{name}({', '.join(str(one) for one in CALLS[name])})"
    assert numbers.read_number(text).value == FUNCTIONS[name].evaluate(*CALLS[name])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_prints_apart_from_the_others(name: str) -> None:
    arguments = (Symbol("n"), Symbol("k"))[: len(CALLS[name])]
    lines = {
        other: Call(other, arguments).line() for other in FUNCTIONS if len(CALLS[other]) == len(arguments)
    }
    assert list(lines.values()).count(lines[name]) == 1
    assert "\\" not in one_line(Call(name, arguments).latex())


@pytest.mark.parametrize(
    ("text", "line", "source"),
    [
        ("log(n)", "ln(n)", r"\ln\left(n\right)"),
        ("log(n, 2)", "ln(n)/ln(2)", r"\log_{2}\left(n\right)"),
        ("log(n, b)", "ln(n)/ln(b)", r"\log_{b}\left(n\right)"),
        ("1 / log(n, 2)", "1/(ln(n)/ln(2))", r"\frac{1}{\log_{2}\left(n\right)}"),
        ("log(n, 2)**2", "(ln(n)/ln(2))²", r"\left(\log_{2}\left(n\right)\right)^{2}"),
        (
            "floor(log(n, b + 1))",
            "⌊ln(n)/ln(b + 1)⌋",
            r"\left\lfloor \log_{b + 1}\left(n\right) \right\rfloor",
        ),
    ],
)
def test_a_logarithm_shows_its_base(text: str, line: str, source: str) -> None:
    found = formula(text)
    assert (found.line(), found.latex()) == (line, source)


@pytest.mark.parametrize("text", ["log(n, b)", "1 / log(n, b)", "3 * log(n, b)", "2 / 3 * log(n, b) / n"])
def test_what_is_shown_of_a_logarithm_can_be_typed(text: str) -> None:
    found = formula(text)
    typed = read_formula(found.line(), (("n", ""), ("b", "")))
    for n, b in ((5, 2), (1_000, 10), (7, 30)):
        assert typed.value({"n": n, "b": b}) == pytest.approx(found.value({"n": n, "b": b}), rel=1e-14)


def test_numbers_in_a_logarithm() -> None:
    assert Call("log", (Symbol("n"), Number(10))).line({"n": 1_000}) == "ln(1000)/ln(10)"
