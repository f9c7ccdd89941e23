"""How many digits an answer needs before rounding tells it from every listed mistake."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from mhaquiz.deck.cards import Value

#: More digits are never asked for.
MOST_DIGITS = 12


def digits_needed(answer: Value, mistakes: Iterable[Value]) -> int | None:
    """The fewest digits from which on no mistake lies within half a last place of the rounded answer.

    None for answers that are no number, or zero.
    """
    if isinstance(answer, bool) or not isinstance(answer, int | Fraction | float) or answer == 0:
        return None
    right = Fraction(answer)
    wrong = [Fraction(one) for one in mistakes if isinstance(one, int | Fraction | float)]
    for digits in range(MOST_DIGITS, 0, -1):
        rounded, half = rounded_to(right, digits)
        if any(abs(one - rounded) <= half for one in wrong):
            return min(digits + 1, MOST_DIGITS)
    return 1


def rounded_to(value: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """The value with so many digits, and half of its last place."""
    place = Fraction(10) ** (_magnitude(abs(value)) - digits + 1)
    return round(value / place) * place, place / 2


def _magnitude(size: Fraction) -> int:
    """The power of ten of the first digit: 3 for 4,096."""
    power = len(str(size.numerator)) - len(str(size.denominator))
    return power if size >= Fraction(10) ** power else power - 1
