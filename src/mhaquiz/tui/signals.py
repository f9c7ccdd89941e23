"""A kill or a hangup leaves the terminal as it was."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

from textual.app import App

EXIT_SIGNAL = 128


def leave_on_signals(app: App[Any]) -> None:
    """End the app on SIGTERM and SIGHUP, for which Textual has no handler, with 128 + the signal's number."""
    if sys.platform == "win32":
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.exit, EXIT_SIGNAL + number, EXIT_SIGNAL + number)
