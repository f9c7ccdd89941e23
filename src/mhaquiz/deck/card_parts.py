"""Every expression and every text of a card, with its path and the names it may use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from mhaquiz.deck.cards import (
    Body,
    Card,
    Choices,
    Cloze,
    Mistake,
    Numeric,
    Order,
    Recall,
    Shape,
    SpotBug,
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
    """Texts with fields that a learner reads before answering; {answer} has no place in them."""
    known = value_names(card)
    return (Part(text, path, known) for text, path in _question_texts(card) if "{" in text)


def answer_texts(card: Card) -> Iterator[Part]:
    """Texts with fields that a learner reads with or after the answer."""
    known = value_names(card) + (("answer",) if has_answer_name(card) else ())
    return (Part(text, path, known) for text, path in _answer_texts(card) if "{" in text)


def _question_texts(card: Card) -> Iterator[tuple[str, Path]]:
    """What a learner reads before answering."""
    yield card.prompt, ("prompt",)
    yield from _body_texts(card.body)
    for name, value in card.lab.settings if card.lab else ():
        for place, text in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(text, str):
                path: Path = (
                    ("lab", "with", name, place) if isinstance(value, tuple) else ("lab", "with", name)
                )
                yield text, path


def _body_texts(body: Body) -> Iterator[tuple[str, Path]]:
    """What the body adds to the prompt. A bug's code is never a template."""
    match body:
        case Choices():
            for index, choice in enumerate(body.choices):
                yield choice.text, ("choices", index, "text")
        case Order():
            for index, step in enumerate(body.steps):
                yield step.text, ("steps", index, "text")
        case Cloze():
            yield body.text, ("text",)
        case Recall() | TrueFalse() | Numeric() | Symbolic() | Shape() | SpotBug():
            pass
        case _:
            assert_never(body)


def _answer_texts(card: Card) -> Iterator[tuple[str, Path]]:
    """What a learner reads with or after the answer."""
    for name in ("short", "full", "why", "analogy"):
        yield getattr(card, name), (name,)
    for name in ("hints", "recap", "breaks_when", "seen_in"):
        for index, text in enumerate(getattr(card, name)):
            yield text, (name, index)
    for index, point in enumerate(card.points):
        yield point.text, ("points", index, "text")
    for index, flag in enumerate(card.red_flags):
        yield flag.text, ("red_flags", index, "text")
        yield flag.why, ("red_flags", index, "why")
    for key, items in _reasoned(card):
        for index, why in enumerate(items):
            yield why, (key, index, "why")


def _reasoned(card: Card) -> Iterator[tuple[str, tuple[str, ...]]]:
    body = card.body
    match body:
        case Numeric() | Symbolic() | Shape():
            yield "mistakes", tuple(mistake.why for mistake in body.mistakes)
        case Choices():
            yield "choices", tuple(choice.why for choice in body.choices)
        case Order():
            yield "steps", tuple(step.why for step in body.steps)
        case Recall() | TrueFalse() | Cloze() | SpotBug():
            pass
        case _:
            assert_never(body)
