"""What the memory room costs at size: an answer, the queue, a rebuild, a merge; Anki doing the same.

`--anki PYTHON` names a Python that has the `anki` package; it runs in a subprocess of the same run. Anki has
no merge of two logs, so beside the merge stand the two things that any merge in Python must do: decode the
lines (json.loads) and store the rows (executemany into the same schema). A bare SQLite insert with the same
durability is timed too, since most of an answer's time is the disk's. Times are wall clock, and CPU where it
says so. "queue" is the queue with its first card.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from mhaquiz.deck.cards import Card, Kind, Numeric
from mhaquiz.memory import exchange, store, tables
from mhaquiz.memory.clock import Moment, date_of
from mhaquiz.memory.codec import review_payload
from mhaquiz.memory.event_rows import EventRow
from mhaquiz.memory.events import Event, EventKind, Mode, Rating, Review
from mhaquiz.memory.interviews import plan_interview
from mhaquiz.memory.lines import read_row
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Item, Limits, Queue

START, DAY = 1_700_000_000_000, 86_400_000


def review(chance: random.Random, mode: Mode = Mode.STUDY) -> Review:
    """A review with everything a real one carries."""
    rating = Rating(chance.choices((1, 2, 3, 4), (15, 10, 65, 10))[0])
    return Review(
        rating, "correct", mode, session="s", typed="1,048,576", confidence=2, ms_taken=chance.randrange(999),
        values={"h": 8, "head_dim": 64}, expected="1048576", engine_version="0.1.0", deck_version="1.0.0",
        content_hash="0123456789abcdef", meaning_hash="fedcba9876543210",
    )  # fmt: skip


def fill(profile: Profile, count: int, cards: int, device: str) -> None:
    """Put events into the log without folding them; a missed card is passed a quarter of an hour later."""
    chance, ms, missed = random.Random(device), START, ""
    with store.transaction(profile.connection):
        for number in range(1, count + 1):
            ms += 900_000 if missed else chance.randrange(1, 2 * 180 * DAY // count)
            given = replace(review(chance), rating=Rating.GOOD) if missed else review(chance)
            card = missed or f"d/c{chance.randrange(cards):06}"
            missed = card if given.rating == Rating.AGAIN else ""
            payload = review_payload(given)
            event = Event(f"{device}:{number}", EventKind.REVIEW, ms, 0, ms // DAY, card, payload)
            tables.insert_event(profile.connection, event)
    profile.rebuild()


def measure(found: dict[str, float], name: str, work: Callable[[], object], times: int = 1) -> None:
    """The least of several times in `found`: by the clock, and of CPU, since the machine may be shared."""
    walls, cpus = [], []
    for _ in range(times):
        cpu = time.process_time()
        walls.append(timed(work))
        cpus.append(time.process_time() - cpu)
    found[name], found[f"{name}, CPU"] = min(walls), min(cpus)


def timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


NOW = Moment(START + 320 * DAY)


def our_times(folder: Path, cards: int, events: int, answers: int) -> dict[str, float]:
    """Every measurement, in seconds. Merges run in processes of their own, as the command does."""
    found = on_one_machine(folder, cards, events, answers) | under_a_plan(folder)
    with Profile.open(folder / "b.sqlite3", lambda: NOW, device="b") as other:
        fill(other, events, cards, "b")
        exchange.export(other, folder / "log")
    for work in (least_of_a_merge, merges):
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as alone:
            found |= alone.submit(work, folder).result()
    return found


def on_one_machine(folder: Path, cards: int, events: int, answers: int) -> dict[str, float]:
    """A rebuild, the queue, answers."""
    found: dict[str, float] = {}
    deck = [Card(deck="d", id=f"c{n:06}", kind=Kind.NUMERIC, body=Numeric("1")) for n in range(cards)]
    with Profile.open(folder / "a.sqlite3", lambda: NOW, device="a") as profile:
        fill(profile, events, cards, "a")
        measure(found, "rebuild", profile.rebuild, 3)
        catalogue = Catalogue(deck)
        found["catalogue (once a start)"] = timed(lambda: (catalogue.new_order, catalogue.place))
        measure(found, "queue", lambda: Queue(profile, catalogue, lambda: NOW).next(NOW), 5)
        times = answer(profile, catalogue, NOW, answers)
        found["answer and next card, median"] = sorted(times)[len(times) // 2]
        found["answer and next card, p99"] = p99(times)
    return found


def under_a_plan(folder: Path) -> dict[str, float]:
    """Ratings changed under an interview plan over 10,000 cards, and that plan made anew beside it."""
    found: dict[str, float] = {}
    catalogue = Catalogue([Card("d", f"c{n:06}", Kind.NUMERIC, body=Numeric("1")) for n in range(10_000)])
    with Profile.open(folder / "plan.sqlite3", lambda: NOW, device="a") as profile:
        fill(profile, 30_000, len(catalogue), "a")
        plan_interview(profile, date_of(profile.study_day() + 12).isoformat(), 20)
        queue, made = Queue(profile, catalogue, lambda: NOW), iter(range(10**6))

        def change() -> None:
            event = profile.record_review(f"d/c{next(made):06}", review(random.Random(1)))
            profile.regrade(event.id, rating=Rating.GOOD, reason="")
            queue.next(NOW)

        measure(found, "rating changed under a plan", change, 20)
        measure(found, "the plan made anew", lambda: Queue(profile, catalogue, lambda: NOW).next(NOW), 3)
    return found


def merges(folder: Path) -> dict[str, float]:
    """The other machine's log taken in, and once more."""
    found: dict[str, float] = {}
    with Profile.open(folder / "a.sqlite3", lambda: NOW, device="a") as profile:
        for name in ("merge", "merge again"):
            measure(found, name, lambda: exchange.merge(profile, folder / "log"))
    return found


