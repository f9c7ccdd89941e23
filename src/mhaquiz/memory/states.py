"""What the log says about one card now: a projection, never written by hand."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class CardPhase(IntEnum):
    """Where a card stands; learning and relearning run in minutes, review in days."""

    NEW = 0
    LEARNING = 1
    REVIEW = 2
    RELEARNING = 3

    @property
    def in_steps(self) -> bool:
        return self in (CardPhase.LEARNING, CardPhase.RELEARNING)


class CardState(NamedTuple):
    """The state of one card after its events. A card without events has `CardState()` or no state at all.

    Days are study days (see `memory.clock`). `stability` is the number of days after which recall falls to
    90 %, `difficulty` lies in 1…10. A tuple rather than a dataclass: 100,000 of them are made in a rebuild.
    """

    phase: CardPhase = CardPhase.NEW
    stability: float | None = None
    difficulty: float | None = None
    due_day: int | None = None
    due_ms: int | None = None  # set only while a learning step runs
    last_day: int | None = None  # the last day on which a review moved the memory model
    reps: int = 0  # reviews that moved the memory model
    lapses: int = 0
    interval: int = 0  # days; while a step runs, the longest interval the next pass may get (0: no limit)
    suspended: bool = False
    buried_until: int | None = None  # hidden on study days before this one
    flagged: bool = False
    leech: bool = False
    streak: int = 0  # days passed in a row, which ends a leech
    showings: int = 0  # every review, cram included: the number of the next variant

    def hidden(self, day: int) -> bool:
        """Suspended, or buried on this study day."""
        return self.suspended or (self.buried_until is not None and day < self.buried_until)

    def is_due(self, day: int) -> bool:
        """In review, and due by this study day."""
        return self.phase is CardPhase.REVIEW and self.due_day is not None and self.due_day <= day


FRESH = CardState()
