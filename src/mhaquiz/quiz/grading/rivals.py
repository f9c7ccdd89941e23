"""A listed mistake whose number another listed one gives as well: both are named, neither counts by itself.

At n = d/2 forgetting W_O and forgetting scores and values give the same FLOPs. Which of the two it was, only
the learner knows. What the engine guesses does not stand beside what an author named.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from mhaquiz.deck.display import show
from mhaquiz.deck.expression_tree import ExpressionError
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Number
from mhaquiz.quiz.formulas import author_formula
from mhaquiz.quiz.grading.judging import Target, as_near
from mhaquiz.quiz.reading import Reading
from mhaquiz.quiz.shown import KnownMistake, Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from mhaquiz.engine.edits import Edit

#: As many as the keys and `:confirm` can choose among.
MOST_NAMED = 3


def with_rivals(variant: Variant, reading: Reading, target: Target, grade: Grade) -> Grade:
    """`grade`, which names a mistake; as `suspected`, with all, where several give the number."""
    near = as_near(reading, target)
    listed = [one for one in variant.mistakes if one.index == grade.mistake]
    listed += [one for one in variant.mistakes if one.index in near and one.index != grade.mistake]
    if len(listed) < 2:
        return grade
    listed = listed[:MOST_NAMED]
    edits = tuple(_edit(variant, one, reading) for one in listed)
    return replace(
        grade,
        verdict=Verdict.SUSPECTED,
        message=edits[0].sentence,
        mistake=None,
        misconception=None,
        edits=edits,
        listed=tuple(listed),
    )


def _edit(variant: Variant, mistake: KnownMistake, reading: Reading) -> Edit:
    """A listed mistake among the suspicions; what it is called is said where the library is at hand."""
    from mhaquiz.engine.edits import RIGHT_FOR, Edit

    source = str(variant.card.body.mistakes[mistake.index].answer)  # type: ignore[union-attr]
    value = Fraction(mistake.value)  # type: ignore[arg-type]
    words = (mistake.why or mistake.misconception or source).removesuffix(".")
    try:
        found = author_formula(variant, source)
    except (ExpressionError, EngineError):
        found = Number(value)
    return Edit(f"{show(reading.value, ',')}{RIGHT_FOR}{words}.", value, found, words, cost=1)
