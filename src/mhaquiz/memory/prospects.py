"""What a card promises for the day of the interview, and which cards a day of study should hold.

Pure arithmetic over the scheduler's own memory model, shared by the plan and by the simulator that tests it.
Leftover minutes go to what gains most from the first day on, not only towards the end, and new cards come at
twice an equal share: both raised the simulated recall on the day in every scenario tried.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from mhaquiz.memory.fsrs6 import MemoryModel

FIRST_FAILS = 0.25  # share of new cards missed at first sight, before a person's own share is known
SEEN_COST = 1 + FIRST_FAILS  # showings to see a card for the first time
KNOWN_COST = 2 + FIRST_FAILS  # and to review it once
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
    """The cards of one day in order: new ones first, then due, then for the minutes left over."""

    new: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return (*self.new, *self.due, *self.extra)


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


def affordable(prospects: Sequence[Prospect], minutes: float) -> int:
    """How many of the unseen prospects, in their order, to go for with so many minutes left in all.

    All of them where each can at least be seen, second chances included. Otherwise only as many as can be
    seen and reviewed once, beside one more review of those seen already: fewer cards, but known. Core cards,
    which come first in the order, are all gone for as long as they can be seen.
    """
    unseen = [each for each in prospects if each.last_day is None]
    if _seeing(unseen) <= minutes:
        return len(unseen)
    left = minutes - sum(each.minutes for each in prospects if each.last_day is not None)
    known = sum(cost <= left for cost in accumulate(each.minutes * KNOWN_COST for each in unseen))
    core = [each for each in unseen if each.core]
    return max(known, len(core)) if _seeing(core) <= minutes else known


def _seeing(prospects: Iterable[Prospect]) -> float:
    """Minutes to see cards for the first time."""
    return SEEN_COST * sum(each.minutes for each in prospects)


def plan_day(
    prospects: Sequence[Prospect],
    day: int,
    interview: int,
    minutes: float,
    model: MemoryModel,
    *,
    new_done: int = 0,
) -> DayPlan:
    """The day's cards, in order: new cards as they stand in `prospects`, the others by gain a minute.

    `minutes` is the budget of a day; `new_done` new cards have been answered today already. Time left over
    goes to cards that are not due, then to more new cards.
    """
    unseen = [each.key for each in prospects if each.last_day is None]
    wanted = affordable(prospects, minutes * (interview - day))
    quota = min(wanted, max(0, new_quota(wanted + new_done, interview - day) - new_done))
    seen = [each for each in prospects if each.last_day is not None and each.last_day < day]
    ranked = by_gain(seen, day, interview, model)
    due = [each.key for each in ranked if each.due_day is not None and each.due_day <= day]
    taken = set(due)
    extra = [each.key for each in ranked if each.key not in taken]
    more = unseen[quota:] if interview - day > 1 else []
    return DayPlan(tuple(unseen[:quota]), tuple(due), (*extra, *more))


def by_gain(prospects: Iterable[Prospect], day: int, interview: int, model: MemoryModel) -> list[Prospect]:
    """Most gain a minute, weighted, first."""
    worth = [
        (-each.weight * gain(each, day, interview, model) / each.minutes, index, each)
        for index, each in enumerate(prospects)
    ]
    return [each for _, _, each in sorted(worth, key=lambda one: one[:2])]
