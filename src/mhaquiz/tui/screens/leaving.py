"""Leaving a quiz or a mock interview before its end: it is kept, or ended here, or goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.tui import keys, session_pages
from mhaquiz.tui.screens.page import PageScreen

if TYPE_CHECKING:
    from mhaquiz.quiz.session import Session

LEAVE, FINISH, GO_ON = "leave", "finish", "go on"


class LeavingScreen(PageScreen, inherit_bindings=False):
    """Asks once; dismissed with one of the three words."""

    BINDINGS = keys.bindings("leaving")
    place = "leaving"

    def __init__(self, session: Session, *, kept: bool) -> None:
        super().__init__("leave?", session_pages.leaving(session, kept=kept))
        self.session = session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "finish" or session_pages.can_end(self.session)

    def action_leave(self) -> None:
        self.dismiss(LEAVE)

    def action_finish(self) -> None:
        self.dismiss(FINISH)

    def action_back(self) -> None:
        self.dismiss(GO_ON)
