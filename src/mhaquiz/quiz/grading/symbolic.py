"""Formulas: right where they are the same formula, however they are written."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from mhaquiz.deck.cards import Symbolic
from mhaquiz.deck.display import show
from mhaquiz.engine.formula import Formula, Number
from mhaquiz.quiz.equality import Point, same
from mhaquiz.quiz.formulas import answer_points, author_formula
from mhaquiz.quiz.grading.grades import passing, wrong_with
from mhaquiz.quiz.reading.formulas import read_formula
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

#: Constant factors that are told: twice, half, a thousand times …
FACTORS = tuple(Fraction(factor) for factor in ("2", "1/2", "3", "1/3", "4", "1/4", "8", "1/8"))
SCALES = tuple(Fraction(base) ** power for base in (10, 1000, 1024) for power in (1, -1))


def grade_symbolic(variant: Variant, text: str) -> Grade:
    """The grade of a typed formula over the card's symbols."""
    body = cast("Symbolic", variant.card.body)
    typed = read_formula(text, body.symbols)
    points = answer_points(variant)
    expected = author_formula(variant, body.answer)
    if same(typed, expected, points):
        return passing(text, typed.line())
    for mistake in variant.mistakes:
        if same(typed, author_formula(variant, str(mistake.value)), points):
            return wrong_with(mistake, text, typed.line())
    if same(typed, -expected, points):
        return Grade(Verdict.SIGN, text, typed.line(), "Right formula, wrong sign.")
    return _off_by_a_factor(typed, expected, points, text) or _unexplained(variant, body, typed, text)


def _off_by_a_factor(typed: Formula, expected: Formula, points: list[Point], text: str) -> Grade | None:
    for factor in (*SCALES, *FACTORS):
        if same(typed, Number(factor) * expected, points):
            times = show(max(factor, 1 / factor), ",")
            message = f"Right formula, {times} times too {'large' if factor > 1 else 'small'}."
            verdict = Verdict.SCALE if factor in SCALES else Verdict.WRONG
            return Grade(verdict, text, typed.line(), message)
    return None


def _unexplained(variant: Variant, body: Symbolic, typed: Formula, text: str) -> Grade:
    from mhaquiz.quiz.grading.suspecting import suspected_formula

    return suspected_formula(variant, body, typed, Grade(Verdict.WRONG, text, typed.line()))