def least_of_a_merge(folder: Path) -> dict[str, float]:
    """Decoding the lines of the exported log, and storing its rows in a file that has none yet."""
    found: dict[str, float] = {}
    lines = [line for path in folder.rglob("*.jsonl") for line in path.read_text().splitlines()]
    rows = [read_row(line) for line in lines]
    measure(found, "json.loads of the lines merged", lambda: [json.loads(line) for line in lines], 2)
    into = (
        f"INSERT INTO event ({', '.join(EventRow._fields)}) VALUES (?{', ?' * (len(EventRow._fields) - 1)})"
    )
    with Profile.open(folder / "bare.sqlite3", lambda: Moment(START), device="c") as profile:

        def store_all() -> None:
            with store.transaction(profile.connection):
                profile.connection.executemany(into, rows)

        measure(found, "the same rows stored, not folded", store_all)
    return found


def answer(profile: Profile, catalogue: Catalogue, now: Moment, answers: int) -> list[float]:
    """Seconds from an answer to its being durable and the next card chosen."""
    chance, times = random.Random(1), list[float]()
    queue = Queue(profile, catalogue, lambda: now, Limits(answers, answers))
    item = queue.next(now)
    while len(times) < answers and isinstance(item, Item):
        start = time.perf_counter()
        profile.record_review(item.card.key, review(chance))
        item = queue.next(now) or queue.ahead(now)
        if not isinstance(item, Item):
            item = queue.ahead(now)
        times.append(time.perf_counter() - start)
    return times


def bare_insert(folder: Path, answers: int) -> float:
    """p99 of one durable row in an empty SQLite file: the floor that the disk sets."""
    connection = sqlite3.connect(folder / "row.sqlite3", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (x)")
    times = [timed(lambda: connection.execute("INSERT INTO t VALUES ('x')")) for _ in range(answers)]
    connection.close()
    return p99(times)


def anki_times(python: str, cards: int, events: int, answers: int) -> dict[str, float]:
    script = Path(__file__).with_name("memory_anki.py")
    command = [python, str(script), str(cards), str(events), str(answers)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--answers", type=int, default=500)
    parser.add_argument("--anki", metavar="PYTHON", help="a Python that has the anki package")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    size = (options.cards, options.events, options.answers)
    with tempfile.TemporaryDirectory() as folder:
        ours = our_times(Path(folder), *size)
        ours["one durable row in bare SQLite, p99"] = bare_insert(Path(folder), options.answers)
    theirs = anki_times(options.anki, *size) if options.anki else {}
    if options.json:
        sys.stdout.write(json.dumps({"mhaquiz": ours, "anki": theirs}, indent=1) + "\n")
        return
    sys.stdout.write(f"{options.cards:,} cards, {options.events:,} events, {options.answers:,} answers; ms\n")
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        cells = [f"{each[name] * 1000:>10.1f}" if name in each else " " * 10 for each in (ours, theirs)]
        sys.stdout.write(f"{name:<40}{cells[0]}{cells[1]}\n")
    sys.stdout.write(f"{'':<40}{'mhaquiz':>10}{'anki' if theirs else '':>10}\n")


if __name__ == "__main__":
    main()
