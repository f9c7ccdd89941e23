"""The rating proposed for an answer: a pure function of what was seen, one rule a line.

The learner may always choose another one. Again means the memory failed, so every verdict that does not pass
proposes it, whatever the confidence.
"""

from __future__ import annotations

from dataclasses import dataclass

from mhaquiz.memory.events import Rating
from mhaquiz.quiz.verdicts import Verdict

SLOW = 2.0  # times the card's own minutes: right, but not yet at hand
QUICK = 0.5  # and certain, without a hint: Easy


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a proposal is made of. Seconds; `confidence` 1 guess, 2 fairly sure, 3 certain, or None."""

    verdict: Verdict
    hints: int = 0
    confidence: int | None = None
    seconds: float = 0.0
    expected_seconds: float = 60.0
    choice_instead_of_typing: bool = False
    points_total: int = 0
    points_ticked: int = 0
    must_missed: bool = False
    flag_said: bool = False


def propose(evidence: Evidence) -> Rating:
    """The proposed rating of a graded or a spoken answer."""
    if evidence.verdict is Verdict.SELF_RATED:
        return _spoken(evidence)
    if not evidence.verdict.passes:
        return Rating.AGAIN
    if evidence.hints or evidence.confidence == 1 or evidence.choice_instead_of_typing:
        return Rating.HARD
    if evidence.seconds > SLOW * evidence.expected_seconds:
        return Rating.HARD
    if evidence.confidence == 3 and evidence.seconds <= QUICK * evidence.expected_seconds:
        return Rating.EASY
    return Rating.GOOD


def _spoken(evidence: Evidence) -> Rating:
    """A spoken answer by its rubric; without a rubric the learner is proposed Good and judges alone."""
    if evidence.flag_said or evidence.must_missed:
        return Rating.AGAIN
    if evidence.points_ticked < evidence.points_total or evidence.hints:
        return Rating.HARD
    return Rating.GOOD


def certain_and_wrong(verdict: Verdict, confidence: int | None) -> bool:
    """The most useful error there is: it comes back this session and first tomorrow."""
    return confidence == 3 and not verdict.passes and verdict is not Verdict.SELF_RATED
