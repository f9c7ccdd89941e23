"""The page after an answer: what stays of the prompt, the marked line of code, a demo's lab, long sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import Any

from mhaquiz.deck.cards import Kind, Point
from mhaquiz.quiz.explaining import explain
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.quiz_session import QuizSession
from mhaquiz.quiz.session import Phase
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.working import worked_line
from mhaquiz.tui import reveal_page
from mhaquiz.tui.prose import Prose

from .conftest import squeezed

Make = Callable[..., Any]
SIZE = (80, 24)

BUG = """
mhaquiz: 1
deck: {id: hostile, title: Bugs, version: 1.0.0}
cards:
  - id: bug
    kind: spot_bug
    prompt: "Which line is wrong? {filler}"
    language: python
    code: |
{code}
    bug_lines: [{line}]
    why: "It must be transposed like the others."
    short: "k.view(B, T, H, d).transpose(1, 2)"
"""


CHOICE = """
mhaquiz: 1
deck: {{id: choice, title: Choice, version: 1.0.0}}
cards:
  - id: mask
    kind: single_choice
    prompt: Where is the causal mask applied?
    choices:
      - {{id: a, text: "to the scores, before the softmax", correct: true}}
      - {{id: b, text: "to the output of each head", why: "By then every token has been mixed in."}}
