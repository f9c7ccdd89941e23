"""Opens the app, and waits until it has done what it has to do."""

from __future__ import annotations

from typing import Any

from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.home import HomeScreen


def home(desk: Any) -> MhaquizApp:
    """The app at home, on a person's desk."""
    return MhaquizApp(lambda: HomeScreen(desk), desk)


async def ready(app: Any, pilot: Any) -> None:
    """The first frame is there, work in threads has ended, and so has what that began."""
    await pilot.pause()
    for _ in range(3):
        await app.workers.wait_for_complete()
        await pilot.pause()
