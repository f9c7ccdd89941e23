"""No answer is lost silently: a restore, a sync tool or a removed folder while a session is open."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.memory import backups, exchange, restoring, store, tables
from mhaquiz.memory.doctor import examine
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, make_review

needs_posix = pytest.mark.skipif(os.name == "nt", reason="an open file can be neither renamed nor removed")
HOLD_OPEN = f"""
import sys
from pathlib import Path
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
with Profile.open(Path(sys.argv[1]), lambda: Moment({NOON} + 1_000_000)) as profile:
    print("open", flush=True)
    for card in sys.stdin:
        print(profile.record_review(card.strip(), Review(Rating.GOOD, "correct")).id, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path, clock: FakeClock) -> Path:
    """A closed profile with 10 answers and a snapshot of 6."""
    where = tmp_path / "Application Support" / "profile.sqlite3"
    with Profile.open(where, clock, device="here") as profile:
        for number in range(10):
            clock.forward(minutes=1)
            profile.record_review(f"d/{number}", make_review(3))
            if number == 5:
                backups.take(profile.connection, where, clock().ms, "asked")
    clock.forward(hours=1)
    return where


def snapshot_of_six(path: Path) -> Path:
    return next(each.path for each in backups.backups(path) if each.reason == "asked")


def cards(path: Path, clock: FakeClock) -> set[str]:
    """The cards answered, as the next start finds them, in a file that is sound."""
    with Profile.open(path, clock) as profile:
        assert all(finding.fine for finding in examine(profile))
        return {event.card for event in tables.read_events(profile.connection, "1") if event.card}


def numbered(count: int) -> set[str]:
    return {f"d/{number}" for number in range(count)}


@contextmanager
def another_session(path: Path) -> Iterator[Callable[[str], str]]:
    """Another process that has the profile open; the function answers a card there."""
    command = [sys.executable, "-c", HOLD_OPEN, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"

        def answer(card: str) -> str:
            process.stdin.write(f"{card}\n")
            process.stdin.flush()
            return process.stdout.readline()

        answer.process = process
        yield answer
        process.stdin.close()


# ── restore while a session is open ─────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "replace",
    [restoring.begin_anew, lambda path, ms: restoring.restore(path, snapshot_of_six(path), ms)],
)
def test_a_profile_that_another_session_has_open_is_not_replaced(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, replace: Callable[[Path, int], object]
) -> None:
    monkeypatch.setattr(restoring, "PATIENCE_SECONDS", 0.1)
    with another_session(path) as answer:
        there = sorted(each.name for each in path.parent.iterdir())
        with pytest.raises(ProfileError, match="another mhaquiz has the profile open") as refused:
            replace(path, clock().ms)
        if Path("/proc/locks").exists():
            assert f"(process {answer.process.pid})" in str(refused.value)
        assert sorted(each.name for each in path.parent.iterdir()) == there, "nothing was changed"
        assert answer("d/later"), "the session goes on"
    assert cards(path, clock) == {*numbered(10), "d/later"}


def test_a_profile_that_this_process_has_open_is_not_replaced_either(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "PATIENCE_SECONDS", 0.1)
    with Profile.open(path, clock) as profile:
        with pytest.raises(ProfileError, match="has the profile open"):
            restoring.restore(path, snapshot_of_six(path), clock().ms)
        profile.record_review("d/later", make_review(3))
    assert cards(path, clock) == {*numbered(10), "d/later"}


def test_what_a_restore_replaces_is_kept_whole_with_what_lay_in_the_log_of_writes(
    path: Path, clock: FakeClock
) -> None:
    with another_session(path) as answer:
        answer("d/later")
        answer.process.kill()  # leaves a -wal file behind
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    kept = restoring.restore(path, snapshot_of_six(path), clock().ms)
    assert cards(path, clock) == numbered(6)
    assert cards(kept, clock) == {*numbered(10), "d/later"}
    assert not list(path.parent.glob(".*")), "nothing half-written is left"


def test_a_kept_profile_can_be_restored_in_turn(path: Path, clock: FakeClock) -> None:
    kept = restoring.restore(path, snapshot_of_six(path), clock().ms)
    restoring.restore(path, kept, clock().ms + 1)
    with Profile.open(path, clock) as profile:
        assert profile.device != "here", "ids must not be given out twice"
    assert cards(path, clock) == numbered(10)


def test_beginning_anew_keeps_the_old_profile_whole(path: Path, clock: FakeClock) -> None:
    with another_session(path) as answer:
        answer("d/later")
        answer.process.kill()
    kept = restoring.begin_anew(path, clock().ms)
    assert not path.exists()
    assert not list(path.parent.glob("profile.sqlite3-*")), "a log of writes would go into the next file"
    assert cards(kept, clock) == {*numbered(10), "d/later"}
    assert cards(path, clock) == set()


