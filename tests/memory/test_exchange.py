"""The union of logs: idempotent, commutative, associative, and nothing is lost whatever the lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.memory import exchange, future, store, tables
from mhaquiz.memory.codec import review_payload
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.events import Event, EventKind, Json, Rating
from mhaquiz.memory.profile import Profile

from .conftest import NOON, FakeClock, event_line, make_review

DAY = 86_400_000


def some_events(count: int, seed: int) -> list[Event]:
    """Events of three devices on overlapping cards and times, undos, regrades and settings among them."""
    chance = random.Random(seed)
    sequences = dict.fromkeys(("one", "two", "three"), 0)
    events: list[Event] = []
    for _ in range(count):
        device = chance.choice(list(sequences))
        sequences[device] += 1
        ms = NOON - chance.randrange(60) * DAY // 2
        kind, payload = some_payload(chance, events)
        card = None if kind == EventKind.PARAMETERS else f"d/{chance.randrange(8)}"
        if kind in (EventKind.UNDO, EventKind.REGRADE):
            card = next(event.card for event in events if event.id == payload["event"])
        events.append(Event(f"{device}:{sequences[device]}", kind, ms, 0, ms // DAY, card, payload))
    return events


def some_payload(chance: random.Random, events: list[Event]) -> tuple[EventKind, dict[str, Json]]:
    kind = chance.choice([EventKind.REVIEW] * 8 + [EventKind.UNDO, EventKind.REGRADE, EventKind.BURY,
                         EventKind.SUSPEND, EventKind.RENAME, EventKind.PARAMETERS])  # fmt: skip
    reviews = [event for event in events if event.kind == EventKind.REVIEW]
    if kind in (EventKind.UNDO, EventKind.REGRADE) and reviews:
        target = chance.choice(reviews if kind == EventKind.REGRADE else events).id
        return kind, {"event": target} | (
            {"rating": chance.randint(1, 4)} if kind == EventKind.REGRADE else {}
        )
    if kind == EventKind.RENAME:
        return kind, {"from": f"d/{chance.randrange(8)}"}
    if kind == EventKind.PARAMETERS:
        return kind, {"desired_retention": chance.choice([0.8, 0.9, 0.95])}
    if kind in (EventKind.BURY, EventKind.SUSPEND):
        return kind, {}
    review = make_review(
        chance.randint(1, 4), confidence=chance.randint(1, 3), ms_taken=chance.randrange(9999)
    )
    return EventKind.REVIEW, review_payload(review)


Fresh = Callable[[], Profile]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Makes an empty profile, as often as asked."""
    opened: list[Profile] = []

    def make() -> Profile:
        profile = Profile.open(
            tmp_path_factory.mktemp("m") / "p.sqlite3", FakeClock(), device=f"x{len(opened)}"
        )
        opened.append(profile)
        return profile

    yield make
    for profile in opened:
        profile.connection.close()


def contents(profile: Profile) -> tuple[list[str], list[str], str]:
    """Everything that merging decides: the log, what is set aside, the projections."""
    log = sorted(line for _, _, line in tables.event_lines(profile.connection))
    return log, future.held(profile.connection), tables.digest(profile.connection)


