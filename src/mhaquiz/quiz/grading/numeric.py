"""Numbers, sets of numbers and single words: the answers of numeric and demo cards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import cast

from mhaquiz.deck.cards import Numeric, Value
from mhaquiz.deck.display import counted, show
from mhaquiz.quiz.grading.grades import are, in_words, passing, wrong_with
from mhaquiz.quiz.grading.judging import Exact, Judgement, Target, judge
from mhaquiz.quiz.grading.slips import slip_of_the_pen
from mhaquiz.quiz.reading import Reading, read
from mhaquiz.quiz.reading.characters import visible
from mhaquiz.quiz.reading.lists import read_set, read_word
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict


def grade_numeric(variant: Variant, text: str) -> Grade:
    """The grade of a typed number, or of a set or word where the card asks for one."""
    body = cast("Numeric", variant.card.body)
    expected = variant.expected
    if "set" in body.accept.forms or isinstance(expected, tuple):
        return _grade_set(variant, text)
    if "token" in body.accept.forms or isinstance(expected, str | bool):
        return _grade_word(variant, text)
    reading = read(text, body.accept)
    target = _target(variant, body)
    judgement = judge(reading, target)
    grade = _to_grade(variant, body, text, reading, judgement)
    if grade.verdict is Verdict.MISCONCEPTION and "estimate" not in body.accept.forms:
        from mhaquiz.quiz.grading.rivals import with_rivals

        return with_rivals(variant, reading, target, grade)
    return _suspecting(variant, body, reading, grade) if grade.verdict is Verdict.WRONG else grade


def _target(variant: Variant, body: Numeric) -> Target:
    mistakes = [(mistake.index, exact(mistake.value)) for mistake in variant.mistakes]
    return Target(exact(cast("Value", variant.expected)), mistakes, body.accept, body.tolerance)


def exact(value: Value) -> Exact:
    """A number of a card exactly; a float is the fraction it stands for."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Fraction | float):
        return Fraction(value)
    raise TypeError(f"a number is needed, not {value!r}")


def read_as(reading: Reading, body: Numeric, verdict: Verdict) -> str:
    """The reading as shown to the learner: `1,049,000 (4 digits)`, `1,073,741,824 bytes`."""
    unit = " bytes" if body.accept.unit == "bytes" else ""
    as_rounded = verdict in (Verdict.CORRECT_ROUNDED, Verdict.MORE_DIGITS)
    digits = f" ({counted(reading.digits, 'digit')})" if as_rounded else ""
    return show(reading.value, ",") + unit + digits


def _to_grade(variant: Variant, body: Numeric, text: str, reading: Reading, judgement: Judgement) -> Grade:
    known = next((one for one in variant.mistakes if one.index == judgement.mistake), None)
    return Grade(
        verdict=judgement.verdict,
        typed=text,
        read_as=read_as(reading, body, judgement.verdict),
        message=known.why if known else _message(judgement, reading, body),
        mistake=judgement.mistake,
        misconception=known.misconception if known else None,
        score=Fraction(judgement.verdict.passes),
        slip=judgement.verdict in (Verdict.SIGN, Verdict.SCALE),
    )


def _message(judgement: Judgement, reading: Reading, body: Numeric) -> str:
    verdict = judgement.verdict
    if verdict is Verdict.SIGN:
        return "Right size, wrong sign."
    if verdict is Verdict.UNIT:
        return "Right but for the unit: kB, MB, GB go by 1000, KiB, MiB, GiB by 1024."
    if verdict is Verdict.SCALE:
        factor = show(judgement.base ** abs(judgement.power), ",")
        return f"Right digits, {factor} times too {'large' if judgement.power > 0 else 'small'}."
    if verdict is Verdict.MORE_DIGITS:
        return _more_digits(judgement, reading, body)
    return ""


def _more_digits(judgement: Judgement, reading: Reading, body: Numeric) -> str:
    if "rounded" not in body.accept.forms:
        return "This card wants the exact number, not a rounded one."
    if reading.digits < body.accept.min_sigfigs:
        return f"Give at least {body.accept.min_sigfigs} digits; you gave {reading.digits}."
    assert judgement.rounds_to_mistake
    return "A common mistake rounds to the same number: give more digits."


def _suspecting(variant: Variant, body: Numeric, reading: Reading, grade: Grade) -> Grade:
    from mhaquiz.quiz.grading.suspecting import suspected

    grade = suspected(variant, body.answer, reading, grade)
    slip = slip_of_the_pen(reading.value, variant.expected) if reading.in_full and not grade.edits else ""
    return replace(grade, message=slip, slip=True) if slip else grade


def _grade_set(variant: Variant, text: str) -> Grade:
    expected = _as_set(variant.expected)
    found = read_set(text)
    shown = "{" + ", ".join(show(item) for item in sorted(found)) + "}"
    if found == expected:
        return passing(text, shown)
    for mistake in variant.mistakes:
        if found == _as_set(mistake.value):
            return wrong_with(mistake, text, shown)
    return Grade(Verdict.WRONG, text, shown, _wrong_set(expected - found, found - expected))


def _wrong_set(missing: frozenset[object], extra: frozenset[object]) -> str:
    """What is missing and what does not belong, by name."""
    parts = [f"{_items(missing)} {are(len(missing))} missing"] if missing else []
    if extra:
        parts.append(f"{_items(extra)} {'does' if len(extra) == 1 else 'do'} not belong")
    return f"{'; '.join(parts)}."


def _items(items: frozenset[object]) -> str:
    return in_words([show(cast("Value", item)) for item in sorted(items, key=_size)])


def _size(item: object) -> tuple[bool, Exact, str]:
    """Numbers by size, before words."""
    return (False, item, "") if isinstance(item, int | Fraction) else (True, 0, str(item))


def _as_set(value: object) -> frozenset[object]:
    """A set answer that one number is alone in may be written without a tuple."""
    return frozenset(value if isinstance(value, tuple) else (value,))


def _grade_word(variant: Variant, text: str) -> Grade:
    word = visible(read_word(text))
    if _same_word(word, variant.expected):
        return passing(text, word)
    for mistake in variant.mistakes:
        if _same_word(word, mistake.value):
            return wrong_with(mistake, text, word)
    return Grade(Verdict.WRONG, text, word)


def _same_word(word: str, value: object) -> bool:
    if isinstance(value, bool):
        return word.casefold() in (("true", "yes") if value else ("false", "no"))
    return word.casefold() == str(value).casefold()
