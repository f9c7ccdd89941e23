"""A session driven by keys: each phase shows what it must and each key does what it says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.deck.cards import Kind, Point, RedFlag
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.session import Phase
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.study import StudyScreen

from .scenes import Stage, asks

SIZE = (80, 24)

Make = Callable[..., Any]


async def test_typed_card_from_question_to_next(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*"2359296")
        assert "❯ 2359296" in read_screen(app)
        await pilot.press("enter")
        assert session.phase is Phase.CONFIDENCE
        shown = read_screen(app)
        assert "How sure are you?" in shown
        assert "Correct" not in shown
        assert "✓" not in shown
        await pilot.press("3")
        assert (session.phase, session.confidence) == (Phase.REVEAL, 3)
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = read_screen(app)
        for expected in ("✓ Correct.", "2,359,296", "4·d_model² = 4·768²", "counted 48 arrays", "Enter next"):
            assert expected in shown
        await pilot.press("enter")
        assert session.rated == [None]
        assert session.phase is Phase.QUESTION


async def test_enter_means_fairly_sure(make_session: Make, open_session: Make) -> None:
    session = make_session()
    async with open_session(session).run_test(size=SIZE) as pilot:
        await pilot.press("7", "enter", "enter")
        assert session.confidence == 2


@pytest.mark.parametrize("key", list("hdlqumbzwfxrsp?/1234"))
async def test_printable_keys_type_while_the_line_has_focus(
    key: str, make_session: Make, open_session: Make
) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press({"?": "question_mark", "/": "slash"}.get(key, key))
        assert app.screen.asking.line.value == key
        assert len(app.screen_stack) == 1
        assert session.phase is Phase.QUESTION


async def test_unreadable_keeps_the_question_and_what_was_typed(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("question_mark", "enter")
        assert session.phase is Phase.QUESTION
        assert "cannot be read" in read_screen(app)
        assert app.screen.asking.line.value == "?"


async def test_hints_show_and_run_out(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session(make_card(hints=("Each is d × d.", "There are four.")))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        assert "F2 hint" in read_screen(app)
        await pilot.press("f2", "f2", "f2")
        shown = read_screen(app)
        assert "hint 1 of 2  Each is d × d." in shown
        assert "hint 2 of 2  There are four." in shown
        assert "F2 hint" not in shown


async def test_choices_by_number_and_enter(make_session: Make, make_card: Make, open_session: Make) -> None:
    session = make_session(make_card(Kind.SINGLE_CHOICE))
    async with open_session(session).run_test(size=SIZE) as pilot:
        await pilot.press("2", "1", "enter")
        assert session.grade.typed == "1"


async def test_enter_takes_the_line_under_the_cursor(
    make_session: Make, make_card: Make, open_session: Make
) -> None:
    session = make_session(make_card(Kind.SINGLE_CHOICE))
    async with open_session(session).run_test(size=SIZE) as pilot:
        await pilot.press("down", "enter")
        assert session.grade.typed == "2"


@pytest.mark.parametrize(("letter", "word"), [("t", "True"), ("f", "False")])
async def test_true_and_false_are_chosen_by_their_letters(
    letter: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    app = asks("heads-cost")(Stage(tmp_path))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(letter)
        picker = app.screen.asking.picker
        assert [picker.texts[n].plain for n in picker.chosen] == [word]


async def test_several_choices(make_session: Make, make_card: Make, open_session: Make) -> None:
    session = make_session(make_card(Kind.MULTI_CHOICE))
    async with open_session(session).run_test(size=SIZE) as pilot:
        await pilot.press("2", "1", "enter")
        assert session.grade.typed == "1 2"


async def test_steps_keep_the_order_chosen(make_session: Make, make_card: Make, open_session: Make) -> None:
    session = make_session(make_card(Kind.ORDER))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("2", "1", "enter")
        assert session.grade.typed == "2 1"


async def test_a_click_chooses(make_session: Make, make_card: Make, open_session: Make) -> None:
    session = make_session(make_card(Kind.SINGLE_CHOICE))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.click("#picker", offset=(6, 1))
        assert app.screen.asking.picker.chosen == [1]


async def test_letters_are_commands_where_nothing_is_typed(
    make_session: Make, make_card: Make, open_session: Make
) -> None:
    session = make_session(make_card(Kind.SINGLE_CHOICE, hints=("one",)))
    async with open_session(session).run_test(size=SIZE) as pilot:
        await pilot.press("h")
        assert session.current.hints_shown == ("one",)


@pytest.fixture
def spoken(make_card: Make) -> Any:
    points = (Point("variance grows", must=True), Point("softmax saturates"))
    return make_card(Kind.RECALL, points=points, red_flags=(RedFlag("It normalises the output"),))


async def test_a_spoken_answer_is_timed_and_ticked(
    spoken: Any, make_session: Make, open_session: Make, read_screen: Make, clock: Any
) -> None:
    session = make_session(spoken)
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("space")
        assert session.phase is Phase.SPEAKING
        clock.ms += 75_000
        app.screen._tick()
        await pilot.pause()
        assert "1 min 15 s of 1 min  over the time" in read_screen(app)
        await pilot.press("space")
        assert session.phase is Phase.REVEAL
        assert session.proposed is Rating.AGAIN
        assert "Enter next: again" in read_screen(app).split("\n")[-1]
        await pilot.press("space", "space")
        assert session.points_ticked == {0, 1}
        assert session.proposed is Rating.GOOD
        assert "▸3 good 3 d" in read_screen(app)
        assert "Enter next: good" in read_screen(app).split("\n")[-1]
        await pilot.press("space")
        assert session.flags_ticked == {0}
        assert "▸1 again" in read_screen(app)
        await pilot.press("4")
        assert session.rated == [Rating.EASY]


async def test_ratings_show_their_intervals_and_mark_the_proposed_one(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter", "2")
        shown = read_screen(app)
        for part in ("▸1 again <10 min", "2 hard 1 d", "3 good 3 d", "4 easy 8 d"):
            assert part in shown


async def test_details_open_and_close(make_session: Make, open_session: Make, read_screen: Make) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter", "2", "f")
        assert "Full answer" in read_screen(app)
        await pilot.press("s")
        assert "Attention Is All You Need" in read_screen(app)
        assert "Full answer" not in read_screen(app)
        await pilot.press("s")
        assert "Attention Is All You Need" not in read_screen(app)


async def test_a_key_without_content_is_not_offered(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter", "2")
        assert "red flags" not in read_screen(app)


async def test_undo_takes_back_any_number(make_session: Make, open_session: Make) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("1", "enter", "2", "enter")
        await pilot.press("1", "enter", "2", "enter")
        assert session.phase is Phase.FINISHED
        await pilot.press("f4")
        assert (session.phase, session.current.card.kind) == (Phase.QUESTION, Kind.SINGLE_CHOICE)
        await pilot.press("f4")
        assert session.current.card.kind is Kind.NUMERIC
        assert session.rated == []


@pytest.mark.parametrize("number", [1, 2, 3])
async def test_suspected_slips_are_confirmed_by_a_key(
    number: int, make_session: Make, open_session: Make, read_screen: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each slip named has a key; where several share a sentence the sign stands at the number."""
    named = (
        ["did you forget W_O?"] if number == 1 else [f"one of: {'; '.join(f'({n}) x' for n in (1, 2, 3))}"]
    )
    session = make_session(text=named[0])
    monkeypatch.setattr(session, "confirm_edit", lambda index: setattr(session, "confirmed", index))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter")
        session.grade = replace(session.grade, edits=(object(),) * (1 if number == 1 else 3))
        await pilot.press("2")
        await pilot.pause(0.05)
        shown = read_screen(app)
        assert "perhaps" in shown
        told = ["y that was it"] if number == 1 else ["y it was (1)", "i it was (2)", "o it was (3)"]
        assert "  ".join(told) in shown
        await pilot.press("yio"[number - 1])
        await pilot.pause(0.05)
        assert session.confirmed == number - 1
        assert ("✓ did you forget W_O?" if number == 1 else f"✓ ({number}) x") in read_screen(app)
        assert "✗ Not right: the slip that you confirmed." in read_screen(app)
        await pilot.press("y")  # once is enough: the log would count it twice
        assert session.confirmed == number - 1


