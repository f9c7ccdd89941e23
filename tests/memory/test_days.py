"""Study days: rollover, daylight saving, travel, a changed rollover hour, clocks that were wrong."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from mhaquiz.memory import tables
from mhaquiz.memory.clock import Moment, system_clock
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Item, Limits, Queue

from .conftest import NOON, FakeClock, make_card, make_review

EPOCH_DAY = datetime(1970, 1, 1).toordinal()


def moment(zone: str, *when: int) -> Moment:
    """A local time in a zone as a moment with its offset."""
    local = datetime(*when, tzinfo=ZoneInfo(zone))  # type: ignore[arg-type, misc]
    offset = local.utcoffset() or timedelta()
    return Moment(int(local.timestamp() * 1000), int(offset.total_seconds()) // 60)


def day(*date: int) -> int:
    return datetime(*date).toordinal() - EPOCH_DAY  # type: ignore[arg-type, misc]


def test_one_in_the_morning_belongs_to_the_day_before(tmp_path: Path) -> None:
    clock = FakeClock()
    clock.moment = moment("America/New_York", 2026, 12, 3, 1, 0)
    with Profile.open(tmp_path / "p.sqlite3", clock) as profile:
        event = profile.record_review("d/a", make_review(1))
        clock.forward(minutes=11)
        profile.record_review("d/a", make_review(3))
        assert event.study_day == day(2026, 12, 2)
        queue = Queue(profile, [make_card("a")], clock)
        assert queue.next(clock()) is None, "due tomorrow, and it is still today until 04:00"
        clock.moment = moment("America/New_York", 2026, 12, 3, 3, 59)
        assert queue.next(clock()) is None
        clock.moment = moment("America/New_York", 2026, 12, 3, 4, 0)
        assert queue.next(clock()).card.key == "d/a"


def test_every_study_day_of_a_year_with_daylight_saving_comes_once() -> None:
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"):
        seen = []
        utc = datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC"))
        for hours in range(366 * 24):
            local = (utc + timedelta(hours=hours)).astimezone(ZoneInfo(zone))
            offset = int((local.utcoffset() or timedelta()).total_seconds()) // 60
            study = Moment(int(local.timestamp() * 1000), offset).study_day()
            shifted = (local.replace(tzinfo=None) - timedelta(hours=4)).date().toordinal() - EPOCH_DAY
            assert study == shifted
            if not seen or seen[-1] != study:
                seen.append(study)
        assert seen == list(range(seen[0], seen[0] + len(seen)))


def test_flying_west_never_makes_a_negative_gap(tmp_path: Path) -> None:
    clock = FakeClock()
    clock.moment = moment("Asia/Tokyo", 2026, 5, 2, 8, 0)
    with Profile.open(tmp_path / "p.sqlite3", clock) as profile:
        profile.record_review("d/a", make_review(3))
        before = profile.state("d/a")
        clock.moment = moment("America/Los_Angeles", 2026, 5, 1, 20, 0)
        event = profile.record_review("d/a", make_review(3))
        assert event.study_day < before.last_day
        assert profile.state("d/a") == before._replace(showings=2), "a repeat, not a review"


def test_a_changed_rollover_hour_leaves_past_days_alone(profile: Profile, clock: FakeClock) -> None:
    clock.set(NOON + 15 * 3_600_000)  # 03:00
    first = profile.record_review("d/a", make_review(3))
    profile.set_setting("rollover_hour", 2)
    second = profile.record_review("d/b", make_review(3))
    assert second.study_day == first.study_day + 1
    assert profile.event(first.id).study_day == first.study_day
    states = profile.states()
    profile.rebuild()
    assert profile.states() == states


def test_a_clock_set_back_an_hour_loses_and_distorts_nothing(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    clock.forward(hours=-1)
    profile.record_review("d/a", make_review(3))
    state = profile.state("d/a")
    assert state.showings == 2
    profile.rebuild()
    assert profile.state("d/a") == state


def test_answers_under_a_clock_years_ahead_are_set_aside_shown_and_come_back(tmp_path: Path) -> None:
    clock, path = FakeClock(), tmp_path / "p.sqlite3"
    with Profile.open(path, clock, device="here") as profile:
        profile.record_review("d/a", make_review(3))
        true_state = profile.state("d/a")
        clock.forward(days=1500)
        profile.record_review("d/a", make_review(3))
    clock.forward(days=-1499)
    with Profile.open(path, clock, device="here") as profile:
        assert profile.state("d/a") == true_state
        assert "set aside" in profile.notices[0]
        assert "1 event is" in profile.notices[0]
        event = profile.record_review("d/b", make_review(3))
        assert event.id == "here:3", "an id is never given twice"
    clock.forward(days=1500)
    with Profile.open(path, clock, device="here") as profile:
        assert not profile.notices
        assert len(profile.reviews("d/a")) == 2
        before = profile.states()
        profile.rebuild()
        assert profile.states() == before


def test_an_app_left_open_over_the_rollover_moves_to_the_new_day(profile: Profile, clock: FakeClock) -> None:
    cards = [make_card(f"c{number}") for number in range(6)]
    queue = Queue(profile, cards, clock, Limits(new=2, reviews=10))
    for _ in range(2):
        profile.record_review(queue.next(clock()).card.key, make_review(3))
    assert queue.next(clock()) is None
    assert queue.counts(clock()).new == 0
    clock.forward(days=1)
    assert queue.counts(clock()).new == 2
    assert queue.next(clock()).is_new


def test_an_hour_in_which_the_process_was_stopped_is_no_hour_of_study(
    profile: Profile, clock: FakeClock
) -> None:
    """Ctrl+Z, lunch, fg: the answer says that it took an hour."""
    profile.record_review("d/a", make_review(3, ms_taken=30_000))
    clock.forward(hours=1)
    profile.record_review("d/b", make_review(3, ms_taken=3_600_000))
    event = profile.record_review("d/c", make_review(3, ms_taken=3_600_000))
    profile.undo(event.id)
    day = profile.study_day()
    assert profile.day_counts(day).minutes == 0.5 + 10
    before = tables.digest(profile.connection)
    profile.rebuild()
    assert tables.digest(profile.connection) == before


@pytest.mark.parametrize(("before", "after"), [(-240, -300), (-300, -240)])
def test_a_session_over_a_change_of_the_clocks_goes_on(
    profile: Profile, clock: FakeClock, before: int, after: int
) -> None:
    """Local 01:50, ten minutes later 01:00 or 03:00, then over the rollover at four."""
    start = NOON // 86_400_000 * 86_400_000 + 110 * 60_000 - before * 60_000
    clock.set(start, before)
    queue = Queue(profile, Catalogue([make_card(f"c{number}") for number in range(9)]), clock, Limits(9, 9))
    days = []
    for number in range(6):
        item = queue.next(clock())
        assert isinstance(item, Item)
        event = profile.record_review(item.card.key, make_review(3, ms_taken=1000))
        days.append(event.study_day)
        clock.set(start + (number + 1) * 10 * 60_000, after)
    clock.set(start + 4 * 3_600_000, after)
    queue.next(clock())
    assert len(set(days)) == 1, "one night, one study day"
    assert profile.study_day() == days[0] + 1
    assert len(profile.reviews_on(days[0])) == 6
    assert all((state.last_day or 0) == days[0] for state in profile.states().values())


@pytest.mark.parametrize(("zone", "minutes"), [("UTC+25", -1439), ("UTC-25", 1439), ("UTC-5:30", 330)])
def test_a_zone_a_day_away_is_taken_as_far_as_a_date_goes(
    zone: str, minutes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        now = system_clock()
    finally:
        monkeypatch.undo()
        time.tzset()
    assert now.offset_minutes == minutes
    assert abs(now.ms - time.time() * 1000) < 60_000