@given(seed=st.integers(0, 10_000), order=st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_any_order_with_any_repeats_gives_the_same(fresh: Fresh, seed: int, order: random.Random) -> None:
    events = some_events(60, seed)
    shuffled = events + order.choices(events, k=30)
    order.shuffle(shuffled)
    straight, mixed = fresh(), fresh()
    exchange.take_in(straight, events)
    cut = order.randrange(len(shuffled))
    for part in (shuffled[:cut], shuffled[cut:], shuffled[:cut]):
        exchange.take_in(mixed, part)
    assert contents(straight) == contents(mixed)
    mixed.rebuild()
    assert contents(straight) == contents(mixed)


def test_thousands_of_events_merge_the_same_in_every_grouping(fresh: Fresh) -> None:
    events = some_events(3000, seed=5)
    logs = [[event for event in events if event.id.startswith(name)] for name in ("one", "two", "three")]
    seen = set()
    for order in permutations(range(3)):
        profile = fresh()
        for index in order:
            exchange.take_in(profile, logs[index] + logs[index][::7])
        seen.add(repr(contents(profile)))
    left, right = fresh(), fresh()
    exchange.take_in(left, logs[0] + logs[1])
    exchange.take_in(left, logs[2])
    exchange.take_in(right, logs[1] + logs[2])
    exchange.take_in(right, logs[0])
    seen |= {repr(contents(left)), repr(contents(right))}
    assert len(seen) == 1


def test_two_machines_over_a_folder_end_up_alike(tmp_path: Path) -> None:
    clock = FakeClock()
    with (
        Profile.open(tmp_path / "a" / "p.sqlite3", clock, device="laptop") as laptop,
        Profile.open(tmp_path / "b" / "p.sqlite3", clock, device="desk") as desk,
    ):
        laptop.record_review("d/a", make_review(3))
        clock.forward(days=5)
        exchange.export(laptop, tmp_path / "log")
        exchange.merge(desk, tmp_path / "log")
        laptop.record_review("d/a", make_review(1))  # offline, both on the same card within two seconds
        clock.forward(minutes=2 / 60)
        desk.record_review("d/a", make_review(3))
        for profile in (laptop, desk, laptop, desk):
            exchange.export(profile, tmp_path / "log")
            exchange.merge(profile, tmp_path / "log")
        assert len(laptop.reviews("d/a")) == 3
        assert laptop.state("d/a").lapses == 1
        assert contents(laptop) == contents(desk)
        assert {path.parent.name for path in (tmp_path / "log").rglob("*.jsonl")} == {"laptop", "desk"}
        assert exchange.export(laptop, tmp_path / "log") == 0, "nothing new, nothing written"


def test_one_lapse_more_whichever_answer_came_first(tmp_path: Path) -> None:
    for number, ratings in enumerate(((1, 3), (3, 1))):
        clock = FakeClock()
        with Profile.open(tmp_path / f"{number}.sqlite3", clock) as profile:
            profile.record_review("d/a", make_review(3))
            day = NOON // DAY + 5
            events = [
                Event(f"m{index}:1", EventKind.REVIEW, NOON + 5 * DAY + index * 2000, 0, day, "d/a",
                      review_payload(make_review(rating)))
                for index, rating in enumerate(ratings)
            ]  # fmt: skip
            clock.forward(days=6)
            exchange.take_in(profile, events)
            assert profile.state("d/a").lapses == 1


def test_a_dry_run_shows_the_cards_and_changes_nothing(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/0", make_review(3))
    before = contents(profile)
    would = exchange.take_in(profile, some_events(40, seed=1), dry_run=True)
    assert contents(profile) == before
    did = exchange.take_in(profile, some_events(40, seed=1))
    assert (would.added, would.cards) == (did.added, did.cards)
    assert did.added == 40
    for key, (old, new) in did.cards.items():
        assert old != new
        assert profile.state(key) == new


def test_an_event_from_the_future_is_set_aside_and_travels_on(fresh: Fresh, tmp_path: Path) -> None:
    later = Event("far:1", EventKind.REVIEW, NOON + 400 * DAY, 0, NOON // DAY + 400, "d/a",
                  review_payload(make_review(3)))  # fmt: skip
    one, two = fresh(), fresh()
    assert exchange.take_in(one, [later]).held == 1
    assert one.state("d/a") is None
    exchange.export(one, tmp_path)
    assert exchange.merge(two, tmp_path).held == 1
    assert exchange.merge(two, tmp_path).held == 0
    assert contents(one) == contents(two)


def test_one_id_for_two_events_loses_neither_in_any_order(fresh: Fresh) -> None:
    rivals = [
        Event(
            "copy:7", EventKind.REVIEW, NOON - number, 0, NOON // DAY, "d/a", review_payload(make_review(3))
        )
        for number in range(3)
    ]
    seen = set()
    for order in permutations(rivals):
        profile = fresh()
        for event in (*order, *order):
            exchange.take_in(profile, [event])
        assert len(profile.reviews("d/a")) == 3
        seen.add(repr(contents(profile)))
    assert len(seen) == 1


def test_one_id_for_events_of_today_and_of_the_future_is_settled_alike_in_any_order(fresh: Fresh) -> None:
    """Also where one of them is set aside: by their lines, not by who came first."""
    rivals = [
        Event("copy:7", EventKind.REVIEW, ms, 0, ms // DAY, card, review_payload(make_review(3)))
        for card, ms in (("d/a", NOON + 400 * DAY), ("d/b", NOON), ("d/c", NOON + 300 * DAY), ("d/d", NOON))
    ]
    seen = set()
    for order in permutations(rivals):
        one_by_one, together = fresh(), fresh()
        for event in order:
            exchange.take_in(one_by_one, [event])
        exchange.take_in(together, [*order, *order])
        for profile in (one_by_one, together):
            assert len(future.held(profile.connection)) == 2
            assert profile.states().keys() == {"d/b", "d/d"}
            seen.add(repr(contents(profile)))
    assert len(seen) == 1


def test_two_events_under_one_id_meet_in_files_and_both_machines_end_alike(tmp_path: Path) -> None:
    """A profile copied with its device name: both copies go on from the same number."""
    clock = FakeClock()
    paths = [tmp_path / name / "p.sqlite3" for name in ("a", "b")]
    with (
        Profile.open(paths[0], clock, device="same") as one,
        Profile.open(paths[1], clock, device="same") as two,
    ):
        one.record_review("d/a", make_review(3))
        two.record_review("d/a", make_review(1))
        undone = two.record_review("d/b", make_review(1))
        two.undo(undone.id)
        logs = [tmp_path / "log-a", tmp_path / "log-b"]
        for _ in range(3):
            for profile, log in zip((one, two), logs, strict=True):
                exchange.export(profile, log)
            first, second = exchange.merge(one, logs[1]), exchange.merge(two, logs[0])
        assert contents(one) == contents(two)
        assert (first.added, first.collisions, second.added) == (0, 0, 0), "a third time brings nothing new"
        assert len(one.reviews("d/a")) == 2
        one.rebuild()
        assert contents(one) == contents(two)


def test_a_merge_that_fails_leaves_everything_as_it_was(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever breaks, wherever: the log, what is set aside, the projections and the indexes."""
    profile = fresh()
    exchange.take_in(profile, some_events(200, seed=2))
    schema = "SELECT name, sql FROM sqlite_schema ORDER BY name"
    before = contents(profile), profile.connection.execute(schema).fetchall()
    monkeypatch.setattr(store, "BULK", 10)
    for place in ("insert_rows", "write_rows", "state_rows"):
        with monkeypatch.context() as broken:
            broken.setattr(tables, place, lambda *given: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                exchange.take_in(profile, some_events(400, seed=3))
        assert (contents(profile), profile.connection.execute(schema).fetchall()) == before
    assert exchange.take_in(profile, some_events(400, seed=3)).added > 0
    assert profile.connection.execute(schema).fetchall() == before[1]


@pytest.mark.parametrize("bulk", [10, 10**9])
def test_however_many_events_come_the_outcome_is_that_of_a_rebuild(
    fresh: Fresh, monkeypatch: pytest.MonkeyPatch, bulk: int
) -> None:
    """The ways for many events and for few: indexes made anew or not, cards going on from their states."""
    monkeypatch.setattr(store, "BULK", bulk)
    profile = fresh()
    for seed, plain in ((1, True), (2, False), (3, True)):
        events = [
            replace(event, id=f"{event.id.partition(':')[0]}{seed}:{event.id.partition(':')[2]}")
            for event in some_events(120, seed)
            if event.kind == EventKind.REVIEW or not plain
        ]
        exchange.take_in(profile, events)
        after = tables.digest(profile.connection)
        profile.rebuild()
        assert tables.digest(profile.connection) == after


def test_bad_lines_are_named_and_the_good_ones_taken(profile: Profile, tmp_path: Path) -> None:
    good = event_line(
        Event("o:1", EventKind.REVIEW, NOON, 0, NOON // DAY, "d/a", review_payload(make_review(3)))
    )
    folder = tmp_path / "log" / "o"
    folder.mkdir(parents=True)
    (folder / "2027-01.jsonl").write_bytes(f"{good}\r\n\n{{oops\n".encode() + b"\xff\xfe\n")
    merged = exchange.merge(profile, tmp_path / "log")
    assert merged.added == 1
    assert [line.split(".jsonl:")[1].split(":")[0] for line in merged.refused] == ["3", "4"]


def test_export_keeps_lines_it_does_not_understand(profile: Profile, tmp_path: Path) -> None:
    event = profile.record_review("d/a", make_review(Rating.GOOD))
    exchange.export(profile, tmp_path)
    path = next(tmp_path.rglob("2*.jsonl"))
    newer = '{"id":"here:9","kind":"hologram"}\n'
    path.write_text(newer + path.read_text())
    profile.record_review("d/b", make_review(3))
    assert exchange.export(profile, tmp_path) == 1
    lines = path.read_text().splitlines()
    assert newer.strip() in lines
    assert event_line(event) in lines
    assert len(lines) == 3


def test_a_file_that_is_no_log_is_given_up_and_few_of_its_lines_are_told(
    fresh: Fresh, tmp_path: Path
) -> None:
    """Four million lines of nothing took half a minute and 600 MB."""
    log = tmp_path / "x.jsonl"
    log.write_text("x\n" * 1_000_000)
    merged = exchange.merge(fresh(), log)
    assert merged.read == merged.refusals == exchange.HOPELESS + 1
    assert len(merged.refused) == exchange.TOLD + 1
    assert merged.refused[0].endswith("1,001 of 1,001 lines are no events; the rest was not read")
    assert merged.refused[1].startswith(f"{log}:1: not JSON")


def test_a_log_with_many_lines_of_a_newer_version_is_read_to_its_end(fresh: Fresh, tmp_path: Path) -> None:
    there = fresh()
    with store.transaction(there.connection):
        for number in range(1500):
            there.record_review(f"d/{number}", make_review(3))
    exchange.export(there, tmp_path / "log")
    (log,) = (tmp_path / "log").rglob("*.jsonl")
    lines = log.read_text().splitlines()
    log.write_text("".join(f'{line}\r\n{{"kind":"newer"}}\n' for line in lines))
    merged = exchange.merge(fresh(), log)
    assert (merged.added, merged.refusals, len(merged.refused)) == (1500, 1500, exchange.TOLD)


def test_an_export_stops_before_a_file_that_is_no_log(fresh: Fresh, tmp_path: Path) -> None:
    here = fresh()
    here.record_review("d/a", make_review(3))
    exchange.export(here, tmp_path / "log")
    (log,) = (tmp_path / "log").rglob("*.jsonl")
    log.write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match="no log; move it away"):
        exchange.export(here, tmp_path / "log")
    assert log.read_bytes() == b"\xff\xfe"
