"""The answer of one variant: of the right kind, confirmed by its second route, and unlike every mistake."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, Protocol

from mhaquiz.deck.arithmetic import kind_of
from mhaquiz.deck.cards import Accept, Numeric, Shape, Symbolic, Tolerance, TrueFalse, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.expressions import ExpressionError, compile_expression
from mhaquiz.deck.mistake_names import mistake_name

#: Two real routes agree when they differ by less, relatively: far above rounding, far below an error.
REAL_AGREEMENT = 1e-9
#: Sets of random whole numbers on which two formulas are compared, and the most that are tried for them.
POINTS, POINTS_TRIED = 8, 40
UNLIKE = "leave one of the two out, or exclude the draw with `require`"


class Failed:
    """The value of an expression that has none; the fault is reported."""


FAILED = Failed()
Names = dict[str, Value]
Step = str | int


class Variant(Protocol):
    """What an answer check asks of the card's check."""

    real: bool
    fractional: bool

    def value(self, text: str, names: Mapping[str, Value], *path: Step) -> Value | Failed: ...

    def wrong(
        self, code: str, message: str, names: Mapping[str, Value], *path: Step, advice: str = ""
    ) -> None: ...

    def fault(self, error: ExpressionError, names: Mapping[str, Value], *path: Step) -> None: ...


def is_number(value: object) -> bool:
    return isinstance(value, int | Fraction | float) and not isinstance(value, bool)


# ── numeric and demo ─────────────────────────────────────────────────────────────────────
def check_numeric(variant: Variant, body: Numeric, names: Names) -> None:
    answer = variant.value(body.answer, names, "answer")
    if isinstance(answer, Failed) or not _fits(variant, answer, body.accept, names):
        return
    variant.real |= isinstance(answer, float)
    variant.fractional |= isinstance(answer, Fraction)
    if body.verify is not None:
        second = variant.value(body.verify, names, "verify")
        if not isinstance(second, Failed) and not _agree(answer, second):
            message = f"verify gives {show(second, ',')}, the answer is {show(answer, ',')},"
            variant.wrong("E221", message, names, "verify")
    _numeric_mistakes(variant, body, answer, names)
    names["answer"] = answer


def _fits(variant: Variant, answer: Value, accept: Accept, names: Names) -> bool:
    """Whether the answer is of the kind that the accepted forms read."""
    good, wanted = is_number(answer), "a number"
    if "set" in accept.forms:
        good, wanted = isinstance(answer, tuple) and all(map(is_number, answer)), "a tuple of numbers"
    elif "token" in accept.forms:
        good, wanted = isinstance(answer, str) or type(answer) is int, "one word"
    elif "estimate" in accept.forms:
        good, wanted = good and isinstance(answer, int | Fraction | float) and answer > 0, "a number above 0"
    if not good:
        variant.wrong("E231", f"the answer is {show(answer)[:40]}, not {wanted},", names, "answer")
    return good


def _agree(first: Value, second: Value) -> bool:
    if isinstance(first, int | Fraction | float) and isinstance(second, float):
        return math.isclose(first, second, rel_tol=REAL_AGREEMENT)
    if isinstance(first, float) and isinstance(second, int | Fraction):
        return math.isclose(first, second, rel_tol=REAL_AGREEMENT)
    return isinstance(first, bool) == isinstance(second, bool) and first == second


def _numeric_mistakes(variant: Variant, body: Numeric, answer: Value, names: Names) -> None:
    seen: dict[str, int] = {}
    right = show(answer, ",")
    for index, mistake in enumerate(body.mistakes):
        path = ("mistakes", index, "answer")
        value = variant.value(str(mistake.answer), names, *path)
        if isinstance(value, Failed):
            continue
        shown = show(value, ",")
        if value == answer or shown == right:
            advice = "change the mistake, or exclude the draw with `require`"
            variant.wrong("E222", f"this mistake is the right answer, {shown},", names, *path, advice=advice)
        elif shown in seen:
            message = f"this mistake gives {shown} like `{mistake_name(body.mistakes, seen[shown])}`"
            variant.wrong("E223", message, names, *path, advice=UNLIKE)
        elif body.tolerance is not None and _within(value, answer, body.tolerance):
            message = f"the tolerance accepts this mistake, {shown} for {right},"
            variant.wrong("E227", message, names, *path, advice="make the tolerance smaller")
        seen.setdefault(shown, index)


def _within(value: Value, answer: Value, tolerance: Tolerance) -> bool:
    if not isinstance(value, int | Fraction | float) or not isinstance(answer, int | Fraction | float):
        return False
    right = Fraction(answer)
    distance = abs(Fraction(value) - right)
    bound = tolerance.abs if tolerance.abs is not None else (tolerance.rel or 0) * abs(right)
    return distance <= bound


