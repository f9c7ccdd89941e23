"""The page after an answer: what stays of the prompt, the marked line of code, a demo's lab, long sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mhaquiz.deck.cards import Kind
from mhaquiz.quiz.quiz_session import QuizSession
from mhaquiz.quiz.session import Phase
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.working import worked_line
from mhaquiz.tui import reveal_page

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
        assert "✗ 3  k3 = project_3(x)" in shown
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
        assert "✗ 31  k31 = project_31(x)" in shown
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
        await pilot.press("escape")
        assert "F3 lab" in read_screen(app)


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
