"""Tasks done in a lab: kept over a restart, once, merged from two machines; nothing else is moved by them."""

from __future__ import annotations

from pathlib import Path

from mhaquiz.memory import tables
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.exchange import export, merge
from mhaquiz.memory.lab_tasks import done_tasks, keep_task
from mhaquiz.memory.profile import Profile

from .conftest import FakeClock, make_review


def test_a_task_is_kept_over_a_restart_and_noted_once(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "profile.sqlite3"
    with Profile.open(path, clock) as profile:
        assert done_tasks(profile) == {}
        assert keep_task(profile, "pruning", "off")
        assert not keep_task(profile, "pruning", "off")
        assert keep_task(profile, "shapes", "off")
        assert profile.last_arrival() == 2
    with Profile.open(path, clock) as again:
        assert done_tasks(again) == {"pruning": {"off"}, "shapes": {"off"}}


def test_two_machines_together_have_done_what_either_has(tmp_path: Path, clock: FakeClock) -> None:
    done = {"one": ("off", "least"), "two": ("off", "shared")}
    profiles = {name: Profile.open(tmp_path / name / "p.sqlite3", clock, device=name) for name in done}
    for name, profile in profiles.items():
        for task in done[name]:
            keep_task(profile, "pruning", task)
        export(profile, tmp_path / f"log-{name}")
    for profile in profiles.values():
        for _ in range(2):  # a merge again changes nothing
            for name in done:
                merge(profile, tmp_path / f"log-{name}")
        assert done_tasks(profile) == {"pruning": {"off", "least", "shared"}}
        assert profile.last_arrival() == 4
        profile.close()


def test_a_note_that_was_taken_back_or_says_something_else_is_no_task(profile: Profile) -> None:
    keep_task(profile, "pruning", "off")
    kept = profile.events_since(0)[-1]
    assert profile.undo(kept.id)
    for payload in ({"text": "pruning"}, {"lab": "pruning"}, {"lab": ["pruning"], "task": 1}):
        profile.record(EventKind.NOTE, None, payload)  # type: ignore[arg-type]
    profile.record(EventKind.NOTE, "d/a", {"lab": "pruning", "task": "least"})
    assert done_tasks(profile) == {}
    assert keep_task(profile, "pruning", "off")
    assert done_tasks(profile) == {"pruning": {"off"}}


def test_an_evening_in_the_labs_is_no_day_of_study(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(1, confidence=3))
    before = tables.digest(profile.connection)
    clock.forward(days=1)
    keep_task(profile, "pruning", "off")
    assert tables.digest(profile.connection) == before
    profile.rebuild()
    assert tables.digest(profile.connection) == before
    clock.forward(days=1)
    assert profile.certain_and_wrong(profile.study_day()) == {"d/a"}
