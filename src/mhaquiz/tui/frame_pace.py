"""Over a slow line: what changes within a tenth of a second goes out as one frame, the newest.

Keys held down make a frame each. A line that cannot carry them would show them late, one after the other;
here they are dropped, never queued.
"""

from __future__ import annotations

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


class FramePace:
    """Holds the frames of a screen back while the last one is younger than a tenth of a second."""

    def __init__(self, screen: Screen[Any], slow: bool, now: Callable[[], float] = monotonic) -> None:
        self.screen = screen
        self.slow = slow
        self.now = now
        self._last = float("-inf")
        self._held = ExitStack()
        self._holds = False

    def before_change(self) -> None:
        """Something on the screen is about to change."""
        if not self.slow or self._holds:
            return
        wait = 1 / FRAMES_A_SECOND - (self.now() - self._last)
        if wait <= 0:
            self._last = self.now()
            return
        self._holds = True
        self._held.enter_context(self.screen.app.batch_update())
        self.screen.set_timer(wait, self.release)

    def release(self) -> None:
        """Let the newest frame out."""
        if self._holds:
            self._holds = False
            self._last = self.now()
            self._held.close()
