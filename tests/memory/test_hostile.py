"""Files and lines that no mhaquiz wrote: each gets one clear line, and what is good is taken or kept."""

from __future__ import annotations

import json
import os
import sqlite3
from datetime import date, timedelta
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.memory import backups, exchange, restoring, tables
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.codec import read_event, review_payload
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json
from mhaquiz.memory.interviews import cancel_interview, interviews
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, event_line, make_review

DAY = NOON // 86_400_000


@pytest.fixture
def path(tmp_path: Path, clock: FakeClock) -> Path:
    """A closed profile with ten answers and a backup of them."""
    where = tmp_path / "profile.sqlite3"
    with Profile.open(where, clock, device="here") as profile:
        for number in range(10):
            clock.forward(minutes=1)
            profile.record_review(f"d/{number}", make_review(3))
    return where


def refusal(path: Path, clock: FakeClock) -> str:
    with pytest.raises(ProfileError) as caught:
        Profile.open(path, clock)
    text = str(caught.value)
    assert "\n" not in text
    return text


def open_and_read(path: Path, clock: FakeClock) -> None:
    with Profile.open(path, clock) as profile:
        profile.reviews("d/1")
        profile.rebuild()


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


# ── the profile's file ────────────────────────────────────────────────────────────────
def test_an_empty_file_beside_backups_is_damage_and_the_backup_brings_everything_back(
    path: Path, clock: FakeClock
) -> None:
    path.write_bytes(b"")
    said = refusal(path, clock)
    assert "damaged (empty)" in said
    assert "restore" in said
    assert "with 10 events" in said
    assert path.read_bytes() == b"", "kept as it is"
    good = backups.newest_good(path)
    restoring.restore(path, good.backup.path, clock().ms)
    with Profile.open(path, clock) as profile:
        assert len(profile.states()) == 10


def test_an_empty_file_beside_a_log_of_writes_is_damage(tmp_path: Path, clock: FakeClock) -> None:
    where = tmp_path / "profile.sqlite3"
    where.write_bytes(b"")
    where.with_name("profile.sqlite3-wal").write_bytes(b"x" * 5000)
    assert "damaged (empty)" in refusal(where, clock)
    assert where.with_name("profile.sqlite3-wal").read_bytes() == b"x" * 5000


def test_an_empty_file_without_any_past_is_a_new_profile(tmp_path: Path, clock: FakeClock) -> None:
    where = tmp_path / "profile.sqlite3"
    where.write_bytes(b"")
    with Profile.open(where, clock) as profile:
        assert profile.states() == {}


def test_a_missing_file_beside_backups_is_told(path: Path, clock: FakeClock) -> None:
    path.unlink()
    with Profile.open(path, clock) as profile:
        assert any("restore" in notice and "with 10 events" in notice for notice in profile.notices)


@pytest.mark.parametrize(
    "statement",
    [
        *(f"DROP TABLE {name}" for name in ("event", "meta", "quarantine", "setting")),
        "PRAGMA user_version=-1",
        "PRAGMA user_version=0",
        "ALTER TABLE event DROP COLUMN payload",
        "ALTER TABLE event RENAME COLUMN ms TO us",
        "UPDATE event SET kind = 'undo', payload = '{'",
        "UPDATE event SET kind = 'undo', payload = '[1]'",
        "INSERT INTO setting VALUES ('new_limit', 'many')",
        "INSERT INTO setting VALUES ('new_limit', '[3]')",
    ],
)
def test_a_file_altered_by_hand_is_one_line_with_a_remedy(
    path: Path, clock: FakeClock, statement: str
) -> None:
    change(path, statement)
    with pytest.raises(ProfileError) as caught:
        open_and_read(path, clock)
    assert "\n" not in str(caught.value)
    assert "restore" in str(caught.value) or "new_limit" in str(caught.value)


@pytest.mark.parametrize("statement", ["DROP TABLE card_state", "DROP TABLE day_count"])
def test_projections_that_are_gone_are_made_again(path: Path, clock: FakeClock, statement: str) -> None:
    with Profile.open(path, clock) as profile:
        before = tables.digest(profile.connection)
    change(path, statement)
    with Profile.open(path, clock) as profile:
        assert tables.digest(profile.connection) == before


