"""The report of a mock interview: per topic, what was strong, what was said wrong, what to do tonight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mhaquiz.deck.display import counted, percent
from mhaquiz.deck.prose import fill_prose
from mhaquiz.memory.events import Json
from mhaquiz.quiz.durations import duration
from mhaquiz.quiz.questions import Answered, Met, TopicScore
from mhaquiz.quiz.report import in_short, misconceptions, prompts, to_study, topics

if TYPE_CHECKING:
    from mhaquiz.deck.cards import RedFlag
    from mhaquiz.deck.library import Library

STRONG = 0.75  # share of a topic's questions answered well


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the memory model expected of the cards it knew, beside what came. Shares of 1."""

    cards: int
    predicted: float
    obtained: float

    def as_json(self) -> dict[str, Json]:
        return {
            "cards": self.cards,
            "predicted": round(self.predicted, 4),
            "obtained": round(self.obtained, 4),
        }


@dataclass(frozen=True, slots=True)
class MockReport:
    answered: int
    passed: int
    seconds: int
    over_time: tuple[str, ...] = ()  # keys of answers that took longer than their limit
    topics: Mapping[str, TopicScore] = field(default_factory=dict)
    strong: tuple[str, ...] = ()
    red_flags: tuple[str, ...] = ()
    missed_points: tuple[str, ...] = ()  # `must` points that were not said
    misconceptions: tuple[Met, ...] = ()
    unseen: TopicScore = field(default_factory=lambda: TopicScore(0, 0))
    forecast: Forecast | None = None
    tonight: tuple[str, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)  # of the keys above, as they were asked

    def as_json(self) -> dict[str, Json]:
        """JSON-ready, for scripts."""
        return {
            "answered": self.answered,
            "passed": self.passed,
            "seconds": self.seconds,
            "over_time": list(self.over_time),
            "topics": {
                name: {"answered": one.answered, "passed": one.correct} for name, one in self.topics.items()
            },
            "strong": list(self.strong),
            "red_flags": list(self.red_flags),
            "missed_points": list(self.missed_points),
            "misconceptions": [
                {"id": met.id, "title": met.title, "count": met.count} for met in self.misconceptions
            ],
            "unseen": {"answered": self.unseen.answered, "passed": self.unseen.correct},
            "forecast": None if self.forecast is None else self.forecast.as_json(),
            "tonight": list(self.tonight),
            "prompts": dict(self.prompts),
        }

    def markdown(self) -> str:
        """The report as Markdown, one section for each thing that happened."""
        return "\n".join(self._markdown()) + "\n"

    def _markdown(self) -> Iterator[str]:
        yield "# Mock interview"
        yield ""
        yield f"{self.passed} of {self.answered} answered well in {duration(self.seconds)} of answering."
        yield f"New to you: {self.unseen.answered}, of which {self.unseen.correct} went well."
        if self.forecast is not None:
            expected, came = percent(self.forecast.predicted), percent(self.forecast.obtained)
            known = counted(self.forecast.cards, "card")
            yield f"Of {known} that you had studied, {expected} should have gone well and {came} did."
        if self.topics:
            yield from ("", "| Topic | Asked | Well |", "|---|---:|---:|")
            yield from (f"| {name} | {one.answered} | {one.correct} |" for name, one in self.topics.items())
        met = [f"{one.title} ({one.count}×)" for one in self.misconceptions]
        yield from _section("Strong", self.strong)
        yield from _section("Red flags you said", self.red_flags)
        yield from _section("Points an interviewer waits for that you left out", self.missed_points)
        yield from _section("Misconceptions met", met)
        yield from _section("Over time", [self._asked(key) for key in self.over_time])
        yield from _section("Tonight", [self._asked(key) for key in self.tonight])

    def _asked(self, key: str) -> str:
        return f"{in_short(self.prompts.get(key, ''))} ({key})".lstrip()


def _section(title: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield from ("", f"## {title}", "")
        yield from (f"- {item}" for item in items)


def make_report(answered: Sequence[Answered], library: Library, predicted: Mapping[str, float]) -> MockReport:
    """The report on what was answered; `predicted` holds recall expected of the cards that were known."""
    by_topic = topics(answered)
    late = tuple(one.question.card.key for one in answered if _late(one))
    gaps = (one.question.card.key for one in answered if one.left_out)
    tonight = tuple(dict.fromkeys((*to_study(answered), *gaps)))
    unseen = [one for one in answered if one.question.card.key not in predicted]
    return MockReport(
        answered=len(answered),
        passed=sum(one.passed for one in answered),
        seconds=sum(one.ms for one in answered) // 1000,
        over_time=late,
        topics=by_topic,
        strong=tuple(_strong(answered, by_topic)),
        red_flags=tuple(_said(answered)),
        missed_points=tuple(_left_out(answered)),
        misconceptions=misconceptions(answered, library),
        unseen=TopicScore(len(unseen), sum(one.passed for one in unseen)),
        forecast=_forecast(answered, predicted),
        tonight=tonight,
        prompts=prompts(answered, (*late, *tonight)),
    )


def _strong(answered: Sequence[Answered], by_topic: Mapping[str, TopicScore]) -> Iterator[str]:
    """Topics answered well where nothing was left out that an interviewer waits for."""
    gaps = {one.question.card.topic for one in answered if one.left_out}
    for name, one in by_topic.items():
        if name not in gaps and one.correct >= STRONG * one.answered:
            yield name


def _late(one: Answered) -> bool:
    return one.question.seconds is not None and one.ms > one.question.seconds * 1000


def _said(answered: Sequence[Answered]) -> Iterator[str]:
    for one in answered:
        for index in sorted(one.flags):
            flag, names = one.question.card.red_flags[index], one.question.variant.names
            yield fill_prose(_with_why(flag), names)


def _with_why(flag: RedFlag) -> str:
    """What was said and why it is wrong; a colon joins them unless what was said is a sentence already."""
    if not flag.why:
        return flag.text
    is_sentence = flag.text.rstrip().rstrip("\"'”’)*`").endswith((".", "!", "?", "…"))
    return f"{flag.text.rstrip()}{'' if is_sentence else ':'} {flag.why}"


def _left_out(answered: Sequence[Answered]) -> Iterator[str]:
    for one in answered:
        yield from (fill_prose(text, one.question.variant.names) for text in one.left_out)


def _forecast(answered: Sequence[Answered], predicted: Mapping[str, float]) -> Forecast | None:
    known = [one for one in answered if one.question.card.key in predicted]
    if not known:
        return None
    expected = sum(predicted[one.question.card.key] for one in known) / len(known)
    return Forecast(len(known), expected, sum(one.passed for one in known) / len(known))
