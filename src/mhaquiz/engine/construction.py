"""The constructors of formulas: what cancels is cancelled, what repeats is collected, nothing is expanded.

A product is held for a moment as a coefficient and an ordered map from base to whole exponent; a sum as an
ordered map from the rest of a term to its coefficient.
"""

from __future__ import annotations

from fractions import Fraction

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.errors import EngineError

#: A power of two numbers is worked out at once only below this many bits; larger ones stay as written.
MAX_FOLDED_BITS = 4096
#: A power of a product is taken factor by factor up to this exponent.
MAX_DISTRIBUTED_EXPONENT = 64


def lift(operand: object) -> tree.Formula:
    """A number as a node; a formula as itself."""
    if isinstance(operand, tree.Formula):
        return operand
    if isinstance(operand, (int, Fraction)) and not isinstance(operand, bool):
        return tree.Number(operand)
    raise EngineError(f"a formula cannot hold {operand!r}")


def add(*terms: tree.Formula) -> tree.Formula:
    """The sum, with like terms collected: `n + 2·n` is `3·n`."""
    coefficients: dict[frozenset[tuple[tree.Formula, int]], int | Fraction] = {}
    rests: dict[frozenset[tuple[tree.Formula, int]], dict[tree.Formula, int]] = {}
    for term in _flat_terms(terms):
        coefficient, powers = _monomial(term)
        key = frozenset(powers.items())
        coefficients[key] = coefficients.get(key, 0) + coefficient
        rests.setdefault(key, powers)
    kept = tuple(_built(coefficients[key], rests[key]) for key in coefficients if coefficients[key])
    if not kept:
        return tree.Number(0)
    return kept[0] if len(kept) == 1 else tree.Sum(kept)


def _flat_terms(terms: tuple[tree.Formula, ...]) -> list[tree.Formula]:
    flat: list[tree.Formula] = []
    for term in terms:
        flat.extend(term.terms if isinstance(term, tree.Sum) else (term,))
    return flat


def subtract(first: tree.Formula, second: tree.Formula) -> tree.Formula:
    """The difference: a sum with the second taken away."""
    return add(first, multiply(tree.Number(-1), second))


def multiply(*factors: tree.Formula) -> tree.Formula:
    """The product, with like factors collected: `d · (d / h) · h` is `d²`."""
    coefficient: int | Fraction = 1
    powers: dict[tree.Formula, int] = {}
    for factor in factors:
        number, bases = _monomial(factor)
        coefficient *= number
        for base, exponent in bases.items():
            powers[base] = powers.get(base, 0) + exponent
    return _built(coefficient, powers)


def divide(above: tree.Formula, below: tree.Formula) -> tree.Formula:
    """The exact quotient; a division by zero stays as written, so that its evaluation can report it."""
    coefficient, powers = _monomial(below)
    if coefficient == 0:
        return tree.Quotient(above, below)
    inverse = _built(Fraction(1) / coefficient, {base: -exponent for base, exponent in powers.items()})
    return multiply(above, inverse)


def power(base: tree.Formula, exponent: tree.Formula) -> tree.Formula:
    """`base ** exponent`; a whole power of a product is taken factor by factor."""
    if not isinstance(exponent, tree.Number) or not isinstance(exponent.number, int):
        return tree.Power(base, exponent)
    coefficient, powers = _monomial(base)
    times = exponent.number
    if abs(times) > MAX_DISTRIBUTED_EXPONENT or (coefficient == 0 and times < 0):
        return tree.Power(base, exponent)
    if exact.bits(coefficient) * abs(times) > MAX_FOLDED_BITS:
        return tree.Power(base, exponent)
    return _built(Fraction(coefficient) ** times, {factor: own * times for factor, own in powers.items()})


def floor_divide(above: tree.Formula, below: tree.Formula) -> tree.Formula:
    """The quotient rounded down; a thing over itself is 1."""
    return tree.Number(1) if above == below else tree.FloorDiv(above, below)


def remainder(above: tree.Formula, below: tree.Formula) -> tree.Formula:
    """What a division leaves over; always as written."""
    return tree.Modulo(above, below)


def _monomial(formula: tree.Formula) -> tuple[int | Fraction, dict[tree.Formula, int]]:
    """The formula as coefficient and whole powers of factors that are no products themselves."""
    if isinstance(formula, tree.Number):
        return formula.number, {}
    if isinstance(formula, tree.Product):
        return _merged(formula.factors, 1)
    if isinstance(formula, tree.Quotient):
        return _quotient_monomial(formula)
    if isinstance(formula, tree.Power) and isinstance(formula.exponent, tree.Number):
        exponent = formula.exponent.number
        if isinstance(exponent, int) and not isinstance(formula.base, tree.Number):
            return 1, {formula.base: exponent}
    return 1, {formula: 1}


def _merged(factors: tuple[tree.Formula, ...], sign: int) -> tuple[int | Fraction, dict[tree.Formula, int]]:
    coefficient: int | Fraction = 1
    powers: dict[tree.Formula, int] = {}
    for factor in factors:
        number, bases = _monomial(factor)
        coefficient = coefficient * (number if sign > 0 else Fraction(1) / number)
        for base, exponent in bases.items():
            powers[base] = powers.get(base, 0) + sign * exponent
    return coefficient, powers


def _quotient_monomial(formula: tree.Quotient) -> tuple[int | Fraction, dict[tree.Formula, int]]:
    below, below_powers = _monomial(formula.denominator)
    if below == 0:
        return 1, {formula: 1}
    coefficient, powers = _monomial(formula.numerator)
    merged = dict(powers)
    for base, exponent in below_powers.items():
        merged[base] = merged.get(base, 0) - exponent
    return coefficient / Fraction(below), merged


def _built(coefficient: int | Fraction, powers: dict[tree.Formula, int]) -> tree.Formula:
    """The tree of a coefficient and powers: numerator first, a number before the symbols."""
    if coefficient == 0:
        return tree.Number(0)
    above = _factors(coefficient.numerator, {base: own for base, own in powers.items() if own > 0})
    below = _factors(coefficient.denominator, {base: -own for base, own in powers.items() if own < 0})
    if below == tree.Number(1):
        return above
    if isinstance(above, tree.Number) and isinstance(below, tree.Number):
        return tree.Number(coefficient)
    return tree.Quotient(above, below)


def _factors(number: int, powers: dict[tree.Formula, int]) -> tree.Formula:
    factors = tuple(
        base if own == 1 else tree.Power(base, tree.Number(own)) for base, own in powers.items() if own
    )
    if not factors:
        return tree.Number(number)
    if number != 1:
        factors = (tree.Number(number), *factors)
    return factors[0] if len(factors) == 1 else tree.Product(factors)
