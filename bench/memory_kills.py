"""SIGKILL a scripted session at random moments, again and again, on one profile.

After every kill: no acknowledged answer is missing, at most the one being written is there besides, the
file is sound, and the queue goes on with the card that was on the screen. Prints one line; exits 1 at the
first loss.
"""

from __future__ import annotations

import argparse
import os
import random
import select
import signal
import sys
import tempfile
import time
from pathlib import Path

from mhaquiz.deck.cards import Card, Kind, Numeric
from mhaquiz.memory import store, tables
from mhaquiz.memory.clock import Clock, Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Item, Limits, Queue

START = 1_800_000_000_000
LONGEST_START = 60.0  # seconds
OPENING_SHARE = 0.2  # of the kills come while the profile is being opened
CARDS = [Card(deck="d", id=f"c{n:04}", kind=Kind.NUMERIC, body=Numeric("1")) for n in range(3000)]


def clock_of(path: Path) -> Clock:
    """A clock that follows the log: a quarter of an hour an event, so that days pass too."""

    def now() -> Moment:
        connection = store.connect(path)
        try:
            count = connection.execute("SELECT count(*) FROM event").fetchone()[0]
        finally:
            connection.close()
        return Moment(START + count * 900_000)

    return now


def session(path: Path, pipe: int) -> None:
    """Answer cards until killed, telling the pipe what is on the screen and what is acknowledged."""
    ticks = {"count": 0}

    def clock() -> Moment:
        return Moment(START + ticks["count"] * 900_000)

    with Profile.open(path, clock_of(path), device="child") as profile:
        ticks["count"] = profile.last_arrival()
        profile.clock = clock
        queue = Queue(profile, Catalogue(CARDS), clock, Limits(500, 500))
        while isinstance(item := queue.next(clock()) or queue.ahead(clock()), Item):
            key = item.card.key
            os.write(pipe, f"?{key}\n".encode())
            rating = Rating(1 + (profile.last_arrival() * 7 + len(key)) % 4)
            event = profile.record_review(key, Review(rating, "correct", session="s", typed="x" * 200))
            os.write(pipe, f"!{event.id}\n".encode())
            ticks["count"] += 1


def one_kill(path: Path, delay: float, *, opening: bool) -> list[str]:
    """Run a session, kill it `delay` seconds after its first card or, if `opening`, its start; what it
    told."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        try:
            session(path, write_end)
        finally:
            os._exit(0)
    os.close(write_end)
    if not opening:
        select.select([read_end], [], [], LONGEST_START)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(read_end, "rb") as pipe:
        return pipe.read().decode().splitlines()


def faults(path: Path, told: list[str], acknowledged: set[str]) -> list[str]:
    """What is wrong with the file after a kill."""
    clock = clock_of(path)
    with Profile.open(path, clock, device="child") as profile:
        found = [] if (said := store.quick_check(profile.connection)) == "ok" else [said]
        stored = {event.id for event in tables.read_events(profile.connection, "1")}
        found += [f"lost {event_id}" for event_id in acknowledged - stored]
        if len(stored - acknowledged) > 1:
            found.append(f"{len(stored - acknowledged)} answers were never acknowledged")
        on_screen = told[-1] if told and told[-1].startswith("?") else None
        if on_screen and stored == acknowledged:
            item = Queue(profile, Catalogue(CARDS), clock, Limits(500, 500)).next(clock())
            if isinstance(item, Item) and f"?{item.card.key}" != on_screen:
                found.append(f"{on_screen} was on the screen, {item.card.key} is next")
        before = tables.digest(profile.connection)
        profile.rebuild()
        if tables.digest(profile.connection) != before:
            found.append("the projections are not what a rebuild gives")
        acknowledged |= stored
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    acknowledged: set[str] = set()
    cut_short = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "profile.sqlite3"
        for number in range(options.kills):
            told = one_kill(path, chance.uniform(0.0, 0.08), opening=chance.random() < OPENING_SHARE)
            acknowledged |= {line[1:] for line in told if line.startswith("!")}
            cut_short += bool(told) and told[-1].startswith("?")
            if found := faults(path, told, acknowledged):
                sys.stdout.write(f"kill {number + 1}: {'; '.join(found)}\n")
                return 1
    sys.stdout.write(
        f"{options.kills} kills, {cut_short} of them with a card on the screen: "
        f"{len(acknowledged):,} acknowledged answers, none lost, file sound every time\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
