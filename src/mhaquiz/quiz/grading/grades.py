"""Grades that every kind of card gives alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from mhaquiz.quiz.shown import KnownMistake
from mhaquiz.quiz.verdicts import Grade, Verdict


def passing(text: str, read_as: str) -> Grade:
    return Grade(Verdict.CORRECT, text, read_as, score=Fraction(1))


def wrong_with(mistake: KnownMistake, text: str, read_as: str) -> Grade:
    """A mistake of the card, met exactly."""
    return Grade(Verdict.MISCONCEPTION, text, read_as, mistake.why, mistake.index, mistake.misconception)


def in_words(items: Sequence[object]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    texts = [str(item) for item in items]
    return " and ".join(part for part in (", ".join(texts[:-1]), texts[-1]) if part)


def are(count: int) -> str:
    """The verb for so many things."""
    return "is" if count == 1 else "are"
