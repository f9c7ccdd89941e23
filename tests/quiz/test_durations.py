"""Durations in words, the same ones wherever a duration is told."""

from fractions import Fraction

import pytest

from mhaquiz.quiz.durations import about_minutes, duration


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-3, "0 s"),
        (0, "0 s"),
        (45, "45 s"),
        (60, "1 min"),
        (Fraction(3, 2) * 60, "1 min 30 s"),
        (65, "1 min 05 s"),
        (599, "9 min 59 s"),
        (629, "10 min"),
        (630, "11 min"),
        (3570, "1 h 00 min"),
        (3900, "1 h 05 min"),
    ],
)
def test_a_duration_in_words(seconds: float | Fraction, told: str) -> None:
    assert duration(seconds) == told


def test_an_estimate_is_never_nothing() -> None:
    assert about_minutes(0.2) == "1 min"
    assert about_minutes(24.6) == "25 min"
    assert about_minutes(64.8) == "1 h 05 min"
