"""From drawn values to the question: the answer of each kind of card worked out, all texts filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, assert_never, cast

from mhaquiz.deck.cards import (
    Accept,
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
    Value,
)
from mhaquiz.deck.display import show
from mhaquiz.deck.expressions import ExpressionError, evaluate, formula
from mhaquiz.deck.prose import fill_prose
from mhaquiz.deck.templates import Gap, cloze_parts, fill
from mhaquiz.quiz import options
from mhaquiz.quiz.shown import Expected, Form, KnownMistake, ShownChoice, Variant, native_form

if TYPE_CHECKING:
    from mhaquiz.deck.variants import Draw


def ask(card: Card, drawn: Draw, *, showing: int, purpose: str, form: Form | None) -> Variant:
    """The variant of `card` with these values. A form that the card cannot take falls back to its own."""
    values = drawn.values
    expected = expected_of(card, values)
    names: dict[str, Value] = dict(values)
    if not isinstance(expected, frozenset) and card.body.__class__ in (Numeric, Shape, TrueFalse):
        names["answer"] = expected
    text = expected_text(card, expected, names)
    seed = (card.key, showing, purpose)
    choices = _choices(card, expected, names, seed)
    if form is Form.CHOICE and isinstance(card.body, Numeric):
        mistakes = known_mistakes(card, values, names)
        choices = options.automatic(cast("Value", expected), text, mistakes, seed)
    automatic = isinstance(card.body, Numeric) and bool(choices)
    return Variant(
        card=card,
        showing=showing,
        values=values,
        params={name: values[name] for name, _ in card.params},
        region=drawn.region,
        form=Form.CHOICE if automatic else native_form(card),
        prompt=_prompt(card, names),
        expected=expected,
        expected_text=text,
        choices=choices,
        purpose=purpose,
        names=names,
    )


def expected_of(card: Card, values: Mapping[str, Value]) -> Expected:
    """What the card expects for these values, by its kind."""
    body = card.body
    match body:
        case Numeric():
            return evaluate(body.answer, values)
        case TrueFalse():
            return bool(evaluate(body.answer, values))
        case Choices():
            return frozenset(choice.id for choice in body.choices if choice.correct)
        case Shape():
            return tuple(evaluate(dimension, values) for dimension in body.answer)
        case Symbolic():
            return body.answer
        case Order():
            return tuple(step.id for step in body.steps if not step.extra)
        case Cloze():
            return gaps(body, values)
        case SpotBug():
            return body.bug_lines
        case Recall():
            return ""
        case _:
            assert_never(body)


def gaps(body: Cloze, values: Mapping[str, Value]) -> tuple[tuple[str, ...], ...]:
    """The alternatives of each gap, in reading order, filled."""
    found = (part.answers for part in cloze_parts(body.text) if isinstance(part, Gap))
    return tuple(tuple(fill(answer, values) for answer in answers) for answers in found)


def _prompt(card: Card, names: Mapping[str, Value]) -> str:
    """The prompt with what the card's body adds to it: a text with gaps, letters, how many steps are extra.

    A bug is asked for where nothing is said.
    """
    prompt = fill_prose(card.prompt, names)
    if isinstance(card.body, Symbolic):
        return "\n\n".join(part for part in (prompt, _letters(card.body)) if part)
    if isinstance(card.body, Order):
        return prompt + _extra_steps(card.body, prompt)
    if isinstance(card.body, Cloze):
        return "\n\n".join(part for part in (prompt, _gapped(card.body, names)) if part)
    if isinstance(card.body, SpotBug) and not prompt:
        return "Which line is wrong?" if len(card.body.bug_lines) == 1 else "Which lines are wrong?"
    return prompt


def _letters(body: Symbolic) -> str:
    """`n = sequence length, d = model width`; a letter that stands for itself is passed over."""
    told = (f"{name} = {meaning}" for name, meaning in body.symbols if meaning.strip() not in ("", name))
    return ", ".join(told)


def _extra_steps(body: Order, prompt: str) -> str:
    """That some steps belong nowhere, where the author does not say so: else nobody would leave one out."""
    extra = sum(step.extra for step in body.steps)
    if not extra or re.search(r"\bbelongs? nowhere", prompt):
        return ""
    return f" ({'One line belongs' if extra == 1 else f'{extra} lines belong'} nowhere.)"


def _gapped(body: Cloze, names: Mapping[str, Value]) -> str:
    """The text with `(1) ……` for each gap; one gap alone needs no number."""
    parts = cloze_parts(body.text)
    single = sum(isinstance(part, Gap) for part in parts) == 1
    shown, number = [], 0
    for part in parts:
        number += isinstance(part, Gap)
        gap = "……" if single else f"({number}) ……"
        shown.append(gap if isinstance(part, Gap) else fill_prose(part, names))
    return "".join(shown)


def expected_text(card: Card, expected: Expected, names: Mapping[str, Value]) -> str:
    """The expected answer as a learner reads it."""
    body = card.body
    match body:
        case Numeric():
            return number_text(body.accept, cast("Value", expected))
        case TrueFalse():
            return str(expected)
        case Choices():
            return "; ".join(fill_prose(choice.text, names) for choice in body.choices if choice.correct)
        case Shape():
            return show(cast("Value", expected))
        case Symbolic():
            return formula(body.answer).line()
        case Order():
            return " → ".join(fill_prose(step.text, names) for step in body.steps if not step.extra)
        case Cloze():
            return "; ".join(alternatives[0] for alternatives in gaps(body, names))
        case SpotBug():
            lines = ", ".join(map(str, body.bug_lines))
            return f"line {lines}" if len(body.bug_lines) == 1 else f"lines {lines}"
        case Recall():
            return fill_prose(card.short, names)
        case _:
            assert_never(body)


def number_text(accept: Accept, value: Value) -> str:
    """A numeric answer as text: a set in braces, bytes with their unit, long numbers in groups of three."""
    if isinstance(value, tuple):
        return "{" + ", ".join(map(show, value)) + "}" if "set" in accept.forms else show(value)
    return f"{show(value, ',')} bytes" if accept.unit == "bytes" else show(value, ",")


def known_mistakes(
    card: Card, values: Mapping[str, Value], names: Mapping[str, Value]
) -> tuple[KnownMistake, ...]:
    """The card's mistakes worked out for these values, in the author's order.

    One that has no value in this draw (it divides by zero, say) cannot be met and is left out; checking the
    deck reports it to the author.
    """
    body = card.body
    if not isinstance(body, Numeric | Shape | Symbolic):
        return ()
    known: list[KnownMistake] = []
    for index, mistake in enumerate(body.mistakes):
        try:
            value = _mistaken(body, mistake, values)
        except ExpressionError:
            continue
        why = fill_prose(mistake.why, names)
        known.append(KnownMistake(index, value, _mistake_text(body, value), mistake.misconception, why))
    return tuple(known)


def _mistaken(body: Body, mistake: Mistake, values: Mapping[str, Value]) -> Value:
    if isinstance(mistake.answer, tuple):
        return tuple(evaluate(dimension, values) for dimension in mistake.answer)
    return mistake.answer if isinstance(body, Symbolic) else evaluate(mistake.answer, values)


def _mistake_text(body: Body, value: Value) -> str:
    if isinstance(body, Symbolic):
        return formula(str(value)).line()
    return number_text(body.accept, value) if isinstance(body, Numeric) else show(value)


def _choices(
    card: Card, expected: Expected, names: dict[str, Value], seed: tuple[object, ...]
) -> tuple[ShownChoice, ...]:
    body = card.body
    if isinstance(body, TrueFalse):
        return options.true_or_false(body, expected is True, fill_prose(card.why, names))
    if isinstance(body, Choices):
        return options.listed(body, names, seed)
    return options.steps(body, names, seed) if isinstance(body, Order) else ()
