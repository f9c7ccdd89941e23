"""What screens at rest cost: bytes written and processor time over some seconds, each in a pty at 80×24.

    python bench/tui_idle.py [--seconds 10]

The peer, in the same run, is a bare Textual Header/Footer app. Time is counted in ticks of 10 ms, so that
0.5 % needs 10 seconds to be told from nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import sys
import tempfile
import time

from tui_screen import BARE, Screen

#: Keys from home.
SCREENS = {
    "home": b"", "decks": b"d", "cards": b"b", "search": b"b/", "statistics": b"s", "settings": b"o",
    "plan": b"p", "labs": b"l", "help": b"?", "palette": b"\x10", "study": b"\r",
}  # fmt: skip


def rest(screen: Screen, seconds: float) -> tuple[int, float]:
    """Bytes written, and the share of one processor in percent."""
    before, written, end = screen.cpu_seconds, 0, time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([screen.handle], [], [], left)[0]:
            written += len(os.read(screen.handle, 65_536))
    return written, round(100 * (screen.cpu_seconds - before) / seconds, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color"}
        for name, keys in {"bare": None, **SCREENS}.items():
            argv = [sys.executable, "-c", BARE] if keys is None else [sys.executable, "-m", "mhaquiz"]
            screen = Screen(argv, environ, b"Quit" if keys is None else b"recall today")
            for key in (keys or b"").decode():
                screen.press(key.encode())
                screen.settle(0.5)
            screen.settle(1)
            written, share = rest(screen, options.seconds)
            figures[name] = {"bytes": written, "cpu_percent": share}
            screen.close()
    print(json.dumps(figures | {"seconds": options.seconds}))


if __name__ == "__main__":
    main()
