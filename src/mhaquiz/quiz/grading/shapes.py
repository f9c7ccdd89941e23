"""Shapes of tensors: every size in its place."""

from __future__ import annotations

from collections import Counter
from typing import cast

from mhaquiz.deck.cards import Value
from mhaquiz.deck.display import counted, show
from mhaquiz.quiz.grading.grades import passing, wrong_with
from mhaquiz.quiz.reading.shapes import read_shape
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict


def grade_shape(variant: Variant, text: str) -> Grade:
    """The grade of a typed shape; names in it stand for the variant's values."""
    found = read_shape(text, variant.values)
    expected = cast("tuple[Value, ...]", variant.expected)
    shown = show(found[0] if len(found) == 1 < len(expected) else found)
    if found == expected:
        return passing(text, shown)
    for mistake in variant.mistakes:
        if found == mistake.value:
            return wrong_with(mistake, text, shown)
    return Grade(Verdict.WRONG, text, shown, _message(found, expected))


def _message(found: tuple[Value, ...], expected: tuple[Value, ...]) -> str:
    if len(found) != len(expected):
        return f"That has {counted(len(found), 'dimension')}, not {len(expected)}."
    if Counter(found) == Counter(expected):
        return "The right sizes in another order."
    right = sum(one == other for one, other in zip(found, expected, strict=True))
    return f"{right} of {len(expected)} sizes are in place."
