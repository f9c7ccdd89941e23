"""What an interview plan promises, as prose for a width. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.deck.display import percent
from mhaquiz.tui.literal import cut, literal, one_line
from mhaquiz.tui.prose import Block, inline, rows_of
from mhaquiz.tui.widgets.columns import column_lines

if TYPE_CHECKING:
    from mhaquiz.memory.forecast import Forecast

LABEL_WIDTH = 11
BAND_CELLS = 30
_CUT_SHOWN = 3


def outlook(
    forecast: Forecast, width: int, held_back: int, prompt_of: Callable[[str], str] = str, *, today: str = ""
) -> list[Block]:
    """What is left of today, whether all of it fits, the recall to expect, and the minutes of each day."""
    from mhaquiz.memory.forecast import band_rests_on, over, rests_on

    band_told = f"{percent(forecast.low)} to {percent(forecast.high)}"
    pairs = [
        *([("today", literal(one_line(today)))] if today else []),
        ("cards", _fits(forecast)),
        *_apart(held_back),
        ("recall", literal(percent(forecast.recall), "bold") + literal(" to expect on the day,")),
        ("", literal(over(forecast), "$quiet")),
        ("", band(forecast.low, forecast.recall, forecast.high, min(BAND_CELLS, width - LABEL_WIDTH))),
        ("", literal(f"{band_told} {band_rests_on(forecast)};", "$quiet")),
        ("", literal(rests_on(forecast.pace), "$quiet")),
        ("", literal(f"{percent(forecast.recall_if_idle)} without further study", "$quiet")),
        *_by_day(forecast.minutes, width - LABEL_WIDTH),
        *_left_out(
            [prompt_of(key) for key in forecast.cut[:_CUT_SHOWN]], len(forecast.cut), width - LABEL_WIDTH
        ),
    ]
    return rows_of(pairs, LABEL_WIDTH)


def _fits(forecast: Forecast) -> Content:
    if forecast.fits:
        return Content.styled("✓ ", "bold $good") + literal(f"all {forecast.cards} cards can be seen")
    told = f"{forecast.reachable} of {forecast.cards} cards can be seen in this time"
    return Content.styled("! ", "bold $warn") + literal(told)


def _apart(held_back: int) -> list[tuple[str, Content]]:
    """Why the plan counts fewer cards than there are."""
    if not held_back:
        return []
    told = f"{held_back} more are held back unseen, for the mock interviews"
    return [("", literal(told, "$quiet"))]


def band(low: float, middle: float, high: float, cells: int) -> Content:
    """A track from 0 to 100% with the band on it and a mark at the middle."""
    first, last, at = (min(int(share * cells), cells - 1) for share in (low, high, middle))
    signs = ["━" if first <= cell <= last else "·" for cell in range(cells)]
    signs[at] = "●"
    styled = [
        (sign, "$faint" if sign == "·" else "bold $accent" if sign == "●" else "$accent") for sign in signs
    ]
    return Content.assemble(*styled)


def _by_day(minutes: tuple[float, ...], width: int) -> list[tuple[str, Content]]:
    """Minutes of each day as columns, from today to the last evening."""
    if not minutes:
        return []
    marks = {0: "today", len(minutes) - 1: "last evening"}
    lines = column_lines(minutes, width, marks=marks if len(minutes) > 9 else {0: "today"})
    return [
        ("", Content("")),
        ("minutes", lines[0]),
        ("by day", lines[1]),
        *(("", line) for line in lines[2:]),
    ]


def _left_out(prompts: Sequence[str], count: int, width: int) -> list[tuple[str, Content]]:
    """What to leave out first where not all can be reached: a line each, and how many more."""
    shown = [cut(inline(one_line(prompt)), width) for prompt in prompts]
    if count > len(prompts):
        shown.append(literal(f"and {count - len(prompts)} more", "$quiet"))
    return [("leave out" if number == 0 else "", line) for number, line in enumerate(shown)]
