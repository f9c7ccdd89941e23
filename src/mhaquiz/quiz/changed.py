"""Whether the questions that were put have another right answer today, since their deck was edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, Numeric, Shape, Symbolic, TrueFalse, Value
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.variants import DrawError, NoDrawError
from mhaquiz.memory import meaning
from mhaquiz.quiz.stored import drawn_values, kept_expected

if TYPE_CHECKING:
    from mhaquiz.memory.profile import Profile

#: Why a card that was edited since can no longer be shown with the values of then.
FAULTS = (ExpressionError, DrawError, NoDrawError)
#: So many of the last answers are held against the card.
LOOKED_AT = 20


def expected_today(card: Card, values: Mapping[str, Value]) -> str | None:
    """The right answer for these values as a learner reads it; None where they can no longer be drawn."""
    from mhaquiz.quiz.variants import restore

    try:
        return restore(card, values, showing=0).expected_text
    except FAULTS:
        return None


def calculated(card: Card) -> bool:
    """Whether the right answer is worked out: it may be written in another way and mean the same."""
    return isinstance(card.body, Numeric | Shape | Symbolic | TrueFalse)


def answer_changed(profile: Profile, card: Card) -> bool:
    """Whether a history is about other answers than the card has: not where a formula is only rewritten."""
    if not meaning.changed(profile, [card]):
        return False
    reviews = [review for _, review in profile.reviews(card.key)[-LOOKED_AT:]]
    return not calculated(card) or any(
        (values := drawn_values(card, review.values)) is None
        or (today := expected_today(card, values)) is None
        or kept_expected(today) != kept_expected(review.expected)
        for review in reviews
        if review.meaning_hash == reviews[-1].meaning_hash
    )
