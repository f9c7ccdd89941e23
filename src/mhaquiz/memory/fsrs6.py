"""The memory model: FSRS-6 in plain floats, written from its published formulas.

Source: github.com/open-spaced-repetition/awesome-fsrs, "The Algorithm" (FSRS-6, 21 parameters). py-fsrs is
the reference, and the tests hold every value here equal to its own; it does not run on this path because one
review costs it 17 µs (it copies a card and builds dates), three ratings are asked for each review to keep
Hard < Good < Easy, and a rebuild of 100,000 events must take no more than two seconds.

Units: stability and elapsed time in days (of study, not of 24 hours), difficulty 1…10, retrievability 0…1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from math import pow as power
from typing import Protocol

from mhaquiz.memory.errors import ProfileError

#: The defaults published with FSRS-6, as in `fsrs.scheduler.DEFAULT_PARAMETERS` (a test compares them).
DEFAULT_PARAMETERS = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # first stability by rating
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty
    *(1.8722, 0.1666, 0.796),  # stability after recall
    *(1.4835, 0.0614, 0.2629, 1.6483),  # stability after a lapse
    *(0.6014, 1.8729),  # Hard penalty, Easy bonus
    *(0.5425, 0.0912, 0.0658),  # same-day reviews; of these only the cap on a lapse is used here
    0.1542,  # decay of the forgetting curve
)
MIN_STABILITY = 0.001
MAX_STABILITY = 36_500.0  # a hundred years: forty Easy in a row stay finite


class MemoryModel(Protocol):
    """What scheduling needs of a memory model; FSRS-6 is one, its successors can be others.

    Stabilities come as tuples by rating because intervals must be ordered: to give Good its interval, that of
    Hard must be known.
    """

    firsts: tuple[float, float, float, float]  # stability after the first review, by rating

    def first_difficulty(self, rating: int) -> float:
        """Difficulty after the first review."""
        ...

    def forgotten(self, stability: float, difficulty: float, elapsed: int) -> float:
        """Stability after Again, `elapsed` days after the last review."""
        ...

    def recalled(self, stability: float, difficulty: float, elapsed: int) -> tuple[float, float, float]:
        """Stability after Hard, Good and Easy."""
        ...

    def next_difficulty(self, difficulty: float, rating: int) -> float:
        """Difficulty after a later review."""
        ...

    def retrievability(self, stability: float, elapsed: float) -> float:
        """The chance of recall `elapsed` days after a review."""
        ...

    def interval(self, stability: float, retention: float) -> float:
        """Days until recall falls to `retention`."""
        ...

    def first(self, rating: int) -> tuple[float, float]:
        """Stability and difficulty after the first review."""
        ...

    def after(self, stability: float, difficulty: float, elapsed: int, rating: int) -> tuple[float, float]:
        """Stability and difficulty after a review `elapsed` days after the last one."""
        ...


def validated(parameters: Sequence[float]) -> tuple[float, ...]:
    """The parameters as floats, or `ProfileError`. py-fsrs holds the table of bounds."""
    from fsrs import Scheduler

    try:
        return Scheduler(parameters=tuple(float(value) for value in parameters)).parameters
    except (TypeError, ValueError, OverflowError) as error:
        raise ProfileError("scheduler parameters: " + " ".join(str(error).split())) from None


class Fsrs6:
    """FSRS-6 over one set of 21 parameters, which must have passed `validated`."""

    def __init__(self, parameters: Sequence[float] = DEFAULT_PARAMETERS) -> None:
        self.parameters = w = tuple(parameters)
        self._decay: float = -w[20]
        self._factor = power(0.9, 1 / self._decay) - 1
        self._stretch = 0.9, self._factor  # the retention last asked for, and what it does to an interval
        self._growth = exp(w[8])
        self._lapse_divisor = exp(w[17] * w[18])
        self._difficulty_goal = w[7] * self._raw_difficulty(4)
        self.firsts = (
            max(w[0], MIN_STABILITY),
            max(w[1], MIN_STABILITY),
            max(w[2], MIN_STABILITY),
            max(w[3], MIN_STABILITY),
        )
        self._first_difficulties = tuple(
            min(max(self._raw_difficulty(rating), 1.0), 10.0) for rating in (1, 2, 3, 4)
        )

    def _raw_difficulty(self, rating: int) -> float:
        w = self.parameters
        return w[4] - exp(w[5] * (rating - 1)) + 1

    def first_difficulty(self, rating: int) -> float:
        return self._first_difficulties[rating - 1]

    def first(self, rating: int) -> tuple[float, float]:
        return self.firsts[rating - 1], self._first_difficulties[rating - 1]

    def after(self, stability: float, difficulty: float, elapsed: int, rating: int) -> tuple[float, float]:
        if rating == 1:
            moved = self.forgotten(stability, difficulty, elapsed)
        else:
            moved = self.recalled(stability, difficulty, elapsed)[rating - 2]
        return moved, self.next_difficulty(difficulty, rating)

    def recalled(self, stability: float, difficulty: float, elapsed: int) -> tuple[float, float, float]:
        w = self.parameters
        missing = 1 - power(1 + self._factor * max(elapsed, 0) / stability, self._decay)
        gain = self._growth * (11 - difficulty) * power(stability, -w[9]) * (exp(missing * w[10]) - 1)
        hard, easy = stability * (1 + gain * w[15]), stability * (1 + gain * w[16])
        return _bounded(hard), _bounded(stability * (1 + gain)), _bounded(easy)

    def forgotten(self, stability: float, difficulty: float, elapsed: int) -> float:
        w = self.parameters
        missing = 1 - power(1 + self._factor * max(elapsed, 0) / stability, self._decay)
        shrunk = w[11] * power(difficulty, -w[12]) * (power(stability + 1, w[13]) - 1) * exp(missing * w[14])
        return _bounded(min(shrunk, stability / self._lapse_divisor))

    def next_difficulty(self, difficulty: float, rating: int) -> float:
        w = self.parameters
        damped = difficulty - w[6] * (rating - 3) * (10 - difficulty) / 9
        moved: float = self._difficulty_goal + (1 - w[7]) * damped
        return 1.0 if moved < 1.0 else (10.0 if moved > 10.0 else moved)

    def retrievability(self, stability: float, elapsed: float) -> float:
        return power(1 + self._factor * elapsed / stability, self._decay)

    def interval(self, stability: float, retention: float) -> float:
        if retention != self._stretch[0]:
            self._stretch = retention, power(retention, 1 / self._decay) - 1
        return stability / self._factor * self._stretch[1]


def _bounded(stability: float) -> float:
    if stability < MIN_STABILITY:
        return MIN_STABILITY
    return MAX_STABILITY if stability > MAX_STABILITY else stability
