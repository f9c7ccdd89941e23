"""What can still be taken back of earlier sessions: the last step that this device wrote on this study day.

A session that was left, or killed, is gone; the log is not. The question comes back from its drawn values.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from mhaquiz.memory.codec import read_review
from mhaquiz.memory.events import Event, EventKind, Mode, Review
from mhaquiz.quiz.journal import Step
from mhaquiz.quiz.questions import Question, seconds_of
from mhaquiz.quiz.stored import drawn_values

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.quiz.variants import Variant

FAR_BACK = 1_000  # events looked through: more than an evening, less than a key press takes
_SET_ASIDE = (EventKind.SUSPEND, EventKind.BURY, EventKind.RESET)


def last_step(profile: Profile, library: Library, mode: Mode) -> Step | None:
    """The last answer, suspension or burial of today that stands, with what belongs to it; None for none."""
    recent = profile.events_since(profile.last_arrival() - FAR_BACK)
    undone = {str(event.payload.get("event")) for event in recent if event.kind == EventKind.UNDO}
    own = [event for event in recent if _is_own(profile, event) and event.id not in undone]
    for event in sorted(own, key=_sequence, reverse=True):
        card = library.card(profile.key(event.card or ""))
        if card is not None and _begins_step(event, mode):
            return _step(profile, card, event, own)
    return None


def _is_own(profile: Profile, event: Event) -> bool:
    return event.id.startswith(f"{profile.device}:") and event.study_day == profile.study_day()


def _sequence(event: Event) -> int:
    return int(event.id.partition(":")[2])


def _begins_step(event: Event, mode: Mode) -> bool:
    if event.kind == EventKind.REVIEW:
        return read_review(event.payload).mode == mode
    return event.kind in _SET_ASIDE and "event" not in event.payload


def _step(profile: Profile, card: Card, first: Event, own: Iterable[Event]) -> Step:
    """The step that `first` began, with the events that name it."""
    review = read_review(first.payload) if first.kind == EventKind.REVIEW else None
    later = [event for event in own if event.payload.get("event") == first.id]
    events = [first.id, *(event.id for event in sorted(later, key=_sequence))]
    return Step(_question(profile, card, review), events, answered=review is not None)


def _question(profile: Profile, card: Card, review: Review | None) -> Question:
    question = Question(
        card=card,
        variant=_variant(profile, card, review),
        hints_left=len(card.hints),
        why_due="taken back",
        seconds=seconds_of(card),
    )
    for _ in range(min(review.hints if review is not None else 0, question.hints_left)):
        question.hint()  # it was seen then, and helps again
    return question


def _variant(profile: Profile, card: Card, review: Review | None) -> Variant:
    """The variant that was answered; a fresh one where the card has changed since or none was answered."""
    from mhaquiz.quiz.variants import Form, draw, restore

    values = drawn_values(card, review.values) if review is not None else None
    if review is not None and values is not None:
        with suppress(ValueError):  # values or a form that today's card does not have
            return restore(card, values, showing=review.showing, form=Form(review.form))
    return draw(card, showing=profile.showings(card.key))
