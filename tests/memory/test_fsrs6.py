"""The memory model held equal to py-fsrs, which shares no code with it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS as REFERENCE_PARAMETERS
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.fsrs6 import DEFAULT_PARAMETERS, MAX_STABILITY, Fsrs6, validated

OTHER_PARAMETERS = tuple(
    value * (1.1 if index % 2 else 0.9) for index, value in enumerate(REFERENCE_PARAMETERS)
)
HISTORIES = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 400)), min_size=1, max_size=12)


def reference(parameters: tuple[float, ...], history: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Stability and difficulty after each review by py-fsrs: fuzz off, steps empty, days as UTC midnights."""
    scheduler = fsrs.Scheduler(parameters, learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    when = datetime(2026, 1, 1, tzinfo=UTC)
    card, states = fsrs.Card(card_id=1, due=when), []
    for rating, gap in history:
        card, _ = scheduler.review_card(card, fsrs.Rating(rating), when)
        states.append((card.stability or 0.0, card.difficulty or 0.0))
        when += timedelta(days=gap)
    return states


def ours(parameters: tuple[float, ...], history: list[tuple[int, int]]) -> list[tuple[float, float]]:
    model, states, gap_before = Fsrs6(parameters), [], 0
    for rating, gap in history:
        states.append(model.after(*states[-1], gap_before, rating) if states else model.first(rating))
        gap_before = gap
    return states


def test_the_default_parameters_are_those_of_the_reference() -> None:
    assert DEFAULT_PARAMETERS == REFERENCE_PARAMETERS


@pytest.mark.parametrize("parameters", [DEFAULT_PARAMETERS, OTHER_PARAMETERS])
@given(history=HISTORIES)
@settings(max_examples=150, deadline=None)
def test_every_review_gives_what_the_reference_gives(
    parameters: tuple[float, ...], history: list[tuple[int, int]]
) -> None:
    for (stability, difficulty), (want_s, want_d) in zip(
        ours(parameters, history), reference(parameters, history), strict=True
    ):
        if want_s > MAX_STABILITY:  # the reference has no upper bound
            return
        assert stability == pytest.approx(want_s, rel=1e-9)
        assert difficulty == pytest.approx(want_d, rel=1e-9)


@given(stability=st.floats(0.01, 3000), elapsed=st.integers(0, 4000), retention=st.floats(0.7, 0.99))
def test_recall_and_interval_are_those_of_the_reference(
    stability: float, elapsed: int, retention: float
) -> None:
    when = datetime(2026, 1, 1, tzinfo=UTC)
    card = fsrs.Card(card_id=1, stability=stability, difficulty=5.0, due=when, last_review=when)
    scheduler = fsrs.Scheduler(desired_retention=retention)
    model = Fsrs6()
    wanted = scheduler.get_card_retrievability(card, when + timedelta(days=elapsed))
    assert model.retrievability(stability, elapsed) == pytest.approx(wanted, rel=1e-12)
    whole = min(max(round(model.interval(stability, retention)), 1), 36_500)
    assert whole == scheduler._next_interval(stability=stability)


@given(stability=st.floats(0.01, 3000), difficulty=st.floats(1, 10), elapsed=st.integers(0, 1000))
def test_a_better_rating_never_gives_less(stability: float, difficulty: float, elapsed: int) -> None:
    model = Fsrs6()
    after = [model.after(stability, difficulty, elapsed, rating) for rating in (1, 2, 3, 4)]
    assert [s for s, _ in after] == sorted(s for s, _ in after)
    assert [d for _, d in after] == sorted((d for _, d in after), reverse=True)


def test_forty_easy_in_a_row_stay_finite() -> None:
    model = Fsrs6()
    stability, difficulty = model.first(4)
    for _ in range(40):
        stability, difficulty = model.after(stability, difficulty, int(stability) + 1, 4)
    assert stability == MAX_STABILITY


def test_parameters_are_validated() -> None:
    assert validated(list(DEFAULT_PARAMETERS)) == DEFAULT_PARAMETERS
    for bad in ([1.0] * 20, [*DEFAULT_PARAMETERS[:20], 9.0], ["x"] * 21, [float("nan")] * 21):
        with pytest.raises(ProfileError):
            validated(bad)
