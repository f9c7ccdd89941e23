"""Moments, clocks and study days. Nothing below the front ends reads the real clock; it is passed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypeAlias

ROLLOVER_HOUR = 4
DAY_MS = 86_400_000
_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point in time as the event log stores it: UTC milliseconds and the local offset in minutes."""

    ms: int
    offset_minutes: int = 0

    def study_day(self, rollover_hour: int = ROLLOVER_HOUR) -> int:
        """The study day as days since 1970-01-01: the local date, a day beginning at `rollover_hour`."""
        local_minutes = self.ms // 60_000 + self.offset_minutes
        return (local_minutes - rollover_hour * 60) // 1440


def date_of(day: int) -> date:
    """The calendar date of a study day."""
    return _EPOCH + timedelta(days=day)


def day_of(day: date) -> int:
    """The study day of a calendar date."""
    return (day - _EPOCH).days


def monday_of(day: int) -> int:
    """The study day on which a study day's week begins (1970-01-01 was a Thursday)."""
    return day - (day + 3) % 7


LONGEST_OFFSET = 24 * 60 - 1  # TZ may name a whole day, which no datetime takes

Clock: TypeAlias = Callable[[], Moment]


def system_clock() -> Moment:
    """The real time and the machine's present UTC offset. Only front ends call this."""
    now = time.time()
    minutes = time.localtime(now).tm_gmtoff // 60
    return Moment(int(now * 1000), max(-LONGEST_OFFSET, min(minutes, LONGEST_OFFSET)))
