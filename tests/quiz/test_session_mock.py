"""Mock interviews: the ladder, the clock, the report."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from mhaquiz.deck.cards import Point
from mhaquiz.deck.library import Library, load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import EventKind, Mode, Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.quiz.ladder import UNSEEN_SHARE, Ladder
from mhaquiz.quiz.mock_session import MockSession
from mhaquiz.quiz.session import Phase

DECK = Path(__file__).with_name("session_deck.yaml")
LEVELS = ("L2", "L3", "L4")


class Clock:
    def __init__(self):
        self.ms = 1_700_000_000_000

    def __call__(self):
        return Moment(self.ms, 0)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def library():
    """Twelve recall cards over three topics and three levels, each followed up by the next level's."""
    base = load_library([DECK])
    [deck] = base.decks
    card = base.card("small/why-scale")
    cards = [
        replace(
            card,
            id=f"{topic}-{level}{number}",
            level=level,
            tags=(f"topic/{topic}",),
            followups=(f"small/{topic}-{LEVELS[at + 1]}{number}",) if at < 2 else (),
        )
        for topic in ("scaling", "cache", "rank")
        for at, level in enumerate(LEVELS)
        for number in (1, 2)
    ]
    return Library([replace(deck, cards=(*deck.cards, *cards))])


def ladder_cards(library):
    return [card for card in library.cards() if card.id[-1].isdigit()]


def test_a_good_answer_climbs_through_the_follow_up(library):
    ladder = Ladder(ladder_cards(library), seen=(), seed=1)
    first = ladder.next(None)
    second = ladder.next(True)
    third = ladder.next(True)
    assert (first.level, second.level, third.level) == LEVELS
    assert (second.key,) == first.followups
    assert (third.key,) == second.followups


def test_a_poor_answer_steps_sideways(library):
    for seed in range(10):
        ladder = Ladder(ladder_cards(library), seen=(), seed=seed)
        ladder.next(None)
        second = ladder.next(True)
        third = ladder.next(False)
        assert third.level == second.level
        assert third.topic != second.topic


def test_at_the_top_another_topic_begins_the_one_asked_about_least(library):
    for seed in range(10):
        ladder = Ladder(ladder_cards(library), seen=(), seed=seed)
        asked = [ladder.next(True if at else None) for at in range(9)]
        assert [card.level for card in asked] == [*LEVELS] * 3
        assert [len({card.topic for card in asked[at : at + 3]}) for at in (0, 3, 6)] == [1, 1, 1]
        assert len({card.topic for card in asked}) == 3


def test_it_begins_at_the_level_asked_for(library):
    assert Ladder(ladder_cards(library), seen=(), seed=1, lowest="L3").next(None).level == "L3"


def test_every_card_once_and_the_same_for_the_same_seed(library):
    def order(seed):
        ladder = Ladder(ladder_cards(library), seen=(), seed=seed)
        return [ladder.next(n % 3 > 0) for n in range(18)], ladder.next(True)

    cards, end = order(4)
    assert len({card.key for card in cards}) == 18
    assert end is None
    assert order(4) == (cards, end)
    assert order(5) != (cards, end)


def test_two_in_five_are_unseen_while_the_reserve_lasts(library):
    cards = ladder_cards(library)
    unseen = {card.key for card in cards if card.topic == "rank"}
    ladder = Ladder(cards, seen={card.key for card in cards} - unseen, seed=3)
    for asked in range(1, 15):
        ladder.next(True)
        if ladder.unseen_asked < len(unseen):
            assert ladder.unseen_asked >= int(UNSEEN_SHARE * asked)
    assert ladder.unseen_asked == len(unseen)


def interview(library, profile, clock, cards=None, **options):
    return MockSession(profile, library, cards or library.cards(), clock, seed=2, **options)


@pytest.fixture
def profile(tmp_path, clock):
    with Profile.open(tmp_path / "profile.sqlite3", clock) as opened:
        yield opened


def speak(session, *points, flag=False):
    session.stop_speaking()
    for point in points:
        session.tick_point(point)
    if flag:
        session.tick_flag(0)
    session.rate()


