"""How the app is left: at once by Ctrl+C twice or a signal, else asked first where anything would be lost."""

from __future__ import annotations

import asyncio
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from rich.text import Text

from mhaquiz.memory.errors import ProfileError
from mhaquiz.tui.keymap import named
from mhaquiz.tui.literal import visible
from mhaquiz.tui.palette import PaletteApp
from mhaquiz.tui.protocols import HoldsSession

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mhaquiz.quiz.session import Session

TWICE_SECONDS = 2.0
BUILDING_TURNS, TURN_SECONDS = 200, 0.005  # one second for a screen that takes some hundredths


class QuittingApp(PaletteApp):
    """An app that knows what its end would cost."""

    def __init__(self) -> None:
        super().__init__()
        self._interrupted_at = -TWICE_SECONDS
        self.is_quitting = False

    @property
    def unfinished(self) -> list[Session]:
        """The quizzes and interviews that end with the app: those that wait, and one that is open."""
        waiting = list(self.desk.kept) if self.desk is not None else []
        open_now = [screen.session for screen in self.screen_stack if isinstance(screen, HoldsSession)]
        return waiting + [session for session in open_now if session.loses_by_leaving]

    async def action_quit(self) -> None:
        """Quit; where something would be lost it is asked for, once."""
        from mhaquiz.tui.screens.leaving import QuittingScreen

        here, unfinished = self.screen, self.unfinished
        if not unfinished or isinstance(here, QuittingScreen):
            self.exit(0)
            return
        session = here.session if isinstance(here, HoldsSession) else None
        if session is not None:
            session.pause()
        self.push_screen(QuittingScreen(unfinished), partial(self._answered, session))

    def _answered(self, session: Session | None, how: str | None) -> None:
        """The learner quits, or stays, and the clock of the session in front of them goes on."""
        from mhaquiz.tui.screens.leaving import LEAVE

        if how == LEAVE:
            self.exit(0)
        elif session is not None:
            session.go_on()

    def action_interrupt(self) -> None:
        """Ctrl+C: the second one within two seconds quits."""
        now = monotonic()
        if now - self._interrupted_at < TWICE_SECONDS:
            self.exit(0)
            return
        self._interrupted_at = now
        self.notify(f"Press {named('app.interrupt')} again to quit.", markup=False, timeout=TWICE_SECONDS)

    def exit(
        self, result: int | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """Quit. An answer of which nobody has said yet how sure they are is written as it is."""
        self.is_quitting = True
        try:
            for screen in self.screen_stack:
                if isinstance(screen, HoldsSession):
                    screen.session.leave()
        except ProfileError as error:  # told when the terminal is itself again
            message = Text(visible(str(error)))
        super().exit(result, return_code, message)

    async def on_exit_app(self) -> None:
        """Textual takes the screens apart at once; one that is still being put together would fail."""
        for _ in range(BUILDING_TURNS):
            if all(screen.is_mounted for screen in self.screen_stack):
                return
            await asyncio.sleep(TURN_SECONDS)
