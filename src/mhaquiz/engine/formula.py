"""A small expression tree: exact values from numbers, formulas from symbols, with the author's shape kept.

Closed forms are ordinary arithmetic, so calling one with `Symbol`s builds its formula here. The constructors
(`construction`) do only what a person does while writing: like factors become a power, like terms a multiple,
and a factor cancels against the same one below (`2·d·(d / h)·(h + h)` becomes `4·d²`). Nothing is expanded.

Comparing nodes compares their shape; whether two formulas are equal is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from mhaquiz.engine import construction, exact
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.functions import FUNCTIONS
from mhaquiz.engine.operators import Operators

#: Anything a formula can be combined with.
Operand: TypeAlias = "Formula | int | Fraction"
#: The numbers of the symbols; what is not a number in it is passed over.
Names: TypeAlias = Mapping[str, object]


class Formula(Operators):
    """Base of all nodes; `+ - * / // % **` with numbers and formulas build larger formulas."""

    __slots__ = ()

    def value(self, names: Names) -> exact.Number:
        """The exact value (int or Fraction; float only below a root, logarithm, exponential or π).

        Raises EngineError for a name without a number, a division by zero or an excessive size.
        """
        raise NotImplementedError

    def children(self) -> tuple[Formula, ...]:
        return ()

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        """The same operation on other operands, simplified as on first construction."""
        return self

    def symbols(self) -> tuple[str, ...]:
        """The names in it, each once, in order of appearance."""
        return tuple(dict.fromkeys(node.name for node in walk(self) if isinstance(node, Symbol)))

    def substitute(self, replacements: Mapping[str, Operand]) -> Formula:
        """Each named symbol replaced, and what then cancels cancelled."""
        if isinstance(self, Symbol):
            return lift(replacements[self.name]) if self.name in replacements else self
        children = self.children()
        if not children:
            return self
        return self.with_children(tuple(child.substitute(replacements) for child in children))

    def line(self, names: Names | None = None) -> str:
        """One line of text; with `names`, the numbers put in: `2·4096·128·(32 + 8)`."""
        from mhaquiz.engine.rendering import line

        return line(self, names)

    def latex(self, names: Names | None = None) -> str:
        r"""The same in LaTeX, without dollar signs: `4 \, d_{\text{model}}^{2}`."""
        from mhaquiz.engine.latex import latex

        return latex(self, names)

    def __str__(self) -> str:
        return self.line()


@dataclass(frozen=True, slots=True)
class Number(Formula):
    """An exact constant."""

    number: int | Fraction

    def value(self, names: Names) -> exact.Number:
        return self.number


@dataclass(frozen=True, slots=True)
class Symbol(Formula):
    """A named quantity; every name is a plain symbol (N, E, S, I, beta and pi too)."""

    name: str

    def value(self, names: Names) -> exact.Number:
        number = names.get(self.name)
        if type(number) is int or isinstance(number, (Fraction, float)):
            return number
        raise EngineError(f"{self.name} has no number", self.name)


@dataclass(frozen=True, slots=True)
class Sum(Formula):
    """Two or more terms; a term with a negative coefficient is what is taken away."""

    terms: tuple[Formula, ...]

    def value(self, names: Names) -> exact.Number:
        total: exact.Number = 0
        for term in self.terms:
            total = exact.added(total, term.value(names))
        return total

    def children(self) -> tuple[Formula, ...]:
        return self.terms

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return construction.add(*children)


@dataclass(frozen=True, slots=True)
class Product(Formula):
    """Two or more factors, a number first."""

    factors: tuple[Formula, ...]

    def value(self, names: Names) -> exact.Number:
        result: exact.Number = 1
        for factor in self.factors:
            result = exact.multiplied(result, factor.value(names))
        return exact.bounded(result)

    def children(self) -> tuple[Formula, ...]:
        return self.factors

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return construction.multiply(*children)


@dataclass(frozen=True, slots=True)
class Power(Formula):
    base: Formula
    exponent: Formula

    def value(self, names: Names) -> exact.Number:
        return exact.raised(self.base.value(names), self.exponent.value(names))

    def children(self) -> tuple[Formula, ...]:
        return (self.base, self.exponent)

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return construction.power(*children)


@dataclass(frozen=True, slots=True)
class Division(Formula):
    """What the three divisions share."""

    numerator: Formula
    denominator: Formula

    def children(self) -> tuple[Formula, ...]:
        return (self.numerator, self.denominator)


@dataclass(frozen=True, slots=True)
class Quotient(Division):
    """Exact division: a Fraction where it does not come out even."""

    def value(self, names: Names) -> exact.Number:
        return exact.quotient(self.numerator.value(names), self.denominator.value(names))

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return construction.divide(*children)


@dataclass(frozen=True, slots=True)
class FloorDiv(Division):
    """Division rounded down to a whole number."""

    def value(self, names: Names) -> exact.Number:
        return exact.floor_quotient(self.numerator.value(names), self.denominator.value(names))

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return construction.floor_divide(*children)


@dataclass(frozen=True, slots=True)
class Modulo(Division):
    """What a division leaves over, with the divisor's sign."""

    def value(self, names: Names) -> exact.Number:
        return exact.remainder(self.numerator.value(names), self.denominator.value(names))

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return Modulo(*children)


@dataclass(frozen=True, slots=True)
class Call(Formula):
    """A function of `functions.FUNCTIONS` by name; integer functions are worked out after substitution."""

    name: str
    arguments: tuple[Formula, ...]

    def value(self, names: Names) -> exact.Number:
        function = FUNCTIONS.get(self.name)
        if function is None:
            raise EngineError(f"no function is called {self.name}")
        return exact.exact(function.evaluate(*(argument.value(names) for argument in self.arguments)))

    def children(self) -> tuple[Formula, ...]:
        return self.arguments

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return Call(self.name, children)


COMPARISONS: Mapping[str, Callable[[exact.Number, exact.Number], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}


@dataclass(frozen=True, slots=True)
class Comparison(Formula):
    """1 where it holds, 0 where not; `sign` is a key of COMPARISONS."""

    sign: str
    left: Formula
    right: Formula

    def value(self, names: Names) -> exact.Number:
        return int(COMPARISONS[self.sign](self.left.value(names), self.right.value(names)))

    def children(self) -> tuple[Formula, ...]:
        return (self.left, self.right)

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return Comparison(self.sign, *children)


@dataclass(frozen=True, slots=True)
class Conditional(Formula):
    """`then if test else otherwise`; only the branch taken is worked out."""

    test: Formula
    then: Formula
    otherwise: Formula

    def value(self, names: Names) -> exact.Number:
        return (self.then if self.test.value(names) else self.otherwise).value(names)

    def children(self) -> tuple[Formula, ...]:
        return (self.test, self.then, self.otherwise)

    def with_children(self, children: tuple[Formula, ...]) -> Formula:
        return Conditional(*children)


def lift(operand: Operand) -> Formula:
    """A number as a node; a formula as itself."""
    return construction.lift(operand)


def walk(formula: Formula) -> Iterator[Formula]:
    """The node and everything below it, parents first."""
    yield formula
    for child in formula.children():
        yield from walk(child)


def symbols(names: Iterable[str]) -> tuple[Symbol, ...]:
    """One Symbol a name."""
    return tuple(Symbol(name) for name in names)
