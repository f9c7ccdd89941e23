"""What home says below the topics where the window has room for it: the week, wrong ideas, a lab, ways on.

Everything is read from tables that home reads anyway, and from the answers of the last few days. No widgets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.memory.clock import date_of
from mhaquiz.tui import keys
from mhaquiz.tui.home_page import bar, key_line
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block

if TYPE_CHECKING:
    from mhaquiz.deck.lab_table import Lab
    from mhaquiz.tui.desk import Desk, Topic

#: Lines of a window from which there is room for this.
ROOMY = 34
IDEAS_SHOWN = 3
DAYS_LOOKED_AT = 3
BAR_CELLS = 20
NAME_WIDTH = 12


def outlook(desk: Desk, standing: Sequence[Topic]) -> list[Block]:
    """All of it, for the person's log as it stands."""
    if desk.is_new:
        return ways()
    return [*week(desk), *ideas(desk), *lab(desk, standing)]


def _title(text: str, aside: str = "") -> Block:
    return Block(
        Content.assemble((text, "bold $accent"), (f"  {aside}" if aside else "", "$quiet")), gap=True
    )


# ── the coming week ─────────────────────────────────────────────────────────────────────
def week(desk: Desk) -> list[Block]:
    """Cards that fall due on each of the next seven days."""
    from mhaquiz.memory.statistics import due_forecast

    due = due_forecast(desk.profile.states().values(), desk.today, 7)
    most = max(max(due), 1)
    lines = [
        Block(
            literal(_day(desk.today, n).ljust(NAME_WIDTH)) + bar(number / most, BAR_CELLS) + f"{number:>5}",
            wraps=False,
        )
        for n, number in enumerate(due)
    ]
    return [_title("The coming week", "cards that fall due"), *lines]


def _day(today: int, after: int) -> str:
    name = f"{date_of(today + after):%a %d %b}"
    return "today" if after == 0 else "tomorrow" if after == 1 else name


# ── what went wrong last ────────────────────────────────────────────────────────────────
def ideas(desk: Desk) -> list[Block]:
    """The wrong ideas met last, each once, the latest first."""
    titles = list(dict.fromkeys(_titles(desk)))[:IDEAS_SHOWN]
    if not titles:
        return []
    told = f"{named('home.statistics')} lists them all and drills them"
    sign = Content.styled("✗ ", "$bad")
    return [_title("Wrong ideas met last", told), *(Block(literal(title), sign, 2) for title in titles)]


def _titles(desk: Desk) -> list[str]:
    """Titles of the misconceptions of the last days with answers, the latest first."""
    days = sorted((day for day in desk.profile.days() if day <= desk.today), reverse=True)[:DAYS_LOOKED_AT]
    found = []
    for day in days:
        for event, review in reversed(desk.profile.reviews_on(day)):
            deck = (event.card or "").partition("/")[0]
            idea = desk.library.misconception(deck, review.misconception) if review.misconception else None
            if idea is not None:
                found.append(one_line(idea.title))
    return found


# ── a lab ───────────────────────────────────────────────────────────────────────────────
def lab(desk: Desk, standing: Sequence[Topic]) -> list[Block]:
    """The lab to which most cards lead of the topic that is recalled worst among those begun."""
    begun = sorted((one for one in standing if one.seen), key=lambda one: one.recall)
    for topic in begun:
        if (found := lab_of(desk, topic.name)) is not None:
            told = f"{found.title}: {found.summary}"
            head = _title("A lab for your weakest topic", one_line(topic.name))
            return [head, key_line(named("home.labs"), one_line(told))]
    return []


def lab_of(desk: Desk, topic: str) -> Lab | None:
    """The lab that most cards of a topic link to."""
    from mhaquiz.deck.lab_table import LABS

    linked = Counter(card.lab.name for card in desk.library.cards() if card.lab and card.topic == topic)
    names = sorted(linked, key=lambda name: (-linked[name], name))
    return next((LABS[name] for name in names if name in LABS), None)


# ── for someone new ─────────────────────────────────────────────────────────────────────
def ways() -> list[Block]:
    """The other ways on, from the table of keys."""
    shown = [key for key in keys.KEYS if key.owner == "home" and key.action not in ("study", "app.quit")]
    return [_title("What else there is"), *(key_line(named(key.id), key.help) for key in shown)]
