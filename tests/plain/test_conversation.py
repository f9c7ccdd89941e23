"""Plain mode as a conversation: what is read, what is said, what is kept at the end of input."""

import io
from pathlib import Path

import pytest

from mhaquiz.deck.library import load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.plain.console import LONGEST_LINE, Console
from mhaquiz.plain.conversation import Conversation
from mhaquiz.plain.examining import MockConversation, QuizConversation
from mhaquiz.quiz.session import MockSession, Phase, QuizSession, StudySession

DECK = Path(__file__).parent.parent / "quiz" / "session_deck.yaml"


def clock():
    return Moment(1_700_000_000_000, 0)


@pytest.fixture(scope="module")
def library():
    return load_library([DECK])


@pytest.fixture
def profile(tmp_path):
    with Profile.open(tmp_path / "profile.sqlite3", clock) as opened:
        yield opened


def quiz(library, typed, *names, interactive=False):
    """A quiz on the named cards, fed with `typed`; what was said, the session, what was left unread."""
    cards = [library.card(f"small/{name}") for name in names]
    session = QuizSession(cards, library, seed=7, clock=clock)
    source, sink = io.StringIO(typed), io.StringIO()
    conversation = QuizConversation(session, Console(source, sink, interactive=interactive))
    conversation.run()
    conversation.sum_up()
    return sink.getvalue(), session, source.read()


def study(library, profile, typed, *names, sure=True):
    cards = [library.card(f"small/{name}") for name in names]
    session = StudySession(profile, library, Queue(profile, cards, clock), clock, ask_confidence=sure)
    sink = io.StringIO()
    conversation = Conversation(session, Console(io.StringIO(typed), sink))
    conversation.run()
    conversation.sum_up()
    return sink.getvalue(), session


def numbered(variant, correct):
    return next(str(n) for n, one in enumerate(variant.choices, 1) if one.correct is correct)


def variant_of(library, name):
    return QuizSession([library.card(f"small/{name}")], library, seed=7, clock=clock).current.variant


def test_a_quiz_reads_one_line_a_question_and_nothing_else(library):
    number = variant_of(library, "params-total").expected_text
    choice = numbered(variant_of(library, "mask-where"), True)
    typed = f"{number}\nf\n{choice}\ny\nlayers tokens\nleft over\n"
    names = ("params-total", "heads-cost", "mask-where", "why-scale", "cache-grows")
    said, session, rest = quiz(library, typed, *names)
    assert rest == "left over\n"
    assert [one.passed for one in session.answered] == [True] * 5
    assert "Score: 5 of 5 (100%)." in said
    assert said.count("✓") == 5


def test_a_spoken_card_shows_its_answer_before_it_asks(library):
    said, session, _ = quiz(library, "n\n", "why-scale")
    assert said.index("To keep the softmax out of saturation.") < said.index("Did you have it?")
    assert not session.answered[0].passed
    assert "1. variance grows with d_k *" in said
    assert "f1. It normalises the output (It acts on scores.)" in said


@pytest.mark.parametrize(
    ("typed", "passed"), [("\ny\n", True), ("y\n", True), ("n\n", False), ("\nmaybe\nn\n", False)]
)
def test_a_person_gets_time_to_speak_first(library, typed, passed):
    said, session, _ = quiz(library, typed, "why-scale", interactive=True)
    assert said.index("Answer aloud") < said.index("To keep the softmax out of saturation.")
    assert session.answered[0].passed is passed


def test_what_cannot_be_read_is_asked_again(library):
    number = variant_of(library, "params-total").expected_text
    said, session, _ = quiz(library, f"1,05\n\nabc\n{number}\n", "params-total")
    assert session.answered[0].passed
    assert session.answered[0].question.retries == 3
    assert "Type an answer first." in said


