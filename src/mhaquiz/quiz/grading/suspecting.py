"""A wrong answer that no author foresaw: single edits of the closed form that give exactly it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, Numeric, Symbolic
from mhaquiz.deck.display import show
from mhaquiz.deck.expression_tree import ExpressionError
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Formula
from mhaquiz.quiz.chance import number
from mhaquiz.quiz.equality import same
from mhaquiz.quiz.formulas import author_formula, engine_call, numbers_of, spelled_out
from mhaquiz.quiz.meanings import meanings
from mhaquiz.quiz.reading import Reading
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from mhaquiz.engine.edits import Edit

#: A number written in full counts as rounded only where this much of it is zeros: 67,100,000, not 123,450.
LEAST_PLACE_IN_FULL = 1_000


def suspected(variant: Variant, answer: str, reading: Reading, grade: Grade) -> Grade:
    """`grade` with the edits that give the number read, as `suspected`; unchanged where there are none."""
    edits = edits_for(variant, answer, reading)
    if not edits:
        return grade
    return replace(grade, verdict=Verdict.SUSPECTED, message=edits[0].sentence, edits=edits)


def edits_for(variant: Variant, answer: str, reading: Reading) -> tuple[Edit, ...]:
    """The single edits of the answer that give the number read; none where it has no formula to edit."""
    from mhaquiz.engine import explain_wrong

    answer, numbers = spelled_out(variant, answer), numbers_of(variant.values)
    wrong = partial(
        explain_wrong, wrong=reading.value, within=_rounding(reading), meanings=meanings(variant.card)
    )
    try:
        call = engine_call(answer, variant.values)
        if call is not None:
            return wrong(call.name, call.parameters, also=numbers)
        return wrong(author_formula(variant, answer), numbers, unit=_unit(variant.card))
    except (ExpressionError, EngineError):
        return ()


def _unit(card: Card) -> str:
    """ "bytes" where the card asks for bytes; it says of no other unit which it wants."""
    return (card.body.accept.unit or "") if isinstance(card.body, Numeric) else ""


def _rounding(reading: Reading) -> int | Fraction:
    """Half the last typed place, 0 for a number that was not rounded."""
    if reading.in_full and reading.place < LEAST_PLACE_IN_FULL:
        return 0
    return Fraction(reading.place) / 2


def suspected_formula(variant: Variant, body: Symbolic, typed: Formula, grade: Grade) -> Grade:
    """The same for a typed formula: edits that give its value at a telling point, then checked exactly.

    None where either value is real, as with a root or a logarithm: edits are told apart by exact numbers.
    Raises EngineError where the card's own formula has no value.
    """
    from mhaquiz.engine import explain_wrong

    point = _telling_point(body)
    expected = author_formula(variant, body.answer)
    right = expected.value(point)
    try:
        wrong = typed.value(point)
    except (EngineError, ArithmeticError):
        return grade
    if isinstance(right, float) or isinstance(wrong, float):
        return grade
    suspects = explain_wrong(expected, point, wrong, meanings=meanings(variant.card))
    found = (edit for edit in suspects if same(edit.formula, typed))
    edits = tuple(replace(edit, sentence=_about_symbols(typed, edit.words, point)) for edit in found)
    if not edits:
        return grade
    return replace(grade, verdict=Verdict.SUSPECTED, message=edits[0].sentence, edits=edits)


def _about_symbols(typed: Formula, words: str, point: Mapping[str, int | Fraction]) -> str:
    """The engine's words with the symbols in place of the telling point's numbers."""
    from mhaquiz.engine.edits import RIGHT_FOR

    for name, value in point.items():
        words = words.replace(show(value, ","), name)
    return f"{typed.line()}{RIGHT_FOR}{words}."


def _telling_point(body: Symbolic) -> Mapping[str, int | Fraction]:
    """Large odd values, different for every symbol, so that two formulas hardly agree by accident."""
    return {name: 10_001 + 2 * (number("telling", name) % 40_000) for name, _ in body.symbols}
