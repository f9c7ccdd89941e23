"""Damaged, newer, foreign, read-only and full: one clear line, nothing half-written, the file kept."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mhaquiz.memory import backups, restoring, store, tables
from mhaquiz.memory.doctor import examine
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, make_review

DAY = 86_400_000


@pytest.fixture
def path(tmp_path: Path, clock: FakeClock) -> Path:
    """A closed profile with 300 answers."""
    where = tmp_path / "profile.sqlite3"
    with Profile.open(where, clock, device="here") as profile, store.transaction(profile.connection):
        for number in range(300):
            clock.forward(minutes=1)
            profile.record_review(f"d/{number % 40}", make_review(number % 4 + 1, typed="x" * 50))
    return where


def one_line(refusal: pytest.ExceptionInfo[ProfileError]) -> str:
    text = str(refusal.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize("wal", [b"", b"x" * 100])  # as a crash may leave it
@pytest.mark.parametrize("size", [1, 50, 4096, 5000, 20_000])
def test_a_truncated_file_is_named_and_kept(path: Path, clock: FakeClock, size: int, wal: bytes) -> None:
    data = path.read_bytes()[:size]
    path.write_bytes(data)
    if wal:
        (path.parent / (path.name + "-wal")).write_bytes(wal)
    with pytest.raises(ProfileError) as refusal:
        Profile.open(path, clock)
    assert "restore" in one_line(refusal)
    assert path.read_bytes() == data, "the damaged file is kept as it is"


def test_a_flipped_page_is_found(path: Path, clock: FakeClock) -> None:
    data = bytearray(path.read_bytes())
    data[8192:12_288] = os.urandom(4096)
    path.write_bytes(data)
    with pytest.raises(ProfileError, match="restore"):
        Profile.open(path, clock)


def test_after_a_flip_the_newest_good_backup_is_offered_and_brings_the_answers_back(
    path: Path, clock: FakeClock
) -> None:
    good = backups.newest_good(path)
    assert (good.events, good.fault) == (300, "")
    path.write_bytes(b"garbage" * 1000)
    kept = restoring.restore(path, good.backup.path, clock().ms)
    assert kept.read_bytes() == b"garbage" * 1000
    with Profile.open(path, clock) as profile:
        assert len(profile.states()) == 40
        assert profile.device != "here", "ids must not be given out twice"
        assert all(finding.fine for finding in examine(profile))


def test_a_damaged_backup_is_never_restored(path: Path, clock: FakeClock) -> None:
    bad = backups.backups(path)[0].path
    bad.write_bytes(bad.read_bytes()[:6000])
    before = path.read_bytes()
    with pytest.raises(ProfileError, match="cannot be restored"):
        restoring.restore(path, bad, clock().ms)
    assert path.read_bytes() == before
    assert backups.newest_good(path) is None


def test_a_newer_file_is_refused_with_advice(path: Path, clock: FakeClock) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(ProfileError, match="update mhaquiz"):
        Profile.open(path, clock)


def test_another_programs_database_is_left_alone(tmp_path: Path, clock: FakeClock) -> None:
    where = tmp_path / "other.sqlite3"
    with sqlite3.connect(where) as connection:
        connection.execute("CREATE TABLE notes (x)")
    connection.close()
    with pytest.raises(ProfileError, match="not a mhaquiz profile"):
        Profile.open(where, clock)
    with sqlite3.connect(where) as connection:
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("notes",)]
    connection.close()


def test_a_full_disk_keeps_the_earlier_answers(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        pages = profile.connection.execute("PRAGMA page_count").fetchone()[0]
        profile.connection.execute(f"PRAGMA max_page_count={pages}")
        refusal, written = "", 0
        while not refusal:
            before = tables.digest(profile.connection)
            try:
                profile.record_review("d/0", make_review(3, typed="y" * 5000))
                written += 1
            except ProfileError as error:
                refusal = str(error)
        assert "disk is full" in refusal
        assert tables.digest(profile.connection) == before, "nothing half-written"
        assert profile.showings("d/0") == 8 + written
        profile.connection.execute("PRAGMA max_page_count=1000000")
        profile.record_review("d/0", make_review(3))
        assert all(finding.fine for finding in examine(profile))


def test_a_rebuild_that_fails_keeps_the_projections(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Profile.open(path, clock) as profile:
        before = tables.digest(profile.connection)
        with monkeypatch.context() as broken:
            broken.setattr(tables, "entries_by_card", lambda *given: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                examine(profile, rebuild=True)
        assert tables.digest(profile.connection) == before


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root writes read-only files")
def test_a_read_only_folder_says_so(path: Path, clock: FakeClock) -> None:
    path.chmod(0o400)
    path.parent.chmod(0o500)
    try:
        with pytest.raises(ProfileError, match=r"read-only|permission"):
            Profile.open(path, clock)
    finally:
        path.parent.chmod(0o700)


def test_a_connection_that_may_not_write_says_so(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        profile.connection.execute("PRAGMA query_only=ON")
        with pytest.raises(ProfileError, match="read-only"):
            profile.record_review("d/0", make_review(3))
        profile.connection.execute("PRAGMA query_only=OFF")


def test_a_folder_that_is_a_file_says_so(tmp_path: Path, clock: FakeClock) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(ProfileError) as refusal:
        Profile.open(tmp_path / "home" / "profile.sqlite3", clock)
    one_line(refusal)


@pytest.mark.parametrize("version", range(len(store.MIGRATIONS)))
def test_every_older_schema_is_brought_up_to_date(tmp_path: Path, clock: FakeClock, version: int) -> None:
    where = tmp_path / "old.sqlite3"
    connection = store.connect(where)
    for script in store.MIGRATIONS[:version]:
        store.run_script(connection, script)
    if version:
        connection.execute(f"PRAGMA application_id={store.APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={version}")
    connection.close()
    with Profile.open(where, clock) as profile:
        profile.record_review("d/a", make_review(3))
        assert store.version_of(profile.connection) == len(store.MIGRATIONS)
        assert all(finding.fine for finding in examine(profile))


def test_answers_from_before_a_migration_stay_and_a_backup_of_them_is_taken(
    path: Path, clock: FakeClock
) -> None:
    """A file of the first format, as its mhaquiz left it: with answers, projections and no later index."""
    with Profile.open(path, clock) as profile:
        states, days = profile.states(), profile.days()
    connection = store.connect(path)
    connection.execute("DROP INDEX event_amendment")
    connection.execute("PRAGMA user_version=1")
    connection.close()
    with Profile.open(path, clock) as profile:
        assert (profile.states(), profile.days()) == (states, days)
        assert store.version_of(profile.connection) == len(store.MIGRATIONS)
        assert all(finding.fine for finding in examine(profile))
    taken = next(each for each in backups.backups(path) if each.reason == "migration")
    assert backups.check(taken).events == 300
    old = store.connect(taken.path, read_only=True)
    assert store.version_of(old) == 1, "of the file as it was"
    old.close()


def test_a_migration_that_fails_changes_nothing(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A next format whose second statement cannot be carried out."""
    broken = "CREATE TABLE extra (x); INSERT INTO nowhere VALUES (1);"
    with monkeypatch.context() as newer:
        newer.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, broken))
        with pytest.raises(ProfileError) as refusal:
            Profile.open(path, clock)
        one_line(refusal)
    with Profile.open(path, clock) as profile:
        assert store.version_of(profile.connection) == len(store.MIGRATIONS)
        assert not profile.connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'extra'").fetchall()
        assert len(profile.states()) == 40


