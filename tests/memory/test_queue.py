"""What is asked next: limits, order, neighbours, and that a killed session goes on where it stopped."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.deck.cards import Card, Kind, Recall
from mhaquiz.memory import interviews
from mhaquiz.memory.clock import date_of
from mhaquiz.memory.events import EventKind, Mode, Rating
from mhaquiz.memory.pace import Pace
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Filters, Item, Limits, Queue, Waiting

from .conftest import FakeClock, make_card, make_review


def deck(count: int = 12, **fields: object) -> list[Card]:
    """Cards of three topics, level by level."""
    levels = ("L2", "L3", "L4")
    return [
        make_card(f"c{n:02}", tags=(f"topic/t{n % 3}",), level=levels[n * 3 // count], **fields)
        for n in range(count)
    ]


def play(queue: Queue, profile: Profile, clock: FakeClock, ratings: list[int]) -> list[str]:
    """Answer with these ratings, one after another, as long as something is asked."""
    asked = []
    for rating in ratings:
        item = queue.next(clock())
        if not isinstance(item, Item):
            break
        asked.append(item.card.key)
        profile.record_review(item.card.key, make_review(rating, ms_taken=30_000))
        clock.forward(minutes=1)
    return asked


def test_a_newcomers_first_cards_come_first_then_levels_with_topics_in_turn() -> None:
    catalogue = Catalogue(deck(), start=["d/c05", "d/c11"])
    order = catalogue.new_order
    assert order[:2] == ("d/c05", "d/c11")
    levels = [catalogue.by_key[key].level for key in order[2:]]
    assert levels == sorted(levels)
    topics = [catalogue.by_key[key].topic for key in Catalogue(deck()).new_order]
    assert all(one != other for one, other in pairwise(topics))


def test_the_daily_limits_hold_over_sessions_and_days(profile: Profile, clock: FakeClock) -> None:
    limits = Limits(new=4, reviews=3)
    for start_day in range(3):
        for _ in range(2):  # two sessions a day
            play(Queue(profile, deck(), clock, limits), profile, clock, [3] * 20)
        counts = profile.day_counts(profile.study_day())
        assert (counts.new, counts.reviews) == (4, min(3, 4 * start_day))
        clock.forward(days=2)


def test_a_limit_of_nothing_asks_nothing(profile: Profile, clock: FakeClock) -> None:
    assert Queue(profile, deck(), clock, Limits(0, 0)).next(clock()) is None


@given(ratings=st.lists(st.integers(1, 4), min_size=6, max_size=30), killed=st.integers(0, 30))
@settings(max_examples=30, deadline=None)
def test_a_killed_session_goes_on_with_the_same_cards(
    tmp_path_factory: pytest.TempPathFactory, ratings: list[int], killed: int
) -> None:
    asked = []
    for stops in ((), (killed,)):
        clock = FakeClock()
        path = tmp_path_factory.mktemp("p") / "p.sqlite3"
        keys = []
        profile = Profile.open(path, clock)
        queue = Queue(profile, deck(), clock)
        for index, rating in enumerate(ratings):
            if index in stops:
                profile.close()
                profile = Profile.open(path, clock)
                queue = Queue(profile, deck(), clock)
            keys += play(queue, profile, clock, [rating])
        profile.close()
        asked.append(keys)
    assert asked[0] == asked[1]


def test_a_killed_session_goes_on_with_the_same_cards_under_a_plan(
    profile: Profile, clock: FakeClock
) -> None:
    """Though the day's own answers would change the pace, and with it what is worth most a minute."""
    kinds = (Kind.NUMERIC, Kind.RECALL, Kind.SINGLE_CHOICE)
    cards = [
        replace(card, kind=kinds[index % 3], minutes=Fraction(1 + index % 4))
        for index, card in enumerate(deck(60))
    ]
    day = date_of(profile.study_day() + 6).isoformat()
    interviews.plan_interview(profile, day, 60)
    met = 0
    for _ in range(5):
        live = Queue(profile, cards, clock)
        while isinstance(item := live.next(clock()), Item):
            fresh = Queue(profile, cards, clock).next(clock())
            assert isinstance(fresh, Item)
            assert fresh.card.key == item.card.key
            met += 1
            taken = 20_000 + 200_000 * (item.card.kind == Kind.NUMERIC)
            profile.record_review(item.card.key, make_review(1 + met % 4, ms_taken=taken))
            clock.forward(minutes=11)
        clock.forward(days=1)
    assert met > 60