def test_it_gives_no_hints_and_asks_no_rating(library, profile, clock):
    session = interview(library, profile, clock, [library.card("small/params-total")])
    assert session.hint() is None
    assert not session.asks_rating
    assert session.current.seconds == 60


def test_it_ends_when_the_minutes_are_used_up(library, profile, clock):
    session = interview(library, profile, clock, ladder_cards(library), minutes=3)
    asked = 0
    while session.phase is not Phase.FINISHED:
        clock.ms += 50_000
        speak(session, 0, 1)
        asked += 1
    assert asked == 4
    assert session.seconds_left == 0


def test_answers_are_reviews_of_an_interview_rated_by_the_rubric(library, profile, clock):
    session = interview(library, profile, clock, ladder_cards(library))
    good, poor = session.current.card.key, None
    speak(session, 0, 1)
    poor = session.current.card.key
    speak(session, 0, flag=True)
    [(_, first)] = profile.reviews(good)
    [(_, second)] = profile.reviews(poor)
    assert (first.mode, first.rating) == (Mode.MOCK, Rating.GOOD)
    assert (second.rating, second.red_flags) == (Rating.AGAIN, (0,))


def test_the_report_says_what_happened(library, profile, clock):
    session = interview(library, profile, clock, ladder_cards(library))
    clock.ms += 200_000
    speak(session, 0, 1)
    speak(session, 1, flag=True)
    report = session.report()
    assert (report.answered, report.passed) == (2, 1)
    assert report.red_flags == ("It normalises the output: It acts on scores.",)
    assert report.missed_points == ("variance grows with d_k",)
    assert len(report.over_time) == 1
    assert (report.unseen.answered, report.forecast) == (2, None)
    assert len(report.tonight) == 1
    text = report.markdown()
    assert "1 of 2 answered well" in text
    assert "## Red flags you said" in text
    assert report.as_json()["passed"] == 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("It normalises the output", "It normalises the output: It acts on scores."),
        ("It is the rank of every head.", "It is the rank of every head. It acts on scores."),
        ("“It normalises the output.”", "“It normalises the output.” It acts on scores."),
        ("Is it not the output?", "Is it not the output? It acts on scores."),
    ],
)
def test_a_red_flag_that_is_a_sentence_ends_before_its_reason(library, profile, clock, said, told):
    card = ladder_cards(library)[0]
    flag = replace(card.red_flags[0], text=said)
    session = interview(library, profile, clock, [replace(card, red_flags=(flag,))])
    speak(session, flag=True)
    assert session.report().red_flags == (told,)


def test_predicted_stands_beside_obtained(library, profile, clock):
    cards = ladder_cards(library)[:2]
    for card in cards:
        profile.record_review(card.key, Review(Rating.GOOD, "self_rated"))
    clock.ms += 3 * 86_400_000
    session = interview(library, profile, clock, cards)
    speak(session, 0, 1)
    speak(session, 0, flag=True)
    forecast = session.report().forecast
    assert (forecast.cards, forecast.obtained) == (2, 0.5)
    assert 0.7 < forecast.predicted < 1.0


def test_tonight_puts_the_cards_into_todays_queue(library, profile, clock):
    from mhaquiz.memory.queue import Queue

    session = interview(library, profile, clock, ladder_cards(library))
    weak = session.current.card
    speak(session, 0, flag=True)
    session.finish()
    assert session.add_tonight() == 1
    assert Queue(profile, [weak], clock).next(clock()).card.key == weak.key


def test_a_topic_with_a_point_left_out_is_not_strong_and_its_card_is_for_tonight(library, profile, clock):
    """Though the learner judged that they knew it; and the interviewer does not climb on it."""
    two = (Point("variance grows with d_k", must=True), Point("softmax saturates", must=True))
    cards = [replace(card, points=two) for card in ladder_cards(library)]
    session = interview(library, profile, clock, cards)
    first = session.current.card
    session.stop_speaking()
    session.tick_point(0)
    session.rate(Rating.GOOD)
    second = session.current.card
    assert (second.level, second.topic != first.topic) == (first.level, True)
    speak(session, 0, 1)
    report = session.report()
    assert report.missed_points == ("softmax saturates",)
    assert report.strong == (second.topic,)
    assert report.tonight == (first.key,)
    assert report.passed == 2


