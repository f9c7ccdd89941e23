"""How a number comes about: the formula, the numbers put in, the result; in one line, in steps, in LaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from mhaquiz.engine import formula as tree
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import Derived, Quantity
from mhaquiz.engine.rendering import both_lines, number_text, real_text
from mhaquiz.engine.vocabulary import quantity_named

#: Fractions longer than this are shown by their size alone.
LONGEST_FRACTION = 40


@dataclass(frozen=True, slots=True)
class Derivation:
    """A value with its formula.

    `question` is what was asked, `formula` None where the quantity is found by searching, `numbers` the
    values of its symbols, `assumed` the defaults that were worked out (`head_dim = d_model / n_heads = 64`).
    """

    question: str
    formula: tree.Formula | None
    numbers: Mapping[str, object]
    value: Any
    assumed: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """`4·d_model² = 4·768² = 2,359,296`"""
        written = self._written() or [self.question]
        return " = ".join(written) + f" {_sign(self.value)} {result_text(self.value)}"

    @property
    def steps(self) -> tuple[str, ...]:
        """One line a step: the question, the defaults, the formula, the numbers, the brackets, the result."""
        written = self._written()
        halfway = self._halfway()
        if halfway and halfway not in written:
            written.append(halfway)
        lines = (self.question, *self.assumed, *(f"= {text}" for text in written))
        return (*lines, f"{_sign(self.value)} {result_text(self.value)}")

    def latex(self) -> str:
        r"""`4 \, d_{\text{model}}^{2} = 4 \cdot 768^{2} = 2{,}359{,}296`, without dollar signs."""
        from mhaquiz.engine.latex import latex, number_latex, text_latex

        sign = r"\approx" if isinstance(self.value, float) else "="
        if self.formula is None:
            return f"{text_latex(self.question)} {sign} {number_latex(self.value)}"
        shown = dict.fromkeys((latex(self.formula), latex(self.formula, self.numbers)))
        result = number_latex(self.value)
        return f"{' = '.join(text for text in shown if text != result)} {sign} {result}"

    def _written(self) -> list[str]:
        """The formula and the formula with its numbers, each only where it says something."""
        if self.formula is None:
            return []
        texts = dict.fromkeys(both_lines(self.formula, self.numbers))
        return [text for text in texts if text != str(self.value)]

    def _halfway(self) -> str:
        """The numbers with every bracket worked out: `2·4096·128·40`."""
        if not isinstance(self.formula, (tree.Sum, tree.Product, tree.Quotient)):
            return ""
        values = [child.value(self.numbers) for child in self.formula.children()]
        worked = tuple(tree.Number(value) for value in values if not isinstance(value, float))
        if len(worked) < len(values):
            return ""
        if isinstance(self.formula, tree.Quotient):
            return tree.Quotient(*worked).line()
        return type(self.formula)(worked).line()


def derive(name: str, /, *positional: object, **parameters: object) -> Derivation:
    """The closed form of `name` with its numbers. Raises EngineError like `evaluate`."""
    quantity = quantity_named(name)
    given = quantity.placed(*positional, **parameters)
    resolved = quantity.resolve(**given)
    value = quantity.worth(resolved)
    formula = _formula(name, tuple(quantity.symbols_of(given).items())) if quantity.symbolic else None
    return Derivation(
        question=_question(name, {key: resolved[key] for key in given}),
        formula=formula,
        numbers=resolved,
        value=value,
        assumed=tuple(_assumptions(quantity, given, resolved)),
    )


@lru_cache(maxsize=1024)
def _formula(name: str, shown: tuple[tuple[str, object], ...]) -> tree.Formula:
    """The formula depends on which parameters are given, not on their numbers: it is made once."""
    return quantity_named(name).formula(**dict(shown))


def derived_formula(formula: tree.Formula, numbers: Mapping[str, object], value: Any) -> Derivation:
    """The derivation of an author's own formula."""
    return Derivation(question=formula.line(), formula=formula, numbers=numbers, value=value)


def _assumptions(
    quantity: Quantity, given: Mapping[str, object], resolved: Mapping[str, object]
) -> list[str]:
    lines = []
    for parameter in quantity.parameters:
        default = parameter.default
        if parameter.name not in given and isinstance(default, Derived):
            lines.append(f"{parameter.name} = {default.text} = {number_text(resolved[parameter.name])}")
    return lines


def _question(name: str, given: Mapping[str, object]) -> str:
    inside = ", ".join(f"{key}={_literal(value)}" for key, value in given.items())
    return f"{name}({inside})"


def _literal(value: object) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


def result_text(value: object) -> str:
    """A result for people; a fraction with its size beside it: `4,096/3 ≈ 1,365.333333`."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return number_text(value)
    exact = number_text(value)
    try:
        rounded = f"≈ {real_text(float(value))}"
    except OverflowError:
        return exact
    return f"{exact} {rounded}" if len(exact) <= LONGEST_FRACTION else f"a fraction {rounded}"


def _sign(value: object) -> str:
    return "≈" if isinstance(value, float) else "="