def test_siblings_never_meet_on_one_day(profile: Profile, clock: FakeClock) -> None:
    cards = deck(9, group="weights")
    for _ in range(40):
        asked = play(Queue(profile, cards, clock), profile, clock, [3] * 9)
        assert len(set(asked)) <= 1
        clock.forward(days=1)
    assert len(profile.states()) == 9, "each gets its day"


def test_neighbours_differ_in_topic_where_they_can(profile: Profile, clock: FakeClock) -> None:
    cards = [make_card(f"c{n:02}", tags=("topic/a" if n < 10 else "topic/b",)) for n in range(20)]
    play(Queue(profile, cards, clock, Limits(20)), profile, clock, [4] * 20)
    clock.forward(days=30)
    asked = play(Queue(profile, cards, clock, Limits(0)), profile, clock, [3] * 20)
    topics = [cards[int(key[-2:])].topic for key in asked]
    assert all(one != other for one, other in pairwise(topics))


def test_cards_that_are_mixed_up_fall_within_three(profile: Profile, clock: FakeClock) -> None:
    cards = deck(30)
    cards[20] = make_card("c20", tags=("topic/t0",), level="L3", confusable=("d/c00",))
    asked = play(Queue(profile, cards, clock, Limits(30)), profile, clock, [4] * 30)
    assert abs(asked.index("d/c00") - asked.index("d/c20")) == 2


def test_a_new_card_two_levels_up_is_not_drawn_forward(profile: Profile, clock: FakeClock) -> None:
    cards = [make_card(f"c{n:02}", level="L2", followups=("d/z",), confusable=("d/z",)) for n in range(20)]
    cards.append(make_card("z", level="L4"))
    asked = play(Queue(profile, cards, clock, Limits(30)), profile, clock, [3] * 21)
    assert asked.index("d/z") == 20


def test_one_good_in_four_is_followed_up_at_once(profile: Profile, clock: FakeClock) -> None:
    cards = [make_card(f"q{n:03}", level="L2", followups=(f"d/z{n:03}",)) for n in range(120)]
    cards += [make_card(f"z{n:03}", level="L3") for n in range(120)]
    asked = play(Queue(profile, cards, clock, Limits(120)), profile, clock, [3] * 120)
    followed = sum(one[2:] == "q" + other[3:] for one, other in pairwise(asked) if other[2] == "z")
    asked_first = [key for key in asked if key[2] == "q"]
    assert 0.15 < followed / len(asked_first) < 0.40


def test_a_missed_card_comes_back_and_the_wait_is_told(profile: Profile, clock: FakeClock) -> None:
    queue = Queue(profile, deck(1), clock)
    key = queue.next(clock()).card.key
    profile.record_review(key, make_review(1))
    waiting = queue.next(clock())
    assert waiting == Waiting(clock().ms + 10 * 60_000)
    assert queue.ahead(clock()).card.key == key
    assert queue.counts(clock()).learning == 1
    clock.forward(minutes=10)
    item = queue.next(clock())
    assert (item.card.key, item.why_due) == (key, "missed; once more")
    profile.record_review(key, make_review(3))
    assert queue.next(clock()) is None
    assert queue.ahead(clock()) is None


def test_a_new_card_that_was_hard_comes_back_and_is_not_called_missed(
    profile: Profile, clock: FakeClock
) -> None:
    queue = Queue(profile, deck(1), clock)
    key = queue.next(clock()).card.key
    event = profile.record_review(key, make_review(1))
    profile.regrade(event.id, rating=Rating.HARD, reason="chosen by the learner")
    clock.forward(minutes=15)
    assert queue.next(clock()).why_due == "known with effort; once more"


