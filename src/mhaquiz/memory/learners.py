"""Simulated people, none of whom remembers quite as the scheduler believes.

Each holds the memory of one card and answers three questions: how likely is recall after so many days,
what does a review do to it, what would the person press. Sources of the models are named; parameters vary
from person to person and card to card within the ranges given here.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from copy import copy
from typing import Protocol

from mhaquiz.memory.fsrs6 import DEFAULT_PARAMETERS, Fsrs6


class Memory(Protocol):
    """One person's memory of one card."""

    def recall(self, day: float) -> float:
        """The true chance of recall on a day; 0 before the card was seen."""
        ...

    def study(self, day: float, passed: bool) -> None:
        """The card was shown with its answer."""
        ...


class FsrsMemory:
    """FSRS-6 with stabilities `pace` times the default: faster (below 1) or slower (above 1) forgetting."""

    def __init__(self, chance: random.Random, pace: float) -> None:
        parameters = list(DEFAULT_PARAMETERS)
        for index in range(4):
            parameters[index] *= pace * math.exp(chance.gauss(0, 0.3))
        parameters[8] += math.log(max(0.3, pace)) * 0.3 + chance.gauss(0, 0.1)
        self._model = Fsrs6(parameters)
        self._stability = self._difficulty = 0.0
        self._last: float | None = None

    def recall(self, day: float) -> float:
        if self._last is None:
            return 0.0
        return self._model.retrievability(self._stability, max(0.0, day - self._last))

    def study(self, day: float, passed: bool) -> None:
        rating = 3 if passed else 1
        if self._last is None:
            self._stability, self._difficulty = self._model.first(rating)
        elif day - self._last >= 0.5:
            gap = round(day - self._last)
            self._stability, self._difficulty = self._model.after(
                self._stability, self._difficulty, gap, rating
            )
        self._last = day


class HalfLifeMemory:
    """Exponential forgetting with a half-life that grows by spacing (after Settles and Meeder 2016)."""

    def __init__(self, chance: random.Random, pace: float) -> None:
        self._growth = chance.uniform(1.2, 2.6)
        self._first = self._half_life = pace * math.exp(chance.uniform(math.log(4), math.log(30)))
        self._last: float | None = None

    def recall(self, day: float) -> float:
        return 0.0 if self._last is None else 2.0 ** (-max(0.0, day - self._last) / self._half_life)

    def study(self, day: float, passed: bool) -> None:
        if self._last is None:
            self._half_life *= 1.0 if passed else 0.6
        elif day - self._last >= 0.5:
            spacing = min(1.5, (day - self._last) / self._half_life)
            grown = self._half_life * (1 + self._growth * spacing)
            self._half_life = grown if passed else max(self._half_life * 0.5, self._first * 0.6)
        self._last = day


class ActivationMemory:
    """ACT-R base-level activation: every showing leaves a trace that decays as a power of time.

    Source: Pavlik and Anderson 2005, without their spacing term; same-day showings leave one trace.
    """

    def __init__(self, chance: random.Random, pace: float) -> None:
        self._decay = min(0.7, max(0.15, chance.gauss(0.42, 0.06) / math.sqrt(pace)))
        self._threshold = chance.gauss(-1.2, 0.25)
        self._traces: tuple[float, ...] = ()

    def recall(self, day: float) -> float:
        if not self._traces:
            return 0.0
        strength = math.log(sum((max(0.04, day - each)) ** -self._decay for each in self._traces))
        return 1 / (1 + math.exp((self._threshold - strength) / 0.30))

    def study(self, day: float, passed: bool) -> None:
        if not self._traces or day - self._traces[-1] >= 0.5:
            self._traces = (*self._traces, day)


def foreseen(memory: Memory, day: float, passed: bool, on: float) -> float:
    """The true recall on a later day if the card is studied on `day`; the memory stays as it is."""
    then = copy(memory)
    then.study(day, passed)
    return then.recall(on)


#: How each kind of person makes a memory of a card, and in what it differs from the scheduler's model.
LEARNERS: Mapping[str, tuple[Callable[[random.Random], Memory], float, str]] = {
    "as modelled": (lambda chance: FsrsMemory(chance, 1.0), 0.0, "FSRS-6, cards vary"),
    "forgets faster": (lambda chance: FsrsMemory(chance, 0.55), 0.0, "stabilities about half the default"),
    "forgets slower": (lambda chance: FsrsMemory(chance, 1.8), 0.0, "stabilities about twice the default"),
    "half-life": (lambda chance: HalfLifeMemory(chance, 1.0), 0.0, "exponential forgetting"),
    "traces": (lambda chance: ActivationMemory(chance, 1.0), 0.0, "a power-law trace for each showing"),
    "noisy": (lambda chance: FsrsMemory(chance, 0.9), 0.12, "one grade in eight is wrong"),
}
