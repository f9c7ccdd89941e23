"""Reading what was typed: numbers with units, formulas, shapes and lists. Nothing typed is ever evaluated.

Every reader takes text of at most 200 characters, answers with exact values, and raises `Unreadable` with a
reason and the place where reading stopped.
"""

from mhaquiz.deck.cards import Accept
from mhaquiz.quiz.reading.numbers import Reading, Written, read_number
from mhaquiz.quiz.reading.unreadable import Unreadable

__all__ = ["Reading", "Unreadable", "Written", "read", "read_number"]


def read(text: str, accept: Accept) -> Reading:
    """The number that `text` writes on a card that accepts `accept`. Raises Unreadable."""
    reading = read_number(text, accept.unit, accept.min_sigfigs)
    if reading.written is Written.EXPRESSION and "expression" not in accept.forms:
        raise Unreadable("this card wants the number itself, worked out")
    return reading
