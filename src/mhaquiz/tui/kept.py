"""Quizzes and mock interviews that were left before their end: they wait, their clocks standing still.

They live as long as the app, which asks before it ends with one of them. To wait over a restart they would
have to be stored: the log holds no answer of a quiz, and an interview goes on from what was new to the
learner and what the clock said when it began, which later answers and edits of the decks change. A study
session needs none of this: what is left of it is today's queue.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Session


class Kept:
    """The sessions that wait, the one left last first."""

    def __init__(self) -> None:
        self._waiting: list[Session] = []

    def __iter__(self) -> Iterator[Session]:
        return iter(self._waiting)

    def put(self, session: Session) -> None:
        """Leave a session and keep it."""
        session.leave()
        self._waiting = [session, *(one for one in self._waiting if one is not session)]

    def waiting(self, name: str) -> Session | None:
        """The session of a name that would go on."""
        return next((one for one in self._waiting if one.name == name), None)

    def take(self, name: str) -> Session | None:
        """Go on with it, or None where none waits."""
        if (session := self.waiting(name)) is not None:
            self._waiting.remove(session)
            session.go_on()
        return session
