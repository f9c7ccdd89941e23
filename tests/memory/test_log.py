"""The log is the truth: projections can be dropped and come back bit for bit; everything can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.memory import tables
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.codec import read_event, read_review, review_payload
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import EventKind, Mode, Rating, Review
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, event_line, make_review

KEYS = ("d/a", "d/b", "e/c")
#: What can happen: (kind, card, number), the number read as each kind needs it.
HAPPENINGS = st.lists(
    st.tuples(
        st.sampled_from(
            ["review", "review", "review", "cram", "undo", "regrade", "suspend", "unsuspend", "bury", "flag",
             "reset", "set-due", "note", "retention", "rename", "back"]
        ),
        st.sampled_from(KEYS),
        st.integers(1, 40),
    ),
    max_size=25,
)  # fmt: skip


def happen(profile: Profile, clock: FakeClock, kind: str, card: str, number: int) -> None:
    """Let one thing happen through the profile's own doors."""
    if kind in ("review", "cram"):
        mode = Mode.CRAM if kind == "cram" else Mode.STUDY
        confidence = number % 3 + 1
        profile.record_review(
            card, make_review(number % 4 + 1, mode=mode, confidence=confidence, ms_taken=number)
        )
    elif kind in ("undo", "regrade"):
        events = [event for key in KEYS for event in profile.events(key)]
        event = events[number % len(events)] if events else None
        if event is not None and kind == "undo":
            profile.undo(event.id)
        elif event is not None and event.kind == EventKind.REVIEW:
            profile.regrade(event.id, rating=Rating(number % 4 + 1), reason="test")
    elif kind == "retention":
        profile.set_setting("desired_retention", 0.8 + number / 400)
    elif kind == "rename":
        profile.rename(card, KEYS[(KEYS.index(card) + 1) % 3])
    elif kind == "back":
        clock.forward(hours=-number)
    else:
        payload = {"set-due": {"due_day": 20_800 + number}, "note": {"text": "x"}}.get(kind, {})
        profile.record(EventKind(kind), card, payload)
    clock.forward(minutes=number * 37)


@given(happenings=HAPPENINGS)
@settings(max_examples=60, deadline=None)
def test_projections_are_what_a_rebuild_gives(
    tmp_path_factory: pytest.TempPathFactory, happenings: list[tuple[str, str, int]]
) -> None:
    clock = FakeClock()
    with Profile.open(tmp_path_factory.mktemp("p") / "p.sqlite3", clock, device="here") as profile:
        for happening in happenings:
            happen(profile, clock, *happening)
        before = tables.digest(profile.connection)
        profile.rebuild()
        assert tables.digest(profile.connection) == before
        for key in profile.states():
            standing = [review.values for _, review in reversed(profile.reviews(key))]
            assert profile.recent_values(key, 2) == standing[:2]


@given(happenings=HAPPENINGS)
@settings(max_examples=40, deadline=None)
def test_undoing_everything_leaves_nothing(
    tmp_path_factory: pytest.TempPathFactory, happenings: list[tuple[str, str, int]]
) -> None:
    clock = FakeClock()
    with Profile.open(tmp_path_factory.mktemp("p") / "p.sqlite3", clock, device="here") as profile:
        for happening in happenings:
            happen(profile, clock, *happening)
        for event in reversed(tables.read_events(profile.connection, "kind != 'undo'")):
            profile.undo(event.id)
        assert not profile.states()
        assert not profile.days()


def test_undo_reverts_every_side_effect_and_the_same_showing_comes_back(
    profile: Profile, clock: FakeClock
) -> None:
    profile.record_review("d/a", make_review(3))
    before, counts = profile.state("d/a"), profile.days()
    clock.forward(days=2)
    event = profile.record_review("d/a", make_review(1, values={"h": 8}))
    assert profile.state("d/a").lapses == 1
    assert profile.recent_values("d/a", 1) == [{"h": 8}]
    assert profile.undo(event.id)
    assert (profile.state("d/a"), profile.days()) == (before, counts)
    assert profile.showings("d/a") == 1
    assert not profile.undo(event.id), "nothing is left to undo"
    assert not profile.undo("here:999"), "no such event"


