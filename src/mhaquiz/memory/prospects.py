"""What a card promises for the day of the interview, and which cards a day of study should hold.

Pure arithmetic over the scheduler's own memory model, shared by the plan and by the simulator that tests
it. One quantity decides: the expected rise of recall on the day of the interview, times the weight of the
card, a minute of study. A new card of equal weight nearly always wins over a review; a review of a core
card wins over a new card that is seldom asked. Two things differ from a plan on paper: leftover minutes
go to what gains most from the first day on, and new cards come at twice an equal share; both raised the
simulated recall in every scenario.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from mhaquiz.memory.fsrs6 import MemoryModel

FIRST_FAILS = 0.25  # share of new cards missed at first sight, before a person's own share is known
SEEN_COST = 1 + FIRST_FAILS  # showings of a new card, second chances included
NEW_PACE = 2  # new cards come at twice an equal share a day: seen early, they can still be reviewed


class Prospect(NamedTuple):
    """A card as the plan sees it. `stability` None: never seen."""

    key: str
    minutes: float = 1.0
    weight: float = 1.0
    stability: float | None = None
    difficulty: float | None = None
    last_day: int | None = None
    due_day: int | None = None
    core: bool = False


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The cards of one day: new and due ones in order of worth, then those for minutes left over."""

    first: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    new: frozenset[str] = frozenset()  # of `first`

    @property
    def keys(self) -> tuple[str, ...]:
        return (*self.first, *self.extra)


def recall_on(prospect: Prospect, day: int, model: MemoryModel) -> float:
    """The predicted chance of recall on a day if nothing more is done; 0 for a card never seen."""
    if prospect.stability is None or prospect.last_day is None:
        return 0.0
    return model.retrievability(prospect.stability, max(0, day - prospect.last_day))


def gain(prospect: Prospect, day: int, interview: int, model: MemoryModel) -> float:
    """By how much one review on `day` is expected to raise the recall on the day of the interview."""
    ahead = max(0, interview - day)
    if prospect.stability is None or prospect.difficulty is None or prospect.last_day is None:
        missed, known = model.first(1)[0], model.first(3)[0]
        return FIRST_FAILS * model.retrievability(missed, ahead) + (1 - FIRST_FAILS) * model.retrievability(
            known, ahead
        )
    elapsed = max(0, day - prospect.last_day)
    passes = model.retrievability(prospect.stability, elapsed)
    passed = model.recalled(prospect.stability, prospect.difficulty, elapsed)[1]
    failed = model.after(prospect.stability, prospect.difficulty, elapsed, 1)[0]
    after = passes * model.retrievability(passed, ahead) + (1 - passes) * model.retrievability(failed, ahead)
    return after - model.retrievability(prospect.stability, max(0, interview - prospect.last_day))


def new_quota(unseen: int, days_left: int) -> int:
    """New cards for today: `NEW_PACE` equal shares of those unseen, none on the last day."""
    return 0 if days_left <= 1 else min(unseen, math.ceil(NEW_PACE * unseen / (days_left - 1)))


def plan_day(
    prospects: Sequence[Prospect],
    day: int,
    interview: int,
    model: MemoryModel,
    *,
    new_done: int = 0,
    worths: dict[str, float] | None = None,
) -> DayPlan:
    """The day's cards. New ones are taken as they stand in `prospects` up to the day's quota, core first.

    `new_done` new cards have been answered today already. Time left over goes to cards that are not due,
    then to more new cards, but on the last day to no new ones. `worths` holds the worth of cards on this day
    as far as it is known, and takes what is worked out.
    """
    known = {} if worths is None else worths
    unseen = [each for each in prospects if each.last_day is None]
    quota = max(0, new_quota(len(unseen) + new_done, interview - day) - new_done)
    new, more = unseen[:quota], unseen[quota:] if interview - day > 1 else []
    core, others = [each for each in new if each.core], [each for each in new if not each.core]
    seen = [each for each in prospects if each.last_day is not None and each.last_day < day]
    due = [each for each in seen if each.due_day is not None and each.due_day <= day]
    later = [each for each in seen if each.due_day is None or each.due_day > day]

    def by_worth(cards: Iterable[Prospect]) -> list[Prospect]:
        """Most weighted gain a minute first; equals stay in their order."""
        return sorted(cards, key=lambda card: -_worth(card, day, interview, model, known))

    return DayPlan(
        first=tuple(each.key for each in (*core, *by_worth([*others, *due]))),
        extra=tuple(each.key for each in (*by_worth(later), *more)),
        new=frozenset(each.key for each in new),
    )


def _worth(card: Prospect, day: int, interview: int, model: MemoryModel, known: dict[str, float]) -> float:
    """The weighted gain of a card a minute, worked out once."""
    if (worth := known.get(card.key)) is None:
        minutes = card.minutes * (SEEN_COST if card.stability is None else 1)
        worth = known[card.key] = card.weight * gain(card, day, interview, model) / minutes
    return worth
