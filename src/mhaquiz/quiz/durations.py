"""How long something takes, in words: one wording for questions, reports and both front ends."""

from __future__ import annotations

from fractions import Fraction

#: From here on whole minutes say enough.
SECONDS_MATTER_BELOW = 10 * 60


def duration(seconds: float | Fraction) -> str:
    """`45 s`, `2 min`, `1 min 30 s`, `12 min`, `1 h 05 min`."""
    whole = max(0, round(seconds))
    minutes, rest = divmod(whole, 60)
    if not minutes:
        return f"{rest} s"
    if whole < SECONDS_MATTER_BELOW:
        return f"{minutes} min {rest:02} s" if rest else f"{minutes} min"
    hours, minutes = divmod((whole + 30) // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def about_minutes(minutes: float | Fraction) -> str:
    """An estimate: whole minutes, at least one. `1 min`, `25 min`, `1 h 05 min`."""
    return duration(60 * max(1, round(minutes)))


def faster(more: int) -> str:
    """Why a day holds more cards than it was to hold."""
    return f"You are faster than planned: {more} more {'fits' if more == 1 else 'fit'}"
