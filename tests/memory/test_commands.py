"""The thin commands over the profile: one line when something is wrong, effects shown before they happen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import mhaquiz.memory.clock
from mhaquiz import cli
from mhaquiz.deck.cards import Card, Kind
from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.memory.profile import Profile
from mhaquiz.quiz.stored import json_values
from mhaquiz.quiz.variants import Form, Variant, draw

from .conftest import FakeClock, make_review


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeClock:
    clock = FakeClock()
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(mhaquiz.memory.clock, "system_clock", clock)
    return clock


@pytest.fixture
def path(tmp_path: Path, clock: FakeClock) -> Path:
    with Profile.open(tmp_path / "profile.sqlite3", clock, device="here") as profile:
        for _ in range(3):
            profile.record_review("d/a", make_review(3))
            clock.forward(days=3)
    return tmp_path / "profile.sqlite3"


def numeric() -> tuple[Card, Variant]:
    cards = load_library([builtin_decks()]).cards()
    card = next(card for card in cards if card.kind == Kind.NUMERIC and card.params)
    return card, draw(card, showing=0, purpose="study", form=Form.TYPED)


def test_a_log_goes_out_and_comes_in(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = path.parent / "log"
    assert cli.run(["log", "export", str(folder)]) == 0
    path.unlink()
    assert cli.run(["log", "merge", str(folder), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "3 events read, 3 would be added" in said
    assert "d/a: new → due" in said
    assert cli.run(["log", "merge", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["added"] == 3
    assert cli.run(["log", "merge", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["added"] == 0
    assert cli.run(["log", "merge", str(path.parent / "nowhere")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_snapshot_is_taken_listed_and_brought_back(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["backup"]) == 0
    assert cli.run(["restore", "--list"]) == 0
    assert "3 events" in capsys.readouterr().out
    path.write_bytes(b"x" * 5000)
    assert cli.run(["doctor"]) == 1
    assert "restore" in capsys.readouterr().err
    assert cli.run(["restore", "--dry-run"]) == 0
    assert path.read_bytes() == b"x" * 5000
    assert cli.run(["restore"]) == 0
    assert cli.run(["doctor", "--rebuild"]) == 0
    assert "the same after a rebuild" in capsys.readouterr().out
    assert cli.run(["restore", "nothing.sqlite3"]) == 1


def test_the_history_shows_variant_answer_and_verdict(
    path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    card, variant = numeric()
    told = {"values": json_values(variant.params), "typed": variant.expected_text}
    with Profile.open(path, clock, device="here") as profile:
        profile.record_review(card.key, make_review(3, expected=variant.expected_text, **told))
        profile.undo(profile.record_review(card.key, make_review(1)).id)
    assert cli.run(["history", card.key]) == 0
    text = capsys.readouterr().out
    assert f"typed '{variant.expected_text}'" in text
    assert "undone" in text
    assert cli.run(["history", card.key, "--json"]) == 0
    events = json.loads(capsys.readouterr().out)
    assert [event["kind"] for event in events] == ["review", "review", "undo"]
    assert events[0]["values"] == told["values"]
    assert events[0]["verdict_now"] is None
    assert cli.run(["history", "d/never"]) == 2


def test_any_line_of_a_history_can_be_taken_back(
    path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["history", "d/a", "--undo", "2"]) == 0
    told = capsys.readouterr()
    assert "taken back: " in told.err
    lines = told.out.splitlines()
    assert [line.split()[0] for line in lines[1:5]] == ["1", "2", "3", "4"]
    assert ["undone" in line for line in lines[1:5]] == [False, True, False, False]
    with Profile.open(path, clock, device="here") as profile:
        assert len(profile.reviews("d/a")) == 2
    for line in ("2", "4", "9"):
        assert cli.run(["history", "d/a", "--undo", line]) == 2, "undone, an undo, not there"
        assert capsys.readouterr().err.count("\n") == 1


def test_what_a_terminal_can_send_comes_back_as_json(
    path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    with Profile.open(path, clock, device="here") as profile:
        profile.record_review("d/odd", make_review(3, typed="\ud800 é\x1b", values={"n": 8}))
    assert cli.run(["history", "d/odd", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["typed"].endswith(" é\x1b")
    assert cli.run(["history", "d/odd"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_where_there_are_no_snapshots_that_is_said(
    tmp_path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["restore", "--list"], ["backup", "--list"]):
        assert cli.run(command) == 0
        assert f"no snapshots in {tmp_path / 'backups'} yet" in capsys.readouterr().out


def test_a_profile_beyond_repair_is_moved_aside_by_one_command(
    tmp_path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "profile.sqlite3"
    path.write_bytes(b"x" * 5000)
    assert cli.run(["stats"]) == 1
    said = capsys.readouterr().err
    assert str(path) in said
    assert "`mhaquiz restore --anew`" in said
    assert cli.run(["restore"]) == 1
    assert "`mhaquiz restore --anew`" in capsys.readouterr().err
    assert cli.run(["restore", "--anew", "--dry-run"]) == 0
    assert path.read_bytes() == b"x" * 5000
    assert cli.run(["restore", "--anew"]) == 0
    kept = next(tmp_path.glob("profile.sqlite3.replaced-*"))
    assert str(kept) in capsys.readouterr().out
    assert kept.read_bytes() == b"x" * 5000
    assert cli.run(["stats"]) == 0
    path.unlink()
    assert cli.run(["restore", "--anew"]) == 1


def test_one_is_one(path: Path, capsys: pytest.CaptureFixture[str], clock: FakeClock) -> None:
    with Profile.open(path.with_name("one.sqlite3"), clock, device="here") as profile:
        profile.record_review(numeric()[0].key, make_review(3, confidence=3))
    path.with_name("one.sqlite3").replace(path)
    assert cli.run(["stats"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 answer, 1 day in a row\n")
    assert not re.search(r"\b1 (answers|days|reviews|times)\b", told)
    assert cli.run(["log", "export", str(path.parent / "log")]) == 0
    assert "1 file written" in capsys.readouterr().out


def test_a_corrected_card_grades_old_answers_again_and_says_so(
    path: Path, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    card, variant = numeric()
    wrongly_failed = {
        "values": json_values(variant.params), "typed": variant.expected_text, "expected": "another number",
    }  # fmt: skip
    with Profile.open(path, clock, device="here") as profile:
        profile.record_review(card.key, make_review(1, **wrongly_failed))
    assert cli.run(["history", card.key]) == 0
    assert "today this would be correct" in capsys.readouterr().out
    assert cli.run(["history", card.key, "--regrade"]) == 0
    assert "1 review graded again" in capsys.readouterr().err
    with Profile.open(path, clock, device="here") as profile:
        assert profile.reviews(card.key)[0][1].rating == 3
        assert profile.state(card.key).interval > 0
