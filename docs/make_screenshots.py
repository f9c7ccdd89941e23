"""The pictures of the README, drawn by the app itself: fixed clock, fixed decks, 80×24.

python docs/make_screenshots.py [FOLDER]      # docs/img by default
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.quiz.session import StudySession
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.desk import Desk
from mhaquiz.tui.screens.home import HomeScreen
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.screens.study import StudyScreen

DAY_MS = 86_400_000
NOW_MS = 20_800 * DAY_MS + 19 * 3_600_000  # an evening in December 2026
CARD = "heads-and-parameters/weights-any-heads"


class Clock:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.ms = NOW_MS

    def __call__(self) -> Moment:
        return Moment(self.ms, 0)


def studied(desk: Desk, clock: Clock) -> None:
    """Three weeks of evenings over some of the cards, and an interview nine days ahead."""
    cards = [card for card in desk.library.cards() if sum(map(ord, card.key)) % 3]
    for day in range(21):
        clock.ms = NOW_MS - (21 - day) * DAY_MS
        if day % 6 == 4:
            continue
        for number, card in enumerate(cards[day * 6 : day * 6 + 10]):
            rating = Rating.AGAIN if (day + number) % 9 == 0 and day < 20 else Rating.GOOD
            verdict = "correct" if rating is Rating.GOOD else "wrong"
            desk.profile.record_review(card.key, Review(rating, verdict, ms_taken=60_000 + 9_000 * number))
            clock.ms += 90_000
    clock.ms = NOW_MS
    desk.set_interview("2026-12-22", 20)


async def picture(screen: Callable[[], Any], desk: Desk, act: Callable[[Any, Any], Awaitable[None]]) -> str:
    """One screen after `act(app, pilot)` as SVG."""
    app = MhaquizApp(screen, desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        await act(app, pilot)
        await app.workers.wait_for_complete()
        await pilot.pause()
        return app.export_screenshot(title="mhaquiz")


async def nothing(app: Any, pilot: Any) -> None:
    """The screen as it opens."""


async def a_common_mistake(app: Any, pilot: Any) -> None:
    """Types what the card's first listed mistake gives."""
    wrong = app.screen.session.current.variant.mistakes[0]
    await pilot.press(*str(wrong.value), "enter", "2")


async def narrow_heads(app: Any, pilot: Any) -> None:
    """Doubles the heads four times."""
    for _ in range(4):
        await pilot.press("right")
        await app.workers.wait_for_complete()
        await pilot.pause()


async def draw(folder: Path) -> None:
    clock = Clock()
    with tempfile.TemporaryDirectory() as home:
        library = load_library([builtin_decks()])
        desk = Desk(lambda: library, lambda: Profile.open(Path(home) / "profile.sqlite3", clock), clock)
        card = library.card(CARD)
        assert card is not None
        session = StudySession(desk.profile, library, Queue(desk.profile, [card], clock), clock)
        shots = {
            "reveal": await picture(lambda: StudyScreen(session), desk, a_common_mistake),
            "rank-ceiling": await picture(lambda: LabScreen("rank-ceiling"), desk, narrow_heads),
        }
        studied(desk, clock)
        shots["home"] = await picture(lambda: HomeScreen(desk), desk, nothing)
        desk.close()
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in shots.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "img"))