def test_a_next_format_is_reached_from_every_older_one(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seam: append a script to `MIGRATIONS`; the file goes through all that it lacks."""
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, "ALTER TABLE event ADD COLUMN mood TEXT;"))
    with Profile.open(path, clock) as profile:
        assert store.version_of(profile.connection) == len(store.MIGRATIONS)
        assert profile.connection.execute("SELECT count(mood), count(*) FROM event").fetchone() == (0, 300)
        profile.record_review("d/0", make_review(3))
        assert all(finding.fine for finding in examine(profile))
    monkeypatch.undo()
    with pytest.raises(ProfileError, match="written by a newer mhaquiz"):
        Profile.open(path, clock)


def test_a_file_from_before_the_first_format_is_refused_and_kept(path: Path, clock: FakeClock) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=0")
    connection.close()
    data = path.read_bytes()
    with pytest.raises(ProfileError, match="format 0"):
        Profile.open(path, clock)
    assert path.read_bytes() == data


def test_what_a_killed_process_leaves_beside_the_file_is_taken_up(path: Path, clock: FakeClock) -> None:
    """The last answers lie in the -wal file then; the next start finds them and clears it away."""
    script = (
        "import os, sys; from pathlib import Path\n"
        "from mhaquiz.memory.clock import Moment; from mhaquiz.memory.events import Rating, Review\n"
        "from mhaquiz.memory.profile import Profile\n"
        "profile = Profile.open(Path(sys.argv[1]), lambda: Moment(int(sys.argv[2])))\n"
        "for n in range(3): profile.record_review(f'd/new{n}', Review(Rating.GOOD, 'correct'))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path), str(clock().ms)], check=False)
    wal = path.with_name(path.name + "-wal")
    assert wal.stat().st_size > 0
    with Profile.open(path, clock) as profile:
        assert {f"d/new{number}" for number in range(3)} <= profile.states().keys()
        assert all(finding.fine for finding in examine(profile))
    assert not wal.exists()
    assert not path.with_name(path.name + "-shm").exists()


def test_a_profile_that_another_process_holds_is_one_line(
    path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.05)
    holder = store.connect(path)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(ProfileError) as refusal:
        Profile.open(path, clock)
    assert "another mhaquiz has held the profile" in one_line(refusal)
    holder.execute("ROLLBACK")
    holder.close()
    with Profile.open(path, clock) as profile:
        assert len(profile.states()) == 40


def test_a_damaged_file_without_backups_says_where_it_is_and_how_to_begin_anew(
    path: Path, clock: FakeClock
) -> None:
    shutil.rmtree(backups.folder_of(path))
    path.write_bytes(b"x" * 9000)
    with pytest.raises(ProfileError) as refusal:
        Profile.open(path, clock)
    said = one_line(refusal)
    assert str(path) in said
    assert "`mhaquiz restore --anew`" in said
    kept = restoring.begin_anew(path, clock().ms)
    assert kept.read_bytes() == b"x" * 9000
    with Profile.open(path, clock) as profile:
        assert profile.states() == {}


def test_projections_of_another_version_are_rebuilt_at_once(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        before = tables.digest(profile.connection)
        store.set_meta(profile.connection, "projection", "0")
        profile.connection.execute("DROP TABLE card_state")
    with Profile.open(path, clock) as profile:
        assert tables.digest(profile.connection) == before


def test_the_doctor_finds_and_mends_projections_that_differ(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        good = tables.digest(profile.connection)
        profile.connection.execute("UPDATE card_state SET lapses = lapses + 1 WHERE card = 'd/3'")
        assert [finding.fine for finding in examine(profile)].count(False) == 1
        assert tables.digest(profile.connection) != good, "a look changes nothing"
        examine(profile, rebuild=True)
        assert tables.digest(profile.connection) == good


def test_backups_thin_out_to_twelve_days_ten_weeks_nine_months() -> None:
    there = [
        backups.Backup(Path(f"{number}.sqlite3"), NOON - number * DAY // 2, "daily")
        for number in range(2 * 500)
    ]
    superfluous = set(backups.superfluous(there))
    kept = [each for each in there if each not in superfluous]
    days = {each.day for each in kept}
    newest = sorted({each.day for each in there}, reverse=True)
    assert set(newest[:12]) <= days
    assert len({each.day.strftime("%G-%V") for each in kept}) >= 10
    assert len({each.day.strftime("%Y-%m") for each in kept}) >= 9
    assert len(kept) <= 12 + 10 + 9
    assert backups.superfluous(kept) == [], "a second look removes nothing"


def test_a_session_leaves_one_backup_a_day(tmp_path: Path, clock: FakeClock) -> None:
    where = tmp_path / "profile.sqlite3"
    for _ in range(3):
        for _ in range(2):
            with Profile.open(where, clock) as profile:
                profile.record_review("d/a", make_review(3))
            clock.forward(hours=2)
        with Profile.open(where, clock):
            pass  # nothing new, nothing taken
        clock.forward(hours=20)
    days = [each.day for each in backups.backups(where)]
    assert len(days) == len(set(days)) == 3
    assert all(not backups.check(each).fault for each in backups.backups(where))
    assert not list(backups.folder_of(where).glob("*.tmp"))
    assert datetime.fromtimestamp(clock().ms / 1000, UTC).date() not in days