def test_the_misconception_typed_gets_its_name_and_its_fix(library):
    wrong = variant_of(library, "params-total").mistakes[0].shown
    said, session, _ = quiz(library, f"{wrong}\n", "params-total")
    assert "✗ Not quite: Forgets the output projection" in said
    assert "four matrices, not three" in said
    assert "Forgets the output projection (1×)" in said
    assert session.report()["cards"][0]["misconception"] == "forgot-wo"


def test_the_worked_line_and_the_second_route_are_said(library):
    said, _, _ = quiz(library, "1\n", "params-total")
    assert "Worked: " in said
    assert "Second route: " in said


def test_the_end_of_input_keeps_what_was_answered(library):
    said, session, _ = quiz(library, "f\n", "heads-cost", "params-total")
    assert len(session.answered) == 1
    assert "Score: 1 of 1 (100%)." in said


def test_commands_are_never_answers(library):
    said, session, _ = quiz(library, ":hint\n:nonsense\n:help\n:undo\n:skip\n", "params-total")
    assert "Hint: Each matrix is d_model × d_model" in said
    assert "There is no such command." in said
    assert "  :skip" in said
    assert ":undo does nothing here." in said
    assert len(session.answered) == 1
    assert not session.answered[0].passed


def test_quit_ends_the_quiz(library):
    said, session, rest = quiz(library, "f\n:quit\nmore\n", "heads-cost", "params-total")
    assert len(session.answered) == 1
    assert rest == "more\n"
    assert "Score: 1 of 1" in said


def test_brackets_are_said_as_written(library):
    from dataclasses import replace

    from mhaquiz.deck.library import Library

    [deck] = library.decks
    prompt = "See A[i], [d_k], [/foo], [@click=app.quit]x[/] \x1b[31mred\x07"
    card = replace(library.card("small/heads-cost"), prompt=prompt)
    said, _, _ = quiz(Library([replace(deck, cards=(card,))]), "t\n", "heads-cost")
    assert "See A[i], [d_k], [/foo], [@click=app.quit]x[/]" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_study_asks_how_sure_and_for_a_rating_and_enter_takes_the_proposals(library, profile):
    said, _ = study(library, profile, "f\n\n\n", "heads-cost")
    [(_, review)] = profile.reviews("small/heads-cost")
    assert (review.confidence, review.rating) == (2, Rating.GOOD)
    assert said.index("How sure?") < said.index("✓ Correct.") < said.index("Rating: 1 Again")
    assert "(Enter = 3 Good)" in said


def test_what_enter_rates_where_nothing_is_ticked_is_said_before_it_is_pressed(library, profile):
    said, _ = study(library, profile, "\n\n\n", "why-scale")
    [(_, review)] = profile.reviews("small/why-scale")
    assert review.rating is Rating.AGAIN
    assert "(Enter = nothing, rated Again):" in said
    assert "(Enter = 1 Again):" in said


def test_study_takes_the_rating_typed(library, profile):
    study(library, profile, "f\n3\nx\n2\n", "heads-cost")
    [(_, review)] = profile.reviews("small/heads-cost")
    assert (review.confidence, review.rating) == (3, Rating.HARD)


def test_points_and_red_flags_are_ticked_by_number(library, profile):
    said, _ = study(library, profile, "\n1 9\n1 2\n\n", "why-scale")
    [(_, review)] = profile.reviews("small/why-scale")
    assert (review.points, review.red_flags, review.rating) == ((0, 1), (), Rating.GOOD)
    assert "There is no point or red flag `9`." in said


def test_all_points_and_a_red_flag(library, profile):
    study(library, profile, "\nall\n\n", "why-scale")
    assert profile.reviews("small/why-scale")[0][1].rating is Rating.GOOD


def test_a_red_flag_proposes_again(library, profile):
    study(library, profile, "\n1 2 f1\n\n", "why-scale")
    [(_, review)] = profile.reviews("small/why-scale")
    assert (review.red_flags, review.rating) == ((0,), Rating.AGAIN)


