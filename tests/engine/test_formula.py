"""The expression tree: what cancels, how it reads, what it is worth, and what it refuses."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Call, Comparison, Conditional, Formula, Number, Symbol, lift, symbols

d, h, kv, k, n = symbols(("d_model", "n_heads", "n_kv_heads", "head_dim", "n"))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (2 * d * (d / h) * (h + h), "4·d_model²"),
        (2 * d * k * (h + kv), "2·d_model·head_dim·(n_heads + n_kv_heads)"),
        (4 * d**2 + 4 * d, "4·d_model² + 4·d_model"),
        (n * (n + 1) / 2, "n·(n + 1)/2"),
        ((h + 1) / (2 * h), "(n_heads + 1)/(2·n_heads)"),
        (d - n, "d_model − n"),
        (-d, "−d_model"),
        (d - 2 * n / 3, "d_model − 2·n/3"),
        (n - n, "0"),
        (n / n, "1"),
        ((4 * d) ** 2, "16·d_model²"),
        (n // (h + 1), "⌊n/(n_heads + 1)⌋"),
        (n % h, "n mod n_heads"),
        (n ** ((k - 2) / k), "n^((head_dim − 2)/head_dim)"),
        (Call("ceil", (n / h,)), "⌈n/n_heads⌉"),
        (Call("min", (n, k)), "min(n, head_dim)"),
        (Call("log", (Call("factorial", (n,)),)) / n, "ln(n!)/n"),
        (Call("sqrt", (n,)), "√n"),
        (2 * Call("pi", ()) * n, "2·π·n"),
        (lift(Fraction(1, 2)) * n, "n/2"),
        (1 / (n - 1), "1/(n − 1)"),
        (Conditional(Comparison("<=", n, h), n, h), "n if n ≤ n_heads else n_heads"),
    ],
)
def test_a_formula_reads_as_a_person_would_write_it(formula: Formula, text: str) -> None:
    assert formula.line() == text


def test_numbers_put_in() -> None:
    numbers = {"d_model": 4096, "head_dim": 128, "n_heads": 32, "n_kv_heads": 8}
    assert (2 * d * k * (h + kv)).line(numbers) == "2·4096·128·(32 + 8)"
    assert (n**2).line({"n": -3}) == "(−3)²"
    assert (n**2).line({"n": Fraction(1, 2)}) == "(1/2)²"
    assert (d - n).line({"d_model": 5, "n": -3}) == "5 − (−3)"


def test_latex_escapes_names_and_brackets_sums() -> None:
    text = (2 * d * (h + kv)).latex()
    assert text == (r"2 \, d_{\text{model}} \, \left(n_{\text{heads}} + n_{\text{kv heads}}\right)")
    assert (d / h).latex({"d_model": 768, "n_heads": 12}) == r"\frac{768}{12}"
    assert (4 * d**2).latex({"d_model": 768}) == r"4 \cdot 768^{2}"
    assert Symbol("a_b{c}$").latex() == r"a_{\text{b\{c\}\$}}"


def test_latex_brackets_what_would_fall_apart() -> None:
    assert (2 * (n % h)).latex() == r"2 \, \left(n \bmod n_{\text{heads}}\right)"
    assert ((n % h) ** 2).latex() == r"\left(n \bmod n_{\text{heads}}\right)^{2}"
    assert (n**2).latex({"n": -3}) == r"\left(-3\right)^{2}"
    assert (n**2).latex({"n": Fraction(1, 2)}) == r"\left(\frac{1}{2}\right)^{2}"
    assert ((n + h) ** k).latex({"n": 1}).startswith(r"\left(1 + n_{\text{heads}}\right)^{")
    chosen = (2 * Conditional(Comparison("<=", n, h), n, h)).latex()
    assert chosen.startswith(r"2 \, \left(\begin{cases}")
    assert chosen.endswith(r"\end{cases}\right)")


NAMES = ("a", "b", "c")


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> tuple[Formula, str]:
    """A formula and the same arithmetic as Python text over Fractions."""
    if depth == 0 or draw(st.booleans()):
        if draw(st.booleans()):
            name = draw(st.sampled_from(NAMES))
            return Symbol(name), name
        number = draw(st.integers(-9, 9))
        return Number(number), f"Fraction({number})"
    left, left_text = draw(trees(depth=depth - 1))
    right, right_text = draw(trees(depth=depth - 1))
    sign = draw(st.sampled_from("+-*/"))
    made = {"+": left + right, "-": left - right, "*": left * right, "/": left / right}[sign]
    return made, f"({left_text} {sign} {right_text})"


@given(trees(), st.lists(st.integers(1, 50), min_size=3, max_size=3))
def test_collecting_and_cancelling_never_change_the_value(
    tree: tuple[Formula, str], numbers: list[int]
) -> None:
    formula, text = tree
    names = dict(zip(NAMES, numbers, strict=True))
    try:
        # Trusted text made above, over Fractions, as the other route.
        expected = eval(text, {"Fraction": Fraction}, {key: Fraction(value) for key, value in names.items()})
    except ZeroDivisionError:
        return
    found = formula.value(names)
    assert found == expected
    assert type(found) is int or (type(found) is Fraction and found.denominator != 1)


def test_values_are_exact_past_53_bits() -> None:
    assert (n * n + 1).value({"n": 2**80}) == 2**160 + 1
    assert (n / 3).value({"n": 10**30}) == Fraction(10**30, 3)


@pytest.mark.parametrize(
    ("formula", "names", "part"),
    [
        (n / h, {"n": 1, "n_heads": 0}, "division by zero"),
        (n % h, {"n": 1, "n_heads": 0}, "division by zero"),
        (n // h, {"n": 1, "n_heads": 0}, "division by zero"),
        (n + h, {"n": 1}, "n_heads has no number"),
        (n + h, {"n": 1, "n_heads": True}, "n_heads has no number"),
        (Number(9) ** (Number(9) ** n), {"n": 9}, "too large"),
        (n**k, {"n": 9, "head_dim": -(10**7)}, "too large"),
        ((n - n) ** -1, {"n": 1}, "division by zero"),
        (Call("factorial", (n,)), {"n": 10**7}, "worked out up to"),
        (Call("factorial", (n,)), {"n": -1}, "whole number"),
        (Call("log", (n,)), {"n": 0}, "not real"),
        (Call("sqrt", (n,)), {"n": -4}, "not real"),
        (Call("exp", (n,)), {"n": 10**6}, "too large"),
        (Call("nonsense", (n,)), {"n": 1}, "no function"),
    ],
)
def test_what_has_no_value_is_refused(formula: Formula, names: dict[str, int], part: str) -> None:
    with pytest.raises(EngineError, match=part):
        formula.value(names)


ROOT = Call("sqrt", (lift(2),))


@pytest.mark.parametrize(
    "formula",
    [
        n * ROOT, n + ROOT, n / ROOT, ROOT / n, n // ROOT, n % ROOT, ROOT**n, Call("exp", (n,)),
        Call("exp", (lift(700),)) * Call("exp", (lift(701),)), Call("sqrt", (n**2 + 1,)),
    ],
)  # fmt: skip
def test_what_no_real_number_can_hold_is_refused(formula: Formula) -> None:
    with pytest.raises(EngineError, match=r"too (large|small) for a real number"):
        formula.value({"n": 10**400})


def test_real_numbers_at_the_edge() -> None:
    assert Call("exp", (n,)).value({"n": -(10**400)}) == 0
    assert Call("sqrt", (n + 1,)).value({"n": 10**400}) == pytest.approx(1e200, rel=1e-15)
    assert Call("max", (n,)).value({"n": 7}) == Call("min", (n,)).value({"n": 7}) == 7


def test_roots_are_exact_where_they_can_be() -> None:
    assert Call("sqrt", (n,)).value({"n": 144}) == 12
    assert Call("sqrt", (n,)).value({"n": Fraction(9, 4)}) == Fraction(3, 2)
    assert isinstance(Call("sqrt", (n,)).value({"n": 2}), float)
    assert Call("harmonic", (n,)).value({"n": 4}) == Fraction(25, 12)
    assert Call("log", (n, lift(2))).value({"n": 8}) == pytest.approx(3)


def test_substitution_replaces_and_cancels() -> None:
    assert (2 * d * k).substitute({"head_dim": d / h}).line() == "2·d_model²/n_heads"
    assert (d * k).symbols() == ("d_model", "head_dim")
