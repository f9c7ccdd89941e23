"""The arithmetic closed forms are written in, where `+ - * //` are not enough.

Each takes whole numbers or Fractions (and answers exactly), the engine's own formulas, or sympy symbols.
sympy is imported only when a sympy object arrives.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

from mhaquiz.engine import exact, functions
from mhaquiz.engine.formula import Call, Formula, Power, Product, Sum, lift

#: An int, a Fraction, a Formula or a sympy expression; what goes in decides what comes out.
Term: TypeAlias = Any


def ratio(above: Term, below: Term) -> Term:
    """Exact division; ints give an int where it comes out even and a Fraction otherwise."""
    if isinstance(above, (int, Fraction)) and isinstance(below, (int, Fraction)):
        return exact.quotient(above, below)
    return above / below


def rounded_up(above: Term, below: Term = 1) -> Term:
    """⌈above / below⌉"""
    if not _symbolic(above, below):
        return -(-above // below)
    quotient = above if isinstance(below, int) and below == 1 else above / below
    # Sums and products of whole numbers are whole: nothing is left to round.
    return quotient if isinstance(quotient, (Sum, Product)) else _called("ceil", quotient)


def rounded_down(above: Term, below: Term = 1) -> Term:
    """⌊above / below⌋"""
    if isinstance(above, Formula) or isinstance(below, Formula):
        return lift(above) // lift(below)
    return _called("floor", above / below) if _symbolic(above, below) else above // below


def least(*terms: Term) -> Term:
    """The smallest of the terms."""
    return _called("min", *terms) if _symbolic(*terms) else min(terms)


def greatest(*terms: Term) -> Term:
    """The largest of the terms."""
    return _called("max", *terms) if _symbolic(*terms) else max(terms)


def common_divisor(first: Term, second: Term) -> Term:
    """The greatest common divisor; on symbols it stays unevaluated (a polynomial gcd would be wrong)."""
    return _called("gcd", first, second) if _symbolic(first, second) else math.gcd(first, second)


def whole_root(term: Term) -> Term:
    """⌊√term⌋"""
    return _called("isqrt", term) if _symbolic(term) else math.isqrt(math.floor(term))


def root(term: Term) -> Term:
    """√term, exact for squares, a float otherwise."""
    return _called("sqrt", term) if _symbolic(term) else exact.exact(exact.square_root(term))


def ln(term: Term) -> Term:
    """The natural logarithm, a float."""
    return _called("log", term) if _symbolic(term) else functions.natural_log(term)


def exponential(term: Term) -> Term:
    """e to the term, a float."""
    return _called("exp", term) if _symbolic(term) else functions.exponential(term)


def factorial(term: Term) -> Term:
    """1 · 2 · … · term"""
    return _called("factorial", term) if _symbolic(term) else math.factorial(term)


def harmonic(term: Term) -> Term:
    """1 + 1/2 + … + 1/term, exact."""
    return _called("harmonic", term) if _symbolic(term) else functions.harmonic_number(term)


def harmonic_between(first: Term, last: Term) -> Term:
    """1/(first + 1) + … + 1/last, exact: the harmonic number of `last` without that of `first`."""
    if _symbolic(first, last):
        return harmonic(last) - harmonic(first)
    return functions.harmonic_difference(first, last)


def ln_factorial(term: Term) -> Term:
    """ln(1 · 2 · … · term), a float; the factorial itself, of thousands of digits, is never made."""
    return ln(factorial(term)) if _symbolic(term) else math.lgamma(term + 1)


def times_pi(term: Term) -> Term:
    """π · term"""
    if isinstance(term, Formula):
        return Call("pi", ()) * term
    return _called("pi") * term if _symbolic(term) else math.pi * term


def raised(base: Term, exponent: Term) -> Term:
    """base to the exponent; a float for broken exponents."""
    if isinstance(base, Formula) or isinstance(exponent, Formula):
        return Power(lift(base), lift(exponent))
    return base**exponent if _symbolic(base, exponent) else exact.raised(base, exponent)


def _symbolic(*terms: Term) -> bool:
    # Fraction last: asking whether something is one goes through its abstract base class.
    return any(not isinstance(term, (int, float, Fraction)) for term in terms)


def _called(name: str, *terms: Term) -> Term:
    if any(isinstance(term, Formula) for term in terms):
        return Call(name, tuple(lift(term) for term in terms))
    from mhaquiz.engine import symbolic

    return symbolic.call(name, *terms)
