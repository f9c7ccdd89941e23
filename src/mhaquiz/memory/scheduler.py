"""From a rating to the next due date: learning steps, intervals, fuzz and the rules that keep them in order.

The memory model moves once a study day, by the day's first review; what is answered again on the same day is
practice. Elapsed time counts study days, so a review at 23:50 and one at 00:10 lie on one day when the
rollover is at 04:00. Intervals obey, at the same desired retention:

- Hard < Good < Easy (equal only at the cap);
- a review whose stability grew never comes sooner than the interval before it;
- fuzz is a function of the card and its number of reviews, so that looking ten times shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from math import isfinite

from mhaquiz.memory.clock import ROLLOVER_HOUR, Moment
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Rating
from mhaquiz.memory.fsrs6 import Fsrs6, MemoryModel
from mhaquiz.memory.states import FRESH, CardPhase, CardState

STEP_MINUTES = {Rating.AGAIN: 10, Rating.HARD: 15}  # a missed card returns within the session
MAXIMUM_INTERVAL = 36_500
LEECH_LAPSES = 6
LEECH_OVER = 3  # passes on three days in a row end it
RETENTION_RANGE = (0.70, 0.99)
_FUZZ_BANDS = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))


class Scheduler:
    """Turns ratings into states. Pure: the same state, rating, moment and card give the same next state."""

    def __init__(
        self,
        model: MemoryModel | None = None,
        *,
        desired_retention: float = 0.90,
        maximum_interval: int = MAXIMUM_INTERVAL,
        rollover_hour: int = ROLLOVER_HOUR,
    ) -> None:
        self.model = model or Fsrs6()
        self.desired_retention = checked_retention(desired_retention)
        self.maximum_interval = max(1, min(maximum_interval, MAXIMUM_INTERVAL))
        self.rollover_hour = rollover_hour

    def next(self, state: CardState | None, rating: Rating, moment: Moment, card_key: str) -> CardState:
        """The state after a study or mock review."""
        return self.step(state or FRESH, rating, moment.study_day(self.rollover_hour), moment.ms, card_key)

    def preview(self, state: CardState | None, moment: Moment, card_key: str) -> Mapping[Rating, CardState]:
        """What each rating would give; exactly what `next` then gives."""
        return {rating: self.next(state, rating, moment, card_key) for rating in Rating}

    def retrievability(self, state: CardState, day: int) -> float:
        """The chance of recall on a study day; 0 for a card never reviewed."""
        if state.stability is None or state.last_day is None:
            return 0.0
        return self.model.retrievability(state.stability, max(0, day - state.last_day))

    def step(self, state: CardState, rating: Rating, day: int, ms: int, card_key: str) -> CardState:
        """`next` with the study day given, as the log stores it."""
        first_today = state.last_day is None or day > state.last_day
        if state.stability is None or state.difficulty is None:
            moved = self._started(state, rating, day)
        elif first_today:
            moved = self._moved(state, rating, day)
        else:
            moved = state
        moved = moved._replace(showings=state.showings + 1)
        if rating == Rating.AGAIN and state.phase == CardPhase.REVIEW:
            return _lapsed(moved, first_today, day, ms)
        if rating == Rating.AGAIN or (rating == Rating.HARD and state.phase != CardPhase.REVIEW):
            return _in_step(moved, rating, day, ms)
        if state.phase == CardPhase.REVIEW and not first_today:
            return moved
        days = self._days(state, rating, day, card_key, first_today)
        return _passed(moved, days, day, first_today)

    def _started(self, state: CardState, rating: Rating, day: int) -> CardState:
        stability, difficulty = self.model.first(rating)
        return state._replace(stability=stability, difficulty=difficulty, last_day=day, reps=state.reps + 1)

    def _moved(self, state: CardState, rating: Rating, day: int) -> CardState:
        stability, difficulty = self._after(state, rating, day)
        return state._replace(stability=stability, difficulty=difficulty, last_day=day, reps=state.reps + 1)

    def _after(self, state: CardState, rating: Rating, day: int) -> tuple[float, float]:
        if state.stability is None or state.difficulty is None or state.last_day is None:
            return self.model.first(rating)
        return self.model.after(state.stability, state.difficulty, day - state.last_day, rating)

    def _days(self, state: CardState, rating: Rating, day: int, card_key: str, first_today: bool) -> int:
        """The interval for a pass, above those of the ratings below it."""
        days = 0
        fraction = _fraction(card_key, state.reps)
        for each in (Rating.HARD, Rating.GOOD, Rating.EASY):
            if each == Rating.HARD and state.phase != CardPhase.REVIEW:
                continue  # Hard stays in its step
            stability = self._after(state, each, day)[0] if first_today else (state.stability or 0.0)
            wanted = self._fuzzed(self.model.interval(stability, self.desired_retention), fraction)
            if state.phase == CardPhase.REVIEW and stability >= (state.stability or 0.0):
                wanted = max(wanted, state.interval)
            elif state.phase.in_steps and state.interval:
                wanted = min(wanted, state.interval)
            days = min(max(wanted, days + 1), self.maximum_interval)
            if each == rating:
                break
        return days

    def _fuzzed(self, days: float, fraction: float) -> int:
        plain = min(max(round(days), 1), self.maximum_interval)
        if plain < 2.5:
            return plain
        spread = 1 + sum(share * max(0.0, min(plain, end) - start) for start, end, share in _FUZZ_BANDS)
        low, high = max(2, round(plain - spread)), min(round(plain + spread), self.maximum_interval)
        return low + int(fraction * (high - low + 1))


def _lapsed(state: CardState, first_today: bool, day: int, ms: int) -> CardState:
    """Back to a step. A lapse after a pass on the same day leaves stability, but is due again tomorrow."""
    lapses = state.lapses + 1
    relearning = state._replace(phase=CardPhase.RELEARNING, lapses=lapses, leech=lapses >= LEECH_LAPSES)
    return _in_step(relearning._replace(interval=0 if first_today else 1), Rating.AGAIN, day, ms)


def _in_step(state: CardState, rating: Rating, day: int, ms: int) -> CardState:
    phase = CardPhase.LEARNING if state.phase == CardPhase.NEW else state.phase
    return state._replace(phase=phase, due_day=day, due_ms=ms + STEP_MINUTES[rating] * 60_000, streak=0)


def _passed(state: CardState, days: int, day: int, first_today: bool) -> CardState:
    streak = state.streak + 1 if first_today else state.streak
    return state._replace(
        phase=CardPhase.REVIEW,
        due_day=day + days,
        due_ms=None,
        interval=days,
        streak=streak,
        leech=state.leech and streak < LEECH_OVER,
    )


def _fraction(card_key: str, reps: int) -> float:
    """A number in 0…1 that belongs to this card at this review, on every machine."""
    digest = blake2b(f"{card_key}\n{reps}".encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big") / 2**48


def checked_retention(retention: float) -> float:
    """A desired retention inside the range where intervals mean something, or `ProfileError`."""
    low, high = RETENTION_RANGE
    if not isinstance(retention, (int, float)) or not isfinite(retention) or not low <= retention <= high:
        raise ProfileError(f"desired retention {retention!r}: give a number from {low:.2f} to {high:.2f}")
    return float(retention)


def interval_text(state: CardState, moment: Moment, rollover_hour: int = ROLLOVER_HOUR) -> str:
    """When a card comes back, as a button shows it: "<10 min", "3 d", "1.2 mo", "2.5 y"."""
    if state.due_ms is not None:
        minutes = max(1, -(-(state.due_ms - moment.ms) // 60_000))
        return f"<{minutes} min"
    days = max(0, (state.due_day or 0) - moment.study_day(rollover_hour))
    if days < 31:
        return f"{days} d"
    if days < 365:
        return f"{days / 30.4375:.1f} mo"
    return f"{days / 365.25:.1f} y"
