"""The ways from home: what each opens, by the name of home's action. Imported when one goes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mhaquiz.quiz.abilities import MOCK, QUIZ

if TYPE_CHECKING:
    from textual.screen import Screen

    from mhaquiz.quiz.session import Session
    from mhaquiz.tui.desk import Desk


def _session(session: Session) -> Screen[None]:
    from mhaquiz.tui.screens.study import StudyScreen

    return StudyScreen(session)


def _study(desk: Desk) -> Screen[None]:
    return _session(desk.study())


def _quiz(desk: Desk) -> Screen[None] | None:
    """The quiz that was left, else a new one."""
    if (left := desk.kept.take(QUIZ)) is not None:
        return _session(left)
    cards = desk.library.cards()
    return _session(desk.quiz(cards)) if cards else None


def _mock(desk: Desk) -> Screen[None] | None:
    """The interview that was left, else the page on which one begins."""
    from mhaquiz.tui.screens.mock import MockScreen

    if (left := desk.kept.take(MOCK)) is not None:
        return _session(left)
    return MockScreen(desk) if desk.library.cards() else None


def _decks(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.decks import DecksScreen

    return DecksScreen(desk)


def _browse(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.browser import BrowserScreen

    return BrowserScreen(desk)


def _search(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.browser import BrowserScreen

    return BrowserScreen(desk, searching=True)


def _labs(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.labs import LabsScreen

    return LabsScreen()


def _drill(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.drill import DrillScreen

    return DrillScreen(desk)


def _plan(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.plan import PlanScreen

    return PlanScreen(desk)


def _statistics(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.statistics import StatisticsScreen

    return StatisticsScreen(desk)


def _settings(desk: Desk) -> Screen[None]:
    from mhaquiz.tui.screens.settings import SettingsScreen

    return SettingsScreen(desk)


#: Home's action → the screen it opens; None where there is no card to ask.
WAYS: Mapping[str, Callable[[Desk], Screen[Any] | None]] = {
    "study": _study,
    "quiz": _quiz,
    "mock": _mock,
    "decks": _decks,
    "browse": _browse,
    "search": _search,
    "labs": _labs,
    "drill": _drill,
    "plan": _plan,
    "statistics": _statistics,
    "settings": _settings,
}
