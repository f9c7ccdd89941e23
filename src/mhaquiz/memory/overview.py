"""Everything that statistics say about a profile, worked out once for text, JSON and screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mhaquiz.deck.cards import Card
from mhaquiz.memory import statistics as stats
from mhaquiz.memory.answers import answers
from mhaquiz.memory.day_tables import DayCounts
from mhaquiz.memory.profile import Profile


@dataclass(frozen=True, slots=True)
class Overview:
    """How things stand on the study day `today`. Shares are fractions of 1."""

    today: int
    answers: int
    streak_days: int
    calibration: Sequence[stats.Calibration]
    retention: Sequence[stats.Retention]
    days: Mapping[int, DayCounts]
    topics: Sequence[stats.Mastery]
    levels: Sequence[stats.Mastery]
    mistakes: stats.Mistakes
    met_on: Mapping[str, tuple[str, ...]]  # wrong idea → keys of the cards on which it was met, newest first
    seconds: Mapping[str, float]  # median of right and of wrong answers
    stability: Sequence[tuple[str, int]]
    difficulty: Sequence[tuple[str, int]]
    due: Sequence[int]  # by day, from today
    year: Sequence[tuple[int, int]]  # study day, answers
    leeches: Sequence[str]
    mock: tuple[int, float | None, float | None]  # cards, recall predicted, recall obtained


def overview(profile: Profile, cards: Sequence[Card]) -> Overview:
    """Work everything out: every review is replayed, about 0.06 ms each."""
    today, states, days = profile.study_day(), profile.states(), profile.days()
    keys = {card.key for card in cards}
    given = [answer for answer in answers(profile) if answer.key in keys]
    chosen = {key: state for key, state in states.items() if key in keys}
    scheduler = profile.scheduler
    return Overview(
        today=today,
        answers=len(given),
        streak_days=stats.streak(days, today),
        calibration=stats.calibration(given),
        retention=stats.retention(given),
        days=days,
        topics=stats.mastery(cards, chosen, today, scheduler, lambda card: card.topic),
        levels=sorted(stats.mastery(cards, chosen, today, scheduler, lambda card: card.level)),
        mistakes=stats.mistakes(given),
        met_on=met_on(given),
        seconds=stats.response_seconds(given),
        stability=stats.stability_histogram(chosen.values()),
        difficulty=stats.difficulty_histogram(chosen.values()),
        due=stats.due_forecast(chosen.values(), today),
        year=stats.year_of_days(days, today),
        leeches=sorted(key for key, state in chosen.items() if state.leech),
        mock=stats.mock_outcome(given),
    )


def met_on(given: Iterable[stats.Answer]) -> dict[str, tuple[str, ...]]:
    """The cards on which each wrong idea was met, the newest first, each once."""
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for answer in given:
        if answer.misconception and not answer.passed:
            found[answer.misconception].pop(answer.key, None)
            found[answer.misconception][answer.key] = None
    return {idea: tuple(reversed(keys)) for idea, keys in found.items()}
