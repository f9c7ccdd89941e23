"""Grades that every kind of card gives alike."""

from __future__ import annotations

from fractions import Fraction

from mhaquiz.quiz.shown import KnownMistake
from mhaquiz.quiz.verdicts import Grade, Verdict


def passing(text: str, read_as: str) -> Grade:
    return Grade(Verdict.CORRECT, text, read_as, score=Fraction(1))


def wrong_with(mistake: KnownMistake, text: str, read_as: str) -> Grade:
    """A mistake of the card, met exactly."""
    return Grade(Verdict.MISCONCEPTION, text, read_as, mistake.why, mistake.index, mistake.misconception)
