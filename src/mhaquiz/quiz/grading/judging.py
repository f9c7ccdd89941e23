"""The order of verdicts for a number (docs/answers.md), as one pure function over exact numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mhaquiz.deck.cards import Accept, Tolerance
from mhaquiz.quiz.reading import Reading
from mhaquiz.quiz.verdicts import Verdict

Exact = int | Fraction

#: Largest power of 10 or 1024 by which an answer is looked for at the wrong scale.
MOST_TENS = 60
MOST_1024S = 8


@dataclass(frozen=True, slots=True)
class Target:
    """What a number is judged against. Mistakes in the author's order, each with its index."""

    expected: Exact
    mistakes: Sequence[tuple[int, Exact]]
    accept: Accept
    tolerance: Tolerance | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, the index of the mistake met, and the power by which a scale or unit is off."""

    verdict: Verdict
    mistake: int | None = None
    base: int = 0
    power: int = 0
    rounds_to_mistake: bool = False


WRONG = Judgement(Verdict.WRONG)


def judge(reading: Reading, target: Target) -> Judgement:
    """The verdict on what was read. A percentage may be meant as its number: 25 % as 1/4 or as 25."""
    judgement = _judge(reading, target)
    if not reading.percent or judgement.verdict not in (Verdict.WRONG, Verdict.SCALE):
        return judgement
    as_number = reading._replace(value=reading.value * 100, place=reading.place * 100)
    other = _judge(as_number, target)
    return judgement if other.verdict in (Verdict.WRONG, Verdict.SCALE) else other


def _judge(reading: Reading, target: Target) -> Judgement:
    value, expected = reading.value, target.expected
    if value == expected:
        return Judgement(Verdict.CORRECT)
    for index, mistaken in target.mistakes:
        if value == mistaken:
            return Judgement(Verdict.MISCONCEPTION, index)
    if value == -expected:
        return Judgement(Verdict.SIGN)
    if "estimate" in target.accept.forms:
        return _estimate(value, target)
    return _off_by_a_factor(reading, target) or _rounded(reading, target)


def _off_by_a_factor(reading: Reading, target: Target) -> Judgement | None:
    value, expected = reading.value, target.expected
    if value == 0 or expected == 0 or (value < 0) != (expected < 0):
        return None
    if target.accept.unit != "bytes" and not (reading.in_full and _divides(value, expected)):
        return None
    ratio = Fraction(value) / Fraction(expected)
    if target.accept.unit == "bytes" and (power := _power_of(ratio, Fraction(1000, 1024), MOST_1024S)):
        return Judgement(Verdict.UNIT, base=1024, power=power)
    if not reading.in_full:
        return None
    for base, most in ((10, MOST_TENS), (1024, MOST_1024S)):
        if power := _power_of(ratio, Fraction(base), most):
            return Judgement(Verdict.SCALE, base=base, power=power)
    return None


def _divides(value: Exact, expected: Exact) -> bool:
    """Whether one is a whole multiple of the other; a power of 10 or 1024 between them needs that."""
    return value % expected == 0 or expected % value == 0


def _power_of(ratio: Fraction, base: Fraction, most: int) -> int:
    """k where ratio = base^k and 0 < |k| ≤ most, else 0."""
    upward = (ratio > 1) == (base > 1)
    step = base if upward else 1 / base
    for power in range(1, most + 1):
        step_to = step**power
        if step_to == ratio:
            return power if upward else -power
        if (step_to > ratio) == (ratio > 1):
            return 0
    return 0


def _rounded(reading: Reading, target: Target) -> Judgement:
    """Steps 6 to 9: what lies within half of the last typed place."""
    value, place = reading.value, reading.place
    close = place > 0 and _within_half(place, value, target.expected)
    mistakes = target.mistakes if place else ()
    near = next((index for index, wrong in mistakes if _within_half(place, value, wrong)), None)
    enough = reading.digits >= target.accept.min_sigfigs
    if close and enough and near is None and "rounded" in target.accept.forms:
        return Judgement(Verdict.CORRECT_ROUNDED)
    if near is None and _tolerated(reading.value, target):
        return Judgement(Verdict.CORRECT)
    if close:
        return Judgement(Verdict.MORE_DIGITS, rounds_to_mistake=near is not None)
    return WRONG if near is None else Judgement(Verdict.MISCONCEPTION, near)


def as_near(reading: Reading, target: Target) -> frozenset[int]:
    """The mistakes that what was read stands for: exactly, else within half of its last typed place."""
    value, place = reading.value, reading.place
    exactly = frozenset(index for index, wrong in target.mistakes if value == wrong)
    if exactly or not place:
        return exactly
    return frozenset(index for index, wrong in target.mistakes if _within_half(place, value, wrong))


def _within_half(place: Exact, value: Exact, other: Exact) -> bool:
    return -place <= 2 * (value - other) <= place


def _within(value: Exact, other: Exact, most: Exact) -> bool:
    return -most <= value - other <= most


def _tolerated(value: Exact, target: Target) -> bool:
    tolerance, expected = target.tolerance, target.expected
    if tolerance is None:
        return False
    if tolerance.rel is not None:
        return _within(value, expected, tolerance.rel * max(expected, -expected))
    return tolerance.abs is not None and _within(value, expected, tolerance.abs)


def _estimate(value: Exact, target: Target) -> Judgement:
    """Right within the ratio, and nearer to the answer, as a ratio, than to any mistake."""
    within = target.accept.within or Fraction(1)
    off = _distance(value, target.expected)
    wrong = [(distance, index) for index, at in target.mistakes if (distance := _distance(value, at))]
    nearest = min(wrong, default=None, key=lambda pair: pair[0])
    if off is not None and off <= within and (nearest is None or off < nearest[0]):
        return Judgement(Verdict.CORRECT)
    if nearest is not None and nearest[0] <= within and (off is None or nearest[0] <= off):
        return Judgement(Verdict.MISCONCEPTION, nearest[1])
    return WRONG


def _distance(value: Exact, other: Exact) -> Fraction | None:
    """By what factor two numbers differ, from 1 up; None where one is zero or the signs differ."""
    if value * other <= 0:
        return None
    ratio = Fraction(value) / Fraction(other)
    return max(ratio, 1 / ratio)
