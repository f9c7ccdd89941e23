"""A quiz: the same seed gives the same questions, nothing is scheduled, the report says what happened."""

import json
from pathlib import Path

import pytest

from mhaquiz.deck.library import load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.quiz.quiz_session import QuizSession, choose
from mhaquiz.quiz.report import end_words
from mhaquiz.quiz.session import Phase
from mhaquiz.quiz.variants import Form

DECK = Path(__file__).with_name("session_deck.yaml")


@pytest.fixture(scope="module")
def library():
    return load_library([DECK])


class Clock:
    def __init__(self):
        self.ms = 0

    def __call__(self):
        self.ms += 1500
        return Moment(self.ms)


def play(session, answer_of):
    while session.phase is not Phase.FINISHED:
        if session.current.spoken:
            session.stop_speaking()
            session.tick_point(0)
        else:
            session.submit(answer_of(session.current.variant))
        session.rate()


def right(variant):
    if variant.choices:
        return " ".join(str(n) for n, one in enumerate(variant.choices, 1) if one.correct)
    return variant.expected_text


def test_choosing_hangs_on_the_seed_alone(library):
    cards = library.cards()
    assert choose(cards, 5, 7) == choose(tuple(reversed(cards)), 5, 7)
    orders = {tuple(card.id for card in choose(cards, 5, seed)) for seed in range(12)}
    assert len(orders) > 6
    assert len(choose(cards, 3, 7)) == 3
    assert len(choose(cards, 99, 7)) == len(cards)
    assert choose(cards, 3, 7) == choose(cards, 5, 7)[:3]


def test_siblings_of_a_group_come_after_the_others():
    from dataclasses import replace

    cards = load_library([DECK]).cards()
    grouped = [
        replace(card, group="g") if card.id in ("params-total", "heads-cost") else card for card in cards
    ]
    for seed in range(20):
        ids = [card.id for card in choose(grouped, 5, seed)]
        assert ids[-1] in ("params-total", "heads-cost")


def test_the_same_seed_gives_the_same_questions(library):
    def questions(seed):
        session = QuizSession(choose(library.cards(), 5, seed), library, seed=seed, clock=Clock())
        asked = []
        while session.phase is not Phase.FINISHED:
            asked.append(
                (session.current.card.key, session.current.variant.prompt, session.current.variant.choices)
            )
            session.give_up()
            session.rate()
        return asked

    assert questions(7) == questions(7)
    assert questions(7) != questions(8)


def test_the_report_is_json_with_what_was_typed(library):
    cards = choose(library.cards(), 5, 7)
    session = QuizSession(cards, library, seed=7, clock=Clock())
    play(session, right)
    report = session.report()
    assert json.loads(json.dumps(report)) == report
    assert (report["seed"], report["score"], report["count"]) == (7, 5, 5)
    assert [line["id"] for line in report["cards"]] == [card.key for card in cards]
    for line in report["cards"]:
        assert {"id", "variant", "typed", "verdict", "misconception", "ms", "region"} <= set(line)
        assert line["ms"] > 0
    [numeric] = [line for line in report["cards"] if line["id"] == "small/params-total"]
    assert numeric["verdict"] == "correct"
    assert numeric["variant"].keys() == {"h", "head_dim"}
    assert report["decks"]["small"] == library.deck("small").file_hash


def test_a_misconception_stands_in_the_report_and_in_the_summary(library):
    card = library.card("small/params-total")
    session = QuizSession([card], library, seed=1, clock=Clock())
    play(session, lambda variant: variant.mistakes[1].shown)
    [line] = session.report()["cards"]
    assert (line["verdict"], line["misconception"], session.report()["score"]) == (
        "misconception",
        "heads-multiply",
        0,
    )
    assert [met.title for met in session.summary().misconceptions] == ["Heads multiply the size"]
    assert session.summary().to_study == ("small/params-total",)


def test_a_quiz_asks_for_neither_confidence_nor_rating_and_schedules_nothing(library):
    session = QuizSession(choose(library.cards(), 2, 3), library, seed=3, clock=Clock())
    assert not session.asks_confidence
    assert not session.asks_rating
    assert not session.can_undo
    session.bury()
    assert session.notice


def test_the_end_counts_a_verdict_on_the_screen_but_no_open_question(library):
    session = QuizSession([library.card("small/params-total")] * 2, library, seed=3, clock=Clock())
    session.submit(right(session.current.variant))
    session.finish()
    assert session.summary().answered == 1
    session = QuizSession([library.card("small/params-total")], library, seed=3, clock=Clock())
    session.finish()
    assert session.summary().answered == 0


