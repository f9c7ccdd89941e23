"""Days as people write them: `2027-01-15`, `9 dec`, `Dec 9 2026`, `tomorrow`, `in 10 days`, `friday`.

A date without a year is the next such day. `9.12.2026` may be meant either way round and is refused, with
both readings; where one of the two numbers cannot be a month it is read. Names are English in every locale.
"""

from __future__ import annotations

import re
from datetime import date

from mhaquiz.memory.clock import date_of, day_of
from mhaquiz.memory.errors import ProfileError

MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WAYS = "2027-01-15, 9 dec, tomorrow or in 10 days"
_LONGEST = 40
_ISO = re.compile(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", re.ASCII)
_NUMBERS = re.compile(r"(\d{1,2})[-./](\d{1,2})[-./]?(\d{4})?", re.ASCII)
_NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:st|nd|rd|th)? (?P<month>[a-z]+)|(?P<month_first>[a-z]+) (?P<day_after>\d{1,2})"
    r"(?:st|nd|rd|th)?)(?: (?P<year>\d{4}))?",
    re.ASCII,
)
_AHEAD = re.compile(r"(?:in )?(\d{1,4}|a) (day|week)s?", re.ASCII)


def read_date(text: str, today: int) -> int:
    """The study day meant by `text` on the study day `today`, or `ProfileError`."""
    asked = " ".join(text.lower().replace(",", " ").split())
    for reads in (_by_word, _ahead, _iso, _numbers, _named) if len(asked) <= _LONGEST else ():
        if (day := reads(asked, today)) is not None:
            return day
    raise ProfileError(f"{text[:_LONGEST]!r} is not a date: write it as {WAYS}")


def iso_day(text: str) -> int:
    """The study day of an ISO date, as the log writes it; ValueError for anything else."""
    return day_of(date.fromisoformat(text))


def _by_word(text: str, today: int) -> int | None:
    if text in ("today", "tomorrow"):
        return today + (text == "tomorrow")
    name = _named_by(text.removeprefix("next ").removeprefix("on "), WEEKDAYS)
    return None if name is None else today + (name - date_of(today).weekday() - 1) % 7 + 1


def _ahead(text: str, today: int) -> int | None:
    if not (found := _AHEAD.fullmatch(text)):
        return None
    number = 1 if found[1] == "a" else int(found[1])
    return today + number * (7 if found[2] == "week" else 1)


def _iso(text: str, _today: int) -> int | None:
    return _day(*map(int, found.groups())) if (found := _ISO.fullmatch(text)) else None


def _numbers(text: str, today: int) -> int | None:
    """Two numbers and perhaps a year: day and month in an order that only the numbers can tell."""
    if not (found := _NUMBERS.fullmatch(text)):
        return None
    year = found[3] and int(found[3])
    first, second = int(found[1]), int(found[2])
    orders = dict.fromkeys(((second, first), (first, second)))
    days = [day for month, n in orders if (day := _in_year(year, month, n, today)) is not None]
    if len(days) > 1:
        either, other = (date_of(day) for day in days)
        raise ProfileError(
            f"{text} may be {_spoken(either)} or {_spoken(other)}: write it as {either.isoformat()} "
            f"or {other.isoformat()}"
        )
    return days[0] if days else None


def _named(text: str, today: int) -> int | None:
    if not (found := _NAMED.fullmatch(text)):
        return None
    month = _named_by(found["month"] or found["month_first"], MONTHS)
    if month is None:
        return None
    year = found["year"] and int(found["year"])
    return _in_year(year, month + 1, int(found["day"] or found["day_after"]), today)


def _named_by(word: str, names: tuple[str, ...]) -> int | None:
    """Which name a word is, or begins: three letters are enough."""
    begun = [index for index, name in enumerate(names) if len(word) >= 3 and name.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def _in_year(year: int | str | None, month: int, day: int, today: int) -> int | None:
    """That day of the year, or where none is given the next one from today on."""
    if year:
        return _day(int(year), month, day)
    this = date_of(today).year
    found = (_day(each, month, day) for each in range(this, this + 9))  # 29 February is up to 8 years away
    return next((each for each in found if each is not None and each >= today), None)


def _day(year: int, month: int, day: int) -> int | None:
    try:
        return day_of(date(year, month, day))
    except ValueError:
        return None


def _spoken(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1].title()}"
