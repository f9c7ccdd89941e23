"""The event log's vocabulary: what can happen to a card, as immutable facts. The log is the only truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Rating(IntEnum):
    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class EventKind(StrEnum):
    REVIEW = "review"
    UNDO = "undo"
    SUSPEND = "suspend"
    UNSUSPEND = "unsuspend"
    BURY = "bury"
    FLAG = "flag"
    RESET = "reset"
    SET_DUE = "set-due"
    PARAMETERS = "parameters"
    INTERVIEW = "interview"
    NOTE = "note"  # words on a card, a mistake confirmed; without a card a task done in a lab
    REGRADE = "regrade"
    RENAME = "rename"  # the card's key changed: history under payload "from" belongs to it


class Mode(StrEnum):
    """How a review came about; only STUDY and MOCK move the memory model (same-day repeats count as CRAM)."""

    STUDY = "study"
    CRAM = "cram"
    MOCK = "mock"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log. `id` is `device:sequence`; `payload` is JSON and depends on the kind."""

    id: str
    kind: EventKind
    ms: int
    offset_minutes: int
    study_day: int
    card: str | None = None
    payload: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Review:
    """The payload of a `review` event, typed. `values` are the drawn values of the variant, exact as text.

    A new field needs a default, a bound in `payloads.REVIEW_FIELDS` and a pattern in `lines` (tests compare
    them), and a value from `quiz.journal`. One that statistics read from every row gets a column as well.
    """

    rating: Rating
    verdict: str
    mode: Mode = Mode.STUDY
    session: str = ""
    misconception: str | None = None
    suspected: bool = False
    confidence: int | None = None  # 1 guess, 2 fairly sure, 3 certain
    points: tuple[int, ...] = ()  # indices ticked
    red_flags: tuple[int, ...] = ()
    form: str = "typed"  # typed, choice or spoken
    retries: int = 0
    typed: str = ""
    ms_taken: int = 0
    ms_first_key: int | None = None
    hints: int = 0
    showing: int = 0  # how many times the card had been shown before
    values: Mapping[str, Json] = field(default_factory=dict)
    region: str | None = None
    expected: str = ""
    engine_version: str = ""
    deck_version: str = ""
    content_hash: str = ""
    meaning_hash: str = ""
    parameter_set: str = ""
