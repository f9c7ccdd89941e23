"""Grading: one typed answer against one variant, by the card's kind.

Unreadable is not wrong. Whatever is typed, a grade comes back; nothing is raised for a learner's text.
"""

from __future__ import annotations

from collections.abc import Callable

from mhaquiz.deck.cards import Kind
from mhaquiz.quiz.grading.choosing import grade_choice, grade_chosen, grade_true_false
from mhaquiz.quiz.grading.numeric import grade_numeric
from mhaquiz.quiz.grading.ordering import grade_order
from mhaquiz.quiz.grading.shapes import grade_shape
from mhaquiz.quiz.grading.symbolic import grade_symbolic
from mhaquiz.quiz.grading.texts import grade_cloze, grade_spot_bug
from mhaquiz.quiz.reading import Unreadable
from mhaquiz.quiz.reading.characters import visible
from mhaquiz.quiz.shown import Form, Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

__all__ = ["grade", "grade_chosen"]


def _self_rated(variant: Variant, text: str) -> Grade:
    return Grade(Verdict.SELF_RATED, text, visible(text))


_GRADERS: dict[Kind, Callable[[Variant, str], Grade]] = {
    Kind.RECALL: _self_rated,
    Kind.TRUE_FALSE: grade_true_false,
    Kind.SINGLE_CHOICE: grade_choice,
    Kind.MULTI_CHOICE: grade_choice,
    Kind.NUMERIC: grade_numeric,
    Kind.DEMO: grade_numeric,
    Kind.SYMBOLIC: grade_symbolic,
    Kind.SHAPE: grade_shape,
    Kind.ORDER: grade_order,
    Kind.CLOZE: grade_cloze,
    Kind.SPOT_BUG: grade_spot_bug,
}


def grade(variant: Variant, text: str) -> Grade:
    """What becomes of `text` as the answer to `variant`.

    Choices are named by displayed number or id (`2`, `1 3`, `layers`), true_false by t or f, order by numbers
    or ids first to last, cloze gaps are parted by `;` or `|`, a bug is a line number.
    """
    automatic = variant.form is Form.CHOICE and variant.card.kind in (Kind.NUMERIC, Kind.DEMO)
    grader = grade_choice if automatic else _GRADERS[variant.card.kind]
    try:
        return grader(variant, text)
    except Unreadable as trouble:
        message = visible(trouble.message(text)) if text.strip() else "Type an answer first."
        return Grade(Verdict.UNREADABLE, text, visible(text[: trouble.at].strip()), message)
