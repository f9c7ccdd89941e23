"""A scripted person on an injected clock lives the twelve days before an interview through `study --plain`.

They misjudge and forget as a simulated learner does, miss the fifth and sixth evening, and take
their own time.
"""

from __future__ import annotations

import argparse
import io
import random
from collections import Counter
from pathlib import Path

import pytest

import mhaquiz.memory.clock
from mhaquiz.cli import study as study_command
from mhaquiz.deck.library import Library
from mhaquiz.memory import interviews
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.learners import FsrsMemory
from mhaquiz.memory.profile import Profile
from mhaquiz.plain.console import Console
from mhaquiz.plain.conversation import Conversation
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.questions import Phase
from mhaquiz.quiz.study_session import StudySession
from mhaquiz.quiz.variants import Variant

from .conftest import FakeClock

MINUTES = 20


class Person(io.StringIO):
    """Standard input: reads the session's mind just enough to know or not to know the answer."""

    def __init__(self, clock: FakeClock, chance: random.Random) -> None:
        super().__init__()
        self.clock, self.chance = clock, chance
        self.memories: dict[str, FsrsMemory] = {}
        self.session: StudySession | None = None
        self.knows = False
        self.asked: object = None
        self.asked_today: Counter[str] = Counter()

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        session = self.session
        assert session is not None
        if session.phase is Phase.WAITING:
            self.clock.forward(minutes=1)
            return "\n"
        question = session.current
        if session.phase in (Phase.QUESTION, Phase.SPEAKING):
            return self._answer(question, first=self.asked is not question)
        told = question.spoken and question.card.points and not session.points_ticked
        if session.phase is Phase.REVEAL and not told and self.asked_today[question.card.key] > 3:
            return "3\n"  # enough of this one for tonight
        if session.phase is Phase.REVEAL and self.knows and told:
            return "all\n"
        return "\n"

    def _answer(self, question: object, *, first: bool) -> str:
        card, variant = question.card, question.variant  # type: ignore[attr-defined]
        if not first:
            return ":skip\n"  # what they typed was not accepted as an answer
        self.asked_today[card.key] += 1
        self.asked = question
        self.clock.forward(minutes=float(card.minutes) * self.chance.uniform(0.7, 1.3))
        memory = self.memories.setdefault(card.key, FsrsMemory(self.chance, 1.0))
        today = self.clock().ms / 86_400_000
        recall = memory.recall(today) or 0.6
        self.knows = self.chance.random() < recall
        memory.study(today, self.knows)
        if question.spoken:  # type: ignore[attr-defined]
            return "\n"
        return f"{right_answer(variant)}\n" if self.knows else ":skip\n"


def right_answer(variant: Variant) -> str:
    """Something to type that passes, found by trying."""
    numbers = [str(index) for index, choice in enumerate(variant.choices, start=1) if choice.correct]
    tries = [variant.expected_text, " ".join(numbers), variant.expected_text.replace(", ", "; ")]
    if isinstance(variant.expected, tuple):
        tries.append(" ".join(str(part) for part in variant.expected))
    return next((text for text in tries if text and grade(variant, text).verdict.passes), ":skip")


@pytest.fixture
def library(built_in: Library) -> Library:
    return built_in


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Person:
    clock = FakeClock()
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(mhaquiz.memory.clock, "system_clock", clock)
    return Person(clock, random.Random(4))


def options(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    study_command.arguments(parser)
    return parser.parse_args([*arguments, "--plain"])


def evening(person: Person, library: Library, profile: Profile) -> str:
    """One sitting of `study --plain`; what was printed, the plan's advice first."""
    sink = io.StringIO()
    person.asked_today.clear()
    person.session = study_command.begin(library, profile, options())
    for line in profile.notices:
        sink.write(line + "\n")
    Conversation(person.session, Console(person, sink)).run()
    return sink.getvalue()


def test_twelve_evenings(person: Person, library: Library, tmp_path: Path) -> None:
    clock = person.clock
    path = tmp_path / "profile.sqlite3"
    core = {card.key for card in library.cards() if card.priority == "core"}
    with Profile.open(path, clock) as profile:
        start = profile.study_day()
        interviews.plan_interview(profile, date_of(start + 12).isoformat(), MINUTES)
    quotas: dict[int, int] = {}
    for day in range(12):
        if day not in (4, 5):
            with Profile.open(path, clock) as profile:
                said = evening(person, library, profile)
                counts = profile.day_counts(start + day)
                quotas[day] = counts.new
                assert abs(counts.minutes - MINUTES) <= 0.15 * MINUTES, (day, counts)
                assert f"Interview in {12 - day} day" in said
                assert ("mock interview" in said) == (day in (9, 11))
                unseen_core = [key for key in core if not profile.showings(key)]
                if day == 10:
                    assert not unseen_core, "the core is seen by two days before"
                if day == 11:
                    assert counts.new == 0, "nothing new on the last day"
        clock.set((start + day + 1) * 86_400_000 + 18 * 3_600_000)
    assert len(core) <= 80
    assert quotas[6] > 0, "two missed days are made up for"
    clock.set((start + 12) * 86_400_000 + 8 * 3_600_000)
    with Profile.open(path, clock) as profile:
        said = evening(person, library, profile)
        assert "Interview today" in said
        seen = {event.card for event, _ in profile.reviews_on(start + 12)}
        assert len(seen) == 15, "the fifteen weakest"
        clock.forward(days=1)
        assert interviews.governing(profile) is None, "afterwards everything is as before"


def test_the_plan_is_told_in_words_and_as_json(
    person: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from mhaquiz import cli

    day = date_of(person.clock().study_day() + 12).isoformat()
    assert cli.run(["plan", "--interview", day, "--minutes", "5", "--topic", "kv-cache=2"]) == 0
    words = capsys.readouterr().out
    assert "does not fit" in words
    assert "Recall on the day: about" in words
    assert cli.run(["plan", "--json"]) == 0
    import json

    told = json.loads(capsys.readouterr().out)
    assert told["days_left"] == 12
    assert told["reachable"] < told["cards"]
    assert len(told["cut"]) == told["cards"] - told["reachable"]
    assert 0 < told["recall_low"] <= told["recall"] <= told["recall_high"] < 1
    assert cli.run(["plan", "--interview", "soon"]) == 1
    assert "is not a date" in capsys.readouterr().err
    assert cli.run(["plan", "--cancel"]) == 0
    assert "No interview ahead" in capsys.readouterr().out


@pytest.mark.parametrize("seed", [2, 12])
def test_cards_missed_again_and_again_do_not_stretch_an_evening(
    seed: int, person: Person, library: Library, tmp_path: Path
) -> None:
    person.chance = random.Random(seed)
    path = tmp_path / "profile.sqlite3"
    with Profile.open(path, person.clock) as profile:
        start = profile.study_day()
        interviews.plan_interview(profile, date_of(start + 12).isoformat(), MINUTES)
    for day in range(12):
        with Profile.open(path, person.clock) as profile:
            evening(person, library, profile)
            assert abs(profile.day_counts(start + day).minutes - MINUTES) <= 0.15 * MINUTES, day
        person.clock.forward(days=1)
