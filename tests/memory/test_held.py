"""One count of today's cards: it falls by one a card, and what fits besides is told apart."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from mhaquiz.deck.cards import Card
from mhaquiz.memory import interviews
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Counts, Filters, Item, Limits, Queue

from .conftest import FakeClock, make_card, make_review


def cards(number: int = 120) -> list[Card]:
    return [
        replace(make_card(f"c{n:03}", deck="de"[n % 2]), minutes=Fraction(2 + n % 3, 2))
        for n in range(number)
    ]


def plan(profile: Profile, days: int = 10, minutes: float = 20) -> None:
    interviews.plan_interview(profile, date_of(profile.study_day() + days).isoformat(), minutes)


def play(profile: Profile, clock: FakeClock, seconds: int, rating: int = 3) -> list[Counts]:
    """Study to the end of the day, `seconds` a card; the counts before each card, the last after all."""
    queue = Queue(profile, cards(), clock)
    told = []
    while isinstance(item := queue.next(clock()), Item):
        told.append(queue.counts(clock()))
        profile.record_review(item.card.key, make_review(rating, ms_taken=seconds * 1000))
        clock.forward(minutes=seconds / 60)
    return [*told, queue.counts(clock())]


def test_a_quick_person_sees_the_count_fall_and_is_told_what_else_fits(
    profile: Profile, clock: FakeClock
) -> None:
    plan(profile)
    told = play(profile, clock, seconds=30)
    first = told[0]
    assert 8 <= first.fresh <= 17, "20 minutes hold about so many of 1.5 minutes"
    assert first.more == 0
    left = [each.fresh for each in told]
    assert all(after <= before for before, after in pairwise(left))
    assert left[first.fresh] == 0, "as many as the day was to hold"
    assert told[first.fresh].more > 5
    assert told[-1].fresh == told[-1].more == 0


def test_a_card_that_is_asked_is_counted(profile: Profile, clock: FakeClock) -> None:
    plan(profile)
    assert all(each.fresh + each.more for each in play(profile, clock, seconds=95)[:-1])


def test_a_slow_person_is_told_that_less_fits(profile: Profile, clock: FakeClock) -> None:
    plan(profile)
    told = play(profile, clock, seconds=240)
    assert len(told) - 1 < told[0].fresh
    assert not any(each.more for each in told)


def test_a_session_over_one_deck_counts_the_cards_it_asks(profile: Profile, clock: FakeClock) -> None:
    """All new cards of the plan's day were answered in other decks: more of them are asked all the same."""
    plan(profile)
    for number in range(0, 30, 2):
        profile.record_review(f"d/c{number:03}", make_review(3, ms_taken=10_000))
    queue = Queue(profile, Catalogue(cards(30), Filters(decks=("e",))), clock)
    assert isinstance(queue.next(clock()), Item)
    counts = queue.counts(clock())
    assert counts.fresh + counts.more > 3


def test_an_asked_for_limit_holds_in_leftover_minutes(profile: Profile, clock: FakeClock) -> None:
    plan(profile)
    queue = Queue(profile, cards(), clock, Limits(new=3))
    assert queue.counts(clock()).new == 3
    for _ in range(3):
        item = queue.next(clock())
        assert isinstance(item, Item)
        profile.record_review(item.card.key, make_review(3, ms_taken=1000))
    assert not isinstance(queue.next(clock()), Item)
    assert queue.counts(clock()).fresh == queue.counts(clock()).more == 0


def test_minutes_asked_for_bound_the_count_without_a_plan(profile: Profile, clock: FakeClock) -> None:
    assert Queue(profile, cards(), clock, minutes=6).counts(clock()).new <= 6
    assert Queue(profile, cards(), clock).counts(clock()).new == 20