def test_undo_from_the_next_question_brings_the_answer_back(library, profile):
    said, _ = study(library, profile, "t\n\n\n:undo\nf\n\n\n", "heads-cost", "mask-where")
    assert "Taken back." in said
    assert [review.verdict for _, review in profile.reviews("small/heads-cost")] == ["correct"]


def test_reveal_commands(library, profile):
    typed = "\n:full\n:sources\n:lab\n:note my words\n:mark\n\n\n"
    said, _ = study(library, profile, typed, "why-scale")
    assert "The variance of q·k is d_k." in said
    assert "- Attention Is All You Need, §3.2.1, 2017" in said
    assert "This card has no lab." in said
    assert profile.state("small/why-scale").flagged


def test_the_end_of_input_in_study_keeps_the_answer_whose_rating_was_not_given(library, profile):
    study(library, profile, "f\n3\n", "heads-cost")
    [(_, review)] = profile.reviews("small/heads-cost")
    assert (review.verdict, review.confidence) == ("correct", 3)


def test_waiting_is_told_and_can_be_skipped(library, profile):
    said, _ = study(library, profile, "t\n\n\n\nf\n\n\n", "heads-cost")
    assert "The next card comes in 10 min." in said
    assert [review.verdict for _, review in profile.reviews("small/heads-cost")] == [
        "misconception",
        "correct",
    ]


def test_a_line_longer_than_anyone_types_is_one_line(library):
    _, session, _ = quiz(library, "9" * (3 * LONGEST_LINE) + "\nf\n", "heads-cost")
    assert session.answered[0].passed
    assert session.answered[0].question.retries == 1


def test_nothing_said_draws_boxes(library, profile):
    said, _ = study(
        library, profile, "\nall\n\nf\n\n\n:full\n1\n\n\n", "why-scale", "heads-cost", "mask-where"
    )
    assert not any("\u2500" <= char <= "\u259f" for char in said)


def test_from_a_pipe_a_recall_card_takes_one_line_too(library):
    _, session, rest = quiz(library, "42\nf\n", "why-scale", "heads-cost")
    assert [one.passed for one in session.answered] == [False, True]
    assert rest == ""


def test_undo_in_a_quiz_asks_the_last_question_again(library):
    number = variant_of(library, "params-total").expected_text
    said, session, _ = quiz(library, f"3\n:undo\n{number}\nf\n", "params-total", "heads-cost")
    assert [one.passed for one in session.answered] == [True, True]
    assert "Taken back." in said
    assert said.count("Question 1 of 2.") == 2


def test_help_in_a_quiz_says_nothing_of_ratings(library, profile):
    said, _, _ = quiz(library, ":help\n", "params-total")
    assert ":hint" in said
    assert "rating" not in said
    assert ":undo" not in said
    said, _ = study(library, profile, ":help\n", "params-total")
    assert "the rating is Hard at most" in said


def test_a_wrong_answer_is_told_why(library):
    said, _, _ = quiz(library, "t\n", "heads-cost")
    assert "Each head works on d_model / h columns" in said


def test_a_right_answer_is_told_why_too(library):
    said, _, _ = quiz(library, "f\n", "heads-cost")
    assert "Each head works on d_model / h columns" in said


def test_a_mark_is_told_once(library, profile):
    said, _ = study(library, profile, ":mark\n3\n\n\n", "params-total")
    assert said.count("Marked.") == 1


def test_shares_are_rounded_and_what_to_look_at_is_written_out(library):
    names = ("params-total", "heads-cost", "mask-where", "cache-grows", "params-total", "heads-cost")
    wrong = numbered(variant_of(library, "mask-where"), False)
    said, _, _ = quiz(library, f"3\nt\n{wrong}\nqueries\n3\nf\n", *names)
    assert "Score: 1 of 6 (17%)." in said
    assert "- Where is the causal mask applied? (small/mask-where)" in said
    assert "{" not in said.partition("Look at these again")[2]