async def test_waiting_counts_down_and_goes_on_by_itself(
    make_desk: Make, clock: Any, read_screen: Make
) -> None:
    desk = make_desk()
    session = desk.study()
    while session.phase is Phase.QUESTION:
        session.give_up()
        session.rate()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        shown = read_screen(app)
        assert "The next card comes in 10 min." in shown
        for offered in ("wait", "show now", "finish"):
            assert offered in shown
        clock.ms += 540_000
        app.screen._tick()
        await pilot.pause()
        assert "The next card comes in 1 min." in read_screen(app)
        clock.ms += 60_000
        app.screen._tick()
        await pilot.pause()
        assert session.phase is Phase.QUESTION
        assert session.current.why_due == "missed; once more"  # not "shown early"


async def test_what_comes_after_waiting_is_chosen_afresh(make_desk: Make, clock: Any) -> None:
    """A card of which another process has disposed meanwhile is not asked."""
    desk = make_desk()
    session = desk.study()
    while session.phase is Phase.QUESTION:
        session.give_up()
        session.rate()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        for card in desk.library.cards():
            desk.turn_suspended(card.key)
        clock.ms += 600_000
        app.screen._tick()
        await pilot.pause()
        assert session.phase is Phase.FINISHED


@pytest.mark.parametrize("keys", [("escape",), ("ctrl+q",), ("ctrl+c", "ctrl+c")])
async def test_leaving_keeps_the_answer_and_says_for_nobody_how_sure_they_were(
    keys: tuple[str, ...], make_desk: Make
) -> None:
    desk = make_desk()
    desk.profile.set_setting("ask_confidence", True)
    app = MhaquizApp(lambda: StudyScreen(desk.study()), desk)
    async with app.run_test(size=SIZE) as pilot:
        while app.screen.place != "choices":
            await pilot.press("enter", "enter")
        key = app.screen.session.current.card.key
        await pilot.press("1", "enter")
        assert app.screen.place == "sure"
        await pilot.press(*keys)
        [(_, review)] = desk.profile.reviews(key)
        assert review.confidence is None


