"""A card as lists show it: its prompt with one set of its numbers, never with `{h:,}` in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product

from mhaquiz.deck.cards import Card, Value
from mhaquiz.deck.prose import fill_prose
from mhaquiz.deck.variants import NoDrawError, complete

#: Combinations tried; of the built-in cards the first few always hold one that `require` lets through.
TRIES = 200


def example_prompt(card: Card) -> str:
    """The prompt with the first values that the card allows; as written where there are none.

    Enumerating every draw, as a session does, costs up to 0.4 s for one card: too much for a list of all.
    """
    if "{" not in card.prompt:
        return card.prompt
    try:
        return fill_prose(card.prompt, example_values(card))
    except ValueError:  # ExpressionError, DrawError, EngineError: the deck's problems say what is wrong
        return card.prompt


def example_values(card: Card) -> Mapping[str, Value]:
    """The first values the card allows, with what `let` makes of them; ValueError where none is found."""
    names = [name for name, _ in card.params]
    combinations = product(*(values for _, values in card.params))
    for values in islice(combinations, TRIES):
        try:
            return complete(card, dict(zip(names, values, strict=True))).values
        except NoDrawError:
            continue
    raise NoDrawError(f"no draw of {card.key} among the first {TRIES}")
