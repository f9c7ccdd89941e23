"""What the statistics screen says, page by page, as prose for a width. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from mhaquiz.deck.display import counted, percent
from mhaquiz.memory.clock import date_of
from mhaquiz.tui.home_page import bar
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.prose import Block, inline, rows_of
from mhaquiz.tui.widgets.columns import column_lines
from mhaquiz.tui.year_page import PLAIN_SHADES, SHADES, legend, year_map

if TYPE_CHECKING:
    from mhaquiz.memory.overview import Overview
    from mhaquiz.memory.statistics import Mastery, Retention

WEEKS_SHOWN = 12
DAYS_SHOWN = 30
NAME_MOST = 36
BAR_MOST = 30
LEECHES_SHOWN = 3
LEECH_LABEL = 14


class Line(NamedTuple):
    """One bar: its name, its share of 1 (None draws nothing), and what stands after it."""

    name: str
    share: float | None
    note: str


def empty() -> list[Block]:
    told = "Nothing to show yet: statistics begin with your first answer."
    return [Block(literal(told, "$quiet"))]


def title(text: str, aside: str = "", *, gap: bool = True) -> Block:
    """A heading over bars or columns."""
    return Block(Content.assemble((text, "bold $accent"), (f"  {aside}" if aside else "", "$quiet")), gap=gap)


def bars(
    lines: Sequence[Line], width: int, *, shares: bool = True, beside: Sequence[Line] = ()
) -> list[Block]:
    """Bars on one scale from 0 to 1 under one another, set as if `beside` were among them."""
    if not lines:
        return []
    together = [*lines, *beside]
    name = min(max(len(one_line(line.name)) for line in together), NAME_MOST, max(width * 9 // 20, 6))
    note = max(len(line.note) for line in together) + 2
    cells = min(max(width - name - note - (6 if shares else 0) - 2, 4), BAR_MOST)
    return [Block(_bar(line, name, cells, shares), wraps=False) for line in lines]


def _bar(line: Line, name: int, cells: int, shares: bool) -> Content:
    label = cut(literal(one_line(line.name)), name)
    label = label.pad_right(name - label.cell_length + 2)
    if line.share is None:
        return label + literal(" " * cells + ("     –" if shares else "") + f"  {line.note}", "$quiet")
    told = f"{percent(line.share):>6}" if shares else ""
    return label + bar(line.share, cells) + literal(told) + literal(f"  {line.note}", "$quiet")


# ── what you know ───────────────────────────────────────────────────────────────────────
def knowledge(found: Overview, width: int) -> list[Block]:
    """Mastery by topic and level: recall to expect today, cards never seen as not recalled."""
    streak = f"{counted(found.answers, 'answer')}, {counted(found.streak_days, 'day')} in a row"
    topics, levels = [_mastery(one) for one in found.topics], [_mastery(one) for one in found.levels]
    return [
        Block(literal(streak, "bold")),
        title("By topic", "recall today; unseen cards count as 0"),
        *bars(topics, width, beside=levels),
        title("By level"),
        *bars(levels, width, beside=topics),
    ]


def _mastery(one: Mastery) -> Line:
    return Line(one.name, one.recall, f"{one.seen} of {one.cards} seen")


# ── how sure, and how well it held ──────────────────────────────────────────────────────
def recall(found: Overview, width: int) -> list[Block]:
    """Confidence against outcome, retention by week against the model, mock interviews."""
    asked, predicted, obtained = found.mock
    page = [title("How sure, and how often right", gap=False), *_calibration(found, width)]
    if found.retention:
        page.append(title("Recalled when due, by week", "beside it what the scheduler expected"))
        page += bars([_week(one) for one in found.retention[-WEEKS_SHOWN:]], width)
    if obtained is not None and predicted is not None:
        told = f"{percent(obtained)} of {asked} known cards recalled, {percent(predicted)} expected"
        page += [title("Mock interviews"), Block(literal(told))]
    return page


def _calibration(found: Overview, width: int) -> list[Block]:
    if not any(one.answers for one in found.calibration):
        told = "Nothing yet: a study session asks how sure you are, a quiz and a mock interview do not."
        return [Block(literal(told, "$quiet"))]
    lines = [Line(one.confidence, one.right, counted(one.answers, "answer")) for one in found.calibration]
    return bars(lines, width)


def _week(one: Retention) -> Line:
    expected = "" if one.predicted is None else f"{percent(one.predicted)} expected, "
    return Line(date_of(one.week).isoformat(), one.recalled, expected + counted(one.reviews, "review"))


# ── days ────────────────────────────────────────────────────────────────────────────────
def days(found: Overview, width: int, *, plain: bool) -> list[Block]:
    """The year as a map of days, then reviews and minutes of the last month, then time an answer takes."""
    answered, signs = dict(found.year), PLAIN_SHADES if plain else SHADES
    last = [found.days.get(found.today - back) for back in range(DAYS_SHOWN - 1, -1, -1)]
    counts = [float(sum(day[:3])) if day else 0.0 for day in last]
    minutes = [day.minutes if day else 0.0 for day in last]
    page = [
        title("A year of days", _year_told(answered), gap=False),
        *_rows(year_map(answered, found.today, width, signs)),
        Block(legend(signs), wraps=False),
        *_month("Answers a day", counts, width),
        *_month("Minutes a day", minutes, width),
    ]
    if found.seconds:
        told = " · ".join(f"{seconds:.0f} s {name}" for name, seconds in found.seconds.items())
        page += [title("Time an answer takes", "median"), Block(literal(told))]
    return page


def _year_told(answered: Mapping[int, int]) -> str:
    studied = sum(1 for number in answered.values() if number)
    return f"{counted(studied, 'day')} with answers"


def _month(name: str, values: Sequence[float], width: int) -> list[Block]:
    told = f"last {len(values)} days: {sum(values):,.0f} in all"
    marks = {0: f"{len(values) - 1} days ago", len(values) - 1: "today"}
    return [title(name, told), *_rows(column_lines(values, width, marks=marks))]


# ── what comes ──────────────────────────────────────────────────────────────────────────
def ahead(found: Overview, width: int) -> list[Block]:
    """Cards due on the next days, and how stable and how difficult the cards are."""
    due = [float(number) for number in found.due]
    told = f"{found.due[0]} today, {sum(found.due[:7])} within a week"
    marks = {0: "today", len(due) - 1: f"in {len(due) - 1} days"}
    return [
        title("Due on the next days", told, gap=False),
        *_rows(column_lines(due, width, marks=marks)),
        title("Stability", "days until recall falls to 90%"),
        *_histogram(found.stability, width),
        title("Difficulty", "1 easy, 10 hard"),
        *_histogram(found.difficulty, width),
    ]


def _histogram(groups: Sequence[tuple[str, int]], width: int) -> list[Block]:
    most = max((number for _, number in groups), default=0) or 1
    lines = [Line(name, number / most, counted(number, "card")) for name, number in groups]
    return bars(lines, width, shares=False)


def _rows(lines: Iterable[Content]) -> list[Block]:
    return [Block(line, wraps=False) for line in lines]


# ── what goes wrong ─────────────────────────────────────────────────────────────────────
def mistakes(found: Overview) -> list[Block]:
    """Wrong ideas beside slips, over the list of ideas."""
    wrong = found.mistakes
    if not wrong.concept + wrong.slips:
        return [Block(literal("No wrong answer yet.", "$quiet"))]
    told = counted(wrong.concept, "answer shows", "answers show")
    slips = counted(wrong.slips, "is a slip", "are slips")
    own = f"{wrong.unnamed} of them {'is' if wrong.unnamed == 1 else 'are'} known to one card only"
    lines = [Block(literal(f"{told} a wrong idea, {slips} that no idea explains", "bold"))]
    return [*lines, Block(literal(f"{own}, and not listed here.", "$quiet"))] if wrong.unnamed else lines


def leeches(found: Overview, prompt_of: Callable[[str], str]) -> list[Block]:
    """Cards missed again and again, a line each: what they ask, and where to find the others."""
    shown = [inline(one_line(prompt_of(key))) for key in found.leeches[:LEECHES_SHOWN]]
    labelled = [("missed often" if number == 0 else "", prompt) for number, prompt in enumerate(shown)]
    lines = [replace(block, wraps=False) for block in rows_of(labelled, LEECH_LABEL)]
    if (rest := len(found.leeches) - len(shown)) > 0:
        where = f"and {rest} more: search all cards for is:leech"
        lines += rows_of([("", literal(where, "$quiet"))], LEECH_LABEL)
    return lines


def times(declared: int, suspected: int) -> str:
    """How often an idea was met: `12 times`, `3 times, 2 of them suspected`, `suspected 4 times`."""
    number = declared + suspected
    often = "once" if number == 1 else f"{number} times"
    if not suspected:
        return often
    return f"{often}, {suspected} suspected" if declared else f"{often}, suspected"
