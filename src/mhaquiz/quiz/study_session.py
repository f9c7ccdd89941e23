"""Studying what is due: an answer is on disk before its verdict shows, and any number can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import Mode, Rating
from mhaquiz.quiz.asking import Phase, Progress, Question, Session

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.memory.queue import Queue


class StudySession(Session):
    """Today's queue, one card after the other."""

    asks_rating = True

    def __init__(
        self,
        profile: Profile,
        library: Library,
        queue: Queue,
        clock: Clock,
        *,
        ask_confidence: bool = True,
        mode: Mode = Mode.STUDY,
    ) -> None:
        super().__init__(library, clock)
        self.profile = profile
        self.queue = queue
        self.asks_confidence = ask_confidence
        self.mode = mode
        self._advance()

    def _draw_next(self) -> Question | None:
        raise NotImplementedError

    def _settle(self) -> None:
        raise NotImplementedError

    def _close(self, rating: Rating | None) -> None:
        raise NotImplementedError

    def _nothing_left(self) -> Phase:
        return Phase.FINISHED

    @property
    def progress(self) -> Progress:
        return Progress(done=len(self.answered), correct=sum(one.passed for one in self.answered))