def test_minutes_bound_new_cards_but_not_the_second_chance(profile: Profile, clock: FakeClock) -> None:
    queue = Queue(profile, deck(minutes=Fraction(1, 2)), clock, minutes=3)
    assert queue.counts(clock()).minutes == 3
    asked = play(queue, profile, clock, [1, 3, 3, 3, 3, 3, 3])
    assert len(asked) == 5, "half a minute each, and as much kept for the card that was missed"
    assert isinstance(queue.next(clock()), Waiting)
    clock.forward(minutes=10)
    assert queue.next(clock()).card.key == asked[0]


def test_certain_and_wrong_comes_first_on_the_next_day(profile: Profile, clock: FakeClock) -> None:
    cards = deck(12)
    play(Queue(profile, cards, clock), profile, clock, [1] * 12)
    clock.forward(minutes=20)
    queue = Queue(profile, cards, clock)
    while isinstance(item := queue.next(clock()), Item):
        profile.record_review(item.card.key, make_review(3))
    profile.record_review("d/c07", make_review(1, confidence=3))
    clock.forward(minutes=20)
    profile.record_review("d/c07", make_review(3))
    clock.forward(days=1)
    first = Queue(profile, cards, clock).next(clock())
    assert (first.card.key, first.why_due) == ("d/c07", "missed while certain")


def test_a_regrade_decides_again_what_was_certain_and_wrong(profile: Profile, clock: FakeClock) -> None:
    missed = profile.record_review("d/c00", make_review(1, confidence=3))
    passed = profile.record_review("d/c01", make_review(3, confidence=3))
    for event, rating in ((missed, Rating.GOOD), (passed, Rating.AGAIN)):
        profile.regrade(event.id, rating=rating, reason="the formula was wrong")
    clock.forward(days=1)
    assert profile.certain_and_wrong(profile.study_day()) == {"d/c01"}
    assert profile.state("d/c00").interval > 1
    assert profile.state("d/c01").interval == 1


def test_suspended_buried_and_skipped_cards_stay_away(profile: Profile, clock: FakeClock) -> None:
    queue = Queue(profile, deck(3), clock)
    profile.record(EventKind.SUSPEND, "d/c00", {})
    profile.record(EventKind.BURY, "d/c01", {})
    queue.skip("d/c02")
    assert queue.next(clock()) is None
    clock.forward(days=1)
    assert Queue(profile, deck(3), clock).counts(clock()).new == 2


def test_undo_brings_the_card_back_in_the_same_session(profile: Profile, clock: FakeClock) -> None:
    queue = Queue(profile, deck(), clock)
    first = queue.next(clock()).card.key
    event = profile.record_review(first, make_review(3))
    assert queue.next(clock()).card.key != first
    profile.undo(event.id)
    assert queue.next(clock()).card.key == first


