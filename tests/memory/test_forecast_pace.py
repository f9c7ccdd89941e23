"""The forecast's band holds what is not known of a person's pace, and says what it rests on."""

from __future__ import annotations

from mhaquiz.memory import interviews
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.events import Mode
from mhaquiz.memory.forecast import Forecast, forecast, rests_on
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


def test_a_pace_is_known_better_with_each_answer() -> None:
    spreads = [Pace(answers=number).spread for number in (0, 10, 30, 100, 400)]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[-1] < 0.15 < 0.6 < spreads[0]
    assert not Pace(answers=60).is_early
