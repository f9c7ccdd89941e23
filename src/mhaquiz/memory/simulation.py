"""Strategies against simulated people: who remembers more on the day of the interview, for the same minutes?

Everything is seeded. A day offers so many answers; a missed card is shown again the same day, which costs one
answer too. What counts is the mean true recall of all cards on the day, cards never seen counting 0.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import hypot
from statistics import mean, stdev

from mhaquiz.memory.clock import DAY_MS
from mhaquiz.memory.learners import LEARNERS, Memory, foreseen
from mhaquiz.memory.prospects import Prospect, plan_day
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import FRESH, CardState

NEW_A_DAY = 20  # Anki's default
FIRST_SIGHT = 0.6  # the chance to answer a card that was never shown


@dataclass(frozen=True, slots=True)
class Scenario:
    """Cards, days to the interview, answers a day, and who learns."""

    cards: int
    days: int
    answers: int
    learner: str

    @property
    def task(self) -> str:
        return f"{self.cards:,} cards, {self.days} days, {self.answers} a day"

    @property
    def name(self) -> str:
        return f"{self.task}, {self.learner}"


@dataclass(frozen=True, slots=True)
class Situation:
    """What a strategy may look at when it chooses the cards of a day."""

    day: int
    days: int
    answers: int
    states: Sequence[CardState]
    scheduler: Scheduler
    chance: random.Random
    memories: Sequence[Memory]  # for `seer` alone: nobody can look at these

    def recall(self, card: int) -> float:
        """The true chance that a card is answered today."""
        return FIRST_SIGHT if self.states[card].last_day is None else self.memories[card].recall(self.day)


Strategy = Callable[[Situation], Sequence[int]]


def reviews_first(now: Situation) -> Sequence[int]:
    """Due cards by due date, then up to 20 new ones: what a general flashcard program does."""
    order = list(range(len(now.states)))
    now.chance.shuffle(order)
    due = [card for card in order if 0 <= _due(now.states[card]) <= now.day]
    new = [card for card in range(len(now.states)) if now.states[card].stability is None]
    return [*sorted(due, key=lambda card: _due(now.states[card])), *new[:NEW_A_DAY]]


def _due(state: CardState) -> int:
    return -1 if state.due_day is None else state.due_day


def random_order(now: Situation) -> Sequence[int]:
    """The whole deck, shuffled anew every day."""
    order = list(range(len(now.states)))
    now.chance.shuffle(order)
    return order


def planned(now: Situation) -> Sequence[int]:
    """The interview plan, without the reserve that it holds back for mock interviews."""
    prospects = [
        Prospect(str(card), 1.0, 1.0, state.stability, state.difficulty, state.last_day, state.due_day)
        for card, state in enumerate(now.states)
    ]
    return [int(key) for key in plan_day(prospects, now.day, now.days, now.scheduler.model).keys]


def seer(now: Situation) -> Sequence[int]:
    """Most gain on the day by the true memories: how far the best choice day by day could go for anyone."""

    def gain(card: int) -> float:
        memory, recall = now.memories[card], now.recall(card)
        passed, missed = (foreseen(memory, now.day, outcome, now.days) for outcome in (True, False))
        return recall * passed + (1 - recall) * missed - memory.recall(now.days)

    return sorted(range(len(now.states)), key=gain, reverse=True)


BASELINE, SEER = "FSRS 0.90", "seer"
SEER_PEOPLE = 4  # to look into every memory takes ten times as long as to plan
#: Name → (strategy, desired retention).
STRATEGIES: Mapping[str, tuple[Strategy, float]] = {
    "plan": (planned, 0.90),
    BASELINE: (reviews_first, 0.90),
    "FSRS 0.95": (reviews_first, 0.95),
    "random": (random_order, 0.90),
    SEER: (seer, 0.90),
}
RIVALS = tuple(name for name in STRATEGIES if name not in ("plan", SEER))

SCENARIOS = (
    *(Scenario(120, 14, 60, learner) for learner in LEARNERS),
    *(Scenario(1000, 45, 90, learner) for learner in LEARNERS),
    Scenario(300, 7, 100, "as modelled"),
    Scenario(300, 7, 50, "noisy"),
    Scenario(80, 12, 40, "noisy"),
    Scenario(500, 90, 60, "traces"),
    Scenario(200, 30, 30, "forgets faster"),
)


def simulate(scenario: Scenario, strategy: str, seed: int) -> float:
    """Mean true recall on the day of the interview, in 0…1."""
    choose, retention = STRATEGIES[strategy]
    make, noise, _ = LEARNERS[scenario.learner]
    people = _chance(scenario.name, seed)
    memories = [make(people) for _ in range(scenario.cards)]
    scheduler = Scheduler(desired_retention=retention)
    states = [FRESH] * scenario.cards
    chance = _chance(scenario.name + strategy, seed)
    for day in range(scenario.days):
        now = Situation(day, scenario.days, scenario.answers, states, scheduler, chance, memories)
        _study_day(now, choose(now), states, noise)
    return mean(memory.recall(scenario.days) for memory in memories)


def _chance(name: str, seed: int) -> random.Random:
    return random.Random(int.from_bytes(blake2b(f"{name}\n{seed}".encode(), digest_size=8).digest(), "big"))


def _study_day(now: Situation, order: Sequence[int], states: list[CardState], noise: float) -> None:
    """Answer cards in order until the day's answers are used up; a missed one returns after ten others."""
    waiting: list[tuple[int, int]] = []
    fresh: Iterator[int] = iter(order)
    for turn in range(now.answers):
        card = waiting.pop(0)[1] if waiting and waiting[0][0] <= turn else next(fresh, None)
        if card is None:
            if not waiting:
                return
            card = waiting.pop(0)[1]
        passed = _answer(now, card, states, noise)
        if not passed:
            waiting.append((turn + 10, card))


