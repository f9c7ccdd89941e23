"""The same 1,000 reviews by this scheduler, by the real Anki and by fsrs-rs. Cram reviews are left out.

Anki (AGPL) is never imported: a Python that has it is named by MHAQUIZ_ANKI_PYTHON and runs in a subprocess.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from mhaquiz.memory.profile import Profile

from .conftest import FakeClock, make_review

START = 1_704_110_400_000  # noon UTC of 2024-01-01: Anki counts days back from the real today
ANKI = os.environ.get("MHAQUIZ_ANKI_PYTHON")


def thousand_reviews() -> list[tuple[str, int, int]]:
    """Card, day and rating, in the order given: 80 cards over 400 days, early, late and lapsing."""
    chance = random.Random(7)
    taken: set[tuple[str, int]] = set()
    while len(taken) < 1000:
        taken.add((f"d/{chance.randrange(80)}", chance.randrange(400)))
    weights = (15, 15, 55, 15)
    return [
        (card, day, chance.choices((1, 2, 3, 4), weights)[0])
        for card, day in sorted(taken, key=lambda t: t[::-1])
    ]


@pytest.fixture
def ours(tmp_path: Path) -> dict[str, tuple[float, float]]:
    clock = FakeClock(START)
    with Profile.open(tmp_path / "p.sqlite3", clock) as profile:
        for number, (card, day, rating) in enumerate(thousand_reviews()):
            clock.set(START + day * 86_400_000 + number)
            profile.record_review(card, make_review(rating))
        return {key: (state.stability, state.difficulty) for key, state in profile.states().items()}


@pytest.mark.skipif(not ANKI, reason="MHAQUIZ_ANKI_PYTHON names no Python with Anki")
def test_every_stability_is_what_anki_computes(ours: dict[str, tuple[float, float]]) -> None:
    given = json.dumps({"start_ms": START, "reviews": thousand_reviews()})
    script = Path(__file__).parent / "anki_states.py"
    done = subprocess.run([str(ANKI), str(script)], input=given, capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout)
    assert theirs.keys() == ours.keys()
    for card, (stability, difficulty) in ours.items():
        assert stability == pytest.approx(theirs[card][0], rel=1e-4), card
        assert difficulty == pytest.approx(theirs[card][1], rel=1e-4), card


@pytest.mark.skipif(find_spec("fsrs_rs_python") is None, reason="needs the extra `optimize`")
def test_every_stability_is_what_fsrs_rs_computes(ours: dict[str, tuple[float, float]]) -> None:
    from fsrs_rs_python import DEFAULT_PARAMETERS, FSRS, FSRSItem, FSRSReview

    model = FSRS(DEFAULT_PARAMETERS)
    for card, (stability, difficulty) in ours.items():
        steps, last = [], None
        for key, day, rating in thousand_reviews():
            if key == card:
                steps.append(FSRSReview(rating, 0 if last is None else day - last))
                last = day
        state = model.memory_state(FSRSItem(steps))
        assert stability == pytest.approx(state.stability, rel=1e-4), card
        assert difficulty == pytest.approx(state.difficulty, rel=1e-4), card
