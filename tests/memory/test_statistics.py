"""Statistics as pure functions, and `mhaquiz stats` over a small log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import mhaquiz.memory.clock
from mhaquiz import cli
from mhaquiz.memory import statistics as stats
from mhaquiz.memory.answers import answers
from mhaquiz.memory.clock import monday_of
from mhaquiz.memory.day_tables import DayCounts
from mhaquiz.memory.events import Mode
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import FRESH, CardState
from mhaquiz.memory.statistics import Answer

from .conftest import FakeClock, make_card, make_review


def answer(**fields: object) -> Answer:
    plain = Answer("d/a", 20_000, 3, "correct", "reviews", "study", 2, 10_000, None, False, 0.9)
    return plain._replace(**fields)


def test_calibration_sets_confidence_against_outcome() -> None:
    given = [
        answer(confidence=3),
        answer(confidence=3, rating=1),
        answer(confidence=1),
        answer(confidence=None),
    ]
    assert [(each.confidence, each.answers, each.right) for each in stats.calibration(given)] == [
        ("guess", 1, 1.0),
        ("fairly sure", 0, None),
        ("certain", 2, 0.5),
    ]


def test_retention_counts_only_what_says_something_about_memory() -> None:
    monday = monday_of(20_000)
    given = [
        answer(),
        answer(rating=1),
        answer(share="cram", rating=1),
        answer(share="new"),
        answer(day=monday - 1),
    ]
    weeks = stats.retention(given)
    assert [(each.week, each.reviews, each.recalled) for each in weeks] == [
        (monday - 7, 1, 1.0),
        (monday, 2, 0.5),
    ]
    assert weeks[1].predicted == pytest.approx(0.9)


def test_weeks_begin_on_monday() -> None:
    from datetime import date, timedelta

    for day in range(19_000, 19_400):
        monday = date(1970, 1, 1) + timedelta(days=monday_of(day))
        assert monday.weekday() == 0
        assert 0 <= day - monday_of(day) < 7


def test_slips_are_told_from_wrong_ideas() -> None:
    wrong = {"rating": 1}
    given = [
        answer(**wrong, verdict="misconception", misconception="forgot-wo"),
        answer(**wrong, verdict="suspected", misconception="forgot-wo", suspected=True),
        answer(**wrong, verdict="misconception"),
        answer(**wrong, verdict="wrong"),
        answer(**wrong, verdict="unit"),
        answer(**wrong, verdict="self_rated"),
        answer(),
    ]
    assert stats.mistakes(given) == stats.Mistakes(3, 2, (("forgot-wo", 1, 1),))
    assert stats.mistakes(given).unnamed == 1


def test_mastery_counts_unseen_cards_as_nothing() -> None:
    cards = [make_card("a"), make_card("b"), make_card("c", deck="e", level="L4")]
    states = {"d/a": FRESH._replace(stability=5.0, last_day=20_000)}
    by_topic = stats.mastery(cards, states, 20_005, Scheduler(), lambda card: card.topic)
    assert [(each.name, each.cards, each.seen) for each in by_topic] == [("d", 2, 1), ("e", 1, 0)]
    assert by_topic[0].recall == pytest.approx(0.9 / 2), "stability is where recall is 90 %"


def test_histograms_and_forecast_count_every_card_once() -> None:
    states = [CardState(stability=value, difficulty=6.4, due_day=100 + index) for index, value in
              enumerate((0.5, 1.0, 2.9, 400.0))]  # fmt: skip
    assert dict(stats.stability_histogram([*states, FRESH])) == {
        "<1 d": 1, "1–3 d": 2, "3–7 d": 0, "7–14 d": 0, "14–30 d": 0, "30–90 d": 0, "90–365 d": 0,
        "≥365 d": 1,
    }  # fmt: skip
    assert dict(stats.difficulty_histogram(states))["6"] == 4
    assert stats.due_forecast(states, 101, days=3) == [2, 1, 1]


def test_a_year_is_53_whole_weeks_and_streaks_forgive_this_morning() -> None:
    days = {20_000 - back: DayCounts(1, 2, 3, 4.0) for back in (1, 2, 3, 5)}
    year = stats.year_of_days(days, 20_000)
    assert len(year) == 53 * 7
    assert year[0][0] == monday_of(year[0][0])
    assert sum(count for _, count in year) == 4 * 6
    assert (stats.streak(days, 20_000), stats.streak(days, 20_002)) == (3, 0)


def test_answers_carry_what_was_expected_of_them(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    clock.forward(days=4)
    undone = profile.record_review("d/a", make_review(1))
    profile.undo(undone.id)
    profile.record_review("d/a", make_review(3, mode=Mode.MOCK))
    profile.record_review("d/a", make_review(3))
    found = answers(profile)
    assert [each.share for each in found] == ["new", "reviews", "cram"]
    model = profile.scheduler.model
    assert found[1].predicted == pytest.approx(model.retrievability(model.first(3)[0], 4))
    assert stats.mock_outcome(found) == (1, pytest.approx(found[1].predicted), 1.0)


def test_the_command_as_text_and_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = FakeClock()
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    monkeypatch.setattr(mhaquiz.memory.clock, "system_clock", clock)
    assert cli.run(["stats"]) == 0
    assert "Nothing to show yet" in capsys.readouterr().out
    assert cli.run(["stats", "--json"]) == 0
    nothing = json.loads(capsys.readouterr().out)
    topic = nothing["mastery_by_topic"][0]["name"]
    from mhaquiz.deck.library import load_library
    from mhaquiz.deck.places import builtin_decks

    deck = load_library([builtin_decks()]).decks[0]
    card, mistaken = deck.cards[0], deck.misconceptions[0]
    with Profile.open(tmp_path / "profile.sqlite3", clock) as profile:
        profile.record_review(card.key, make_review(3, ms_taken=9000))
        clock.forward(days=2)
        profile.record_review(card.key, make_review(1, confidence=3, misconception=mistaken.id))
    assert cli.run(["stats"]) == 0
    text = capsys.readouterr().out
    assert f"{mistaken.title}: 1 time\n" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert cli.run(["stats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["answers"], told["concept_errors"], told["slips"]) == (2, 1, 0)
    assert told["mastery_by_topic"][0]["name"] == topic
    assert len(told["year"]) == 53 * 7
