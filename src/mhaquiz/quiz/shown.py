"""What a variant is made of: the question as asked, its choices, the mistakes that are known beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from mhaquiz.deck.cards import Card, Choices, Kind, Value

#: What a card expects: a number, a shape or set, a text, or the ids of the right choices.
Expected: TypeAlias = "Value | frozenset[str]"


class Form(StrEnum):
    """How an answer is given."""

    TYPED = "typed"
    CHOICE = "choice"
    SPOKEN = "spoken"


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A choice as displayed. `id` is what the log and the author's tests call it."""

    id: str
    text: str
    correct: bool
    why: str = ""
    misconception: str | None = None
    index: int | None = None  # of the card's own choice, mistake or step


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A mistake of the card worked out for this variant. `index` counts from 0 in the author's order."""

    index: int
    value: Value
    shown: str
    misconception: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Variant:
    """A question as asked. `params` are the drawn values, `values` those and the `let` names."""

    card: Card
    showing: int
    values: Mapping[str, Value]
    params: Mapping[str, Value]
    region: str | None
    form: Form
    prompt: str
    expected: Expected
    expected_text: str
    choices: tuple[ShownChoice, ...] = ()
    purpose: str = "study"
    names: Mapping[str, Value] = field(default_factory=dict)  # what the card's templates may use

    @property
    def answer_text(self) -> str:
        """`expected_text` as this showing lists it: right choices in the order in which they are displayed.

        The log and the deck know an answer by `expected_text`, which is the same at every showing.
        """
        if isinstance(self.card.body, Choices):
            return "; ".join(choice.text for choice in self.choices if choice.correct)
        return self.expected_text

    @cached_property
    def mistakes(self) -> tuple[KnownMistake, ...]:
        """The card's mistakes for these values, worked out when first asked for: half the cost of a draw."""
        from mhaquiz.quiz.answers import known_mistakes

        return known_mistakes(self.card, self.values, self.names)


def native_form(card: Card) -> Form:
    """The form a card is meant for."""
    if card.kind is Kind.RECALL:
        return Form.SPOKEN
    if card.kind in (Kind.TRUE_FALSE, Kind.SINGLE_CHOICE, Kind.MULTI_CHOICE):
        return Form.CHOICE
    return Form.TYPED
