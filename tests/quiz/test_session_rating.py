"""The proposed rating, one line a rule."""

import pytest

from mhaquiz.memory.events import Rating
from mhaquiz.quiz.rating import Evidence, certain_and_wrong, propose
from mhaquiz.quiz.verdicts import Verdict

A, H, G, E = Rating.AGAIN, Rating.HARD, Rating.GOOD, Rating.EASY

GRADED = [
    # verdict, hints, confidence, seconds of 60, choice form → rating
    (Verdict.CORRECT, 0, 2, 40, False, G),
    (Verdict.CORRECT_ROUNDED, 0, 2, 40, False, G),
    (Verdict.CORRECT, 0, None, 10, False, G),
    (Verdict.CORRECT, 0, 3, 40, False, G),
    (Verdict.CORRECT, 0, 3, 30, False, E),
    (Verdict.CORRECT, 0, 3, 10, False, E),
    (Verdict.CORRECT, 1, 3, 10, False, H),
    (Verdict.CORRECT, 0, 1, 10, False, H),
    (Verdict.CORRECT, 0, 3, 10, True, H),
    (Verdict.CORRECT, 0, 2, 120, False, G),
    (Verdict.CORRECT, 0, 2, 121, False, H),
    (Verdict.CORRECT, 0, 3, 500, False, H),
    (Verdict.WRONG, 0, 1, 10, False, A),
    (Verdict.WRONG, 0, 3, 10, False, A),
    (Verdict.MISCONCEPTION, 0, 3, 10, False, A),
    (Verdict.SUSPECTED, 0, 2, 10, False, A),
    (Verdict.SIGN, 0, 2, 10, False, A),
    (Verdict.UNIT, 0, 2, 10, False, A),
    (Verdict.SCALE, 0, 2, 10, False, A),
    (Verdict.PARTIAL, 0, 2, 10, False, A),
]


@pytest.mark.parametrize(("verdict", "hints", "confidence", "seconds", "choice", "rating"), GRADED)
def test_a_graded_answer_proposes(verdict, hints, confidence, seconds, choice, rating):
    evidence = Evidence(verdict, hints, confidence, seconds, 60, choice_instead_of_typing=choice)
    assert propose(evidence) is rating


SPOKEN = [
    # points in all, ticked, a must missed, a red flag said, hints → rating
    (3, 3, False, False, 0, G),
    (3, 2, True, False, 0, A),
    (3, 2, False, False, 0, H),
    (3, 3, False, True, 0, A),
    (0, 0, False, False, 0, G),
    (0, 0, False, True, 0, A),
    (3, 3, False, False, 1, H),
]


@pytest.mark.parametrize(("total", "ticked", "must_missed", "flag", "hints", "rating"), SPOKEN)
def test_a_spoken_answer_proposes(total, ticked, must_missed, flag, hints, rating):
    evidence = Evidence(
        Verdict.SELF_RATED,
        hints=hints,
        points_total=total,
        points_ticked=ticked,
        must_missed=must_missed,
        flag_said=flag,
    )
    assert propose(evidence) is rating


def test_no_verdict_that_fails_ever_proposes_a_pass():
    for verdict in Verdict:
        for confidence in (None, 1, 2, 3):
            rating = propose(Evidence(verdict, confidence=confidence, seconds=1))
            assert (rating is A) == (not verdict.passes and verdict is not Verdict.SELF_RATED)


def test_certain_and_wrong_is_certain_and_wrong():
    assert certain_and_wrong(Verdict.MISCONCEPTION, 3)
    assert not certain_and_wrong(Verdict.MISCONCEPTION, 2)
    assert not certain_and_wrong(Verdict.CORRECT, 3)
    assert not certain_and_wrong(Verdict.SELF_RATED, 3)
