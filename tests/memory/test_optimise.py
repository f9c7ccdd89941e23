"""Fitting: refused on too little, judged on later reviews, panics survived. The fit needs the extra."""

from __future__ import annotations

import math
import os
import random
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

import mhaquiz.memory.clock
from mhaquiz import cli
from mhaquiz.memory import optimise, store
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind, Mode
from mhaquiz.memory.fsrs6 import DEFAULT_PARAMETERS, Fsrs6
from mhaquiz.memory.optimise import Fit, Step
from mhaquiz.memory.profile import Profile

from .conftest import FakeClock, make_review

with_extra = pytest.mark.skipif(find_spec("fsrs_rs_python") is None, reason="needs the extra `optimize`")


def parameters_of(pace: float) -> list[float]:
    """Default parameters with first stabilities and their growth `pace` times as large."""
    scaled = {0, 1, 2, 3}
    parameters = [
        value * pace if index in scaled else value for index, value in enumerate(DEFAULT_PARAMETERS)
    ]
    parameters[8] += math.log(pace)
    return parameters


def study(profile: Profile, clock: FakeClock, cards: int, days: int, pace: float) -> None:
    """A person who forgets at their own pace answers what is due, day after day."""
    truth = Fsrs6(parameters_of(pace))
    chance, memory = random.Random(3), {}
    with store.transaction(profile.connection):
        for day in range(days):
            for number in range(cards):
                key, state = f"d/{number}", profile.state(f"d/{number}")
                if state is not None and (state.due_day or 0) > profile.study_day():
                    continue
                known = memory.get(key)
                recall = truth.retrievability(known[0], day - known[2]) if known else 0.7
                rating = 3 if chance.random() < recall else 1
                after = (
                    truth.after(known[0], known[1], day - known[2], rating) if known else truth.first(rating)
                )
                memory[key] = (*after, day)
                profile.record_review(key, make_review(rating))
            clock.forward(days=1)


def test_nothing_once_each_and_same_day_only_are_refused_in_plain_words(
    profile: Profile, clock: FakeClock
) -> None:
    for _ in range(3):
        with pytest.raises(ProfileError, match="too little to learn from yet: 0 reviews"):
            optimise.check_enough(optimise.histories(profile))
        for number in range(500):
            profile.record_review(f"d/{number}", make_review(3))


def test_only_successes_say_nothing_about_forgetting() -> None:
    cards = {f"d/{number}": [Step(0, 0, 3), Step(5, 5, 3)] for number in range(500)}
    with pytest.raises(ProfileError, match="only 0 of 500 reviews were missed"):
        optimise.check_enough(cards)


def test_histories_leave_out_cram_repeats_and_what_was_undone(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    profile.record_review("d/a", make_review(1))
    clock.forward(days=3)
    profile.record_review("d/a", make_review(1, mode=Mode.CRAM))
    profile.undo(profile.record_review("d/a", make_review(1)).id)
    profile.record_review("d/a", make_review(2))
    clock.forward(days=3)
    profile.record(EventKind.RESET, "d/a", {})
    profile.record_review("d/a", make_review(4))
    steps = optimise.histories(profile)["d/a"]
    assert [(step.elapsed, step.rating) for step in steps] == [(0, 3), (3, 2), (0, 4)]


def test_the_truth_has_the_lowest_loss(profile: Profile, clock: FakeClock) -> None:
    study(profile, clock, cards=100, days=40, pace=0.4)
    cards = optimise.histories(profile)
    truth, reviews = optimise.log_loss(cards, parameters_of(0.4), 0)
    assert reviews > 400
    assert truth < optimise.log_loss(cards, DEFAULT_PARAMETERS, 0)[0]
    assert truth < optimise.log_loss(cards, parameters_of(0.2), 0)[0]
    later = optimise.log_loss(cards, parameters_of(0.4), optimise.split_day(cards))[1]
    assert 0.1 * reviews < later < 0.3 * reviews


def test_adopting_moves_due_dates_and_can_be_undone(profile: Profile, clock: FakeClock) -> None:
    study(profile, clock, cards=20, days=12, pace=1.0)
    before = dict(profile.states())
    longer = (*(value * 2 for value in DEFAULT_PARAMETERS[:4]), *DEFAULT_PARAMETERS[4:])
    assert optimise.adopt(profile, Fit(1, 1, 1.0, 0.5, longer)) > 10
    assert profile.rules.parameter_set != "fsrs6-default"
    event = profile.connection.execute(
        "SELECT device, sequence FROM event WHERE kind = 'parameters'"
    ).fetchone()
    assert profile.undo(f"{event[0]}:{event[1]}")
    assert profile.states() == before


def test_a_difference_within_the_noise_is_not_adopted() -> None:
    assert not Fit(1, 1, 0.5, 0.4999, DEFAULT_PARAMETERS).better
    assert Fit(1, 1, 0.5, 0.49, DEFAULT_PARAMETERS).better


def test_without_the_extra_the_remedy_is_named(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optimise, "find_spec", lambda name: None)
    with pytest.raises(ProfileError, match="pip install"):
        optimise.optimise(profile)


@pytest.fixture
def panicking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module in the extra's place whose fit raises what pyo3 raises: not an Exception."""
    (tmp_path / "fsrs_rs_python.py").write_text(
        "class PanicException(BaseException): pass\n"
        "class FSRSReview:\n    def __init__(self, rating, delta_t): pass\n"
        "class FSRSItem:\n    def __init__(self, reviews): pass\n"
        "class FSRS:\n"
        "    def __init__(self, parameters): pass\n"
        "    def compute_parameters(self, items): raise PanicException('index out of bounds')\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


@pytest.mark.usefixtures("panicking")
def test_a_panic_ends_in_one_sentence() -> None:
    cards = {"d/a": [Step(0, 0, 3), Step(5, 5, 3)]}
    with pytest.raises(ProfileError, match="PanicException: index out of bounds"):
        optimise._fit(cards, lambda seconds: None)


@pytest.mark.usefixtures("panicking")
def test_the_command_survives_a_panic_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = FakeClock()
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(mhaquiz.memory.clock, "system_clock", clock)
    with Profile.open(tmp_path / "profile.sqlite3", clock, device="here") as profile:
        study(profile, clock, cards=100, days=30, pace=0.5)
        before, events = profile.states(), profile.last_arrival()
    assert cli.run(["optimize"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "mhaquiz: the fit failed (PanicException: index out of bounds); nothing was changed\n"
    with Profile.open(tmp_path / "profile.sqlite3", clock, device="here") as profile:
        assert (profile.states(), profile.last_arrival()) == (before, events)


@with_extra
def test_a_person_who_forgets_faster_is_fitted_and_predicted_better(
    profile: Profile, clock: FakeClock
) -> None:
    study(profile, clock, cards=150, days=60, pace=0.3)
    fit = optimise.optimise(profile)
    assert fit.better
    assert fit.parameters[2] < DEFAULT_PARAMETERS[2]
    optimise.adopt(profile, fit)
    assert profile.rules.parameters == fit.parameters


def test_the_fit_runs_nothing_found_in_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "multiprocessing.py").write_text("open('mark', 'w')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    with suppress(ProfileError):  # without the extra, or on so little
        optimise._fit({"d/1": [Step(0, 0, 3), Step(1, 1, 3)]}, lambda seconds: None)
    assert not (tmp_path / "mark").exists()
    assert os.environ["PYTHONSAFEPATH"] == ""
