"""A year of days as a small map: a column a week, Monday on top, months above it, a legend. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from operator import itemgetter

from textual.content import Content

from mhaquiz.deck.display import counted
from mhaquiz.memory.clock import date_of, monday_of
from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block

WEEKS = 52
SIDE = 5  # cells for the names of weekdays
_MINUTE_LEVELS = (8, 20, 40)  # minutes of study from which a shade darker than the first begins
_ANSWER_LEVELS = (1, 5, 15, 40)  # answers a day from which each shade begins
#: How a day is drawn by a sign, from none to most; the sign alone tells the shade.
SHADES, PLAIN_SHADES = "·░▒▓█", ".:+#@"


def month_names(first: int, weeks: int) -> str:
    """The names of months over the week that holds their first day; `first` is a Monday."""
    line = ""
    for week in range(weeks):
        start = date_of(first + 7 * week)
        end = start + timedelta(days=6)
        begins = end.day <= 7 and (start.month != end.month or start.day == 1)
        if begins and week >= len(line) and week + 3 <= weeks:
            line = line.ljust(week) + f"{end:%b} "
    return line[:weeks]


def runs(cells: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Neighbours of one style as one piece: each piece costs as much to draw as a whole line of them."""
    grouped = groupby(cells, key=itemgetter(1))
    return [("".join(sign for sign, _ in group), style) for style, group in grouped]


# ── in colours, two days a cell ─────────────────────────────────────────────────────────
def year(minutes: Mapping[int, float], today: int, shades: Sequence[str], width: int = 80) -> list[Block]:
    """A year of days: a column a week, two days a cell, the paler shade the shorter the study.

    `minutes` by study day, `shades` colours from none to most. Only the latest weeks where it is narrow.
    """
    weeks = max(min(WEEKS, width - SIDE), 1)
    first = monday_of(today) - 7 * (weeks - 1)
    studied = sum(1 for day, spent in minutes.items() if spent > 0 and first <= day <= today)
    told = f"{counted(studied, 'day')} of study in a year, {streak(minutes, today)} in a row"
    lines = [Content.styled(" " * SIDE + month_names(first, weeks), "$quiet")]
    for upper, name in zip(range(0, 7, 2), ("Mon", "Wed", "Fri", "Sun"), strict=True):
        cells = [
            _two_days(minutes, first + 7 * week + upper, today, shades, upper < 6) for week in range(weeks)
        ]
        lines.append(Content.assemble((name.ljust(SIDE), "$quiet"), *runs(cells)))
    lines.append(_colours(shades))
    return [Block(Content.styled(told, "$quiet"), gap=True), *(Block(line, wraps=False) for line in lines)]


def _colours(shades: Sequence[str]) -> Content:
    """What the shades mean, on a line below the map."""
    starts = ("0", "1", *(str(start) for start in _MINUTE_LEVELS))
    parts: list[tuple[str, str]] = [(" " * SIDE + "minutes a day  ", "$quiet")]
    for shade, start in zip(shades, starts, strict=True):
        parts += [("██", shade), (f" {start}{'+' if start == starts[-1] else ''}  ", "$quiet")]
    return Content.assemble(*parts)


def _two_days(
    minutes: Mapping[int, float], day: int, today: int, shades: Sequence[str], two: bool
) -> tuple[str, str]:
    """One cell: a day above the next one; below a Sunday there is nothing."""
    lower = _shade(minutes, day + 1, today, shades) if two else shades[0]
    return "▀", f"{_shade(minutes, day, today, shades)} on {lower}"


def _shade(minutes: Mapping[int, float], day: int, today: int, shades: Sequence[str]) -> str:
    spent = minutes.get(day, 0.0)
    level = 1 + sum(spent >= start for start in _MINUTE_LEVELS) if spent > 0 else 0
    return shades[level if day <= today else 0]


def streak(minutes: Mapping[int, float], today: int) -> int:
    """Days of study in a row up to today; today may still come."""
    day = today if minutes.get(today, 0.0) > 0 else today - 1
    count = 0
    while minutes.get(day - count, 0.0) > 0:
        count += 1
    return count


# ── by signs, a day a cell ──────────────────────────────────────────────────────────────
def year_map(answered: Mapping[int, int], today: int, width: int, signs: str) -> list[Content]:
    """Months, then seven lines with a column a week, Monday on top. Only the latest weeks where it is narrow.

    `answered` by study day; the sign tells the shade, the colour only repeats it.
    """
    weeks = max(min(53, width - SIDE - 1), 1)
    first = monday_of(today) - 7 * (weeks - 1)
    lines = [literal(" " * (SIDE + 1) + month_names(first, weeks), "$quiet")]
    for weekday, name in enumerate(("Mon", "", "Wed", "", "Fri", "", "Sun")):
        cells = [_day(answered, first + 7 * week + weekday, today, signs) for week in range(weeks)]
        lines.append(Content.assemble((name.ljust(SIDE + 1), "$quiet"), *runs(cells)))
    return lines


def legend(signs: str) -> Content:
    """What the signs mean, on a line below the map."""
    starts = ("0", *(str(start) for start in _ANSWER_LEVELS))
    told = "  ".join(f"{sign} {start}" for sign, start in zip(signs, starts, strict=True))
    return literal(" " * (SIDE + 1) + f"answers a day  {told}+", "$quiet")


def _day(answered: Mapping[int, int], day: int, today: int, signs: str) -> tuple[str, str]:
    if day > today:
        return " ", ""
    level = sum(answered.get(day, 0) >= start for start in _ANSWER_LEVELS)
    return signs[level], "$accent" if level else "$faint"
