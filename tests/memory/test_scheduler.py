"""Intervals and steps: the rules of the module docstring as properties."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.memory.clock import Moment
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Rating
from mhaquiz.memory.scheduler import LEECH_LAPSES, Scheduler, interval_text
from mhaquiz.memory.states import FRESH, CardPhase, CardState

DAY = 86_400_000
KEYS = st.text("abc", min_size=1, max_size=3).map(lambda text: f"d/{text}")
STEPS = st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(0, 60)), max_size=12)


def at(day: int, minutes: int = 0) -> Moment:
    return Moment(day * DAY + 12 * 3_600_000 + minutes * 60_000)


def walk(scheduler: Scheduler, steps: list[tuple[Rating, int]], key: str) -> tuple[CardState, int]:
    state, day = FRESH, 20_000
    for rating, gap in steps:
        state = scheduler.next(state, rating, at(day), key)
        day += gap
    return state, day


@given(steps=STEPS, key=KEYS, retention=st.floats(0.7, 0.99))
@settings(max_examples=300)
def test_intervals_are_ordered_and_never_shrink_when_stability_grew(
    steps: list[tuple[Rating, int]], key: str, retention: float
) -> None:
    scheduler = Scheduler(desired_retention=retention)
    state, day = walk(scheduler, steps, key)
    preview = scheduler.preview(state, at(day), key)
    repeat = state.last_day is not None and day <= state.last_day
    if state.phase == CardPhase.REVIEW and not repeat:
        hard, good, easy = (preview[rating].interval for rating in (Rating.HARD, Rating.GOOD, Rating.EASY))
        assert hard < good < easy
        for rating in (Rating.HARD, Rating.GOOD, Rating.EASY):
            if preview[rating].stability >= state.stability:
                assert preview[rating].interval >= state.interval
    elif state.phase != CardPhase.REVIEW:
        assert preview[Rating.GOOD].interval < preview[Rating.EASY].interval
        assert preview[Rating.AGAIN].due_ms < preview[Rating.HARD].due_ms


@given(steps=STEPS, key=KEYS)
def test_the_preview_is_what_is_given_however_often_it_is_asked(
    steps: list[tuple[Rating, int]], key: str
) -> None:
    scheduler = Scheduler()
    state, day = walk(scheduler, steps, key)
    looks = [scheduler.preview(state, at(day), key) for _ in range(10)]
    assert all(look == looks[0] for look in looks)
    for rating in Rating:
        assert scheduler.next(state, rating, at(day), key) == looks[0][rating]


@given(steps=STEPS, key=KEYS, cap=st.integers(1, 400))
def test_no_interval_passes_the_cap(steps: list[tuple[Rating, int]], key: str, cap: int) -> None:
    state, _ = walk(Scheduler(maximum_interval=cap), steps, key)
    assert state.interval <= cap


def test_forty_easy_do_not_overflow() -> None:
    scheduler, state, day = Scheduler(), FRESH, 20_000
    for _ in range(40):
        state = scheduler.next(state, Rating.EASY, at(day), "d/a")
        day += state.interval
    assert state.interval == 36_500
    assert math.isfinite(state.stability)


def test_ten_reviews_in_one_day_move_the_memory_once() -> None:
    scheduler = Scheduler()
    once = scheduler.next(FRESH, Rating.EASY, at(20_000), "d/a")
    state = once
    for minutes in range(1, 10):
        state = scheduler.next(state, Rating.EASY, at(20_000, minutes), "d/a")
    assert state == once._replace(showings=10)


def test_again_on_a_review_card_is_a_lapse_also_after_a_good_on_the_same_day() -> None:
    scheduler = Scheduler()
    start = scheduler.next(FRESH, Rating.GOOD, at(20_000), "d/a")
    again_first = scheduler.next(start, Rating.AGAIN, at(20_005), "d/a")
    again_first = scheduler.next(again_first, Rating.GOOD, at(20_005, 1), "d/a")
    good_first = scheduler.next(start, Rating.GOOD, at(20_005), "d/a")
    good_first = scheduler.next(good_first, Rating.AGAIN, at(20_005, 1), "d/a")
    assert again_first.lapses == good_first.lapses == 1
    passed = scheduler.next(good_first, Rating.GOOD, at(20_005, 12), "d/a")
    assert passed.interval == 1  # what failed today is due tomorrow, whatever was known this morning


def test_a_date_before_the_last_review_counts_as_the_same_day() -> None:
    scheduler = Scheduler()
    state = scheduler.next(FRESH, Rating.GOOD, at(20_000), "d/a")
    assert scheduler.next(state, Rating.GOOD, at(19_990), "d/a") == state._replace(showings=2)


def test_a_leech_is_named_and_recovers() -> None:
    scheduler, state, day = Scheduler(), scheduler_start(), 20_000
    for _ in range(LEECH_LAPSES):
        day += 3
        state = scheduler.next(state, Rating.AGAIN, at(day), "d/a")
        state = scheduler.next(state, Rating.GOOD, at(day, 11), "d/a")
    assert state.leech
    for _ in range(3):
        day += max(1, state.interval)
        state = scheduler.next(state, Rating.GOOD, at(day), "d/a")
    assert not state.leech


def scheduler_start() -> CardState:
    return Scheduler().next(FRESH, Rating.GOOD, at(20_000), "d/a")


@pytest.mark.parametrize("retention", [0.0, 0.69, 1.0, -1, math.nan, math.inf])
def test_a_desired_retention_without_meaning_is_refused(retention: float) -> None:
    with pytest.raises(ProfileError, match="desired retention"):
        Scheduler(desired_retention=retention)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (FRESH._replace(due_day=20_000, due_ms=at(20_000).ms + 600_000), "<10 min"),
        (FRESH._replace(due_day=20_003), "3 d"),
        (FRESH._replace(due_day=20_037), "1.2 mo"),
        (FRESH._replace(due_day=20_913), "2.5 y"),
    ],
)
def test_intervals_as_a_button_shows_them(state: CardState, text: str) -> None:
    assert interval_text(state, at(20_000)) == text
