"""Whether a card's answer has come to mean something else, or is only written in another way.

Formulas are held against each other by their values over the card's own draws; what is picked, by ids.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mhaquiz.deck.cards import Card, Numeric, Shape, Symbolic, TrueFalse, Value
from mhaquiz.deck.expressions import ExpressionError, compile_expression
from mhaquiz.deck.variants import Draw, DrawError, NoDrawError, draws

#: What symbols of a formula stand for in turn: large, so that formulas hardly agree by chance.
POINTS = (10_007, 20_011, 30_011, 40_009, 50_021, 60_013)


@dataclass(frozen=True, slots=True)
class Answer:
    """What makes an answer right. `formulas` are empty where it is picked, not worked out."""

    meaning: str
    kind: str = ""
    formulas: tuple[str, ...] = ()
    let: tuple[tuple[str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        kept = {"meaning": self.meaning, "kind": self.kind}
        return {**kept, "answer": list(self.formulas), "let": dict(self.let)}


def answer_of(card: Card) -> Answer:
    """The answer of a card as it is kept for a later comparison."""
    body = card.body
    if isinstance(body, Shape):
        return Answer(card.meaning_hash, card.kind, body.answer, card.let)
    if isinstance(body, Numeric | Symbolic | TrueFalse):
        return Answer(card.meaning_hash, card.kind, (body.answer,), card.let)
    return Answer(card.meaning_hash, card.kind)


def read_answer(stored: object) -> Answer | None:
    """An answer from JSON: an object as above, or the meaning alone as older locks have it."""
    if isinstance(stored, str):
        return Answer(stored)
    if not isinstance(stored, dict) or not isinstance(stored.get("meaning"), str):
        return None
    formulas, let = stored.get("answer"), stored.get("let")
    return Answer(
        stored["meaning"],
        str(stored.get("kind")),
        tuple(map(str, formulas)) if isinstance(formulas, list) else (),
        tuple((str(name), str(text)) for name, text in let.items()) if isinstance(let, dict) else (),
    )


def same_answer(before: Answer, card: Card) -> bool:
    """Whether `card` has the same right answers as it had before, in every draw that it makes today."""
    now = answer_of(card)
    if before == now or before.kind != now.kind or not now.formulas:
        return before.meaning == now.meaning
    try:
        return all(_values(before, card, draw) == _values(now, card, draw) for draw in draws(card).draws)
    except (ExpressionError, DrawError, NoDrawError):
        return False


def _values(answer: Answer, card: Card, draw: Draw) -> tuple[Value, ...]:
    """What the formulas come to with the parameters of a draw; of a formula over symbols, at some points."""
    found: list[Value] = []
    for symbols in _points(card):
        names: dict[str, Value] = {name: draw.values[name] for name, _ in card.params}
        for name, text in answer.let:
            names[name] = compile_expression(text)(names)
        found += [compile_expression(text)({**names, **symbols}) for text in answer.formulas]
    return tuple(found)


def _points(card: Card) -> Iterator[Mapping[str, int]]:
    symbols: Sequence[tuple[str, str]] = card.body.symbols if isinstance(card.body, Symbolic) else ()
    for turn in range(len(POINTS) if symbols else 1):
        yield {name: POINTS[(turn + place) % len(POINTS)] + place for place, (name, _) in enumerate(symbols)}