async def test_giving_up_shows_the_answer(make_session: Make, open_session: Make, read_screen: Make) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f5")
        assert session.phase is Phase.REVEAL
        assert "2,359,296" in read_screen(app)


async def test_a_click_on_the_key_bar_presses_the_key(
    make_session: Make, make_card: Make, open_session: Make
) -> None:
    session = make_session(make_card(hints=("one",)))
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.click("KeyBar", offset=(18, 0))
        await pilot.pause()
        assert session.current.hints_shown == ("one",)


async def test_a_session_that_schedules_nothing_asks_only_whether_it_was_known(
    spoken: Any, make_session: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session(spoken)
    session.asks_rating = False
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("enter")
        shown = read_screen(app)
        assert "knew it" in shown
        assert "easy" not in shown
        await pilot.press("2", "4")  # they are not offered, so they do nothing
        assert session.rated == []
        await pilot.press("3")
        assert session.rated == [Rating.GOOD]


async def test_help_lists_the_keys_of_here_first(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("f1")
        shown = read_screen(app)
        assert "Answering: typed  (here)" in shown
        await pilot.press("escape")
        assert len(app.screen_stack) == 1


async def test_help_in_a_mock_lists_no_key_that_it_cannot_obey(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session()
    session.hints_allowed = session.asks_rating = False
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        assert app.screen.lacking >= {"study.hint", "study.lab", "study.suspend", "study.note"}
        await pilot.press("f1")
        text = app.screen.query_one("#text").prose.plain
        here = text.partition("Everywhere")[0]
        assert "Hand in what you typed" in here
        for gone in ("hint", "lab", "Never again", "Not again today"):
            assert gone not in here


async def test_help_names_no_letter_where_letters_are_typed(make_desk: Make, read_screen: Make) -> None:
    """From any screen: while one answers, `h` goes into the answer."""
    from mhaquiz.tui.prose import Prose
    from mhaquiz.tui.screens.help import page

    lines = Prose(page(("home",))).plain.partition("Answering: typed")[2].partition("Answering: choices")[0]
    assert "F2 " in lines
    assert "F2 h" not in lines


async def test_ctrl_c_twice_quits_and_once_does_not(make_session: Make, open_session: Make) -> None:
    app = open_session(make_session())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("ctrl+c")
        assert app.is_running
        assert app.is_quitting is False
        await pilot.press("ctrl+c")
        assert app.is_quitting is True


async def test_keys_typed_while_the_next_question_is_drawn_are_typed_on_it(
    make_session: Make, make_card: Make, open_session: Make
) -> None:
    """They come while nothing has the focus; `h` and `1` must not be taken for a hint and a rating."""
    from textual import events

    card = make_card(hints=("one",))
    session = make_session(card, card)
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        session.give_up()
        app.screen.show_phase()
        await pilot.pause()
        for key in ("enter", "1", "h", "2"):
            app.post_message(events.Key(key, None if key == "enter" else key))
        await pilot.pause(0.1)
        assert session.rated == [None]
        assert app.screen.asking.line.value == "1h2"
        assert session.current.hints_shown == ()


# ── notes ───────────────────────────────────────────────────────────────────────────────
async def test_a_note_covers_neither_the_rating_nor_the_keys(
    make_session: Make, open_session: Make, read_screen: Make
) -> None:
    session = make_session()
    app = open_session(session)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press(*"7", "enter", "enter")
        await pilot.pause(0.05)
        before = read_screen(app).split("\n")
        session.mark = lambda: setattr(session, "notice", "Marked.")
        await pilot.press("m")
        after = read_screen(app).split("\n")
        assert "Marked." in after[0]
        assert after[1:] == before[1:]
        app.screen.tell("x" * 90)  # too long for the line: in the corner, at the top
        await pilot.pause()
        long = read_screen(app).split("\n")
        assert any("xxx" in line for line in long[:12])
        assert long[-6:] == before[-6:]


async def test_the_title_of_a_quiz_counts_an_answer_as_soon_as_it_is_shown(
    make_desk: Make, read_screen: Make
) -> None:
    desk = make_desk()
    session = desk.quiz([card for card in desk.library.cards() if card.id == "pick"])
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=SIZE) as pilot:
        assert "card 1 of 1 · 0 right" in read_screen(app).split("\n")[0]
        correct = next(n for n, one in enumerate(session.current.variant.choices, 1) if one.correct)
        await pilot.press(str(correct), "enter")
        assert session.phase is Phase.REVEAL
        assert "card 1 of 1 · 1 right" in read_screen(app).split("\n")[0]


async def test_escape_puts_an_open_part_away_before_it_leaves(make_desk: Make, read_screen: Make) -> None:
    desk = make_desk()
    session = desk.study()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f5")
        assert session.phase is Phase.REVEAL
        assert "Esc home" in read_screen(app).split("\n")[-1]
        for key, title in (("s", "Sources"), ("f", "Full answer")):
            await pilot.press(key)
            shown = read_screen(app)
            assert title in shown
            assert "Esc close" in shown.split("\n")[-1]
            await pilot.press("escape")
            shown = read_screen(app)
            assert title not in shown
            assert session.phase is Phase.REVEAL
            assert "Esc home" in shown.split("\n")[-1]
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == "HomeScreen"


async def test_a_part_left_open_does_not_keep_one_on_the_next_card(
    make_desk: Make, read_screen: Make
) -> None:
    desk = make_desk()
    session = desk.study()
    app = MhaquizApp(lambda: StudyScreen(session), desk)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f5", "s", "enter")
        assert session.phase is Phase.QUESTION
        assert "Esc home" in read_screen(app).split("\n")[-1]
        await pilot.press("escape")
        await pilot.pause()
        assert type(app.screen).__name__ == "HomeScreen"