def test_a_point_left_out_is_for_tonight_beside_five_that_were_missed(library, profile, clock):
    session = interview(library, profile, clock, ladder_cards(library))
    session.stop_speaking()
    session.tick_point(1)
    session.rate(Rating.GOOD)
    gap = session.answered[0].question.card.key
    for _ in range(6):
        session.give_up()
        session.rate()
    tonight = session.report().tonight
    assert (len(tonight), tonight[-1]) == (6, gap)


def test_a_follow_up_two_levels_up_waits(library):
    cards = {card.key: card for card in ladder_cards(library)}
    far = next(card for card in cards.values() if card.level == "L4")
    low = [replace(card, followups=(far.key, *card.followups)) for card in cards.values()]
    ladder = Ladder(low, seen=(), seed=1)
    assert [ladder.next(True if at else None).level for at in range(3)] == [*LEVELS]


def test_what_the_plan_held_back_is_asked_first_where_something_new_is_due(library):
    cards = ladder_cards(library)
    held = {card.key for card in cards if card.id.endswith("2")}
    ladder = Ladder(cards, seen=(), seed=3, reserve=held)
    asked = [ladder.next(False) for _ in range(6)]
    assert {card.level for card in asked} == {"L2"}
    assert [card.key in held for card in asked] == [True, False, False, False, True, True]


def test_two_in_five_of_a_mock_are_unseen_with_a_plan_and_nearly_all_studied(library, profile, clock):
    """Everything is studied but what the plan held back, as on the last days before the interview."""
    from mhaquiz.memory.catalogue import Catalogue
    from mhaquiz.memory.clock import date_of
    from mhaquiz.memory.interviews import plan_interview
    from mhaquiz.memory.plan import Plan

    many = Library(
        [
            replace(
                library.decks[0],
                cards=tuple(
                    replace(card, id=f"{card.id}x{n}", followups=(), priority="extended")
                    for card in ladder_cards(library)
                    for n in range(4)
                ),
            )
        ]
    )
    plan_interview(profile, date_of(profile.study_day() + 3).isoformat(), 20)
    held = Plan.of(profile, Catalogue(many.cards())).held_back()
    assert len(held) >= 6
    for card in many.cards():
        if card.key not in held:
            profile.record_review(card.key, Review(Rating.GOOD, "self_rated"))
    session = MockSession(profile, many, many.cards(), clock, seed=5, minutes=240)
    unseen = []
    for asked in range(1, 25):
        unseen.append(session.current.card.key in held)
        if sum(unseen) < len(held):
            assert sum(unseen) >= int(UNSEEN_SHARE * asked), asked
        speak(session, 0, 1)
    assert sum(unseen) == len(held)


def test_suspended_cards_are_not_asked_and_a_mark_alone_is_no_answer(library, profile, clock):
    [card, other, *_] = ladder_cards(library)
    profile.record(EventKind.SUSPEND, card.key, {})
    profile.record(EventKind.FLAG, other.key, {"on": True})
    session = interview(library, profile, clock, [card, other])
    assert session.current.card.key == other.key
    speak(session, 0, 1)
    assert session.phase is Phase.FINISHED
    assert session.report().unseen.answered == 1


def test_the_report_gives_the_questions_beside_the_keys(library, profile, clock):
    cards = [library.card("small/params-total")]
    session = MockSession(profile, library, cards, clock, seed=2)
    prompt = session.current.variant.prompt
    clock.ms += 200_000
    session.give_up()
    session.rate()
    report = session.report()
    assert report.as_json()["prompts"] == {"small/params-total": prompt}
    assert report.as_json()["tonight"] == ["small/params-total"]
    assert report.markdown().count(f"- {prompt} (small/params-total)") == 2


def test_the_next_question_among_many_comes_at_once(library):
    cards = [replace(card, id=f"{card.id}x{n}") for card in ladder_cards(library) for n in range(40)]
    ladder = Ladder(cards, seen={card.key for card in cards}, seed=1)
    start = time.process_time()
    asked = [ladder.next(True) for _ in range(20)]
    assert (
        time.process_time() - start < 2
    )  # each card once looked through all of them, and was compared whole
    assert len({card.key for card in asked}) == 20
