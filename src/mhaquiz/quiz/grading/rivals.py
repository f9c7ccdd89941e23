"""A listed mistake whose number another slip gives as well: both are named, and neither counts by itself.

At n = d/2 forgetting W_O and forgetting scores and values give the same FLOPs. Which of the two it was, only
the learner knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Value
from mhaquiz.deck.display import show
from mhaquiz.deck.expression_tree import ExpressionError
from mhaquiz.deck.expressions import evaluate
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.formula import Formula, Number, Symbol
from mhaquiz.quiz.equality import same
from mhaquiz.quiz.formulas import author_formula, engine_call, numbers_of, spelled_out
from mhaquiz.quiz.grading.judging import Target, as_near
from mhaquiz.quiz.grading.suspecting import edits_for
from mhaquiz.quiz.reading import Reading
from mhaquiz.quiz.shown import KnownMistake, Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mhaquiz.engine.edits import Edit

#: As many as the keys and `:confirm` can choose among.
MOST_NAMED = 3
#: What an edit must cost to stand beside a mistake that an author thought of: only the commonest thoughts do.
RIVAL_COST = 1
#: About as many draws, all over the card's, are compared to tell a mistake and an edit apart.
DRAWS_COMPARED = 24


def with_rivals(variant: Variant, answer: str, reading: Reading, target: Target, grade: Grade) -> Grade:
    """`grade`, which names a mistake; as `suspected`, with all, where other thoughts give the number too."""
    near = as_near(reading, target)
    listed = [one for one in variant.mistakes if one.index == grade.mistake]
    listed += [one for one in variant.mistakes if one.index in near and one.index != grade.mistake]
    rivals = _rivals(variant, answer, reading, listed)
    if len(listed) + len(rivals) < 2:
        return grade
    listed = listed[:MOST_NAMED]
    edits = (*(_edit(variant, one, reading) for one in listed), *rivals)[:MOST_NAMED]
    return replace(
        grade,
        verdict=Verdict.SUSPECTED,
        message=edits[0].sentence,
        mistake=None,
        misconception=None,
        edits=edits,
        listed=tuple(listed),
    )


def _edit(variant: Variant, mistake: KnownMistake, reading: Reading) -> Edit:
    """A listed mistake among the suspicions; what it is called is said where the library is at hand."""
    from mhaquiz.engine.edits import RIGHT_FOR, Edit

    source = str(variant.card.body.mistakes[mistake.index].answer)  # type: ignore[union-attr]
    value = Fraction(mistake.value)  # type: ignore[arg-type]
    words = (mistake.why or mistake.misconception or source).removesuffix(".")
    try:
        found = author_formula(variant, source)
    except (ExpressionError, EngineError):
        found = Number(value)
    return Edit(f"{show(reading.value, ',')}{RIGHT_FOR}{words}.", value, found, words, RIVAL_COST)


def _rivals(variant: Variant, answer: str, reading: Reading, listed: list[KnownMistake]) -> tuple[Edit, ...]:
    """The edits that give the number and are another thought than every listed mistake that gives it."""
    found = [edit for edit in edits_for(variant, answer, reading) if edit.cost <= RIVAL_COST]
    if not found:
        return ()
    spelled = spelled_out(variant, answer)
    right = _right_formula(variant, spelled)
    return tuple(
        edit
        for edit in found
        if not _says_less(edit, right, variant)
        and not any(_one_thought(variant, spelled, edit, mistake) for mistake in listed)
    )


def _right_formula(variant: Variant, answer: str) -> Formula | None:
    from mhaquiz.engine.derivation import derive

    call = engine_call(answer, variant.values)
    return derive(call.name, **call.parameters).formula if call else author_formula(variant, answer)


def _says_less(edit: Edit, right: Formula | None, variant: Variant) -> bool:
    """Whether the edit is the right formula half or twice, or once more for each of something.

    That describes the number rather than a thought: it says less than the author's mistake does.
    """
    expected = variant.expected
    if right is None or not isinstance(expected, int | Fraction) or expected == 0:
        return False
    changed = edit.formula
    sizes = [Symbol(name) for name in changed.symbols()]
    shared = [size for size in sizes if size.name not in right.symbols()]
    ratio = Number(Fraction(edit.value) / Fraction(expected))
    scaled = (ratio * right, *(right * size for size in sizes), *(right / size for size in shared))
    return any(same(changed, one) for one in scaled)


def _one_thought(variant: Variant, answer: str, edit: Edit, mistake: KnownMistake) -> bool:
    """Whether edit and mistake agree at every other draw, so that they are one thought in two wordings."""
    text = str(variant.card.body.mistakes[mistake.index].answer)  # type: ignore[union-attr]
    return all(one == other for one, other in _both_values(variant, answer, edit, text))


def _both_values(variant: Variant, answer: str, edit: Edit, mistake: str) -> Iterator[tuple[object, object]]:
    from mhaquiz.deck.variants import draws

    drawable = draws(variant.card).draws
    step = max(1, len(drawable) // DRAWS_COMPARED) | 1  # odd: an even one may meet one size of a grid only
    for drawn in drawable[::step]:
        try:
            yield edit.formula.value(_numbers(answer, drawn.values)), evaluate(mistake, drawn.values)
        except (ExpressionError, EngineError, ArithmeticError):
            continue


def _numbers(answer: str, values: Mapping[str, Value]) -> Mapping[str, object]:
    """What the symbols of an edited formula are worth: the card's names, the engine's parameters."""
    from mhaquiz.engine.derivation import derive

    call = engine_call(answer, values)
    return {**numbers_of(values), **(derive(call.name, **call.parameters).numbers if call else {})}
