"""A card copied by a key: its question and worked line as plain text, bounded, and said on the title line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mhaquiz.tui import copying
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.screens.card import CardScreen

Make = Callable[..., Any]

DECK = r"""
mhaquiz: 1
deck: {id: hostile, title: Numbers, version: 1.0.0}
cards:
  - id: weights
    kind: numeric
    params: {h: [8, 16], d: [512]}
    prompt: "How many weights has **W** at `d_model` {d:,}, h = {h}? [@click=app.quit]go[/] \x1b]0;x\x07"
    answer: 4 * d**2
    short: "{answer:,}"
  - id: pick
    kind: single_choice
    prompt: Which is it?
    choices: [{id: a, text: "the *first* [red]", correct: true}, {id: b, text: the second}]
  - id: say
    kind: recall
    prompt: Say why.
    short: "Because of `A[i]`."
  - id: never
    kind: numeric
    params: {h: [8]}
    require: ["h > 8"]
    prompt: "Nothing with {h} heads?"
    answer: h
"""
WEIGHTS = (
    "How many weights has W at d_model 512, h = 8? [@click=app.quit]go[/] �]0;x�\n\n4·d² = 4·512² = 1,048,576"
)


@pytest.mark.parametrize(
    ("card", "copied"),
    [
        ("weights", WEIGHTS),
        ("say", "Say why.\n\nBecause of A[i]."),
        ("never", "Nothing with {h} heads?"),
    ],
)
async def test_a_card_is_copied_from_its_page(
    make_desk: Make, read_screen: Make, card: str, copied: str
) -> None:
    desk = make_desk(DECK)
    app = MhaquizApp(lambda: CardScreen(desk, desk.library.card(f"hostile/{card}")), desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        assert app.clipboard == copied
        assert f"copied: {copied[:8]}" in read_screen(app).split("\n")[0]


async def test_choices_belong_to_the_question(make_desk: Make) -> None:
    desk = make_desk(DECK)
    asked, answer = copying.example(desk.library.card("hostile/pick")).rsplit("\n\n", 1)
    assert sorted(asked.split("\n")) == ["", "- the first [red]", "- the second", "Which is it?"]
    assert "first" in answer


@pytest.mark.parametrize(("width", "note"), [(80, "copied: How many weights?"), (26, "copied")])
async def test_the_reveal_is_copied_as_it_was_asked(
    make_session: Make, open_session: Make, read_screen: Make, width: int, note: str
) -> None:
    app = open_session(make_session())
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.press(*"2359296", "enter", "2", "c")
        assert app.clipboard == "How many weights?\n\n4·d_model² = 4·768² = 2,359,296"
        assert note in read_screen(app).split("\n")[0]


async def test_the_key_types_where_one_types(make_session: Make, open_session: Make) -> None:
    app = open_session(make_session())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        assert app.screen.asking.line.value == "c"
        assert app.clipboard == ""


def test_what_is_copied_has_a_bound_and_keeps_its_worked_line(make_desk: Make) -> None:
    card = make_desk(DECK).library.card("hostile/weights")
    text = copying.example(replace(card, prompt="word " * 5_000))
    assert len(text) == copying.MOST
    assert text.endswith("…\n\n4·d² = 4·512² = 1,048,576")


def test_every_built_in_card_can_be_copied(built_in: Any) -> None:
    for card in built_in.cards():
        text = copying.example(card)
        assert "\n\n" in text, card.key
        assert len(text) <= copying.MOST
        assert text.replace("\n", "").isprintable(), card.key
