"""The rating proposed for an answer: a pure function of what was seen, one rule a line.

The learner may always choose another one. Again means the memory failed, so every verdict that does not pass
proposes it, whatever the confidence.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from mhaquiz.memory.events import Rating
from mhaquiz.quiz.questions import Question, is_typed_kind
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


def evidence(
    question: Question,
    verdict: Verdict,
    *,
    confidence: int | None,
    seconds: float,
    points: Collection[int],
    flags: Collection[int],
) -> Evidence:
    """What was seen of one answer; `points` and `flags` are the indices ticked."""
    card = question.card
    return Evidence(
        verdict=verdict,
        hints=len(question.hints_shown),
        confidence=confidence,
        seconds=seconds,
        expected_seconds=float(card.minutes) * 60,
        choice_instead_of_typing=is_typed_kind(card) and question.variant.form == "choice",
        points_total=len(card.points),
        points_ticked=len(points),
        must_missed=any(point.must and index not in points for index, point in enumerate(card.points)),
        flag_said=bool(flags),
    )


def propose(seen: Evidence) -> Rating:
    """The proposed rating of a graded or a spoken answer."""
    if seen.verdict is Verdict.SELF_RATED:
        return _spoken(seen)
    if not seen.verdict.passes:
        return Rating.AGAIN
    if seen.hints or seen.confidence == 1 or seen.choice_instead_of_typing:
        return Rating.HARD
    if seen.seconds > SLOW * seen.expected_seconds:
        return Rating.HARD
    if seen.confidence == 3 and seen.seconds <= QUICK * seen.expected_seconds:
        return Rating.EASY
    return Rating.GOOD


def _spoken(seen: Evidence) -> Rating:
    """A spoken answer by its rubric; without a rubric the learner is proposed Good and judges alone."""
    if seen.flag_said or seen.must_missed:
        return Rating.AGAIN
    if seen.points_ticked < seen.points_total or seen.hints:
        return Rating.HARD
    return Rating.GOOD


def certain_and_wrong(verdict: Verdict, confidence: int | None) -> bool:
    """The most useful error there is: it comes back this session and first tomorrow."""
    return confidence == 3 and not verdict.passes and verdict is not Verdict.SELF_RATED
