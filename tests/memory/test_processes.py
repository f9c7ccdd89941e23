"""Several processes on one profile at once: nothing is lost, nothing is told twice, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mhaquiz.memory import exchange, tables
from mhaquiz.memory.doctor import examine
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, make_review

ANSWERS = 40
PREAMBLE = f"""
import sys
from pathlib import Path
from mhaquiz.memory import exchange
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
path, name = Path(sys.argv[1]), sys.argv[2]
ticks = iter(range({NOON}, {NOON} + 10**9, 60_000))
clock = lambda: Moment(next(ticks))
sys.stdin.readline()  # all begin at once
"""
ANSWER = f"""
for number in range({ANSWERS}):
    with Profile.open(path, clock) as profile:
        event = profile.record_review(f"d/{{number % 5}}", Review(Rating(1 + number % 4), name))
        if number % 10 == 9:
            profile.undo(event.id)
        print(event.id, flush=True)
"""
STAY_OPEN = f"""
with Profile.open(path, clock) as profile:
    for number in range({ANSWERS}):
        print(profile.record_review(f"d/{{number % 5}}", Review(Rating(1 + number % 4), name)).id, flush=True)
"""
MERGE = """
with Profile.open(path, clock) as profile:
    for _ in range(3):
        exchange.merge(profile, path.parent / "log")
"""


def start(script: str, path: Path, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PREAMBLE + script, str(path), name]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_several_processes_answer_undo_and_merge_at_once(tmp_path: Path) -> None:
    clock = FakeClock(NOON)
    with Profile.open(tmp_path / "there" / "p.sqlite3", clock, device="there") as other:
        for number in range(200):
            other.record_review(f"d/{number % 9}", make_review(1 + number % 4))
        exchange.export(other, tmp_path / "log")
    path = tmp_path / "p.sqlite3"  # not there yet: they make it at once
    scripts = {"opens again": ANSWER, "stays open": STAY_OPEN, "too": STAY_OPEN, "merges": MERGE}
    running = [start(script, path, name) for name, script in scripts.items()]
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    told = [process.communicate(timeout=120) for process in running]
    assert [error for _, error in told] == [""] * len(running)
    assert [process.returncode for process in running] == [0] * len(running)
    given = [line for out, _ in told for line in out.split()]
    assert len(given) == len(set(given)) == 3 * ANSWERS, "no id was given twice"
    clock.forward(days=1)
    with Profile.open(path, clock) as profile:
        stored = {event.id for event in tables.read_events(profile.connection, "kind = 'review'")}
        assert stored == {*given, *(f"there:{number}" for number in range(1, 201))}
        before = tables.digest(profile.connection)
        profile.rebuild()
        assert tables.digest(profile.connection) == before
        assert all(finding.fine for finding in examine(profile))
