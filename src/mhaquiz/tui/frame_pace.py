"""Over a slow line: what changes while it is busy goes out as one frame, the newest.

Keys held down make a frame each. A line that cannot carry them would show them late, one after the other;
here they are dropped, never queued.
"""

from __future__ import annotations

import select
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.screen import Screen

FRAMES_A_SECOND = 10


def is_slow(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is at the other end of an ssh connection."""
    return bool(environ.get("SSH_CONNECTION"))


def is_full() -> bool:
    """Whether the terminal takes nothing more for now: some 20 kB wait for it already."""
    if sys.platform == "win32" or sys.__stderr__ is None or not sys.__stderr__.isatty():
        return False
    return not select.select([], [sys.__stderr__.fileno()], [], 0)[1]


class FramePace:
    """Holds frames back while the terminal is full, and on a slow line for a tenth of a second each."""

    def __init__(
        self,
        screen: Screen[Any],
        slow: bool,
        now: Callable[[], float] = monotonic,
        full: Callable[[], bool] = is_full,
    ) -> None:
        self.screen = screen
        self.slow = slow
        self.now = now
        self.full = full
        self._last = float("-inf")
        self._held = ExitStack()
        self._holds = False

    def before_change(self) -> None:
        """Something on the screen is about to change."""
        if self._holds:
            return
        wait = 1 / FRAMES_A_SECOND - (self.now() - self._last) if self.slow else 0.0
        if wait > 0 or self.full():
            self._holds = True
            self._held.enter_context(self.screen.app.batch_update())
            self.screen.set_timer(max(wait, 0.02), self._try)
        else:
            self._last = self.now()

    def _try(self) -> None:
        """Let the frame out, or ask again where the terminal is still full."""
        if self._holds and self.full():
            self.screen.set_timer(1 / FRAMES_A_SECOND, self._try)
        else:
            self.release()

    def release(self) -> None:
        """Let the newest frame out."""
        if self._holds:
            self._holds = False
            self._last = self.now()
            self._held.close()
            self.screen.check_idle()  # nothing else may come that would make the screen look for what changed
