"""What the minutes of a day still hold: the one count of today's cards that every front end shows.

Cards are counted at the pace with which the day began, so the count falls by one a card and never rises
because a person is quick. What fits besides, as they were quicker than planned, is told apart. Cards still to
be passed once more are a count of their own; their time is kept free, as it is when the next card is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, replace

from mhaquiz.memory.pace import REPEAT_SHARE
from mhaquiz.memory.prospects import FIRST_FAILS

OVERRUN = 0.1  # share of the minutes that cards to be passed once more may take beyond them
#: Showings' worth of time that a card takes, its second chance in.
WITH_REPEATS = 1 + FIRST_FAILS * REPEAT_SHARE


@dataclass(frozen=True, slots=True)
class Counts:
    """What is left today within the limits and the minutes, and about how long it takes.

    `early` cards are seen before they fall due, as that gains most by the interview; `more` cards fit besides
    because the day went faster than planned; `due_in_all` counts what is due whether or not it fits.
    """

    due: int
    new: int
    learning: int
    minutes: float
    early: int = 0
    more: int = 0
    due_in_all: int = 0

    @property
    def fresh(self) -> int:
        """The cards not yet met today that the day still holds."""
        return self.due + self.new + self.early

    def with_due(self, cards: int, minutes: float) -> Counts:
        """The same with so many due cards more, which take so long."""
        due, whole = self.due + cards, self.minutes + minutes
        return replace(self, due=due, due_in_all=self.due_in_all + cards, minutes=whole)


@dataclass(frozen=True, slots=True)
class Minutes:
    """The minutes left: of the clock, and by the plan, in which every card takes the time expected of it.

    `again` are those for cards to be passed once more, which may go a little beyond the others.
    """

    left: float
    planned: float
    again: float

    @classmethod
    def of(cls, bound: float, spent: float, expected: Iterable[float]) -> Minutes:
        """What is left of `bound` after `spent` minutes on cards that were `expected` to take so long."""
        planned = bound - WITH_REPEATS * sum(expected)
        return cls(max(0.0, bound - spent), max(0.0, planned), (1 + OVERRUN) * bound - spent)


@dataclass(frozen=True, slots=True)
class Day:
    """What may still come today: `order` about as it is asked, `due` and `steps` of those seen."""

    order: Sequence[str]
    due: Container[str]
    unseen: Container[str]
    steps: Sequence[str]
    minutes_of: Callable[[str], float]

    def held(self, minutes: Minutes, due_in_all: int, *, one_fits: bool) -> Counts:
        """What the minutes hold of it. `one_fits`: there is time for the next card at any rate."""
        cards, more = self._cards(minutes)
        if not cards + more and one_fits:
            cards, more = (1, 0) if minutes.planned else (0, 1)
        chosen = self.order[:cards]
        early = sum(key not in self.due and key not in self.unseen for key in chosen)
        new = sum(key in self.unseen for key in chosen)
        return Counts(
            due=cards - new - early,
            new=new,
            learning=len(self.steps),
            minutes=self._minutes(minutes, cards, more),
            early=early,
            more=more,
            due_in_all=due_in_all,
        )

    def _cards(self, minutes: Minutes) -> tuple[int, int]:
        """How many cards the day still holds as planned, and how many more fit."""
        costs = [WITH_REPEATS * self.minutes_of(key) for key in self.order]
        fit = _fitting(costs, minutes.left - REPEAT_SHARE * self._again())
        planned = min(_fitting(costs, minutes.planned), fit)
        return planned, fit - planned

    def _again(self) -> float:
        return sum(map(self.minutes_of, self.steps))

    def _minutes(self, minutes: Minutes, cards: int, more: int) -> float:
        """The time of what is planned; all the time left where there is more to do than it holds."""
        again = self._again()
        if cards + more == len(self.order):
            return min(minutes.left, again + sum(map(self.minutes_of, self.order[:cards])))
        return min(minutes.left, max(minutes.planned, again)) if more else minutes.left


def _fitting(costs: Sequence[float], minutes: float) -> int:
    for index, cost in enumerate(costs):
        minutes -= cost
        if minutes < -1e-9:  # sums of floats
            return index
    return len(costs)
