"""What the log says about a person's knowledge: pure functions over answers and states, nothing drawn.

Shares are fractions of 1; a share of nothing is None. Only a day's first answer to a card that was seen on an
earlier day says something about memory (`share` "reviews"); practice and first showings are counted apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from mhaquiz.deck.cards import Card
from mhaquiz.memory.clock import monday_of
from mhaquiz.memory.day_tables import DayCounts
from mhaquiz.memory.events import Mode
from mhaquiz.memory.projection import LONGEST_MS
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import CardState
from mhaquiz.memory.verdicts import Verdict

STABILITY_EDGES = (1, 3, 7, 14, 30, 90, 365)
CONFIDENCES = {1: "guess", 2: "fairly sure", 3: "certain"}
CONCEPT_VERDICTS = frozenset({Verdict.MISCONCEPTION, Verdict.SUSPECTED})


class Answer(NamedTuple):
    """One standing review with what was expected of it. `predicted` is the model's recall just before it."""

    key: str
    day: int
    rating: int
    verdict: str
    share: str  # new, reviews or cram
    mode: str
    confidence: int | None
    ms_taken: int
    misconception: str | None
    suspected: bool
    predicted: float | None

    @property
    def passed(self) -> bool:
        return self.rating > 1


class Calibration(NamedTuple):
    """How often answers given with one confidence were right."""

    confidence: str
    answers: int
    right: float | None


class Retention(NamedTuple):
    """One week: how much of what fell due was recalled, and how much the model expected."""

    week: int  # the study day of its Monday
    reviews: int
    recalled: float | None
    predicted: float | None


class Mistakes(NamedTuple):
    """Wrong answers by what they show: a named wrong idea, or a slip."""

    concept: int
    slips: int
    by_idea: tuple[tuple[str, int, int], ...]  # misconception, times declared, times suspected

    @property
    def unnamed(self) -> int:
        """Those of the concept errors that only their own card knows: `by_idea` has no name for them."""
        return self.concept - sum(declared + suspected for _, declared, suspected in self.by_idea)


class Mastery(NamedTuple):
    """One topic or level: its cards, those seen, and mean predicted recall today, unseen cards as 0."""

    name: str
    cards: int
    seen: int
    recall: float


def calibration(answers: Iterable[Answer]) -> list[Calibration]:
    """Confidence against outcome."""
    outcomes: defaultdict[int, list[bool]] = defaultdict(list)
    for answer in answers:
        if answer.confidence is not None:
            outcomes[answer.confidence].append(answer.passed)
    return [
        Calibration(name, len(outcomes[level]), _share(outcomes[level]))
        for level, name in CONFIDENCES.items()
    ]


def retention(answers: Iterable[Answer]) -> list[Retention]:
    """True retention week by week, beside what the model predicted."""
    weeks: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        if answer.share == "reviews":
            weeks[monday_of(answer.day)].append(answer)
    return [
        Retention(
            week,
            len(those),
            _share([each.passed for each in those]),
            _mean([each.predicted for each in those if each.predicted is not None]),
        )
        for week, those in sorted(weeks.items())
    ]


def mistakes(answers: Iterable[Answer]) -> Mistakes:
    """Slips against concept errors, and the most frequent wrong ideas."""
    wrong = [answer for answer in answers if not answer.passed and answer.verdict != Verdict.SELF_RATED]
    named = [answer for answer in wrong if answer.misconception or answer.verdict in CONCEPT_VERDICTS]
    declared = Counter(each.misconception for each in named if each.misconception and not each.suspected)
    suspected = Counter(each.misconception for each in named if each.misconception and each.suspected)
    ideas = sorted(declared | suspected, key=lambda idea: (-declared[idea] - suspected[idea], str(idea)))
    rows = tuple((str(idea), declared[idea], suspected[idea]) for idea in ideas)
    return Mistakes(len(named), len(wrong) - len(named), rows)


def mastery(
    cards: Iterable[Card],
    states: Mapping[str, CardState],
    day: int,
    scheduler: Scheduler,
    by: Callable[[Card], str],
) -> list[Mastery]:
    """Predicted recall today by topic or level, in the order in which the cards name them."""
    groups: defaultdict[str, list[CardState | None]] = defaultdict(list)
    for card in cards:
        groups[by(card)].append(states.get(card.key))
    return [
        Mastery(
            name,
            len(those),
            sum(state is not None and state.stability is not None for state in those),
            sum(scheduler.retrievability(state, day) for state in those if state is not None) / len(those),
        )
        for name, those in groups.items()
    ]


def stability_histogram(states: Iterable[CardState]) -> list[tuple[str, int]]:
    """Cards by stability: "<1 d", "1–3 d" … "≥365 d"."""
    edges = (0, *STABILITY_EDGES)
    counts = [0] * len(edges)
    for state in states:
        if state.stability is not None:
            counts[max(index for index, edge in enumerate(edges) if state.stability >= edge)] += 1
    names = [f"<{edges[1]} d"]
    names += [f"{low}–{high} d" for low, high in pairwise(edges[1:])]
    return list(zip([*names, f"≥{edges[-1]} d"], counts, strict=True))


def difficulty_histogram(states: Iterable[CardState]) -> list[tuple[str, int]]:
    """Cards by difficulty, 1 to 10."""
    counts = Counter(
        min(10, max(1, round(state.difficulty))) for state in states if state.difficulty is not None
    )
    return [(str(level), counts[level]) for level in range(1, 11)]


def due_forecast(states: Iterable[CardState], day: int, days: int = 30) -> list[int]:
    """Cards falling due on each of the next days; what is late counts today."""
    counts = [0] * days
    for state in states:
        if state.due_day is not None and not state.suspended and state.due_day < day + days:
            counts[max(0, state.due_day - day)] += 1
    return counts


def response_seconds(answers: Iterable[Answer]) -> dict[str, float]:
    """Median seconds of right and of wrong answers; breaks of over ten minutes left out."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for answer in answers:
        if 0 < answer.ms_taken <= LONGEST_MS:
            times["right" if answer.passed else "wrong"].append(answer.ms_taken / 1000)
    return {name: median(times[name]) for name in sorted(times)}


def year_of_days(days: Mapping[int, DayCounts], today: int) -> list[tuple[int, int]]:
    """Study day and answers for the 53 weeks that end with this one, Monday first: a heat map by columns."""
    first = monday_of(today) - 52 * 7
    none = DayCounts()
    return [(day, sum(days.get(day, none)[:3])) for day in range(first, monday_of(today) + 7)]


def streak(days: Mapping[int, DayCounts], today: int) -> int:
    """Study days in a row up to today, or up to yesterday while today is still empty."""
    day = today if today in days else today - 1
    length = 0
    while day in days:
        day, length = day - 1, length + 1
    return length


def mock_outcome(answers: Iterable[Answer]) -> tuple[int, float | None, float | None]:
    """Of cards seen before and asked in mock interviews: how many, recall predicted, recall obtained."""
    mocks = [each for each in answers if each.mode == Mode.MOCK and each.predicted is not None]
    predicted = _mean([each.predicted for each in mocks if each.predicted is not None])
    return len(mocks), predicted, _share([each.passed for each in mocks])


def _share(outcomes: Sequence[bool]) -> float | None:
    return sum(outcomes) / len(outcomes) if outcomes else None


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