def test_nothing_answered_has_no_score(library):
    said, _, _ = quiz(library, ":quit\n", "params-total")
    assert "Nothing answered." in said


def test_where_nothing_is_due_a_person_can_still_take_the_last_answer_back(library, profile):
    study(library, profile, "f\n3\n4\n", "heads-cost")
    card = library.card("small/heads-cost")
    session = StudySession(profile, library, Queue(profile, [card], clock), clock)
    sink = io.StringIO()
    conversation = Conversation(session, Console(io.StringIO(":undo\n"), sink, interactive=True))
    conversation.begin()
    assert "Nothing is due." in sink.getvalue()
    assert session.current.card is card
    assert profile.reviews(card.key) == []


def test_the_short_answer_is_not_said_twice(library):
    number = variant_of(library, "params-total").expected_text
    said, _, _ = quiz(library, f"{number}\n", "params-total")
    assert said.count(f"= {number}") == 2  # the worked line; the short answer has other symbols
    choice = numbered(variant_of(library, "mask-where"), True)
    said, _, _ = quiz(library, f"{choice}\n", "mask-where")
    assert "Right answer" not in said


def test_a_suspicion_can_be_confirmed_and_only_a_suspicion(library, profile):
    said, _ = study(library, profile, "t\n3\n:confirm\n\n", "heads-cost")
    assert ":confirm does nothing here." in said
    variant = StudySession(
        profile, library, Queue(profile, [library.card("small/params-total")], clock), clock
    ).current.variant
    typed = 8 * variant.values["d_model"] ** 2
    said, _ = study(library, profile, f"{typed}\n3\n:confirm 1\n\n", "params-total")
    assert "Suspected: " in said
    assert ":confirm 1 counts it" in said
    assert "Counted as what happened." in said


def test_a_mock_says_how_long_is_left(library, profile):
    card = library.card("small/heads-cost")
    session = MockSession(profile, library, [card], clock, minutes=25)
    sink = io.StringIO()
    MockConversation(session, Console(io.StringIO("t\n"), sink)).run()
    assert "\n25 min left.\n" in sink.getvalue()
    assert len(session.answered) == 1


def test_an_empty_line_from_a_pipe_is_neither_yes_nor_no(library):
    said, session, _ = quiz(library, "\ny\n", "why-scale")
    assert "✓ Known." in said
    assert [one.passed for one in session.answered] == [True]


# ── what is not understood is told, and never taken for an answer ────────────────────────
def test_from_a_pipe_what_is_neither_yes_nor_no_is_told(library):
    said, session, rest = quiz(library, "t\nf\n", "why-scale", "heads-cost")
    assert "`t` is neither y nor n: counted as no." in said
    assert [one.passed for one in session.answered] == [False, True]
    assert rest == ""


def test_a_person_is_asked_again(library):
    said, session, _ = quiz(library, "\nperhaps\ny\n", "why-scale", interactive=True)
    assert "Type y if you had it, n if not." in said
    assert session.answered[0].passed


@pytest.mark.parametrize("lost", ["q", "QUIT", "exit", "help", "?"])
def test_a_person_who_is_lost_hears_of_the_commands(library, profile, lost):
    """At every question: a spoken answer, its ticks, the rating, how sure, a choice, a number, yes or no."""

    def told(said):
        return said.count(":quit ends") + said.count("Commands:")

    said, session = study(library, profile, f"{lost}\n\n{lost}\n\n{lost}\n3\n", "why-scale")
    assert [one.rating for one in session.answered] == [Rating.GOOD]
    assert told(said) == 3
    said, session = study(library, profile, f"{lost}\nf\n{lost}\n2\n{lost}\n\n", "heads-cost")
    assert [one.rating for one in session.answered] == [Rating.GOOD]
    assert told(said) == 3
    said, session, _ = quiz(library, f"{lost}\n", "params-total")
    assert told(said) == 1
    said, session, _ = quiz(library, f"{lost}\n", "why-scale")
    assert told(said) == 1
    assert not session.answered


