"""A study session over a real profile: durable answers, ratings, undo, waiting, the same variant again."""

from pathlib import Path

import pytest

from mhaquiz.deck.cards import Deck, Mistake
from mhaquiz.deck.library import Library, load_library
from mhaquiz.memory import statistics
from mhaquiz.memory.answers import answers
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import EventKind, Mode, Rating
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.quiz.session import Phase, SessionError, StudySession

from .cards_for_tests import numeric

DECK = Path(__file__).with_name("session_deck.yaml")
START = 1_700_000_000_000


class Clock:
    """Advances only when told to."""

    def __init__(self, ms=START):
        self.ms = ms

    def __call__(self):
        return Moment(self.ms, 0)

    def pass_seconds(self, seconds):
        self.ms += int(seconds * 1000)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def library():
    return load_library([DECK])


@pytest.fixture
def profile(tmp_path, clock):
    with Profile.open(tmp_path / "profile.sqlite3", clock) as opened:
        yield opened


def begin(profile, library, clock, *names, **options):
    cards = [card for card in library.cards() if not names or card.id in names]
    return StudySession(profile, library, Queue(profile, cards, clock), clock, **options)


def right(session):
    """The right answer to the question, as typed."""
    variant = session.current.variant
    if variant.choices:
        return " ".join(str(n) for n, one in enumerate(variant.choices, 1) if one.correct)
    return variant.expected_text


def wrong(session):
    variant = session.current.variant
    if variant.choices:
        return next(str(n) for n, one in enumerate(variant.choices, 1) if not one.correct)
    return variant.mistakes[0].shown