def test_another_process_is_noticed(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "p.sqlite3"
    with Profile.open(path, clock) as one, Profile.open(path, clock) as two:
        queue = Queue(one, deck(), clock)
        key = queue.next(clock()).card.key
        two.record_review(key, make_review(3))
        assert queue.next(clock()).card.key != key


def test_filters_choose_by_what_the_card_says(profile: Profile, clock: FakeClock) -> None:
    cards = [
        make_card("a", tags=("serving/cache",), level="L3", roles=("inference-engineer",), priority="core"),
        make_card("b", tags=("serving-other",), stage="onsite"),
        make_card("c", deck="e", kind=Kind.RECALL, body=Recall()),
    ]
    wanted = {
        Filters(tags=("serving",)): {"d/a"},
        Filters(levels=("L2",)): {"d/b", "e/c"},
        Filters(decks=("e",)): {"e/c"},
        Filters(roles=("inference-engineer",)): {"d/a"},
        Filters(stage="screen"): {"d/a", "e/c"},
        Filters(priority=("core",)): {"d/a"},
        Filters(): {"d/a", "d/b", "e/c"},
    }
    for filters, keys in wanted.items():
        assert Catalogue(cards, filters).by_key.keys() == keys
    profile.record(EventKind.FLAG, "d/b", {})
    assert Queue(profile, cards, clock, filters=Filters(marked=True)).next(clock()).card.key == "d/b"


def test_cram_does_not_use_up_the_days_limits(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/c00", make_review(3, mode=Mode.CRAM))
    assert Queue(profile, deck(), clock, Limits(new=12)).counts(clock()).new == 12


def test_times_taken_set_the_pace(profile: Profile, clock: FakeClock) -> None:
    assert Queue(profile, deck(), clock, Limits(12)).counts(clock()).minutes == 12
    for number in range(8):
        profile.record_review("d/c00", make_review(3, mode=Mode.CRAM, ms_taken=(20 + number) * 1000))
    assert Queue(profile, deck(), clock, Limits(12)).counts(clock()).minutes == 12, "not before tomorrow"
    clock.forward(days=1)
    assert Queue(profile, deck(), clock, Limits(12)).counts(clock()).minutes == pytest.approx(12 * 23.5 / 60)


def test_of_one_topic_the_deck_named_after_it_comes_first(profile: Profile, clock: FakeClock) -> None:
    ladder = [make_card(f"l{n}", deck="a-ladder", tags=("topic/t",)) for n in range(3)]
    own = [make_card(f"c{n}", deck="t", tags=("topic/t",)) for n in range(3)]
    asked = play(Queue(profile, [*ladder, *own], clock, Limits(10)), profile, clock, [4] * 6)
    assert [key.split("/")[0] for key in asked] == ["t"] * 3 + ["a-ladder"] * 3


@pytest.mark.parametrize("planned", [False, True])
def test_what_was_put_into_today_comes_first_though_it_was_answered_today(
    profile: Profile, clock: FakeClock, planned: bool
) -> None:
    """Neither the group it is of, nor a learning step that has run out, nor minutes used up hold it back."""
    cards = [make_card(f"c{n:02}", group="one" if n < 2 else None) for n in range(12)]
    if planned:
        interviews.plan_interview(profile, date_of(profile.study_day() + 6).isoformat(), 30)
    live = Queue(profile, cards, clock)
    for key in ("d/c00", "d/c05", "d/c07"):
        profile.record_review(key, make_review(1, mode=Mode.MOCK, ms_taken=600_000))
    clock.forward(minutes=30)
    before = live.counts(clock())
    today = profile.study_day()
    for key in ("d/c07", "d/c00"):
        profile.record(EventKind.SET_DUE, key, {"due_day": today})
    for queue in (live, Queue(profile, cards, clock)):
        assert queue.counts(clock()).due == before.due + 2
        assert queue.coming_back(clock())[:2] == ["d/c07", "d/c00"]
    first = live.next(clock())
    assert isinstance(first, Item)
    assert (first.card.key, first.is_new, first.why_due) == ("d/c07", False, "chosen for tonight")
    assert play(live, profile, clock, [3, 3])[:2] == ["d/c07", "d/c00"]
    assert live.counts(clock()).due == before.due
    after = live.next(clock())
    assert isinstance(after, Item)
    assert after.card.key not in ("d/c07", "d/c00")


def test_an_answer_taken_back_says_nothing_of_the_pace(profile: Profile, clock: FakeClock) -> None:
    kept = profile.record_review("d/c01", make_review(3, ms_taken=20_000))
    for _ in range(9):
        taken_back = profile.record_review("d/c00", make_review(3, ms_taken=500_000))
        profile.undo(taken_back.id)
    day = profile.study_day()
    assert profile.recent_times(3) == [("d/c01", 20_000, day)]
    assert Pace.of(profile, Catalogue(deck())).answers == 1
    clock.forward(days=1)
    profile.undo(kept.id)
    assert profile.recent_times(3, day + 1) == [("d/c01", 20_000, day)], "it moves no order of today"
    assert profile.recent_times(3) == []