@given(ratings=st.lists(st.integers(1, 4), min_size=1, max_size=8), data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_single_review_can_be_taken_back_as_if_it_had_never_been(
    tmp_path_factory: pytest.TempPathFactory, ratings: list[int], data: st.DataObject
) -> None:
    """Whenever it was: first, in between or last, same-day repeats and certain mistakes among them."""
    days = data.draw(st.lists(st.integers(0, 9), min_size=len(ratings), max_size=len(ratings)))
    sure = data.draw(st.lists(st.sampled_from([None, 3]), min_size=len(ratings), max_size=len(ratings)))
    left_out = data.draw(st.integers(0, len(ratings) - 1))
    folder = tmp_path_factory.mktemp("undo")
    outcomes = []
    for name in ("with", "without"):
        clock = FakeClock()
        with Profile.open(folder / f"{name}.sqlite3", clock, device="here") as profile:
            for number, rating in enumerate(ratings):
                clock.forward(days=days[number], minutes=1)
                if name == "with" or number != left_out:
                    profile.record_review("d/a", make_review(rating, confidence=sure[number], ms_taken=7))
            if name == "with":
                assert profile.undo(f"here:{left_out + 1}")
            outcomes.append((profile.state("d/a"), profile.days(), len(profile.reviews("d/a"))))
    assert outcomes[0] == (outcomes[1] if len(ratings) > 1 else (None, {}, 0))


def test_a_regrade_moves_the_state_and_its_undo_moves_it_back(profile: Profile) -> None:
    event = profile.record_review("d/a", make_review(1))
    failed = profile.state("d/a")
    change = profile.regrade(event.id, rating=Rating.GOOD, reason="the formula was corrected")
    assert profile.state("d/a").interval == 2
    assert [review.rating for _, review in profile.reviews("d/a")] == [Rating.GOOD]
    profile.undo(change.id)
    assert profile.state("d/a") == failed


def test_a_regrade_decides_anew_whether_a_miss_was_certain(profile: Profile, clock: FakeClock) -> None:
    """Certain and wrong comes first on the next day, and again on the day after it is passed."""
    miss = profile.record_review("d/a", make_review(1, confidence=3))
    hit = profile.record_review("d/b", make_review(3, confidence=3))
    tomorrow = profile.study_day() + 1
    plain = Profile.open(profile.path.with_name("other.sqlite3"), clock, device="there")
    plain.record_review("d/a", make_review(3, confidence=3))
    plain.record_review("d/b", make_review(1, confidence=3))
    assert profile.certain_and_wrong(tomorrow) == {"d/a"}
    profile.regrade(miss.id, rating=Rating.GOOD, reason="the formula was corrected")
    assert profile.certain_and_wrong(tomorrow) == frozenset()
    change = profile.regrade(hit.id, rating=Rating.AGAIN, reason="the formula was corrected")
    assert profile.certain_and_wrong(tomorrow) == {"d/b"}
    assert profile.states() == plain.states(), "as if they had been rated so from the first"
    profile.undo(change.id)
    assert profile.certain_and_wrong(tomorrow) == frozenset()
    assert profile.state("d/b").interval > 1
    plain.connection.close()


def test_the_learner_sees_what_a_certain_mistake_costs(profile: Profile, clock: FakeClock) -> None:
    for days in (0, 3, 20):
        clock.forward(days=days)
        profile.record_review("d/a", make_review(4))
    clock.forward(days=60)
    profile.record_review("d/a", make_review(1, confidence=3))
    clock.forward(minutes=11)
    profile.record_review("d/a", make_review(3))
    assert profile.state("d/a").interval == 1


def test_cram_moves_only_the_count_of_showings(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    before = profile.state("d/a")
    clock.forward(days=5)
    profile.record_review("d/a", make_review(1, mode=Mode.CRAM))
    assert profile.state("d/a") == before._replace(showings=2)
    assert profile.day_counts(profile.study_day()).cram == 1


def test_marks_suspension_burial_and_reset(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    profile.record(EventKind.FLAG, "d/a", {})
    profile.record(EventKind.SUSPEND, "d/a", {})
    profile.record(EventKind.BURY, "d/a", {})
    state = profile.state("d/a")
    assert (state.flagged, state.suspended, state.buried_until) == (True, True, profile.study_day() + 1)
    profile.record(EventKind.RESET, "d/a", {"reason": "meaning changed"})
    assert profile.state("d/a").stability is None
    assert profile.state("d/a").flagged
    assert len(profile.reviews("d/a")) == 1, "the history stays"


def test_a_renamed_card_keeps_its_history(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(3))
    state = profile.state("d/a")
    assert profile.rename("d/a", "d/new")
    assert not profile.rename("d/a", "d/new"), "once is enough"
    assert profile.state("d/new") == state
    clock.forward(days=2)
    profile.record_review("d/new", make_review(3))
    assert len(profile.reviews("d/new")) == 2
    assert profile.showings("d/new") == 2


def test_a_setting_that_moves_due_dates_is_an_event(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/a", make_review(4))
    before = profile.state("d/a").interval
    assert profile.set_setting("desired_retention", "0.97") == 0.97
    assert profile.state("d/a").interval < before
    assert profile.set_setting("new_limit", "7") == 7
    for name, value in (
        ("new_limit", "x"),
        ("desired_retention", 1.5),
        ("colour", 1),
        ("ask_confidence", "maybe"),
    ):
        with pytest.raises(ProfileError):
            profile.set_setting(name, value)


def test_settings_and_states_survive_closing(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "p.sqlite3"
    with Profile.open(path, clock) as profile:
        profile.set_setting("theme", "nord")
        profile.set_setting("desired_retention", 0.85)
        profile.record_review("d/a", make_review(3))
        state, device = profile.state("d/a"), profile.device
    with Profile.open(path, clock) as profile:
        assert profile.settings["theme"] == "nord"
        assert profile.settings["desired_retention"] == 0.85
        assert (profile.state("d/a"), profile.device) == (state, device)


TEXTS = st.text(st.characters(codec=None), max_size=8)


@given(
    typed=TEXTS, values=st.dictionaries(st.text("xyz", max_size=3), st.integers() | TEXTS, max_size=3),
    rating=st.sampled_from(list(Rating)), points=st.lists(st.integers(0, 9), max_size=4).map(tuple),
)  # fmt: skip
def test_a_review_survives_the_file_and_the_log(
    typed: str, values: dict[str, int | str], rating: Rating, points: tuple[int, ...]
) -> None:
    given_review = Review(rating, "correct", Mode.MOCK, typed=typed, values=values, points=points, hints=2)
    assert read_review(review_payload(given_review)) == given_review
    from mhaquiz.memory.events import Event

    event = Event("here:1", EventKind.REVIEW, NOON, 60, 20_833, "d/a", review_payload(given_review))
    assert read_event(event_line(event)) == event
    assert read_review(read_event(event_line(event)).payload) == given_review


@pytest.mark.parametrize(
    "line",
    [
        "", "{", "[]", "null", "[" * 50_000, '{"id":"here:1"}', "x" * 70_000,
        '{"id":"../../x:1","kind":"note","ms":1,"offset":0,"day":0,"card":"d/a","payload":{}}',
        '{"id":"here:1","kind":"explode","ms":1,"offset":0,"day":0,"card":"d/a","payload":{}}',
        '{"id":"here:1","kind":"note","ms":1e999,"offset":0,"day":0,"card":"d/a","payload":{}}',
        '{"id":"here:1","kind":"note","ms":NaN,"offset":0,"day":0,"card":"d/a","payload":{}}',
        '{"id":"here:1","kind":"note","ms":-1,"offset":0,"day":0,"card":"d/a","payload":{}}',
        '{"id":"here:1","kind":"note","ms":1,"offset":0,"day":0,"card":"\\u001b[31m","payload":{}}',
        '{"id":"here:1","kind":"review","ms":1,"offset":0,"day":0,"card":"d/a","payload":{"rating":5}}',
        '{"id":"here:1","kind":"review","ms":1,"offset":0,"day":0,"card":"d/a","payload":{"rating":3,"ms_taken":"1"}}',
        '{"id":"here:1","kind":"undo","ms":1,"offset":0,"day":0,"card":"d/a","payload":{"event":7}}',
        '{"id":"here:99999999999999999999","kind":"note","ms":1,"offset":0,"day":0,"card":null,"payload":{}}',
    ],
)  # fmt: skip
def test_a_hostile_line_is_refused_in_one_sentence(line: str) -> None:
    with pytest.raises(ProfileError) as refusal:
        read_event(line)
    assert "\n" not in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 200


def test_two_profiles_open_at_once_lose_nothing(tmp_path: Path, clock: FakeClock) -> None:
    path = tmp_path / "p.sqlite3"
    with Profile.open(path, clock) as one, Profile.open(path, clock) as two:
        ids = []
        for number in range(40):
            for profile in (one, two):
                clock.forward(minutes=1)
                ids.append(profile.record_review(f"d/{number % 7}", make_review(number % 4 + 1)).id)
        two.set_setting("desired_retention", 0.95)
        one.record_review("d/0", make_review(3))
        assert len(set(ids)) == 80
        assert one.states() == two.states()
        before = tables.digest(two.connection)
        two.rebuild()
        assert tables.digest(two.connection) == before


def test_answers_by_two_processes_within_one_millisecond_are_ordered(profile: Profile) -> None:
    for rating in (3, 1, 3):
        profile.record_review("d/a", make_review(rating))
    before = tables.digest(profile.connection)
    profile.rebuild()
    assert tables.digest(profile.connection) == before


def test_the_clock_of_a_moment_is_stored_with_its_offset(tmp_path: Path) -> None:
    with Profile.open(tmp_path / "p.sqlite3", lambda: Moment(NOON, -300)) as profile:
        event = profile.record_review("d/a", make_review(3))
    assert (event.ms, event.offset_minutes, event.study_day) == (NOON, -300, NOON // 86_400_000)
