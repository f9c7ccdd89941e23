"""The forecast's band holds what is not known of a person's pace, and says what it rests on."""

from __future__ import annotations

from mhaquiz.memory import interviews
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.events import Mode
from mhaquiz.memory.forecast import Forecast, band_rests_on, forecast, rests_on
from mhaquiz.memory.pace import Pace
from mhaquiz.memory.plan import Plan
from mhaquiz.memory.profile import Profile

from .conftest import FakeClock, make_card, make_review

CARDS = Catalogue([make_card(f"c{n:03}") for n in range(150)])


def outlook(profile: Profile) -> Forecast:
    plan = Plan.of(profile, CARDS)
    assert plan is not None
    return forecast(plan, profile.study_day())


def test_the_first_band_holds_what_a_quick_evening_comes_to(profile: Profile, clock: FakeClock) -> None:
    interviews.plan_interview(profile, date_of(profile.study_day() + 8).isoformat(), 10)
    first = outlook(profile)
    for _ in range(30):
        profile.record_review("d/c000", make_review(3, mode=Mode.CRAM, ms_taken=35_000))
    later = outlook(profile)
    assert first.low < later.recall < first.high
    assert later.high - later.low < first.high - first.low
    assert "the minutes its authors give" in rests_on(first.pace)
    assert rests_on(later.pace) == "rests on your pace, from 30 answers; early figures move"


def test_one_evening_makes_nobody_sure(profile: Profile, clock: FakeClock) -> None:
    """A band that one quick evening closed to a few percent was left behind by the next one."""
    interviews.plan_interview(profile, date_of(profile.study_day() + 8).isoformat(), 120)
    widths = []
    for day in (1, 2, 3, 4):
        for n in range(20):
            profile.record_review(CARDS.new_order[20 * day + n], make_review(4, ms_taken=15_000))
        found = outlook(profile)
        assert found.pace.days == day
        assert 0 <= found.low < found.recall < found.high <= 1
        assert found.recall - found.low >= 0.15 / day**0.5 - 1e-9
        assert found.widened
        widths.append(found.high - found.low)
        assert band_rests_on(found) == f"is as near as {day} day{'s' * (day > 1)} of study can tell"
        clock.forward(days=1)
    assert widths[0] > 0.15 > widths[-1] > 0.07


def test_what_is_never_seen_is_surely_not_known(profile: Profile) -> None:
    """Of few cards reached, how well they are remembered moves the whole but little."""
    interviews.plan_interview(profile, date_of(profile.study_day() + 2).isoformat(), 5)
    for key in CARDS.new_order[:8]:
        profile.record_review(key, make_review(3, ms_taken=60_000))
    found = outlook(profile)
    assert found.recall < 0.15
    assert found.low > 0
    assert found.high - found.low < 0.2


def test_a_pace_is_known_better_with_each_answer() -> None:
    spreads = [Pace(answers=number).spread for number in (0, 10, 30, 100, 400)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] < 0.15 < 0.6 < spreads[0]
    assert not Pace(answers=60).is_early
