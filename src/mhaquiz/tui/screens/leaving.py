"""Leaving a quiz or a mock interview before its end: it is kept, or ended here, or goes on; and quitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.tui import keys, session_pages
from mhaquiz.tui.screens.page import PageScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mhaquiz.quiz.session import Session

LEAVE, FINISH, GO_ON = "leave", "finish", "go on"


class LeavingScreen(PageScreen, inherit_bindings=False):
    """Asks once; dismissed with one of the three words."""

    BINDINGS = keys.page_bindings("leaving")
    place = "leaving"

    def __init__(self, session: Session, *, kept: bool) -> None:
        super().__init__("leave?", session_pages.leaving(session, kept=kept))
        self.left = session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "finish" or session_pages.can_end(self.left)

    def action_leave(self) -> None:
        self.dismiss(LEAVE)

    def action_finish(self) -> None:
        self.dismiss(FINISH)

    def action_back(self) -> None:
        self.dismiss(GO_ON)


class QuittingScreen(PageScreen, inherit_bindings=False):
    """Asks before the app ends with something unfinished; dismissed with one of two of these words."""

    BINDINGS = keys.page_bindings("quitting")
    place = "quitting"

    def __init__(self, unfinished: Sequence[Session]) -> None:
        super().__init__("quit?", session_pages.quitting(unfinished))

    def action_quit_now(self) -> None:
        self.dismiss(LEAVE)

    def action_stay(self) -> None:
        self.dismiss(GO_ON)