def test_what_is_typed_at_a_spoken_card_is_not_graded_and_that_is_said(library, profile):
    said, _ = study(library, profile, "because of variance\nall\n\n", "why-scale")
    assert "What you typed is not graded" in said


@pytest.mark.parametrize("typed", ["none", "0", "-", ""])
def test_nothing_said_can_be_written_in_several_ways(library, profile, typed):
    study(library, profile, f"\n{typed}\n\n", "why-scale")
    [(_, review)] = profile.reviews("small/why-scale")
    assert (review.points, review.red_flags) == ((), ())


def test_all_points_and_a_flag_go_together(library, profile):
    study(library, profile, "\nall f1\n\n", "why-scale")
    [(_, review)] = profile.reviews("small/why-scale")
    assert (review.points, review.red_flags) == ((0, 1), (0,))


def test_a_rating_may_be_named(library, profile):
    study(library, profile, "f\n3\nno idea\nEasy\n", "heads-cost")
    [(_, review)] = profile.reviews("small/heads-cost")
    assert review.rating is Rating.EASY


def test_the_right_answer_is_said_after_a_wrong_one_and_only_then(library):
    names = ("params-total", "heads-cost", "mask-where", "cache-grows")
    for name in names:
        variant = variant_of(library, name)
        wrong = numbered(variant, False) if variant.choices else "3"
        said, _, _ = quiz(library, f"{wrong}\n", name)
        assert f"Right answer: {variant.answer_text}" in said, name
        right = " ".join(str(n) for n, one in enumerate(variant.choices, 1) if one.correct)
        said, _, _ = quiz(library, f"{right or variant.expected_text}\n", name)
        assert "Right answer" not in said, name


def test_what_was_read_is_said_where_it_looks_different(library):
    said, _, _ = quiz(library, "262144\n", "params-total")
    assert "Read as: 262,144" in said
    said, _, _ = quiz(library, "262,144\n", "params-total")
    assert "Read as" not in said


@pytest.mark.parametrize("kind", ["study", "quiz"])
@pytest.mark.parametrize("lines", range(12))
def test_the_input_may_end_anywhere(library, profile, kind, lines):
    typed = "".join(
        f"{line}\n" for line in ["", "1 f1", "", "f", "3", "2", "7", "1", "", "x", "y", "n"][:lines]
    )
    names = ("why-scale", "heads-cost", "params-total")
    if kind == "study":
        _, session = study(library, profile, typed, *names)
        assert len(session.answered) == sum(len(profile.reviews(f"small/{name}")) for name in names)
    else:
        quiz(library, typed, *names)


# ── what the screens show is said here too ───────────────────────────────────────────────
def test_what_stands_behind_a_key_stands_behind_a_command(library, profile):
    typed = "3\n3\n:again\n:flags\n:next\n:where\n:full\n:help\n\n"
    said, _ = study(library, profile, typed, "params-total")
    prompt = "how many weights do the four projections hold"
    assert said.lower().count(prompt) >= 2
    assert "This card has no red flags." in said
    assert "Nothing follows this card." in said
    assert f"{DECK}:" in said
    for command in ("again", "flags", "next", "sources", "lab", "undo", "suspend", "mark", "note", "where"):
        assert f"  :{command} " in said, command


def test_the_lab_of_a_prediction_is_read_out_after_it():
    from mhaquiz.deck.places import builtin_decks

    library = load_library([builtin_decks()])
    card = library.card("compute-and-memory/dot-variance")
    session = QuizSession([card], library, seed=7, clock=clock)
    sink = io.StringIO()
    QuizConversation(session, Console(io.StringIO("1\n"), sink)).run()
    said = sink.getvalue()
    assert said.index("Right answer") < said.index("Lab sqrt-scaling: head_dim ")
    assert "  variance " in said