# ── a full disk ─────────────────────────────────────────────────────────────────────────
def test_a_restore_that_fails_leaves_the_profile_and_no_copy(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = sorted(each.name for each in path.parent.iterdir())

    def full(connection: sqlite3.Connection, target: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(backups, "write_snapshot", full)
        with pytest.raises(ProfileError, match="disk is full"):
            restoring.restore(path, snapshot_of_six(path), clock().ms)
        path.with_name("damaged.sqlite3").write_bytes(b"x" * 9000)
        with pytest.raises(ProfileError, match="disk is full"):
            restoring.restore(path.with_name("damaged.sqlite3"), snapshot_of_six(path), clock().ms)
    assert path.with_name("damaged.sqlite3").read_bytes() == b"x" * 9000
    path.with_name("damaged.sqlite3").unlink()
    assert sorted(each.name for each in path.parent.iterdir()) == there
    assert cards(path, clock) == numbered(10)


def test_a_disk_that_fills_up_while_the_snapshot_is_put_in_place(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = store.connect

    def small(where: Path, **options: object) -> sqlite3.Connection:
        connection = connect(where, **options)  # type: ignore[arg-type]
        if "exclusive_seconds" in options:
            connection.execute("PRAGMA max_page_count=1")  # as it is, and not a page more
        return connection

    with Profile.open(snapshot_of_six(path), clock) as larger:
        for number in range(300):
            larger.record_review(f"e/{number}", make_review(3, typed="y" * 500))
    monkeypatch.setattr(store, "connect", small)
    with pytest.raises(ProfileError, match="disk is full"):
        restoring.restore(path, snapshot_of_six(path), clock().ms)
    assert not list(path.parent.glob("*replaced*")), "a copy that nobody needs on a full disk"
    monkeypatch.undo()
    assert cards(path, clock) == numbered(10)


# ── the file taken away from under a session ────────────────────────────────────────────
def replaced(path: Path) -> None:
    """What a sync tool does: another version, renamed over the file."""
    draft = path.with_name("~syncing.tmp")
    shutil.copyfile(snapshot_of_six(path), draft)
    draft.replace(path)


def removed(path: Path) -> None:
    path.unlink()


def moved(path: Path) -> None:
    path.rename(path.with_name("old.sqlite3"))


def folder_removed(path: Path) -> None:
    shutil.rmtree(path.parent)


def answers(path: Path, clock: FakeClock, *steps: str | Callable[[Path], None]) -> None:
    """A session that answers these cards while these things happen."""
    with Profile.open(path, clock) as profile:
        for step in steps:
            if callable(step):
                step(path)
            else:
                profile.record_review(step, make_review(1, typed=step))


def rescued(refusal: pytest.ExceptionInfo[ProfileError], events: int) -> Path:
    said = str(refusal.value)
    assert "\n" not in said
    assert f"all {events} events are in" in said
    found = re.search(r"`mhaquiz log merge (.+)`", said)
    assert found is not None
    (name,) = shlex.split(found[1])
    return Path(name)


@needs_posix
@pytest.mark.parametrize("taken", [replaced, removed, moved, folder_removed])
def test_the_answer_in_hand_and_all_before_it_are_kept_and_can_be_merged(
    path: Path, clock: FakeClock, taken: Callable[[Path], None]
) -> None:
    with pytest.raises(ProfileError) as refusal:
        answers(path, clock, "d/10", taken, "d/11")
    log = rescued(refusal, 12)
    with Profile.open(path, clock) as profile:
        assert len(exchange.merge(profile, log).refused) == 0
        assert profile.reviews("d/11")[0][1].typed == "d/11"
    assert cards(path, clock) == numbered(12)


@needs_posix
def test_a_person_who_goes_on_loses_nothing_either(path: Path, clock: FakeClock) -> None:
    profile = Profile.open(path, clock)
    replaced(path)
    for number in range(10, 15):
        with pytest.raises(ProfileError) as refusal:
            profile.record_review(f"d/{number}", make_review(3))
    profile.close()  # has been told
    log = rescued(refusal, 15)
    assert list(path.parent.glob("*rescued*")) == [log]
    with Profile.open(path, clock) as profile:
        exchange.merge(profile, log)
    assert cards(path, clock) == numbered(15)


@needs_posix
def test_a_file_that_is_replaced_after_the_last_answer_is_told_at_the_end(
    path: Path, clock: FakeClock
) -> None:
    with pytest.raises(ProfileError) as refusal:
        answers(path, clock, "d/10", replaced)
    with Profile.open(path, clock) as profile:
        exchange.merge(profile, rescued(refusal, 11))
    assert cards(path, clock) == numbered(11)


@needs_posix
def test_a_command_that_only_reads_says_nothing(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        replaced(path)
        profile.states()
    assert cards(path, clock) == numbered(6)


@needs_posix
def test_other_changes_to_a_lost_file_are_refused_too(path: Path, clock: FakeClock, tmp_path: Path) -> None:
    with Profile.open(path, clock) as profile:
        exchange.export(profile, tmp_path / "log")
        replaced(path)
        for change in (
            lambda: profile.undo("here:1"),
            lambda: profile.set_setting("new_limit", 3),
            lambda: profile.set_setting("desired_retention", 0.8),
            lambda: exchange.merge(profile, tmp_path / "log"),
        ):
            with pytest.raises(ProfileError, match="another program replaced this file"):
                change()


@needs_posix
def test_the_log_of_writes_of_a_lost_file_does_not_go_into_the_next_one(path: Path, clock: FakeClock) -> None:
    with pytest.raises(ProfileError, match="another program replaced"):
        answers(path, clock, *(f"e/{number}" for number in range(200)), replaced, "d/10")
    assert not path.with_name(path.name + "-wal").exists()
    assert cards(path, clock) == numbered(6), "as the sync tool brought it"


@needs_posix
def test_where_nothing_can_be_written_that_is_said(path: Path, clock: FakeClock) -> None:
    def to_a_file(path: Path) -> None:
        shutil.rmtree(path.parent)
        path.parent.write_text("")

    with pytest.raises(ProfileError, match="this answer is not kept"):
        answers(path, clock, to_a_file, "d/10")


# ── links ───────────────────────────────────────────────────────────────────────────────
@pytest.fixture
def link(path: Path) -> Path:
    """The profile lies on another disk, its place is a link to it."""
    disk = path.parent.with_name("disk")
    disk.mkdir()
    path.rename(disk / "mine.sqlite3")
    path.symlink_to(disk / "mine.sqlite3")
    return path


def test_a_restore_goes_to_the_end_of_a_link(
    link: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(link.parent))
    assert cli.run(["restore", snapshot_of_six(link).name]) == 0
    assert "is a link and still is" in capsys.readouterr().out
    assert link.is_symlink()
    assert cards(link, clock) == numbered(6)
    (kept,) = link.resolve().parent.glob("*replaced-*[0-9]")
    assert cards(kept, clock) == numbered(10)


def test_beginning_anew_goes_to_the_end_of_a_link(link: Path, clock: FakeClock) -> None:
    kept = restoring.begin_anew(link, clock().ms)
    assert kept.parent.name == "disk"
    assert link.is_symlink()
    assert cards(link, clock) == set()
    assert link.resolve().is_file()


@pytest.mark.parametrize("circular", [False, True])
def test_a_link_to_a_disk_that_is_not_there_is_named_and_there_is_a_way_out(
    link: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], circular: bool
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(link.parent))
    shutil.rmtree(link.resolve().parent)
    if circular:
        link.unlink()
        link.symlink_to(link)
    assert cli.run(["doctor"]) == 1
    said = capsys.readouterr().err
    assert "a link to" in said
    assert "restore --anew" in said
    assert said.count("\n") == 1
    assert cli.run(["restore", "--anew"]) == 0
    assert not link.is_symlink()
    assert cli.run(["doctor"]) == 0


# ── names that no snapshot can have ─────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "name",
    ["20260230T000000000-daily", "99999999T999999999-x", "00000000T000000000-x", "٢٠٢٦٠٢٠١T000000000-daily"],
)
def test_a_file_with_no_date_in_its_name_is_passed_over(path: Path, clock: FakeClock, name: str) -> None:
    there = backups.backups(path)
    (backups.folder_of(path) / f"{name}.sqlite3").touch()
    assert backups.backups(path) == there
    with Profile.open(path, clock) as profile:
        profile.record_review("d/10", make_review(3))
        backups.take(profile.connection, path, clock().ms + 1, "asked")
    assert (backups.folder_of(path) / f"{name}.sqlite3").exists(), "not ours to delete"


def test_what_a_killed_process_left_half_written_is_cleared_away(path: Path, clock: FakeClock) -> None:
    left = backups.folder_of(path) / ".20260101T000000000-abc.tmp"
    left.touch()
    os.utime(left, (0, 0))
    with Profile.open(path, clock) as profile:
        backups.take(profile.connection, path, clock().ms, "asked")
    assert not left.exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root goes everywhere")
def test_a_folder_that_is_closed_to_us_is_no_missing_profile(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(path.parent))
    path.parent.chmod(0o000)
    try:
        assert cli.run(["restore", "--anew"]) == 1
    finally:
        path.parent.chmod(0o700)
    assert "Permission denied" in capsys.readouterr().err


@needs_posix
def test_events_set_aside_are_rescued_too(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock, device="ahead") as profile:
        clock.forward(days=9)
        profile.record_review("d/ahead", make_review(3))
    clock.forward(days=-9)
    with pytest.raises(ProfileError) as refusal:
        answers(path, clock, removed, "d/10")
    assert "d/ahead" in rescued(refusal, 12).read_text()


@needs_posix
def test_a_lost_file_that_cannot_be_read_is_not_said_to_be_whole(path: Path, clock: FakeClock) -> None:
    profile = Profile.open(path, clock)
    profile.connection.execute("ALTER TABLE event RENAME TO elsewhere")
    removed(path)
    with pytest.raises(ProfileError, match=r"What could be read \(no such table: event\): 1 event"):
        profile.record_review("d/10", make_review(3))
    profile.close()
