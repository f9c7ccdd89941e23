"""Every expression and every text of a card, with its path and the names it may use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mhaquiz.deck.cards import (
    Card,
    Choices,
    Cloze,
    Mistake,
    Numeric,
    Order,
    Shape,
    Symbolic,
    TrueFalse,
)

Path = tuple[str | int, ...]


class Part(NamedTuple):
    """An expression or a text; `names` are those it may use."""

    text: str
    path: Path
    names: tuple[str, ...]


def value_names(card: Card) -> tuple[str, ...]:
    """Parameters and `let` names."""
    return tuple(name for name, _ in (*card.params, *card.let))


def has_answer_name(card: Card) -> bool:
    """Whether texts of the card may say {answer}."""
    return isinstance(card.body, Numeric | Shape | TrueFalse)


def expressions(card: Card) -> Iterator[Part]:
    """Every expression, in the order in which its names come to be."""
    known = tuple(name for name, _ in card.params)
    for name, text in card.let:
        yield Part(text, ("let", name), known)
        known = (*known, name)
    for index, text in enumerate(card.require):
        yield Part(text, ("require", index), known)
    for name, text in card.regions:
        yield Part(text, ("regions", name), known)
    yield from _body_expressions(card, known)


def _body_expressions(card: Card, known: tuple[str, ...]) -> Iterator[Part]:
    body = card.body
    if isinstance(body, Symbolic):
        known = (*known, *(name for name, _ in body.symbols))
    if isinstance(body, Numeric | Symbolic | TrueFalse):
        yield Part(body.answer, ("answer",), known)
    if isinstance(body, Numeric) and body.verify is not None:
        yield Part(body.verify, ("verify",), known)
    if isinstance(body, Shape):
        for index, text in enumerate(body.answer):
            yield Part(text, ("answer", index), known)
    if isinstance(body, Numeric | Symbolic | Shape):
        for index, mistake in enumerate(body.mistakes):
            yield from _mistake_expressions(mistake, index, known)


def _mistake_expressions(mistake: Mistake, index: int, known: tuple[str, ...]) -> Iterator[Part]:
    if isinstance(mistake.answer, str):
        yield Part(mistake.answer, ("mistakes", index, "answer"), known)
        return
    for place, text in enumerate(mistake.answer):
        yield Part(text, ("mistakes", index, "answer", place), known)


def question_texts(card: Card) -> Iterator[Part]:
    """Templates a learner reads before answering; {answer} has no place in them."""
    known = value_names(card)
    yield Part(card.prompt, ("prompt",), known)
    body = card.body
    if isinstance(body, Choices):
        for index, choice in enumerate(body.choices):
            yield Part(choice.text, ("choices", index, "text"), known)
    elif isinstance(body, Order):
        for index, step in enumerate(body.steps):
            yield Part(step.text, ("steps", index, "text"), known)
    elif isinstance(body, Cloze):
        yield Part(body.text, ("text",), known)
    for name, value in card.lab.settings if card.lab else ():
        for place, text in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(text, str):
                path: Path = (
                    ("lab", "with", name, place) if isinstance(value, tuple) else ("lab", "with", name)
                )
                yield Part(text, path, known)


def answer_texts(card: Card) -> Iterator[Part]:
    """Templates a learner reads with or after the answer."""
    known = value_names(card) + (("answer",) if has_answer_name(card) else ())
    for name in ("short", "full", "why", "analogy"):
        yield Part(getattr(card, name), (name,), known)
    for name in ("hints", "recap", "breaks_when", "seen_in"):
        for index, text in enumerate(getattr(card, name)):
            yield Part(text, (name, index), known)
    for index, point in enumerate(card.points):
        yield Part(point.text, ("points", index, "text"), known)
    for index, flag in enumerate(card.red_flags):
        yield Part(flag.text, ("red_flags", index, "text"), known)
        yield Part(flag.why, ("red_flags", index, "why"), known)
    for key, items in _reasoned(card):
        for index, why in enumerate(items):
            yield Part(why, (key, index, "why"), known)


def _reasoned(card: Card) -> Iterator[tuple[str, tuple[str, ...]]]:
    body = card.body
    if isinstance(body, Numeric | Symbolic | Shape):
        yield "mistakes", tuple(mistake.why for mistake in body.mistakes)
    elif isinstance(body, Choices):
        yield "choices", tuple(choice.why for choice in body.choices)
    elif isinstance(body, Order):
        yield "steps", tuple(step.why for step in body.steps)