"""


def bug_deck(lines: int, line: int, filler: str = "") -> str:
    code = "\n".join(f"      k{n} = project_{n}(x)" for n in range(1, lines + 1))
    return BUG.replace("{code}", code).replace("{line}", str(line)).replace("{filler}", filler)


def quiz(library: Any, key: str, clock: Any) -> QuizSession:
    return QuizSession((library.card(key),), library, seed=3, clock=clock)


async def test_a_wrong_line_is_explained_beside_the_marked_one(
    make_desk: Make, open_session: Make, read_screen: Make
) -> None:
    desk = make_desk(bug_deck(5, 3))
    app = open_session(desk.quiz(desk.library.cards()))
    async with app.run_test(size=SIZE) as pilot:
        assert "✗" not in read_screen(app)
        await pilot.press("1", "enter")
        shown = read_screen(app)
        assert "▸ 3  k3 = project_3(x)" in shown
        assert "  4  k4 = project_4(x)" in shown
        assert "It must be transposed like the others." in shown


async def test_long_code_keeps_the_marked_line_in_sight_and_offers_the_prompt(
    make_desk: Make, open_session: Make, read_screen: Make
) -> None:
    desk = make_desk(bug_deck(40, 31))
    app = open_session(desk.quiz(desk.library.cards()))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("1", "enter")
        shown = read_screen(app)
        assert "Which line is wrong?" in shown
        assert "▸ 31  k31 = project_31(x)" in shown
        assert "p prompt" in shown
        await pilot.press("p")
        assert app.screen.query_one("#detail").prose.plain.count("project_") == 40


async def test_the_prompt_key_is_there_only_where_the_prompt_was_cut(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session(make_card(), make_card(prompt="Long. " * 200)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter", "2")
        assert "p prompt" not in read_screen(app)
        await pilot.press("enter", "9", "enter", "2")
        assert "p prompt" in read_screen(app)
        await pilot.resize_terminal(80, 60)
        await pilot.pause(0.2)
        await pilot.pause()
        assert "p prompt" not in read_screen(app)


async def test_the_longest_sum_leaves_the_whole_reveal_in_sight(
    built_in: Any, open_session: Make, read_screen: Make, clock: Any
) -> None:
    app = open_session(quiz(built_in, "heads-and-parameters/mla-block-params", clock))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*"67108864", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = read_screen(app)
        for part in ("✗ ", "you typed", "answer", "worked", "… = ", "counted", "in short", "Enter next"):
            assert part in shown, part
        await pilot.press("f")
        assert "qk_nope_head_dim" in app.screen.query_one("#detail").prose.plain


def test_no_worked_line_of_the_built_in_decks_is_longer_than_there_is_room_for(built_in: Any) -> None:
    for card in built_in.cards():
        worked = worked_line(draw(card, showing=0))
        short = reveal_page.short_enough(worked)
        assert len(short) <= reveal_page.LONGEST_WORKED
        assert short.endswith(worked.rsplit(" = ", 1)[-1])


def test_a_sum_without_an_end_is_cut_in_the_middle() -> None:
    short = reveal_page.short_enough("n = " + " + ".join("12345" for _ in range(100)) + " = 1,234,500")
    assert len(short) <= reveal_page.LONGEST_WORKED
    assert short.endswith(" = 1,234,500")
    assert "…" in short.removeprefix("… = ")


async def test_a_demo_card_opens_its_lab_after_the_prediction_and_not_before(
    built_in: Any, open_session: Make, read_screen: Make, clock: Any
) -> None:
    session = quiz(built_in, "heads-and-parameters/pin-it-and-watch", clock)
    heads = session.current.variant.values["n_heads"]
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        assert "F3 lab" not in read_screen(app)
        await pilot.press("f3")
        assert type(app.screen).__name__ == "StudyScreen"
        await pilot.press(*"12345", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert session.phase is Phase.REVEAL
        assert type(app.screen).__name__ == "LabScreen"
        assert (app.screen.settings["n_heads"], app.screen.settings["head_dim"]) == (heads, 128)
        shown = read_screen(app)
        assert f"You predicted 12,345; it is {session.explanation.answer}." in shown
        await pilot.press("2", "enter")  # how sure, in a session that would have asked
        assert app.screen.settings["n_heads"] == heads
        assert "You predicted 12,345" in read_screen(app)
        await pilot.press("down", "right")
        assert app.screen.settings["n_heads"] != heads
        await pilot.press("escape")
        assert "F3 lab" in read_screen(app)


async def test_an_arrow_turns_the_lab_of_a_prediction_at_once(
    built_in: Any, open_session: Make, clock: Any
) -> None:
    session = quiz(built_in, "heads-and-parameters/pin-it-and-watch", clock)
    app = open_session(session)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*"12345", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        before = dict(app.screen.settings)
        await pilot.press("right")
        assert app.screen.settings != before


async def test_the_prompt_stays_where_it_was_and_a_choice_was_chosen(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session(make_card(Kind.SINGLE_CHOICE, "Which one?")))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.05)
        asked = read_screen(app).split("\n")
        assert "1 2 choose" in asked[-1]  # there is no third line to choose
        await pilot.press("2", "enter", "2")
        await pilot.pause(0.05)
        shown = read_screen(app).split("\n")
        place = next(n for n, line in enumerate(asked) if "Which one?" in line)
        assert "Which one?" in shown[place]
        assert any("you chose" in line for line in shown)


async def test_the_prompt_breaks_where_it_broke_while_it_was_asked(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    words = f"{'A' * 70} BBBBBB {'C ' * 20}"  # A and B are together one cell wider than the page

    def prompt_lines() -> list[str]:
        return [
            line.strip() for line in read_screen(app).split("\n") if line.strip(" ABCDEFGHIJ") == "" != line
        ]

    app = open_session(make_session(make_card(prompt=words)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        asked = prompt_lines()
        await pilot.press("9", "enter", "2")
        await pilot.pause()
        assert [line for line in prompt_lines() if line] == [line for line in asked if line]
        assert " ".join(asked).split() == words.split()


LOW = (40, 12)


def wrong_answers(built_in: Any, *kinds: Kind) -> Iterator[tuple[Any, str]]:
    """Every answer to the built-in cards of some kinds that an author foresaw as wrong."""
    for card in built_in.cards():
        variant = draw(card, showing=0)
        if card.kind in kinds and variant.choices:
            yield from ((variant, str(at)) for at, one in enumerate(variant.choices, 1) if not one.correct)
        elif card.kind in kinds:
            yield from ((variant, str(mistake.shown)) for mistake in variant.mistakes)


def test_a_low_window_has_room_for_the_verdict_and_the_diagnosis_of_nearly_every_wrong_answer(
    built_in: Any,
) -> None:
    """36 cells and nine lines are what a window of 40 by 12 leaves them."""
    lines = []
    for variant, typed in wrong_answers(built_in, Kind.NUMERIC, Kind.DEMO, Kind.SINGLE_CHOICE):
        graded = grade(variant, typed)
        told = explain(variant, graded, built_in)
        page = reveal_page.first_screenful(told, graded, route="", tight=True)
        first = takewhile(lambda block: not block.lines(36)[0].plain.startswith("answer  "), page)
        lines.append(len(Prose([*first]).lines(36)))
    assert len(lines) > 300
    assert sum(number > 9 for number in lines) < len(lines) / 100


async def test_a_low_window_shows_the_verdict_and_the_diagnosis_of_a_number(
    built_in: Any, open_session: Make, read_screen: Make, clock: Any
) -> None:
    session = quiz(built_in, "heads-and-parameters/params-with-biases", clock)
    mistake = next(one for one in session.current.variant.mistakes if one.misconception)
    app = open_session(session)
    async with app.run_test(size=LOW) as pilot:
        await pilot.press(*mistake.shown, "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        shown = squeezed(read_screen(app).replace("▼", "").replace("▲", ""))
        assert squeezed(session.explanation.headline) in shown
        assert squeezed(session.explanation.misconception.fix) in shown
        assert squeezed(f"answer {session.explanation.answer}") in shown
        assert app.screen.page.scroll_offset.y == 0
        assert "" not in [line.strip() for line in read_screen(app).split("\n")[:-1]]


async def test_a_low_window_shows_the_verdict_and_the_diagnosis_of_a_choice(
    make_desk: Make, open_session: Make, read_screen: Make
) -> None:
    desk = make_desk(CHOICE)
    app = open_session(desk.quiz(desk.library.cards()))
    async with app.run_test(size=LOW) as pilot:
        await pilot.pause()
        asked = read_screen(app)
        wrong = next(line for line in asked.split("\n") if "to the output" in line).split()[0].lstrip("▸")
        await pilot.press(wrong or "1", "enter")
        await pilot.pause()
        shown = read_screen(app)
        assert "✗ Not right." in shown
        assert squeezed("why By then every token has been mixed in.") in squeezed(shown)
        assert "Where is the causal mask applied?" in shown  # there is a line left for it


async def test_a_low_window_shows_what_to_tick_and_follows_the_cursor(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    points = tuple(Point(f"point {n}", n == 0) for n in range(9))
    app = open_session(make_session(make_card(Kind.RECALL, points=points)))
    async with app.run_test(size=LOW) as pilot:
        await pilot.press("space", "space")
        await pilot.pause()
        shown = read_screen(app)
        assert "How many weights?" in shown
        assert "▸ [ ] point 0  must" in shown
        for at in range(1, 9):
            await pilot.press("down")
            assert f"▸ [ ] point {at}" in read_screen(app)
        await pilot.press("down")
        assert "▸ [ ] point 0" in read_screen(app)


async def test_the_page_is_laid_out_anew_when_the_window_becomes_low(
    make_session: Make, make_card: Make, open_session: Make, read_screen: Make
) -> None:
    app = open_session(make_session(make_card(), make_card()))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("9", "enter", "2")
        assert "you typed  9" in read_screen(app)
        assert "L2 · sample" in read_screen(app)
        for size, labels in (((40, 12), "answer  2,359,296"), (SIZE, "answer     2,359,296")):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.2)
            await pilot.pause()
            assert labels in read_screen(app)
            assert ("L2 · sample" in read_screen(app)) is (size == SIZE)


async def test_a_demo_card_tells_on_the_reveal_too_whether_the_prediction_was_right(
    built_in: Any, open_session: Make, read_screen: Make, clock: Any
) -> None:
    for right in (True, False):
        session = quiz(built_in, "heads-and-parameters/pin-it-and-watch", clock)
        app = open_session(session)
        async with app.run_test(size=SIZE) as pilot:
            typed = str(session.current.variant.expected) if right else "12345"
            await pilot.press(*typed, "enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert type(app.screen).__name__ == "LabScreen"
            await pilot.press("escape")
            await pilot.pause()
            shown = read_screen(app)
            assert ("✓ Correct" if right else "✗ Not right") in shown
            assert f"predicted  {session.explanation.read_as}" in shown


def test_a_part_is_offered_where_it_has_something_to_show(built_in: Any) -> None:
    """The question is answered without laying the part out."""
    for card in built_in.cards():
        variant = draw(card, showing=0, purpose="test")
        explanation = explain(variant, grade(variant, ""), built_in)
        shown = {name: bool(part(explanation)) for name, part in reveal_page.DETAILS.items()}
        shown["followups"] = bool(reveal_page.followups(explanation, lambda _: ""))
        assert {name: reveal_page.has_detail(explanation, name) for name in shown} == shown, card.key
