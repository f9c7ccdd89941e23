"""What an answer will need, made ready while the question is thought about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.quiz.explaining import explain, second_route
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.shown import Form
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.shown import Variant

WRONG = "1234567"
"""Large enough for the slips that would explain it to be searched."""


def prepare(variant: Variant, library: Library) -> str:
    """Load and compile what grading and explaining will ask for; returns the line of the second route.

    The first answer of a session would otherwise wait 50 ms for imports. Keeps nothing and writes nothing
    down; call it off the interface's thread, for it may import numpy. Raises RoutesDiffer.
    """
    if variant.form is Form.SPOKEN:
        guess = Grade(Verdict.SELF_RATED, typed="")
    else:
        guess = grade(variant, "1" if variant.choices else WRONG)
    if not guess.verdict.asks_again:
        explain(variant, guess, library)
    return second_route(variant)
