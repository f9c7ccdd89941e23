"""A session as a plain object: no screen, no clock of its own. Plain mode and the TUI drive the same one.

The phases of one card:

    QUESTION ──submit──▶ CONFIDENCE ──sure──▶ REVEAL ──rate──▶ next QUESTION
        │  (more digits, unreadable: stays)                ▲
        └──start_speaking──▶ SPEAKING ──stop_speaking──────┘          (recall cards)

CONFIDENCE is skipped where it is switched off and in quizzes. WAITING means nothing is due but a learning
step is running; FINISHED that the session is over. The review event is durable before REVEAL is entered
(graded kinds) or before the next question (recall); changing the proposed rating afterwards appends a
`regrade`.

This module is the door: what the sessions share stands in `quiz.asking`, each session in a module of its own.
"""

from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.mock_session import MockSession
from mhaquiz.quiz.questions import Phase, Progress, Question, SessionError, Summary
from mhaquiz.quiz.quiz_session import QuizSession
from mhaquiz.quiz.study_session import StudySession

__all__ = [
    "MockSession",
    "Phase",
    "Progress",
    "Question",
    "QuizSession",
    "Session",
    "SessionError",
    "StudySession",
    "Summary",
]
