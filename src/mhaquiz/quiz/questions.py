"""What sessions are made of: phases, the question asked, the answer given, what they come to. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, Kind, Numeric
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.verdicts import Grade

if TYPE_CHECKING:
    from mhaquiz.quiz.variants import Variant


class Phase(StrEnum):
    QUESTION = "question"
    CONFIDENCE = "confidence"
    SPEAKING = "speaking"
    REVEAL = "reveal"
    WAITING = "waiting"
    FINISHED = "finished"


class SessionError(RuntimeError):
    """A step that the present phase does not allow: a fault of the front end, never of the learner."""


class UnaskableError(ValueError):
    """A card that cannot be asked: its draw or a text of it fails. Decks that were checked have none."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key} is left out, it cannot be asked: {reason}")
        self.key = key


@dataclass(slots=True)
class Question:
    """One card as it stands in front of the learner."""

    card: Card
    variant: Variant
    hints_shown: tuple[str, ...] = ()
    hints_left: int = 0
    retries: int = 0
    feedback: Grade | None = None  # the last more_digits or unreadable
    number: int = 1
    total: int | None = None
    is_new: bool = False
    why_due: str = ""
    seconds: int | None = None  # time limit of an estimate

    @property
    def spoken(self) -> bool:
        """A recall card is answered aloud and judged by the learner."""
        return self.card.kind is Kind.RECALL

    def hint(self) -> str:
        """Show the next hint, of which there must be one left."""
        from mhaquiz.deck.prose import fill_prose

        text = fill_prose(self.card.hints[len(self.hints_shown)], self.variant.names)
        self.hints_shown += (text,)
        self.hints_left -= 1
        return text

    def afresh(self) -> Question:
        """The same question with nothing answered. Hints that were seen stay: they help again."""
        return replace(self, retries=0, feedback=None)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a session is. `again` of the cards `left` were met today and come back once more.

    `more` cards fit into the day besides those `left`, as it went faster than planned.
    """

    done: int = 0
    left: int = 0
    minutes_left: float = 0.0
    correct: int = 0
    again: int = 0
    more: int = 0

    @property
    def fresh(self) -> int:
        """The cards left that were not met today."""
        return self.left - self.again


@dataclass(frozen=True, slots=True)
class Met:
    """A misconception met in a session, and how often."""

    id: str
    title: str
    count: int


@dataclass(frozen=True, slots=True)
class TopicScore:
    answered: int
    correct: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a finished session comes to. `to_study` are card keys, weakest first.

    `prompts` holds for each of these the question as it was last asked, numbers filled in.
    """

    answered: int = 0
    correct: int = 0
    seconds: int = 0
    by_topic: Mapping[str, TopicScore] = field(default_factory=dict)
    misconceptions: tuple[Met, ...] = ()
    to_study: tuple[str, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answered:
    """One card that is done with: what the summary and the report are made of."""

    question: Question
    grade: Grade
    passed: bool
    ms: int
    ms_first_key: int | None = None
    rating: Rating | None = None
    confidence: int | None = None
    points: frozenset[int] = frozenset()
    flags: frozenset[int] = frozenset()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The points that must be there and were not ticked; a rubric with no tick at all says nothing."""
        if not self.points:
            return ()
        points = enumerate(self.question.card.points)
        return tuple(point.text for index, point in points if point.must and index not in self.points)

    @property
    def went_well(self) -> bool:
        """Passed, and nothing was missing that an interviewer waits for."""
        return self.passed and not self.left_out


def is_typed_kind(card: Card) -> bool:
    """Whether the card is meant to be typed (a choice form of it never rates above Hard)."""
    return isinstance(card.body, Numeric) or card.kind in (Kind.SYMBOLIC, Kind.SHAPE, Kind.CLOZE)


def seconds_of(card: Card) -> int | None:
    """The time limit of an estimate, in seconds; None for every other card."""
    return card.body.accept.seconds if isinstance(card.body, Numeric) else None


def one_of(index: int, count: int, what: str) -> frozenset[int]:
    """`{index}`, or IndexError in words where there are only `count`."""
    if not 0 <= index < count:
        raise IndexError(f"there is no {what} {index + 1}")
    return frozenset({index})
