"""A card as lists show it: with numbers that the card allows, or as written where there are none."""

from __future__ import annotations

import re
from typing import Any

from mhaquiz.deck.cards import Card, Kind, Numeric
from mhaquiz.deck.examples import example_prompt, example_values


def card(*require: str) -> Card:
    return Card(
        deck="d",
        id="c",
        kind=Kind.NUMERIC,
        body=Numeric("d"),
        params=(("h", (8, 16)), ("d_k", (64, 128))),
        let=(("d", "h * d_k"),),
        require=require,
        prompt="{h} heads at d_model {d:,}?",
    )


def test_the_first_numbers_that_the_card_allows() -> None:
    assert example_prompt(card()) == "8 heads at d_model 512?"
    assert example_prompt(card("h > 8", "d > 1024")) == "16 heads at d_model 2,048?"


def test_as_written_where_it_allows_none_or_cannot_be_worked_out() -> None:
    assert example_prompt(card("h > 16")) == "{h} heads at d_model {d:,}?"
    assert example_prompt(card("no_such_name > 16")) == "{h} heads at d_model {d:,}?"


def test_every_built_in_prompt_has_an_example(built_in: Any) -> None:
    filled = 0
    for each in built_in.cards():
        names = "|".join(example_values(each))
        templated = re.compile(rf"\{{[^{{}}$]*\b({names})\b[^{{}}$]*\}}") if names else None
        if templated is not None and templated.search(each.prompt):
            filled += 1
            assert not templated.search(example_prompt(each)), each.key
    assert filled > 100
