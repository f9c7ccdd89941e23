"""What the plan promises: how many cards can be reached, what will be recalled on the day, minutes by day.

The plan is played forward against the scheduler's own model, some twenty times with seeded chance; the
band is where four in five of these futures end. Each future has a pace of its own, from quick to slow, about
as far apart as the answers given so far leave open. What the model cannot know yet is how well this person
remembers: an evening says little of that, so the band is never narrower than the days of study
allow. It is a forecast of the model, not of the person: the report of the interview sets predicted against
obtained.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from statistics import NormalDist, mean
from typing import Protocol

from mhaquiz.deck.display import counted
from mhaquiz.memory.clock import DAY_MS
from mhaquiz.memory.events import Rating
from mhaquiz.memory.interviews import Interview
from mhaquiz.memory.pace import REPEAT_SHARE, Pace
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.prospects import FIRST_FAILS, Prospect, plan_day, recall_on
from mhaquiz.memory.states import FRESH, CardPhase, CardState

WORK = 40_000  # card-days to play in all: about a second
FUTURES = (3, 20)
#: Half a band's width over the cards seen, after one day of study, by judgement: it falls with the root of
#: the days.
ONE_DAY = 0.15


@dataclass(frozen=True, slots=True)
class Forecast:
    """The outlook from one day. Recall is the weighted mean over every card of the plan, unseen ones as 0."""

    cards: int
    seen: int
    reachable: int
    core: int
    core_reachable: int
    recall: float
    low: float
    high: float
    recall_seen: float  # of the cards seen by then
    recall_if_idle: float
    minutes: tuple[float, ...]  # by day, from today to the last evening
    cut: tuple[str, ...]  # what to leave out first, where not all can be reached
    pace: Pace  # what the minutes of a card rest on
    widened: bool = False  # the band: days of study set its width, not the futures

    @property
    def fits(self) -> bool:
        return self.reachable >= self.cards


class Playable(Protocol):
    """What a forecast needs of a plan; of its profile only the scheduler, which touches no database."""

    @property
    def interview(self) -> Interview: ...

    @property
    def profile(self) -> Profile: ...

    @property
    def pace(self) -> Pace: ...

    def prospects(self) -> list[Prospect]:
        """The cards of the plan as they stand."""


def forecast(plan: Playable, day: int, *, seed: int = 1) -> Forecast:
    """Play the plan forward from a study day."""
    prospects = plan.prospects()
    days = max(0, plan.interview.day - day)
    runs = max(FUTURES[0], min(FUTURES[1], WORK // max(1, len(prospects) * max(1, days))))
    futures = [
        _Future(plan, _at_pace(prospects, share), day, random.Random(seed * 1000 + run))
        for run, share in enumerate(_paces(plan.pace.spread, runs))
    ]
    recalls = sorted(future.recall() for future in futures)
    reached = [future.seen() for future in futures]
    recall_seen = mean(future.recall(seen=True) for future in futures)
    low, high, widened = _band(recalls, mean(recalls) / recall_seen if recall_seen else 0.0, plan.pace.days)
    model = plan.profile.scheduler.model
    unseen = [each.key for each in prospects if each.stability is None]
    reachable = round(mean(reached))
    return Forecast(
        cards=len(prospects),
        seen=len(prospects) - len(unseen),
        reachable=reachable,
        core=sum(each.core for each in prospects),
        core_reachable=round(mean(future.seen(core=True) for future in futures)),
        recall=mean(recalls),
        low=low,
        high=high,
        recall_seen=recall_seen,
        recall_if_idle=_weighted(
            prospects, [recall_on(each, plan.interview.day, model) for each in prospects]
        ),
        minutes=tuple(mean(future.minutes[index] for future in futures) for index in range(days)),
        cut=tuple(reversed(unseen))[: len(prospects) - reachable],
        pace=plan.pace,
        widened=widened,
    )


def _band(recalls: Sequence[float], seen: float, days: int) -> tuple[float, float, bool]:
    """Where four in five futures end, but no nearer to their mean than so many days of study allow.

    Only of the share of cards `seen` by then is anything remembered, well or badly.
    """
    edge = round(0.1 * (len(recalls) - 1))
    low, high = recalls[edge], recalls[-1 - edge]
    middle, margin = mean(recalls), seen * ONE_DAY / sqrt(max(1, days))
    wide = min(low, max(0.0, middle - margin)), max(high, min(1.0, middle + margin))
    return *wide, wide != (low, high)


def _paces(spread: float, runs: int) -> list[float]:
    """A share of the expected minutes for each future: evenly from the quickest to the slowest."""
    normal = NormalDist(0, spread)
    return [exp(normal.inv_cdf((run + 0.5) / runs)) for run in range(runs)]


def _at_pace(prospects: Sequence[Prospect], share: float) -> list[Prospect]:
    return [each._replace(minutes=each.minutes * share) for each in prospects]


def over(forecast: Forecast) -> str:
    """Which cards the recall of a forecast averages over, in words."""
    return f"over all {forecast.cards} cards, core cards counting most, unseen ones as 0"


def band_rests_on(forecast: Forecast) -> str:
    """What the band of a forecast holds, in words."""
    if not forecast.widened:
        return "in four of five futures"
    days = max(1, forecast.pace.days)
    return f"is as near as {counted(days, 'day')} of study can tell"


def rests_on(pace: Pace) -> str:
    """What a forecast rests on, in words."""
    if not pace.answers:
        return "rests on the minutes its authors give each card; your own pace will move it"
    told = f"rests on your pace, from {counted(pace.answers, 'answer')}"
    return f"{told}; early figures move" if pace.is_early else told


def _weighted(prospects: Sequence[Prospect], values: Sequence[float]) -> float:
    total = sum(each.weight for each in prospects)
    return (
        sum(each.weight * value for each, value in zip(prospects, values, strict=True)) / total
        if total
        else 0.0
    )


class _Future:
    """One way the days until the interview may go."""

    def __init__(
        self, plan: Playable, prospects: Sequence[Prospect], day: int, chance: random.Random
    ) -> None:
        self.prospects = {each.key: each for each in prospects}
        self.minutes: list[float] = []
        self._interview = plan.interview
        self._scheduler = plan.profile.scheduler
        self._chance = chance
        for each_day in range(day, plan.interview.day):
            self.minutes.append(self._live(each_day))

    def _live(self, day: int) -> float:
        spent = 0.0
        cards = list(self.prospects.values())
        order = plan_day(cards, day, self._interview.day, self._scheduler.model)
        for key in order.keys:
            if spent >= self._interview.minutes:
                break
            spent += self._study(self.prospects[key], day)
        return spent

    def _study(self, card: Prospect, day: int) -> float:
        """Study one card; the minutes it takes, with its second chance."""
        recall = recall_on(card, day, self._scheduler.model) if card.stability else 1 - FIRST_FAILS
        passed = self._chance.random() < recall
        state = self._after(card, day, Rating.GOOD if passed else Rating.AGAIN)
        due = (state.due_day or day) + (0 if passed else 1)
        self.prospects[card.key] = card._replace(
            stability=state.stability, difficulty=state.difficulty, last_day=day, due_day=due
        )
        return card.minutes * (1 if passed else 1 + REPEAT_SHARE)

    def _after(self, card: Prospect, day: int, rating: int) -> CardState:
        if card.stability is None:
            state = FRESH
        else:
            state = CardState(CardPhase.REVIEW, card.stability, card.difficulty, last_day=card.last_day)
        return self._scheduler.step(state, rating, day, day * DAY_MS, card.key)

    def recall(self, *, seen: bool = False) -> float:
        cards = [each for each in self.prospects.values() if each.stability is not None or not seen]
        return _weighted(
            cards, [recall_on(each, self._interview.day, self._scheduler.model) for each in cards]
        )

    def seen(self, *, core: bool = False) -> int:
        cards = self.prospects.values()
        return sum(each.stability is not None for each in cards if each.core or not core)
