"""What was picked from a card, by names that hang on no display: ids of choices and steps, lines, gaps.

Displayed numbers mean something else in every shuffle, so a report and an author's statistics use these.
"""

from __future__ import annotations

from typing import assert_never

from mhaquiz.deck.cards import (
    Card,
    Choices,
    Cloze,
    Numeric,
    Order,
    Recall,
    Shape,
    SpotBug,
    Symbolic,
    TrueFalse,
)
from mhaquiz.memory.events import Mode, Review
from mhaquiz.quiz.changed import FAULTS
from mhaquiz.quiz.grading.choosing import chosen, claimed
from mhaquiz.quiz.grading.ordering import placed
from mhaquiz.quiz.grading.texts import filled, lines
from mhaquiz.quiz.reading import Unreadable
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.stored import drawn_values
from mhaquiz.quiz.variants import restore


def picked(variant: Variant, typed: str) -> tuple[str, ...]:
    """Ids, line numbers or the gaps' texts, as they were given; none of numbers, formulas and shapes."""
    body = variant.card.body
    try:
        match body:
            case Choices():
                return tuple(choice.id for choice in chosen(variant, typed))
            case TrueFalse():
                return (claimed(variant, typed).id,)
            case Order():
                return tuple(step.id for step in placed(variant, typed))
            case SpotBug():
                return tuple(map(str, sorted(lines(typed, len(body.code.splitlines())))))
            case Cloze():
                return tuple(filled(typed, len(variant.expected)))  # type: ignore[arg-type]
            case Recall() | Numeric() | Symbolic() | Shape():
                return ()
            case _:
                assert_never(body)
    except Unreadable:
        return ()  # such an answer is asked for again and never settled


def picked_then(card: Card, review: Review) -> tuple[str, ...]:
    """What was picked in a review whose display can be had again: studied, and the card as it was."""
    values = drawn_values(card, review.values)
    if values is None or review.mode is Mode.MOCK or review.content_hash != card.content_hash:
        return ()
    try:
        return picked(restore(card, values, showing=review.showing), review.typed)
    except FAULTS:
        return ()
