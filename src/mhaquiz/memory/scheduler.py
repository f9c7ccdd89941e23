"""From a rating to the next due date: learning steps, intervals, fuzz and the rules that keep them in order.

The memory model moves once a study day, by the day's first review; what is answered again on the same day is
practice. Elapsed time counts study days, so a review at 23:50 and one at 00:10 lie on one day when the
rollover is at 04:00. Intervals obey, at the same desired retention:

- Hard < Good < Easy (equal only at the cap);
- a review whose stability grew never comes sooner than the interval before it;
- fuzz is a function of the card and its number of reviews, so that looking ten times shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from zlib import crc32

from mhaquiz.memory.clock import ROLLOVER_HOUR, Moment
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Rating
from mhaquiz.memory.fsrs6 import Fsrs6, MemoryModel
from mhaquiz.memory.states import FRESH, CardPhase, CardState

AGAIN, HARD, GOOD = int(Rating.AGAIN), int(Rating.HARD), int(Rating.GOOD)  # plain ints, for speed
REVIEW = CardPhase.REVIEW
_new_tuple = tuple.__new__
STEP_MS = {AGAIN: 600_000, HARD: 900_000}  # a missed card returns within the session
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

    def step(self, state: CardState, rating: int, day: int, ms: int, card_key: str) -> CardState:
        """`next` with the study day given, as the log stores it."""
        phase, stability, difficulty, _, _, last_day, reps, lapses = state[:8]
        model = self.model
        if stability is None or difficulty is None or last_day is None:
            outcomes: tuple[float, ...] = model.firsts
            difficulty = model.first_difficulty(rating)
        elif day <= last_day:
            return self._repeated(state, rating, day, ms, card_key)
        elif rating == AGAIN:
            outcomes = (model.forgotten(stability, difficulty, day - last_day),)
            difficulty = model.next_difficulty(difficulty, rating)
        else:
            outcomes = (0.0, *model.recalled(stability, difficulty, day - last_day))
            difficulty = model.next_difficulty(difficulty, rating)
        reviewing, days = phase is REVIEW, 0
        if rating >= GOOD or (rating == HARD and reviewing):
            days = self._days(state, outcomes, rating, card_key)
        lapsed = rating == AGAIN and reviewing
        streak = state.streak + 1 if days else 0
        lapses += lapsed
        # As a bare tuple, by position: keywords would take five times as long, and a rebuild makes 100,000.
        return _new_tuple(
            CardState,
            (
                REVIEW if days else _next_phase(phase, lapsed),
                outcomes[rating - 1],
                difficulty,
                day + days,
                None if days else ms + STEP_MS[rating],
                day,
                reps + 1,
                lapses,
                days,
                state.suspended,
                state.buried_until,
                state.flagged,
                lapses >= LEECH_LAPSES if lapsed else state.leech and streak < LEECH_OVER,
                streak,
                state.showings + 1,
            ),
        )

    def _repeated(self, state: CardState, rating: int, day: int, ms: int, card_key: str) -> CardState:
        """A review after the day's first: practice. Steps go on; a lapse counts and is due again tomorrow."""
        again = rating == AGAIN
        if state.phase is REVIEW and not again:
            return state._replace(showings=state.showings + 1)
        if again or rating == HARD:
            lapsed = again and state.phase is REVIEW
            return state._replace(
                phase=_next_phase(state.phase, lapsed),
                due_day=day,
                due_ms=ms + STEP_MS[rating],
                lapses=state.lapses + lapsed,
                leech=state.leech or state.lapses + lapsed >= LEECH_LAPSES,
                interval=1 if lapsed else state.interval,
                streak=0,
                showings=state.showings + 1,
            )
        stability = state.stability or 0.0
        days = self._days(state, (stability,) * 4, rating, card_key)
        return state._replace(
            phase=CardPhase.REVIEW,
            due_day=day + days,
            due_ms=None,
            interval=days,
            showings=state.showings + 1,
        )

    def _days(self, state: CardState, outcomes: Sequence[float], rating: int, card_key: str) -> int:
        """The interval for a pass, above those of lower ratings. `outcomes` are stabilities by rating."""
        reviewing, before, last, days = state.phase is REVIEW, state.stability or 0.0, state.interval, 0
        lot, cap = _lot(card_key, state.reps), self.maximum_interval
        for each in range(HARD if reviewing else GOOD, rating + 1):
            stability = outcomes[each - 1]
            plain = round(self.model.interval(stability, self.desired_retention))
            low, count = _fuzz_range(cap if plain > cap else plain)  # min and max take twice as long
            wanted = low + lot % count
            if last and (
                wanted < last if reviewing and stability >= before else wanted > last and not reviewing
            ):
                wanted = last
            if wanted <= days:
                wanted = days + 1
            days = cap if wanted > cap else wanted
        return days


@lru_cache(maxsize=4096)
def _fuzz_range(days: int) -> tuple[int, int]:
    """The intervals among which chance may choose instead of `days`: the shortest, and how many.

    The bands are those of Anki.
    """
    if days < 3:
        return max(days, 1), 1
    spread = 1 + sum(share * max(0.0, min(days, end) - start) for start, end, share in _FUZZ_BANDS)
    low = max(2, round(days - spread))
    return low, round(days + spread) - low + 1


def _next_phase(phase: CardPhase, lapsed: bool) -> CardPhase:
    """The phase after an answer that does not bring the card into review."""
    if lapsed:
        return CardPhase.RELEARNING
    return CardPhase.LEARNING if phase == CardPhase.NEW else phase


def _lot(card_key: str, reps: int) -> int:
    """A number that belongs to this card at this review, on every machine."""
    return crc32(f"{card_key}\n{reps}".encode())


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
