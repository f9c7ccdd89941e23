"""A long storm on a real pty: random keys, pieces of escape sequences, mouse reports and window sizes.

    python bench/tui_storm.py [--keys 20000] [--seed 8]

Whatever is sent, the app must answer afterwards and leave the terminal with exit code 0. An app that
found the way out is started again on the same profile. Prints keys a second, starts, and the most memory
beside that
of the first start.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import struct
import sys
import tempfile
import termios
import time
from fcntl import ioctl

from tui_screen import Screen

NAMED = [
    b"\x1b[A",
    b"\x1b[B",
    b"\x1b[C",
    b"\x1b[D",
    b"\x1b[5~",
    b"\x1b[6~",
    b"\r",
    b"\t",
    b"\x7f",
    b" ",
    b"\x10",
]
FUNCTION = [b"\x1bOP", b"\x1bOQ", b"\x1bOR", b"\x1bOS", b"\x1b[15~", b"\x1b[17~", b"\x1b[18~", b"\x1b[19~"]
PIECES = [b"\x1b[", b"\x1b[<0;", b"\xff\xfe", "√é∞".encode(), b"\x1b[200~pasted [x]\x1b[201~", b"\x00"]
SIZES = [(1, 1), (13, 8), (40, 12), (80, 24), (120, 40), (200, 60)]


def gust(chance: random.Random) -> bytes:
    """Some bytes as a keyboard, a mouse or a broken line sends them."""
    roll = chance.random()
    if roll < 0.5:
        return bytes([chance.randrange(33, 127)])
    if roll < 0.85:
        return chance.choice(NAMED + FUNCTION)
    if roll < 0.95:
        button, x, y = chance.choice([0, 32, 64, 65]), chance.randint(1, 90), chance.randint(1, 30)
        return f"\x1b[<{button};{x};{y}{chance.choice('Mm')}".encode()
    return chance.choice(PIECES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=8)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    statuses: list[int] = []
    memory: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "MHAQUIZ_HOME": home, "TERM": "xterm-256color", "EDITOR": "true"}
        left, started = options.keys, time.monotonic()
        while left > 0:
            screen = Screen([sys.executable, "-m", "mhaquiz"], environ, b"recall today")
            memory.append(screen.resident_mb)
            left = blow(screen, chance, left)
            statuses.append(end(screen, memory))
        seconds = time.monotonic() - started
    report = {
        "keys": options.keys, "seed": options.seed, "starts": len(statuses),
        "bad_exits": sum(status != 0 for status in statuses), "keys_a_second": round(options.keys / seconds),
        "first_mb": round(memory[0], 1), "most_mb": round(max(memory), 1),
    }  # fmt: skip
    print(json.dumps(report))
    raise SystemExit(1 if report["bad_exits"] else 0)


def blow(screen: Screen, chance: random.Random, left: int) -> int:
    """Send gusts until none are left or the app has gone; returns how many are left."""
    while left > 0:
        left -= 1
        try:
            os.write(screen.handle, gust(chance))
            if chance.random() < 0.01:
                columns, rows = chance.choice(SIZES)
                ioctl(screen.handle, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            while select.select([screen.handle], [], [], 0.002)[0]:
                if not os.read(screen.handle, 65_536):
                    return left
        except OSError:
            return left  # it found the way out
    return left


def end(screen: Screen, memory: list[float]) -> int:
    """Ctrl+Q where it still runs, then its exit code; 99 where it does not end."""
    memory.append(screen.resident_mb if os.path.exists(f"/proc/{screen.child}/statm") else 0.0)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            os.write(screen.handle, b"\x1b[201~\x11")
            while select.select([screen.handle], [], [], 0.2)[0]:
                if not os.read(screen.handle, 65_536):
                    break
        except OSError:
            pass
        child, status = os.waitpid(screen.child, os.WNOHANG)
        if child:
            os.close(screen.handle)
            return os.waitstatus_to_exitcode(status)
    screen.close()
    return 99


if __name__ == "__main__":
    main()