def test_numbers_can_be_asked_as_choices(library):
    card = library.card("small/params-total")
    session = QuizSession([card], library, seed=3, clock=Clock(), form=Form.CHOICE)
    variant = session.current.variant
    assert len(variant.choices) == 3
    wrong = next(str(n) for n, one in enumerate(variant.choices, 1) if one.misconception == "forgot-wo")
    session.submit(wrong)
    session.rate()
    assert session.report()["cards"][0]["misconception"] == "forgot-wo"


def test_a_line_typed_by_mistake_can_be_taken_back_and_the_report_says_so(library):
    cards = choose(library.cards(), 5, 7)
    session = QuizSession(cards, library, seed=7, clock=Clock())
    asked = []
    for _ in range(3):
        asked.append(session.current.variant)
        session.give_up()
        session.rate()
    assert session.undo()
    assert (session.current.variant, session.current.number) == (asked[2], 3)
    assert session.undo()
    assert session.current.variant == asked[1]
    play(session, right)
    report = session.report()
    assert [line["id"] for line in report["cards"]] == [card.key for card in cards]
    assert (report["score"], report["taken_back"]) == (4, 2)


def test_on_the_verdict_the_same_question_is_asked_again(library):
    session = QuizSession([library.card("small/params-total")], library, seed=1, clock=Clock())
    assert not session.undo()
    session.submit("3")
    variant = session.current.variant
    assert session.undo()
    assert (session.phase, session.current.variant, session.answered) == (Phase.QUESTION, variant, [])


def test_the_words_of_a_suspicion_stand_in_the_report(library):
    session = QuizSession([library.card("small/params-total")], library, seed=1, clock=Clock())
    play(session, lambda variant: str(8 * variant.values["d_model"] ** 2))
    [line] = session.report()["cards"]
    assert line["verdict"] == "suspected"
    assert line["misconception"] is None
    assert line["suspected"]
    assert all(isinstance(words, str) for words in line["suspected"])


def test_the_summary_gives_the_question_as_it_was_asked(library):
    session = QuizSession([library.card("small/params-total")], library, seed=1, clock=Clock())
    prompt = session.current.variant.prompt
    session.give_up()
    session.rate()
    assert session.summary().prompts == {"small/params-total": prompt}
    assert "{" not in prompt


def test_the_time_taken_is_that_of_the_question_on_the_screen(library):
    session = QuizSession(choose(library.cards(), 3, 7), library, seed=7, clock=Clock())
    session.give_up()
    assert session.taken_seconds == 1
    session.rate()
    assert (session.phase, session.taken_seconds) == (Phase.QUESTION, 0)


def test_only_the_first_key_ends_the_time_to_think(library):
    session = QuizSession(choose(library.cards(), 1, 7), library, seed=7, clock=Clock())
    session.note_first_key()
    session.note_first_key()
    session.give_up()
    session.rate()
    assert session.answered[0].ms_first_key == 1500


def test_a_spoken_answer_that_was_not_judged_does_not_count(library):
    session = QuizSession([library.card("small/why-scale")], library, seed=7, clock=Clock())
    session.stop_speaking()
    session.finish()
    assert (session.phase, session.answered) == (Phase.FINISHED, [])


def test_an_answer_counts_when_its_verdict_shows_and_a_spoken_one_when_it_is_judged(library):
    cards = [library.card(f"small/{name}") for name in ("params-total", "why-scale")]
    session = QuizSession(cards, library, seed=7, clock=Clock())
    session.submit(right(session.current.variant))
    assert (session.progress.done, session.progress.left, session.progress.correct) == (1, 1, 1)
    session.rate()
    session.stop_speaking()
    assert (session.progress.done, session.progress.left, session.progress.correct) == (1, 1, 1)
    session.tick_point(0)
    session.rate()
    assert (session.progress.done, session.progress.left, session.progress.correct) == (2, 0, 2)
    session.undo()
    assert session.progress.done == 1


def test_a_quiz_ended_at_a_spoken_card_given_up_counts_it(library):
    cards = [library.card(f"small/{name}") for name in ("why-scale", "params-total")]
    session = QuizSession(cards, library, seed=7, clock=Clock())
    session.give_up()
    session.finish()
    assert [one.passed for one in session.answered] == [False]


def test_a_quiz_that_ended_early_says_what_was_not_asked(library):
    cards = [library.card(f"small/{name}") for name in ("params-total", "why-scale", "heads-cost")]
    session = QuizSession(cards, library, seed=7, clock=Clock())
    session.submit(right(session.current.variant))
    session.finish()
    assert end_words(session) == "2 of 3 questions were not asked."
    whole = QuizSession(cards[:1], library, seed=7, clock=Clock())
    whole.submit(right(whole.current.variant))
    whole.rate()
    assert whole.phase is Phase.FINISHED
    assert end_words(whole) == ""
