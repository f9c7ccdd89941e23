"""What one key changes goes out in one frame."""

from __future__ import annotations

import asyncio
import gc
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

ROUNDS = 4
"""Turns of the event loop until all is told; one is enough today."""

COLLECT_AFTER = 0.05
"""Seconds until the frame is out and the garbage collector, which takes 1 ms at a time, may run again."""


def hold(screen: Screen[Any]) -> None:
    """Paint nothing until every widget has told what changed.

    They tell it one after another. Textual begins to paint at the first one and leaves the others to the next
    of its sixty frames a second.
    """
    loop = asyncio.get_running_loop()
    gc.disable()
    loop.call_later(COLLECT_AFTER, gc.enable)
    held = ExitStack()
    held.enter_context(screen.app.batch_update())
    held.callback(screen.check_idle)
    _wait(loop, ROUNDS, held)


def _wait(loop: asyncio.AbstractEventLoop, rounds: int, held: ExitStack) -> None:
    if rounds:
        loop.call_soon(_wait, loop, rounds - 1, held)
    else:
        held.close()
