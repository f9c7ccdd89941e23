"""A kill or a hangup leaves the terminal as it was, and no process behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

from textual.app import App

EXIT_SIGNAL = 128
PATIENCE = 2.0  # seconds for an orderly end


def leave_on_signals(app: App[Any]) -> None:
    """End the app on SIGTERM and SIGHUP, for which Textual has no handler, with 128 + the signal's number."""
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()

    def leave(number: int, frame: FrameType | None) -> None:
        # A terminal that closes sends SIGCONT along, at which Textual would begin to draw and to read anew.
        signal.signal(signal.SIGCONT, lambda *_: None)
        _end_anyhow(EXIT_SIGNAL + number)
        loop.call_soon_threadsafe(app.exit, EXIT_SIGNAL + number, EXIT_SIGNAL + number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)


def _end_anyhow(code: int) -> None:
    """End the process soon even where a write to a terminal that is gone waits for ever.

    Nothing is lost: every answer is on disk before the next card shows.
    """
    watch = threading.Timer(PATIENCE, os._exit, (code,))
    watch.daemon = True
    watch.start()
