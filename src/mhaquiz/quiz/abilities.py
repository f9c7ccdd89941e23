"""What only some sessions can do, with what the others answer when they are asked to.

Front ends ask any session without looking at its class; a session overrides what it can.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mhaquiz.quiz.mock_report import MockReport

STUDY, QUIZ, MOCK, PREVIEW = "study", "quiz", "mock interview", "preview"


class Abilities:
    """The answers of a session that cannot. `name` is what it is called, `notice` what it has to say."""

    name: str = STUDY
    notice: str = ""

    def take_notice(self) -> str:
        """What there is to tell, once; "" for nothing."""
        notice, self.notice = self.notice, ""
        return notice

    # ── taking back, setting aside ──────────────────────────────────────────────────────
    @property
    def can_undo(self) -> bool:
        return False

    def undo(self) -> bool:
        return False

    def suspend(self) -> None:
        """Never ask this card again until it is taken back."""
        self._leave_alone()

    def bury(self) -> None:
        """Not today."""
        self._leave_alone()

    def reset(self) -> None:
        """Begin the card anew, as never seen."""
        self._leave_alone()

    def mark(self) -> None:
        """Mark the card, or take the mark away."""
        self._leave_alone()

    @property
    def notes(self) -> Sequence[str]:
        """The learner's own words on the card, oldest first."""
        return ()

    def note(self, text: str) -> None:
        """Keep the learner's own words with the card."""
        self._leave_alone()

    def _leave_alone(self) -> None:
        self.notice = "Only a study session changes the schedule."

    # ── waiting ─────────────────────────────────────────────────────────────────────────
    def waiting_seconds(self) -> int | None:
        """In WAITING: seconds until the next card. None elsewhere."""
        return None

    def resume(self) -> None:
        """In WAITING: the time has come; choose the next card as always."""
        self._leave_alone()

    def learn_ahead(self) -> None:
        """In WAITING: show the waiting card now."""
        self._leave_alone()

    # ── leaving, and the end ────────────────────────────────────────────────────────────
    @property
    def loses_by_leaving(self) -> bool:
        """Whether this session alone holds something: answers of a quiz, the time of a mock interview."""
        return False

    @property
    def all_done(self) -> str:
        """What is said where nothing is left of what the schedule holds; "" where none is followed."""
        return ""

    def mock_report(self) -> MockReport | None:
        """What a mock interview showed, once something was answered; None for every other session."""
        return None

    @property
    def can_add_tonight(self) -> bool:
        """Whether the report names cards that are not in today's queue yet."""
        return False

    def add_tonight(self) -> int:
        """Put the cards of the mock interview's report into today's queue; returns how many."""
        return 0
