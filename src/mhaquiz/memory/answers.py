"""Every standing review of the log as an `Answer`, with the recall that the model expected of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from mhaquiz.memory import tables
from mhaquiz.memory.codec import read_review
from mhaquiz.memory.events import Event, EventKind
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import SHARES, amendments, apply, entry_of, share_of
from mhaquiz.memory.states import FRESH
from mhaquiz.memory.statistics import Answer


def answers(profile: Profile) -> list[Answer]:
    """All standing reviews in the order of their times, by the present keys of their cards."""
    by_card: defaultdict[str, list[Event]] = defaultdict(list)
    for event in tables.read_events(profile.connection, "card IS NOT NULL"):
        by_card[profile.key(event.card or "")].append(event)
    found = [
        (event.ms, event.id, answer)
        for key in by_card
        for event, answer in _of_card(profile, key, by_card[key])
    ]
    return [answer for _, _, answer in sorted(found, key=lambda each: each[:2])]


def _of_card(profile: Profile, key: str, events: list[Event]) -> Iterator[tuple[Event, Answer]]:
    """The card's reviews, replayed so that each meets the state it found."""
    scheduler = profile.scheduler
    entries = [entry_of(event) for event in events]
    undone, ratings = amendments(entries)
    confirmed = _confirmed(event for event in events if event.id not in undone)
    state = FRESH
    for event, entry in zip(events, entries, strict=True):
        if event.id in undone:
            continue
        entry = entry._replace(rating=ratings.get(event.id, entry.rating))
        if event.kind == EventKind.REVIEW:
            share = SHARES[share_of(state.last_day, entry)]
            predicted = scheduler.retrievability(state, entry.day) if share == "reviews" else None
            review = read_review(event.payload)
            idea = confirmed.get(event.id)
            yield event, Answer(
                key, entry.day, entry.rating, review.verdict, share, str(review.mode), review.confidence,
                review.ms_taken, idea or review.misconception, review.suspected and idea is None, predicted,
            )  # fmt: skip
        state = apply(state, entry, key, scheduler)


def _confirmed(events: Iterable[Event]) -> dict[str, str]:
    """Review → the suspected mistake that the learner confirmed: it counts like a named one."""
    notes = (event.payload for event in events if event.kind == EventKind.NOTE)
    found = ((payload.get("event"), payload.get("confirmed")) for payload in notes)
    return {of: idea for of, idea in found if isinstance(of, str) and isinstance(idea, str) and idea}
