"""Quizzes and mock interviews that were left before their end: they wait, their clocks standing still.

They live as long as the app. A study session needs none of this: what is left of it is today's queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Session

QUIZ, MOCK = "quiz", "mock interview"


def kind_of(session: Session) -> str:
    """What a session is called: `QUIZ`, `MOCK`, or "" for one whose place is in the log."""
    from mhaquiz.quiz.mock_session import MockSession
    from mhaquiz.quiz.preview_session import PreviewSession
    from mhaquiz.quiz.quiz_session import QuizSession

    if isinstance(session, MockSession):
        return MOCK
    return QUIZ if isinstance(session, QuizSession) and not isinstance(session, PreviewSession) else ""


def loses_by_leaving(session: Session) -> bool:
    """Whether something would be gone that the log does not hold: answers of a quiz, the time of a mock."""
    from mhaquiz.quiz.session import Phase

    kind = kind_of(session)
    if not kind or session.phase is Phase.FINISHED:
        return False
    seen_but_open = session.phase is Phase.REVEAL and session.progress.left > 1
    return kind == MOCK or bool(session.answered) or seen_but_open


class Kept:
    """The sessions that wait, the one left last first."""

    def __init__(self) -> None:
        self._waiting: list[Session] = []

    def put(self, session: Session) -> None:
        """Stop a session's clocks and keep it."""
        session.watch.stop()
        self._waiting = [session, *(one for one in self._waiting if one is not session)]

    def waiting(self, kind: str) -> Session | None:
        """The session of a kind that would go on."""
        return next((one for one in self._waiting if kind_of(one) == kind), None)

    def take(self, kind: str) -> Session | None:
        """Go on with it, or None where none waits."""
        if (session := self.waiting(kind)) is not None:
            self._waiting.remove(session)
            session.watch.go_on()
        return session
