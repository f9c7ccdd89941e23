"""What a session writes into the log: one step for each thing that can be taken back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from mhaquiz import __version__
from mhaquiz.memory.events import EventKind, Json, Mode, Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.quiz.questions import Answered, Question
from mhaquiz.quiz.stored import json_values, kept_expected
from mhaquiz.quiz.verdicts import Grade, Verdict

LONGEST_TYPED = 200  # characters of an answer that the log keeps
LONGEST_NOTE = 2_000


@dataclass(slots=True)
class Step:
    """The events of one answer, suspension or burial, in the order they were written."""

    question: Question
    events: list[str] = field(default_factory=list)
    answered: bool = False


@dataclass(slots=True)
class Journal:
    """Appends events for one session. Everything is on disk when a method returns."""

    profile: Profile
    mode: Mode
    deck_versions: Mapping[str, str]
    session: str = field(default_factory=lambda: secrets.token_hex(6))

    def review(self, answer: Answered, rating: Rating) -> Step:
        """Write one answer down."""
        key = answer.question.card.key
        event = self.profile.record_review(key, self._review(answer, rating))
        return Step(answer.question, [event.id], answered=True)

    def _review(self, answer: Answered, rating: Rating) -> Review:
        question, grade = answer.question, answer.grade
        card, variant = question.card, question.variant
        return Review(
            rating=rating,
            verdict=str(grade.verdict),
            mode=self.mode,
            session=self.session,
            misconception=named(grade),
            suspected=grade.verdict is Verdict.SUSPECTED,
            confidence=answer.confidence,
            points=tuple(sorted(answer.points)),
            red_flags=tuple(sorted(answer.flags)),
            form=str(variant.form),
            retries=question.retries,
            typed=grade.typed[:LONGEST_TYPED],
            ms_taken=answer.ms,
            ms_first_key=answer.ms_first_key,
            hints=len(question.hints_shown),
            showing=variant.showing,
            values=json_values(variant.params),
            region=variant.region,
            expected=kept_expected(variant.expected_text),
            engine_version=__version__,
            deck_version=self.deck_versions.get(card.deck, ""),
            content_hash=card.content_hash,
            meaning_hash=card.meaning_hash,
            parameter_set=self.profile.rules.parameter_set,
        )

    def change(self, step: Step, rating: Rating) -> None:
        """The learner chose another rating than the one written down."""
        event = self.profile.regrade(step.events[0], rating=rating, reason="chosen by the learner")
        step.events.append(event.id)

    def confirm(self, step: Step, confirmed: str) -> None:
        """The learner confirmed a suspected edit: from now on it counts like any misconception."""
        self._about(step, EventKind.NOTE, {"event": step.events[0], "confirmed": confirmed})

    def set_aside(self, step: Step, kind: EventKind) -> None:
        """Suspend or bury, as part of the step, so that one undo takes both back."""
        self._about(step, kind, {"event": step.events[0]} if step.answered else {})

    def _about(self, step: Step, kind: EventKind, payload: Mapping[str, Json]) -> None:
        event = self.profile.record(kind, step.question.card.key, payload)
        step.events.append(event.id)

    def take_back(self, step: Step) -> None:
        """Undo every event of the step, the last one first."""
        for event in reversed(step.events):
            self.profile.undo(event)

    def mark(self, key: str) -> bool:
        """Mark a card, or take its mark away; returns whether it is marked now."""
        state = self.profile.state(key)
        on = not (state is not None and state.flagged)
        self.profile.record(EventKind.FLAG, key, {"on": on})
        return on

    def note(self, key: str, text: str) -> None:
        self.profile.record(EventKind.NOTE, key, {"text": text[:LONGEST_NOTE]})


def named(grade: Grade) -> str | None:
    """What the log calls a wrong answer: its misconception, or the first suspected edit."""
    if grade.misconception is not None or not grade.edits:
        return grade.misconception
    return edit_name(grade, 0)


def edit_name(grade: Grade, index: int) -> str:
    """What was thought, without the variant's numbers, so that it adds up: `K and V with all heads`.

    A mistake of the card has its misconception's id, under which it counts elsewhere too.
    """
    if index < len(grade.listed) and grade.listed[index].misconception:
        return str(grade.listed[index].misconception)
    words = grade.edits[index].words.split()
    return " ".join(word for word in words if not word.strip("(.,)")[:1].isdigit())