def _answer(now: Situation, card: int, states: list[CardState], noise: float) -> bool:
    state, recall = states[card], now.recall(card)
    first_today = state.last_day is None or state.last_day < now.day
    knew = now.chance.random() < (recall if first_today else 0.9)
    now.memories[card].study(now.day, knew)
    says = knew if now.chance.random() >= noise else not knew
    rating = _rating(says, recall, now.chance)
    states[card] = now.scheduler.step(state, rating, now.day, now.day * DAY_MS, f"d/{card}")
    return rating > 1


def _rating(passed: bool, recall: float, chance: random.Random) -> int:
    """Again when missed; otherwise mostly Good, Hard when it was a near thing, Easy when it was not."""
    if not passed:
        return 1
    draw = chance.random()
    if draw < 0.25 * (1.2 - recall):
        return 2
    return 4 if draw > 1 - 0.15 * recall else 3


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario on so many simulated people: their recall by strategy."""

    scenario: Scenario
    runs: Mapping[str, Sequence[float]]

    @property
    def best(self) -> str:
        """The best of the other strategies."""
        return max(RIVALS, key=lambda name: mean(self.runs[name]))

    def lead(self, over: str) -> list[float]:
        """The plan minus another strategy, person by person."""
        return [ours - theirs for ours, theirs in zip(self.runs["plan"], self.runs[over], strict=True)]


def compare(scenario: Scenario, repeats: int, seed: int = 1) -> Row:
    """Every strategy on the same simulated people, `repeats` times."""
    seeds = [seed * 1000 + repeat for repeat in range(repeats)]
    people = {name: seeds[:SEER_PEOPLE] if name == SEER else seeds for name in STRATEGIES}
    runs = {name: [simulate(scenario, name, each) for each in people[name]] for name in STRATEGIES}
    return Row(scenario, runs)


def interval(*samples: Sequence[float]) -> tuple[float, float]:
    """The mean and half its 95 % interval; of several samples, the mean of their means."""
    halves = [1.96 * stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0 for each in samples]
    return mean(map(mean, samples)), hypot(*halves) / len(samples)