# ── shape ────────────────────────────────────────────────────────────────────────────────
def check_shape(variant: Variant, body: Shape, names: Names) -> None:
    answer = _dimensions(variant, body.answer, names, "answer")
    if answer is None:
        return
    seen: dict[tuple[int, ...], int] = {}
    for index, mistake in enumerate(body.mistakes):
        path = ("mistakes", index, "answer")
        found = _dimensions(variant, mistake.answer, names, *path)
        if found is None:
            continue
        if found == answer:
            variant.wrong("E222", f"this mistake is the right answer, {show(answer)},", names, *path)
        elif found in seen:
            message = f"this mistake gives {show(found)} like `{mistake_name(body.mistakes, seen[found])}`"
            variant.wrong("E223", message, names, *path, advice=UNLIKE)
        seen.setdefault(found, index)
    names["answer"] = answer


def _dimensions(
    variant: Variant, texts: str | tuple[str, ...], names: Names, *path: Step
) -> tuple[int, ...] | None:
    found: list[int] = []
    for index, text in enumerate(texts):
        value = variant.value(text, names, *path, index)
        if isinstance(value, Failed):
            return None
        if type(value) is not int or value < 1:
            message = f"a dimension is a whole number from 1 up, not {show(value)[:40]},"
            variant.wrong("E231", message, names, *path, index)
            return None
        found.append(value)
    return tuple(found)


# ── true_false ───────────────────────────────────────────────────────────────────────────
def check_truth(variant: Variant, body: TrueFalse, names: Names) -> None:
    value = variant.value(body.answer, names, "answer")
    if isinstance(value, bool):
        names["answer"] = value
    elif not isinstance(value, Failed):
        message = f"the answer is {show(value)[:40]}, not true or false"
        variant.wrong("E231", message, names, "answer", advice="write true, false, or a comparison")


# ── symbolic ─────────────────────────────────────────────────────────────────────────────
def check_symbolic(variant: Variant, body: Symbolic, names: Names) -> None:
    """Formulas are compared on random whole numbers at which the answer has a value."""
    points, answer, fault = _sampled(body, names)
    if fault is not None and not points:
        variant.fault(fault, names, "answer")
        return
    other = next((value for value in answer if isinstance(value, bool | str | tuple)), None)
    if other is not None:
        message = f"the answer is {kind_of(other)}, not a formula"
        variant.wrong("E207", message, names, "answer", advice="write one value in terms of the symbols")
        return
    seen: dict[tuple[object, ...], int] = {}
    for index, mistake in enumerate(body.mistakes):
        path = ("mistakes", index, "answer")
        values = tuple(_at(str(mistake.answer), point) for point in points)
        faults = [value for value in values if isinstance(value, ExpressionError)]
        if len(faults) == len(values):
            variant.fault(faults[0], names, *path)
        elif values == answer:
            advice = "change the mistake"
            variant.wrong("E222", "this mistake is equal to the answer", names, *path, advice=advice)
        elif values in seen:
            message = f"this mistake is equal to `{mistake_name(body.mistakes, seen[values])}`"
            variant.wrong("E223", message, names, *path, advice=UNLIKE)
        seen.setdefault(values, index)


def _sampled(body: Symbolic, names: Names) -> tuple[list[Names], tuple[object, ...], ExpressionError | None]:
    points: list[Names] = []
    answer: list[object] = []
    fault = None
    for point in _points(body, names):
        value = _at(body.answer, point)
        if isinstance(value, ExpressionError):
            fault = fault or value
            continue
        points.append(point)
        answer.append(value)
        if len(points) == POINTS:
            break
    return points, tuple(answer), fault


def _points(body: Symbolic, names: Names) -> Iterator[Names]:
    """Seeded values for the symbols; every other set falls by whole ratios, so that divisions come out."""
    random = Random(0)
    for count in range(POINTS_TRIED):
        size = 5_040 * random.randrange(2, 200) ** 2
        point = dict(names)
        for name, _ in body.symbols:
            point[name] = size if count % 2 else random.randrange(2, 1_000_003)
            size = max(1, size // random.choice((2, 3, 4, 5, 6)))
        yield point


def _at(text: str, point: Mapping[str, Value]) -> object:
    try:
        return compile_expression(text)(point)
    except ExpressionError as error:
        return error


ANSWER_CHECKS: Mapping[type, Callable[[Variant, Any, Names], None]] = {
    Numeric: check_numeric,
    Shape: check_shape,
    TrueFalse: check_truth,
    Symbolic: check_symbolic,
}
