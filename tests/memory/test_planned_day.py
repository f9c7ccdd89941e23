"""A day under a plan that is kept while events come in is the day as it would be read anew."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from mhaquiz.memory import exchange, interviews, today
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import DAY_MS, date_of
from mhaquiz.memory.codec import review_payload
from mhaquiz.memory.events import Event, EventKind, Json, Mode, Rating
from mhaquiz.memory.planned_day import PlannedDay
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.today import Today

from .conftest import FakeClock, make_card, make_review

COUNT = 60
CARDS = Catalogue(
    [
        make_card(
            f"c{n:02}",
            tags=(f"topic/t{n % 4}",),
            priority=("core", "extended", "deep")[n % 3],
            group=f"g{n % 7}" if n % 5 == 0 else None,
        )
        for n in range(COUNT)
    ]
)
KEYS = list(CARDS.by_key)
PARTS = ("day", "plan", "order", "quota", "due", "extra", "steps", "urgent", "aside", "shown", "groups")


def parts(day: Today) -> dict[str, Any]:
    """What a day holds, the order of mappings included."""
    found = {name: getattr(day, name) for name in PARTS} | {"new": list(day.new)}
    return {name: list(each.items()) if isinstance(each, dict) else each for name, each in found.items()}


def study(profile: Profile, clock: FakeClock, chance: random.Random) -> list[Event]:
    """Three days of answers, some of them wrong though certain."""
    given = []
    for _ in range(3):
        for key in chance.sample(KEYS, 12):
            rating = chance.choice((1, 3, 3, 4))
            review = make_review(rating, confidence=3, ms_taken=chance.randrange(90_000))
            given.append(profile.record_review(key, review))
            clock.forward(minutes=1)
        clock.forward(days=1)
    return given


def answer(profile: Profile, chance: random.Random) -> Event:
    mode = chance.choice((Mode.STUDY, Mode.STUDY, Mode.STUDY, Mode.CRAM))
    given = make_review(chance.randint(1, 4), mode=mode, confidence=chance.randint(1, 3), ms_taken=20_000)
    return profile.record_review(chance.choice(KEYS), given)


def amend(profile: Profile, chance: random.Random, given: list[Event]) -> None:
    """Take an answer back or change its rating."""
    event = chance.choice(given)
    if chance.random() < 0.5:
        profile.undo(event.id)
    else:
        profile.regrade(event.id, rating=Rating(chance.randint(1, 4)), reason="chosen")


def say(profile: Profile, chance: random.Random) -> None:
    """Say something of a card, or something that is about none."""
    said: list[tuple[EventKind, dict[str, Json]]] = [
        (EventKind.SUSPEND, {}),
        (EventKind.UNSUSPEND, {}),
        (EventKind.BURY, {}),
        (EventKind.FLAG, {"on": chance.random() < 0.5}),
        (EventKind.RESET, {}),
        (EventKind.SET_DUE, {"due_day": profile.study_day() + chance.randint(-1, 3)}),
        (EventKind.NOTE, {"text": "x"}),
    ]
    kind, payload = chance.choice(said)
    profile.record(kind, None if kind == EventKind.NOTE else chance.choice(KEYS), payload)


def arrive(profile: Profile, chance: random.Random, number: int) -> None:
    """An answer of another machine, of today or of days before."""
    now, back = profile.clock(), chance.randint(0, 3) * DAY_MS
    payload = review_payload(make_review(chance.randint(1, 4), ms_taken=chance.randrange(200_000)))
    ms = now.ms - back
    day = replace(now, ms=ms).study_day()
    card = chance.choice(KEYS)
    exchange.take_in(profile, [Event(f"other:{number}", EventKind.REVIEW, ms, 0, day, card, payload)])


def rule(profile: Profile, chance: random.Random) -> None:
    """Something that moves every card."""
    change = chance.randrange(3)
    if change == 0:
        profile.set_setting("desired_retention", chance.choice((0.85, 0.9, 0.95)))
    elif change == 1:
        day = date_of(profile.study_day() + chance.randint(2, 20))
        interviews.plan_interview(profile, day.isoformat(), 20, topics={"t1": chance.choice((0.5, 3.0))})
    else:
        profile.rename(*chance.sample(KEYS, 2))


@pytest.mark.parametrize("ahead", [0, 1, 2, 9])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_comes_the_day_is_as_read_anew(
    profile: Profile, clock: FakeClock, seed: int, ahead: int
) -> None:
    chance = random.Random(seed * 100 + ahead)
    given = study(profile, clock, chance)
    interviews.plan_interview(profile, date_of(profile.study_day() + ahead).isoformat(), 20)
    kept, looked, compared = Today(profile, CARDS, clock()), profile.last_arrival(), 0
    for number in range(70):
        what = chance.choices(("answer", "amend", "say", "arrive", "rule"), (8, 6, 6, 2, 1))[0]
        if what == "answer":
            given.append(answer(profile, chance))
        elif what == "amend":
            amend(profile, chance, given)
        elif what == "say":
            say(profile, chance)
        elif what == "arrive":
            arrive(profile, chance, number)
        else:
            rule(profile, chance)
        clock.forward(minutes=1)
        if chance.random() < 0.3:
            continue  # several things happen before someone looks
        events, looked = profile.events_since(looked), profile.last_arrival()
        kept.refresh(clock())
        anew = Today(profile, CARDS, clock())
        assert set(kept.new) == set(anew.new) or ahead == 0
        if any(event.kind != EventKind.REVIEW or event.study_day != kept.day for event in events):
            compared += 1
            assert parts(kept) == parts(anew)
    assert compared > 15


def test_only_what_moves_every_card_makes_the_plan_anew(
    profile: Profile, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[PlannedDay] = []

    def make(*given: Any) -> PlannedDay:
        made.append(PlannedDay(*given))
        return made[-1]

    monkeypatch.setattr(today, "PlannedDay", make)
    study(profile, clock, random.Random(1))
    interviews.plan_interview(profile, date_of(profile.study_day() + 9).isoformat(), 20)
    kept = Today(profile, CARDS, clock())
    event = profile.record_review(KEYS[0], make_review(Rating.GOOD))
    kept.refresh(clock())
    profile.regrade(event.id, rating=Rating.HARD, reason="chosen")
    kept.refresh(clock())
    profile.undo(event.id)
    profile.record(EventKind.FLAG, KEYS[1], {"on": True})
    profile.record(EventKind.NOTE, None, {"text": "x"})
    kept.refresh(clock())
    assert len(made) == 1
    profile.set_setting("desired_retention", 0.85)
    kept.refresh(clock())
    assert len(made) == 2