def test_a_device_name_that_is_a_path_is_never_used(path: Path, clock: FakeClock, tmp_path: Path) -> None:
    change(path, "UPDATE meta SET value = '../../out' WHERE name = 'device'")
    with Profile.open(path, clock) as profile:
        profile.record_review("d/x", make_review(3))
        exchange.export(profile, tmp_path / "deep" / "log")
    assert {each.parent.name for each in tmp_path.rglob("*.jsonl")} >= {"here"}
    assert all(each.is_relative_to(tmp_path / "deep" / "log") for each in tmp_path.rglob("*.jsonl"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_regular_file_is_refused_and_can_be_restored_over(
    path: Path, clock: FakeClock, kind: str
) -> None:
    path.unlink()
    {
        "pipe": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/zero"),
        "folder": path.mkdir,
    }[kind]()
    said = refusal(path, clock)
    assert "not a regular file" in said
    assert "with 10 events" in said
    kept = restoring.restore(path, backups.newest_good(path).backup.path, clock().ms)
    assert kept is not None
    assert kept.exists()
    with Profile.open(path, clock) as profile:
        assert len(profile.states()) == 10


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_backup_that_is_a_pipe_is_no_backup(path: Path) -> None:
    there = backups.backups(path)[0].path
    os.mkfifo(there.with_name("20990101T000000000-asked.sqlite3"))
    there.with_name("20990102T000000000-asked.sqlite3").touch()
    assert backups.newest_good(path).backup.path == there


# ── lines of a log ────────────────────────────────────────────────────────────────────
GOOD = Event("o:1", EventKind.REVIEW, NOON, 0, DAY, "d/a", review_payload(make_review(3)))


def line(**fields: object) -> str:
    return json.dumps(json.loads(event_line(GOOD)) | {"id": "o:2"} | fields)


def review(**fields: object) -> str:
    return line(payload={"rating": 3, "verdict": "correct"} | fields)


def of_kind(kind: str, payload: object, card: str | None = "d/a") -> str:
    return line(kind=kind, payload=payload, card=card)


HUGE = 10**30
BAD = {
    "rating-list": review(rating=[1]),
    "rating-true": review(rating=True),
    "rating-float": review(rating=3.0),
    "rating-text": review(rating="3"),
    "rating-five": review(rating=5),
    "rating-gone": line(payload={"verdict": "correct"}),
    "mode-list": review(mode=["cram"]),
    "mode-unknown": review(mode="sleep"),
    **{f"{name}-huge": review(**{name: HUGE}) for name in ("ms_taken", "ms_first_key", "showing", "hints")},
    **{f"{name}-minus": review(**{name: -1}) for name in ("ms_taken", "showing", "retries", "confidence")},
    "ms-taken-text": review(ms_taken="1"),
    "ms-taken-none": review(ms_taken=None),
    "confidence-huge": review(confidence=HUGE),
    "confidence-mapping": review(confidence={}),
    "points-huge": review(points=[HUGE]),
    "points-text": review(points=["1"]),
    "points-many": review(points=[1] * 2000),
    "values-list": review(values=[1]),
    "suspected-number": review(suspected=1),
    "session-surrogate": review(session="\ud800"),
    "session-escape": review(session="\x1b[2J"),
    "session-long": review(session="s" * 500),
    "verdict-long": review(verdict="v" * 5000),
    "typed-number": review(typed=3),
    "nan": review(x=1).replace('"x": 1', '"x": NaN'),
    "infinity": review(x=1).replace('"x": 1', '"x": -Infinity'),
    "1e999": review(x=1).replace('"x": 1', '"x": 1e999'),
    "5000-digits": review(x=1).replace('"x": 1', '"x": ' + "9" * 5000),
    "deep": review(values={"x": json.loads("[" * 50 + "]" * 50)}),
    "deeper": review(x=1).replace('"x": 1', '"x": ' + "[" * 30_000 + "]" * 30_000),
    "long": review(typed="x" * 70_000),
    "payload-list": line(payload=[]),
    "payload-none": line(payload=None),
    "id-path": line(id="../../etc:1"),
    "id-absolute": line(id="/tmp/x:1"),
    "id-dot": line(id="..:1"),
    "id-huge": line(id=f"o:{HUGE}"),
    "id-minus": line(id="o:-1"),
    "id-leading-zero": line(id="o:01"),
    "id-number": line(id=7),
    "id-arabic-digits": line(id="o:\u0663"),
    "ms-huge": line(ms=HUGE),
    "ms-true": line(ms=True),
    "ms-float": line(ms=1.5),
    "ms-text": line(ms="1"),
    "day-huge": line(day=HUGE),
    "day-of-another-year": line(day=DAY + 400),
    "day-long-ago": line(day=0),
    "offset-huge": line(offset=HUGE),
    "card-number": line(card=5),
    "card-none": line(card=None),
    "card-surrogate": line(card="d/\ud800"),
    "card-escape": line(card="d/\x1b]0;x\x07"),
    "card-long": line(card="d/" + "x" * 500),
    "kind-unknown": of_kind("hologram", {}),
    "kind-list": line(kind=["review"]),
    "bury-huge": of_kind("bury", {"until": HUGE}),
    "bury-text": of_kind("bury", {"until": "tomorrow"}),
    "due-huge": of_kind("set-due", {"due_day": HUGE}),
    "due-none": of_kind("set-due", {}),
    "undo-list": of_kind("undo", {"event": ["o:1"]}),
    "undo-path": of_kind("undo", {"event": "../x:1"}),
    "regrade-list": of_kind("regrade", {"event": "o:1", "rating": [1]}),
    "rename-surrogate": of_kind("rename", {"from": "\ud800"}),
    "rename-none": of_kind("rename", {}),
    "parameters-text": of_kind("parameters", {"parameters": "many"}, None),
    "parameters-huge": of_kind("parameters", {"parameters": [10**400] * 21}, None),
    "parameters-few": of_kind("parameters", {"parameters": [1.0]}, None),
    "retention-list": of_kind("parameters", {"desired_retention": [0.9]}, None),
    "retention-huge": of_kind("parameters", {"desired_retention": 10**400}, None),
    "interval-list": of_kind("parameters", {"maximum_interval": {"x": 1}}, None),
    "topics-list": of_kind("interview", {"date": "2027-05-01", "topics": [1]}, None),
    "topics-huge": of_kind("interview", {"date": "2027-05-01", "topics": {"x": 10**400}}, None),
    "minutes-text": of_kind("interview", {"date": "2027-05-01", "minutes": "20"}, None),
    "a-list": "[1,2]",
    "a-text": '"x"',
    "cut": event_line(GOOD)[:-20],
}


@pytest.mark.parametrize("name", BAD)
def test_a_hostile_line_is_named_and_the_good_ones_taken(profile: Profile, tmp_path: Path, name: str) -> None:
    file = tmp_path / "log" / "o" / "2027-01.jsonl"
    file.parent.mkdir(parents=True)
    last = event_line(GOOD).replace('"o:1"', '"o:3"')
    file.write_text(f"{event_line(GOOD)}\n{BAD[name]}\n{last}\n")
    merged = exchange.merge(profile, tmp_path / "log")
    assert merged.added == 2
    assert len(merged.refused) == 1
    assert merged.refused[0].startswith(f"{file}:2: ")
    assert len(merged.refused[0]) < len(str(file)) + 200
    assert profile.showings("d/a") == 2
    profile.rebuild()
    exchange.export(profile, tmp_path / "out")


def test_unknown_fields_of_a_newer_version_are_kept(profile: Profile, tmp_path: Path) -> None:
    newer = review(mood={"calm": [1, 2.5]})
    exchange.take_in(profile, [read_event(newer)])
    exchange.export(profile, tmp_path)
    assert '"mood":{"calm":[1,2.5]}' in next(tmp_path.rglob("2*.jsonl")).read_text()


def test_a_line_of_a_hundred_megabytes_is_passed_over(profile: Profile, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    with file.open("wb") as stream:
        stream.write(b"[" * 100 * 2**20 + b"\n" + event_line(GOOD).encode() + b"\n")
    merged = exchange.merge(profile, file)
    assert merged.added == 1
    assert [each.split(": ")[1] for each in merged.refused] == ["longer than 65536 characters"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_log_file_that_is_a_pipe_or_endless_is_passed_over(profile: Profile, tmp_path: Path) -> None:
    folder = tmp_path / "log" / "o"
    folder.mkdir(parents=True)
    os.mkfifo(folder / "2027-02.jsonl")
    (folder / "2027-03.jsonl").symlink_to("/dev/zero")
    (folder / "2027-01.jsonl").write_text(event_line(GOOD) + "\n")
    merged = exchange.merge(profile, tmp_path / "log")
    assert merged.added == 1
    assert len(merged.refused) == 2
    assert exchange.merge(profile, folder / "2027-02.jsonl").refused != ()


# ── what is printed ───────────────────────────────────────────────────────────────────
COMMANDS = (
    *(
        ["doctor"],
        ["backup"],
        ["backup", "--list"],
        ["restore", "--list"],
        ["restore", "--dry-run"],
        ["restore"],
    ),
    *(["restore", "--anew", "--dry-run"], ["restore", "--anew"]),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_path_never_reaches_the_terminal_as_an_escape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "a\x1b]0;owned\x07b"))
    cli.run(["backup"])
    cli.run(command)
    cli.run(["log", "export", str(tmp_path / "c\x1b[31m")])
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    assert told.out


@pytest.mark.parametrize("command", [*COMMANDS, ["stats"], ["history", "d/a"], ["plan"]], ids=" ".join)
def test_nor_does_the_path_of_a_damaged_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    home = tmp_path / "a\x1b]0;owned\x07b"
    home.mkdir()
    (home / "profile.sqlite3").write_bytes(b"x" * 5000)
    monkeypatch.setenv("MHAQUIZ_HOME", str(home))
    cli.run(command)
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    assert told.out + told.err


# ── names of interviews ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("word", ["\udcffq", "a\x1b[31m", "a\nb", "x" * 201], ids=repr)
def test_a_name_that_cannot_be_shown_is_refused_and_nothing_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    soon = str(date.today() + timedelta(days=9))
    for arguments in (["--name", word], ["--topic", f"{word}=2"], ["--cancel", "--name", word]):
        assert cli.run(["plan", "--interview", soon, *arguments]) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        said.encode()
    assert cli.run(["plan"]) == 0
    assert "No interview ahead" in capsys.readouterr().out


def test_a_name_that_got_into_the_log_all_the_same_is_shown_and_can_be_cancelled(
    tmp_path: Path, clock: FakeClock
) -> None:
    """An earlier version recorded what a terminal gave."""
    with Profile.open(tmp_path / "profile.sqlite3", clock) as profile:
        day = date_of(profile.study_day() + 9).isoformat()
        payload = {"name": "\udcffq", "date": day, "minutes": 20, "topics": {"\udcff": 2}}
        profile.record(EventKind.INTERVIEW, None, payload)
        (interview,) = interviews(profile)
        assert (interview.name, interview.topics) == ("\ufffdq", {"\ufffd": 2})
        cancel_interview(profile, interview.name)
        assert interviews(profile) == []


@pytest.mark.parametrize(
    "payload", [{"name": "\udcffq"}, {"topics": {"\udcff": 2}}, {"topics": {"a\x1b": 2}}]
)
def test_a_merged_log_does_not_bring_one(tmp_path: Path, clock: FakeClock, payload: dict[str, Json]) -> None:
    line = event_line(Event("a:1", EventKind.INTERVIEW, NOON, 0, NOON // 86_400_000, None, payload))
    (tmp_path / "a.jsonl").write_text(line)
    with Profile.open(tmp_path / "profile.sqlite3", clock) as profile:
        assert exchange.merge(profile, tmp_path / "a.jsonl").refusals == 1