def test_an_answer_is_on_disk_before_its_verdict_shows(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    clock.pass_seconds(20)
    session.submit(right(session))
    assert session.phase is Phase.REVEAL
    [(_, review)] = profile.reviews("small/params-total")
    assert review.verdict == "correct"
    assert review.rating is session.proposed
    assert review.ms_taken == 20_000
    assert review.values == dict(session.current.variant.params)


def test_nothing_is_written_until_the_learner_said_how_sure(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    session.submit(right(session))
    assert (session.phase, session.explanation) == (Phase.CONFIDENCE, None)
    assert profile.reviews("small/params-total") == []
    session.sure(3)
    [(_, review)] = profile.reviews("small/params-total")
    assert (review.confidence, review.rating) == (3, Rating.EASY)


def test_the_misconception_typed_is_named_and_logged(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    session.submit(wrong(session))
    assert "output projection" in session.explanation.diagnosis + session.explanation.headline
    [(_, review)] = profile.reviews("small/params-total")
    assert (review.verdict, review.misconception, review.rating) == (
        "misconception",
        "forgot-wo",
        Rating.AGAIN,
    )
    session.rate()
    [met] = session.summary().misconceptions
    assert (met.id, met.count) == ("forgot-wo", 1)


def test_more_digits_uses_up_no_try(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    for text in ("1,05", "", "four"):
        session.submit(text)
        assert session.phase is Phase.QUESTION
        assert session.current.feedback.verdict.asks_again
    assert session.current.retries == 3
    assert profile.reviews("small/params-total") == []
    session.submit(right(session))
    assert profile.reviews("small/params-total")[0][1].retries == 3


def test_taking_the_proposal_writes_nothing_more_and_changing_it_regrades(profile, library, clock):
    session = begin(profile, library, clock, "params-total", "heads-cost", ask_confidence=False)
    first = session.current.card.key
    session.submit(right(session))
    session.rate(None)
    assert [event.kind for event in profile.events(first)] == [EventKind.REVIEW]
    second = session.current.card.key
    session.submit(right(session))
    session.rate(Rating.HARD)
    assert [event.kind for event in profile.events(second)] == [EventKind.REVIEW, EventKind.REGRADE]
    assert profile.reviews(second)[0][1].rating is Rating.HARD


def test_the_preview_of_the_rating_chosen_is_what_it_gives(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    clock.pass_seconds(40)
    session.submit(right(session))
    previews = dict(session.previews)
    session.rate(Rating.EASY)
    state = profile.state("small/params-total")
    assert previews[Rating.EASY] == f"{state.due_day - profile.study_day()} d"


def test_a_hint_costs(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    assert session.hint() == f"Each matrix is d_model × d_model: {session.current.variant.values['d_model']}."
    assert session.hint()
    assert session.hint() is None
    assert (session.current.hints_left, len(session.current.hints_shown)) == (0, 2)
    session.submit(right(session))
    session.sure(3)
    assert session.proposed is Rating.HARD
    assert profile.reviews("small/params-total")[0][1].hints == 2


def test_a_spoken_answer_is_written_when_it_is_judged(profile, library, clock):
    session = begin(profile, library, clock, "why-scale")
    clock.pass_seconds(3)
    session.start_speaking()
    clock.pass_seconds(50)
    assert session.spoken_seconds == 50
    session.stop_speaking()
    assert session.phase is Phase.REVEAL
    assert profile.reviews("small/why-scale") == []
    assert session.proposed is Rating.AGAIN  # the must is not ticked
    session.tick_point(0)
    assert session.proposed is Rating.HARD
    session.tick_point(1)
    assert session.proposed is Rating.GOOD
    session.tick_flag(0)
    assert session.proposed is Rating.AGAIN
    session.tick_flag(0)
    session.rate()
    [(_, review)] = profile.reviews("small/why-scale")
    assert (review.verdict, review.form, review.points, review.rating) == (
        "self_rated", "spoken", (0, 1), Rating.GOOD,
    )  # fmt: skip
    assert (review.ms_first_key, review.ms_taken) == (3_000, 53_000)


def test_giving_up_counts_as_not_known(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    session.give_up()
    assert session.phase is Phase.REVEAL
    [(_, review)] = profile.reviews("small/params-total")
    assert (review.rating, review.typed, review.confidence) == (Rating.AGAIN, "", None)


def test_undo_takes_any_number_of_answers_back_and_shows_the_same_variants(profile, library, clock):
    session = begin(profile, library, clock, ask_confidence=False)
    shown = []
    while session.phase is Phase.QUESTION and len(shown) < 4:
        shown.append((session.current.card.key, dict(session.current.variant.params)))
        if session.current.spoken:
            session.stop_speaking()
            session.tick_point(0)
            session.tick_point(1)
        else:
            session.submit(right(session))
        clock.pass_seconds(5)
        session.rate(Rating.HARD if len(shown) % 2 else None)
    assert len(session.answered) == 4
    for key, params in reversed(shown):
        assert session.can_undo
        assert session.undo()
        assert (session.current.card.key, dict(session.current.variant.params)) == (key, params)
        assert profile.reviews(key) == []
        assert profile.state(key) is None or profile.state(key).stability is None
    assert not session.can_undo
    assert not session.undo()
    assert session.progress.done == 0


def test_undo_on_the_reveal_takes_this_answer_back(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    params = dict(session.current.variant.params)
    session.submit(wrong(session))
    assert session.undo()
    assert session.phase is Phase.QUESTION
    assert dict(session.current.variant.params) == params
    assert profile.reviews("small/params-total") == []


def test_suspend_and_bury_can_be_taken_back(profile, library, clock):
    session = begin(profile, library, clock, "params-total", "heads-cost", ask_confidence=False)
    first = session.current.card.key
    session.suspend()
    assert profile.state(first).suspended
    assert session.current.card.key != first
    assert session.undo()
    assert session.current.card.key == first
    assert profile.state(first) is None
    session.bury()
    assert profile.state(first).hidden(profile.study_day())
    session.undo()
    assert profile.state(first) is None


def test_burying_on_the_reveal_keeps_the_answer_and_one_undo_takes_both_back(profile, library, clock):
    session = begin(profile, library, clock, "params-total", "heads-cost", ask_confidence=False)
    first = session.current.card.key
    session.submit(right(session))
    session.bury()
    assert len(profile.reviews(first)) == 1
    assert profile.state(first).hidden(profile.study_day())
    assert session.undo()
    assert profile.reviews(first) == []
    assert profile.state(first) is None


def test_a_missed_card_waits_for_its_step_and_can_be_shown_ahead(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    first = dict(session.current.variant.params)
    session.submit(wrong(session))
    session.rate()
    assert session.phase is Phase.WAITING
    assert 0 < session.waiting_seconds() <= 600
    session.learn_ahead()
    assert session.current.card.id == "params-total"
    assert dict(session.current.variant.params) != first
    session.submit(right(session))
    session.rate(Rating.GOOD)
    assert session.phase is Phase.FINISHED


def test_waiting_ends_when_the_step_has_run_out(profile, library, clock):
    session = begin(profile, library, clock, "heads-cost", ask_confidence=False)
    session.submit(wrong(session))
    session.rate()
    clock.pass_seconds(session.waiting_seconds())
    assert session.waiting_seconds() == 0
    session.resume()
    assert session.current.why_due == "missed; once more"


def test_what_falls_due_while_one_waits_is_asked_as_always(profile, library, clock):
    """Only who asks for it sees a card before its time."""
    session = begin(profile, library, clock, "heads-cost", ask_confidence=False)
    session.submit(wrong(session))
    session.rate()
    session.resume()
    assert session.phase is Phase.WAITING
    session.learn_ahead()
    assert session.current.why_due == "shown early"


def test_a_new_session_goes_on_with_the_same_question(profile, library, clock):
    session = begin(profile, library, clock, ask_confidence=False)
    session.submit(right(session)) if not session.current.spoken else session.stop_speaking()
    session.rate(Rating.GOOD)
    open_question = session.current
    again = begin(profile, library, clock, ask_confidence=False).current
    assert again.card.key == open_question.card.key
    assert again.variant == open_question.variant


def test_the_end_keeps_every_answer_given(profile, library, clock):
    session = begin(profile, library, clock, "params-total", "heads-cost")
    key = session.current.card.key
    session.submit(right(session))
    session.finish()  # before the confidence was given
    assert session.phase is Phase.FINISHED
    [(_, review)] = profile.reviews(key)
    assert review.confidence is None
    assert session.summary().answered == 1


def test_leaving_says_for_nobody_how_sure_they_were(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    session.submit(right(session))
    assert session.phase is Phase.CONFIDENCE
    session.leave()
    [(_, review)] = profile.reviews("small/params-total")
    assert review.confidence is None
    session.leave()  # who quits from a session that is left already
    assert len(profile.reviews("small/params-total")) == 1


def test_leaving_keeps_a_spoken_answer_whose_points_were_ticked(profile, library, clock):
    session = begin(profile, library, clock, "why-scale")
    session.stop_speaking()
    session.tick_point(0)
    session.leave()
    assert len(profile.reviews("small/why-scale")) == 1


def test_the_end_on_a_spoken_answer_nobody_judged_writes_nothing(profile, library, clock):
    session = begin(profile, library, clock, "why-scale")
    session.stop_speaking()
    session.finish()
    assert profile.reviews("small/why-scale") == []


def test_mark_and_note(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    session.mark()
    assert profile.state("small/params-total").flagged
    session.mark()
    assert profile.state("small/params-total") is None
    session.note("remember W_O")
    kinds = [event.kind for event in profile.events("small/params-total")]
    assert kinds == [EventKind.FLAG, EventKind.FLAG, EventKind.NOTE]


def test_steps_out_of_turn_are_refused(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    for step in (session.rate, lambda: session.sure(2), lambda: session.tick_point(0), session.learn_ahead):
        with pytest.raises(SessionError):
            step()
    session.submit(right(session))
    with pytest.raises(SessionError):
        session.submit("1")
    with pytest.raises(ValueError):
        session.sure(4)


def test_progress_counts_down(profile, library, clock):
    session = begin(profile, library, clock, ask_confidence=False)
    before = session.progress
    assert (before.done, before.left, before.correct) == (0, 5, 0)
    assert before.minutes_left > 0
    session.submit(right(session)) if not session.current.spoken else session.stop_speaking()
    session.rate(Rating.GOOD)
    after = session.progress
    assert (after.done, after.left, after.correct) == (1, 4, 1)
    assert after.minutes_left < before.minutes_left


def test_undo_takes_back_an_answer_that_is_not_written_yet(profile, library, clock):
    session = begin(profile, library, clock, "params-total")
    session.submit("1")
    assert session.phase is Phase.CONFIDENCE
    assert session.can_undo
    assert session.undo()
    assert session.phase is Phase.QUESTION
    assert not session.can_undo
    session.submit(right(session))
    session.sure(2)
    assert [review.verdict for _, review in profile.reviews("small/params-total")] == ["correct"]


def test_a_suspected_mistake_is_logged_and_counts_once_confirmed(profile, clock):
    from mhaquiz.engine import model
    from mhaquiz.quiz.drill import drill

    library = drill(model("llama3-8b"))
    card = library.card("drill/llama3-8b-weights")
    session = StudySession(profile, library, Queue(profile, [card], clock), clock, ask_confidence=False)
    grade = session.submit(str(2 * 4096 * 32 * 128))  # K and V forgotten
    assert grade.verdict == "suspected"
    [(event, review)] = profile.reviews(card.key)
    assert review.suspected
    assert review.misconception
    assert not any(char.isdigit() for char in review.misconception)
    [told] = answers(profile)
    assert (told.misconception, told.suspected) == (review.misconception, True)
    session.confirm_edit(len(grade.edits) - 1)
    session.confirm_edit(0)
    [told] = answers(profile)
    assert (told.misconception, told.suspected) == (review.misconception, False)
    note = profile.events(card.key)[-1]
    assert (note.kind, note.payload["event"], note.payload["confirmed"]) == (
        EventKind.NOTE, event.id, review.misconception,
    )  # fmt: skip
    session.undo()
    assert profile.reviews(card.key) == []


def test_of_two_mistakes_with_one_number_only_the_confirmed_one_counts(profile, clock):
    """The one that the learner says it was, by the id under which it counts on other cards."""
    two = (Mistake("3*n", misconception="forgot-wo"), Mistake("n + 2*n", misconception="k-or-v-only"))
    card = numeric("4*n", *two, params={"n": (4096,)}, id="two")
    library = Library([Deck("deck", "Deck", Path("deck.yaml"), cards=(card,))])
    session = StudySession(profile, library, Queue(profile, [card], clock), clock, ask_confidence=False)
    assert session.submit("12288").verdict == "suspected"
    assert statistics.mistakes(answers(profile)).by_idea == (("forgot-wo", 0, 1),)
    session.confirm_edit(1)
    assert statistics.mistakes(answers(profile)).by_idea == (("k-or-v-only", 1, 0),)


# ── taking back what an earlier session wrote ────────────────────────────────────────────
def answered(session, clock, rating=None):
    """Answer the question wrongly and go on; the variant that was answered."""
    variant = session.current.variant
    session.submit(wrong(session)) if not session.current.spoken else session.stop_speaking()
    session.rate(rating)
    clock.pass_seconds(5)
    return variant


def test_a_new_session_takes_back_what_the_last_one_wrote(profile, library, clock):
    names = ("params-total", "heads-cost", "mask-where")
    session = begin(profile, library, clock, *names, ask_confidence=False)
    variants = [answered(session, clock, Rating.HARD) for _ in range(2)]
    session.finish()
    before = {key: profile.state(key) for key in (one.card.key for one in variants)}
    assert all(before.values())
    again = begin(profile, library, clock, *names, ask_confidence=False)
    assert again.can_undo
    for variant in reversed(variants):
        assert again.undo()
        assert again.current.variant.params == variant.params
        assert again.current.variant.choices == variant.choices
        assert again.current.hints_left == len(variant.card.hints)
        assert profile.reviews(variant.card.key) == []
    assert not again.can_undo
    assert not again.undo()
    answered(again, clock)
    assert len(profile.reviews(variants[0].card.key)) == 1


@pytest.mark.parametrize("anew", [False, True])
def test_a_hint_that_was_seen_counts_after_an_undo_too(profile, library, clock, anew):
    """Whether this session or an earlier one showed it: without it a right and certain answer is easy."""
    session = begin(profile, library, clock, "params-total")
    seen = session.hint()
    session.submit(wrong(session))
    session.sure(2)
    if anew:
        session.rate()
        session.finish()
        session = begin(profile, library, clock, "params-total")
    assert session.undo()
    assert session.current.hints_shown == (seen,)
    assert session.current.hints_left == len(session.current.card.hints) - 1
    session.submit(right(session))
    session.sure(3)
    assert session.proposed is Rating.HARD
    assert profile.reviews("small/params-total")[0][1].hints == 1


def test_what_was_suspended_at_the_answer_comes_back_in_one_step(profile, library, clock):
    session = begin(profile, library, clock, "params-total", ask_confidence=False)
    session.submit(wrong(session))
    session.suspend()
    assert profile.state("small/params-total").suspended
    again = begin(profile, library, clock, "params-total", ask_confidence=False)
    assert again.undo()
    state = profile.state("small/params-total")
    assert state is None or (not state.suspended and state.stability is None)
    assert not again.can_undo


def test_another_day_another_device_and_a_mock_are_left_alone(profile, library, clock, tmp_path):
    other = StudySession(
        profile, library, Queue(profile, library.cards(), clock), clock, ask_confidence=False, mode=Mode.MOCK
    )
    answered(other, clock)
    assert not begin(profile, library, clock).can_undo
    session = begin(profile, library, clock, ask_confidence=False)
    answered(session, clock)
    profile.device = "elsewhere"
    assert not begin(profile, library, clock).can_undo
    profile.device = session.journal.profile.events(session.answered[0].question.card.key)[-1].id.split(":")[
        0
    ]
    assert begin(profile, library, clock).can_undo
    clock.pass_seconds(86_400)
    assert not begin(profile, library, clock).can_undo


def test_cards_that_come_back_are_counted_apart(profile, library, clock):
    session = begin(profile, library, clock, "params-total", "heads-cost", ask_confidence=False)
    assert (session.progress.left, session.progress.again) == (2, 0)
    answered(session, clock, Rating.AGAIN)
    assert (session.progress.left, session.progress.again) == (2, 1)


@pytest.mark.parametrize(("answer", "asked"), [("8 * 2 * d**2", False), ("8 * d**2", True)])
def test_a_formula_written_in_another_way_asks_nobody_to_reset(profile, clock, tmp_path, answer, asked):
    path = tmp_path / "deck.yaml"
    text = "mhaquiz: 1\ndeck: {id: d, title: D}\ncards:\n"
    text += "  - {id: a, kind: numeric, params: {d: [64]}, prompt: P, answer: "
    path.write_text(f"{text}16 * d**2}}\n")
    session = begin(profile, load_library([path]), clock, ask_confidence=False)
    session.submit(right(session))
    session.rate(Rating.GOOD)
    path.write_text(f"{text}{answer}}}\n")
    clock.pass_seconds(30 * 86_400)
    again = begin(profile, load_library([path]), clock, ask_confidence=False)
    assert ("its answer has changed" in again.current.why_due) == asked