@pytest.mark.parametrize(("typed", "answered"), [(":skip\n", 1), (":quit\n", 0), ("", 0), ("1\n", 1)])
def test_at_the_ticks_of_a_mock_anything_may_be_said(library, profile, typed, answered):
    """A spoken answer that nobody judged does not count; a card given up does."""
    card = library.card("small/why-scale")
    session = MockSession(profile, library, [card], clock, minutes=25)
    sink = io.StringIO()
    MockConversation(session, Console(io.StringIO(f"\n{typed}"), sink)).run()
    assert len(session.answered) == answered
    assert len(profile.reviews(card.key)) == answered


@pytest.mark.parametrize("kind", ["mock", "study", "quiz"])
@pytest.mark.parametrize(
    "line", [":skip", ":quit", ":undo", ":hint", ":bury", "y", "1", "x", ":help", ":note a b"]
)
def test_no_line_ends_a_session_with_an_error(library, profile, kind, line):
    """The same line at every prompt there is, of cards of every kind."""
    typed = "".join(f"{one}\n" for one in [line, "", line, "1", line, line, "", line] * 6)
    cards = library.cards()
    source, sink = io.StringIO(typed), io.StringIO()
    if kind == "quiz":
        conversation = QuizConversation(
            QuizSession(cards, library, seed=7, clock=clock), Console(source, sink)
        )
    elif kind == "mock":
        conversation = MockConversation(MockSession(profile, library, cards, clock), Console(source, sink))
    else:
        queue = Queue(profile, cards, clock)
        conversation = Conversation(StudySession(profile, library, queue, clock), Console(source, sink))
    conversation.run()
    conversation.sum_up()
    assert conversation.session.phase is Phase.FINISHED


def test_a_card_that_cannot_be_asked_is_told_where_none_follows(tmp_path):
    path = tmp_path / "b.yaml"
    card = "{id: c, kind: numeric, params: {h: [1]}, prompt: p, answer: 1 / (h - 1)}"
    path.write_text(f"mhaquiz: 1\ndeck: {{id: b, title: B}}\ncards:\n  - {card}\n")
    library = load_library([path])
    sink = io.StringIO()
    session = QuizSession(library.cards(), library, seed=7, clock=clock)
    QuizConversation(session, Console(io.StringIO(""), sink)).run()
    assert "b/c is left out, it cannot be asked: division by zero" in sink.getvalue()


def test_a_prompt_is_wrapped_between_words_at_a_terminal_and_left_whole_in_a_pipe():
    prompt = "Rating: 1 Again 10 min, 2 Hard 3 d, 3 Good 8 d, 4 Easy 20 d (Enter = 3 Good):"
    sink = io.StringIO()
    Console(io.StringIO("3\n"), sink, width=40, interactive=True).ask(prompt)
    lines = sink.getvalue().split("\n")
    assert len(lines) == 2
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines) == prompt
    sink = io.StringIO()
    Console(io.StringIO("3\n"), sink).ask(prompt)
    assert sink.getvalue() == prompt + "\n"


def test_where_the_planned_cards_end_is_said_once(library, profile):
    """Answers that take no time leave minutes for cards beyond them."""
    queue = Queue(profile, library.cards(), clock, minutes=2.0)
    first = queue.counts(clock())
    assert first.fresh
    session = StudySession(profile, library, queue, clock, ask_confidence=False)
    sink = io.StringIO()
    conversation = Conversation(session, Console(io.StringIO(":skip\n4\n" * 5), sink))
    conversation.run()
    said = sink.getvalue()
    assert said.count("All that was planned is done. What follows goes beyond it; :quit ends.") == 1
    before = said.partition("All that was planned")[0]
    assert before.count("Question ") == first.fresh
    assert "Question " in said.partition("All that was planned")[2]
