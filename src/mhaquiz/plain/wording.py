"""A question and its answer in plain lines: what is asked, how to answer it, what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, Kind, LabLink, Numeric, Source, SpotBug, Symbolic
from mhaquiz.deck.display import counted, percent
from mhaquiz.plain.prose import bullets, clean, numbered, one_line, render, wrap
from mhaquiz.quiz.durations import about_minutes, duration, faster
from mhaquiz.quiz.report import cards_left, in_short
from mhaquiz.quiz.variants import Form

if TYPE_CHECKING:
    from mhaquiz.quiz.explaining import Explanation
    from mhaquiz.quiz.questions import Progress, Question, Summary
    from mhaquiz.quiz.verdicts import Grade

_HOW = {
    Kind.TRUE_FALSE: "True or false? t or f",
    Kind.SINGLE_CHOICE: "Number of your answer",
    Kind.MULTI_CHOICE: "Numbers of all that are right, for example 1 3",
    Kind.ORDER: "Numbers in the right order, for example 2 1 3",
    Kind.CLOZE: "What belongs in the gaps, with a semicolon between them",
    Kind.SPOT_BUG: "Number of the wrong line",
    Kind.SHAPE: "Shape, for example (2, 12, 64)",
}


def heading(question: Question, title: str) -> str:
    """`Question 3 of 20. Heads and parameters, L2. Due today; recall about 88%.`"""
    of = f" of {question.total}" if question.total else ""
    why = one_line(question.why_due or ("new" if question.is_new else ""))
    why = f" {why[0].upper()}{why[1:]}." if why else ""
    return f"Question {question.number}{of}. {one_line(title)}, {question.card.level}.{why}"


def asked(question: Question, width: int | None) -> Iterator[str]:
    """The prompt, the code and the choices."""
    variant = question.variant
    yield render(variant.prompt, width)
    body = question.card.body
    if isinstance(body, SpotBug):
        yield from code_lines(body.code)
    if variant.choices and question.card.kind is not Kind.TRUE_FALSE:
        yield from numbered((choice.text for choice in variant.choices), width)
    for hint in question.hints_shown:  # of a question that was taken back
        yield render(f"Hint: {hint}", width)


def code_lines(code: str) -> Iterator[str]:
    """Code with its line numbers."""
    lines = clean(code).rstrip("\n").split("\n")
    digits = len(str(len(lines)))
    for number, line in enumerate(lines, start=1):
        yield f"  {number:>{digits}}  {line}".rstrip()


def how_to_answer(question: Question) -> str:
    """What to type, in one line, and how long there is for it."""
    limit = f" ({duration(question.seconds)})" if question.seconds else ""
    return f"{_wanted(question)}{limit}:"


def _wanted(question: Question) -> str:
    card = question.card
    if question.variant.form is Form.CHOICE:
        return _HOW.get(card.kind, _HOW[Kind.SINGLE_CHOICE])
    if isinstance(card.body, Symbolic):
        return f"Formula in {', '.join(name for name, _ in card.body.symbols)}"
    if isinstance(card.body, Numeric):
        return _number_wanted(card.body)
    return _HOW.get(card.kind, "Answer")


def _number_wanted(body: Numeric) -> str:
    forms = body.accept.forms
    if "estimate" in forms:
        within = f" within a factor of {float(body.accept.within):g}" if body.accept.within else ""
        return f"Estimate{within}"
    if "set" in forms:
        return "All of them, for example 1, 2, 4"
    if "token" in forms:
        return "One word"
    return "Answer in bytes" if body.accept.unit == "bytes" else "Answer"


def verdict_lines(explanation: Explanation, grade: Grade, width: int | None) -> Iterator[str]:
    """The verdict, how the answer was read where that is not how it was typed, why, and the right answer."""
    yield from prose_lines(explanation.headline, width)
    if explanation.read_as and explanation.read_as != grade.typed.strip():
        yield from prose_lines(f"Read as: {explanation.read_as}", width)
    yield from prose_lines(explanation.diagnosis or explanation.why, width)
    for sentence in explanation.suspected:
        yield from prose_lines(f"Suspected: {sentence}", width)
    if explanation.answer and not (grade.verdict.passes or grade.verdict.asks_again):
        yield from prose_lines(f"Right answer: {explanation.answer}", width)
    if explanation.worked and explanation.worked != explanation.answer:
        yield from prose_lines(f"Worked: {explanation.worked}", width)


def short_lines(explanation: Explanation, width: int | None) -> Iterator[str]:
    """The short answer, unless the worked line or the answer has just said it."""
    said = (explanation.worked, explanation.answer, explanation.read_as)
    bare = explanation.short.replace(" ", "").strip(".")
    if not any(bare in one.replace(" ", "") for one in said):
        yield from prose_lines(explanation.short, width)


def prose_lines(text: str, width: int | None) -> Iterator[str]:
    """Deck text, or nothing at all where there is none."""
    if text.strip():
        yield render(text, width)


def rubric_lines(card: Card, explanation: Explanation, width: int | None) -> Iterator[str]:
    """The points of a spoken answer and the red flags, numbered so that they can be ticked."""
    if explanation.points:
        yield "Points of a good answer (* must be there):"
        texts = (f"{one.text}{' *' if one.must else ''}" for one in explanation.points)
        yield from numbered(texts, width)
    if explanation.red_flags:
        yield from flag_lines(explanation, width)


def flag_lines(explanation: Explanation, width: int | None) -> Iterator[str]:
    """What an interviewer hears as a warning: `:flags`."""
    yield "Red flags:" if explanation.red_flags else "This card has no red flags."
    for number, flag in enumerate(explanation.red_flags, start=1):
        why = f" ({one_line(flag.why)})" if flag.why else ""
        first = f"f{number}. "
        yield from wrap(f"{one_line(flag.text)}{why}", width, first=first, then=" " * len(first))


def full_lines(explanation: Explanation, width: int | None) -> Iterator[str]:
    """The whole answer: `:full`."""
    parts = [explanation.full, explanation.why]
    if not any(part.strip() for part in parts):
        yield "There is no longer answer to this card."
    for part in parts:
        yield from prose_lines(part, width)
    if explanation.recap:
        yield "In a minute:"
        yield from bullets(explanation.recap, width)


def source_lines(sources: tuple[Source, ...]) -> Iterator[str]:
    """Where it can be looked up: `:sources`."""
    if not sources:
        yield "This card names no source."
    for source in sources:
        year = str(source.year) if source.year else ""
        parts = [one_line(part) for part in (source.title, source.where, year, source.url) if part]
        yield "- " + ", ".join(parts)


def lab_lines(lab: LabLink) -> Iterator[str]:
    """What the card's lab reads at the card's settings: `:lab`."""
    from mhaquiz.labs import run
    from mhaquiz.plain.lab_text import readout_lines, written

    result = run(lab.name, dict(lab.settings))
    settings = [f"{name} {written(value)}" for name, value in result.settings.items() if value is not None]
    yield one_line(f"Lab {lab.name}: {', '.join(settings)}")
    for name, value in result.readouts.items():
        yield from map(clean, readout_lines(name, value))
    yield f"Turn its knobs with: mhaquiz lab {one_line(lab.name)}"


def summary_lines(summary: Summary, width: int | None, *, timed: bool = True) -> Iterator[str]:
    """The end of a session: score, time, misconceptions, what to study."""
    if not summary.answered:
        yield "Nothing answered."
        return
    share = f" ({percent(Fraction(summary.correct, summary.answered))})"
    time = f", {duration(summary.seconds)} of answering" if timed else ""
    yield f"Score: {summary.correct} of {summary.answered}{share}{time}."
    if len(summary.by_topic) > 1:
        for topic, score in summary.by_topic.items():
            yield f"  {one_line(topic)}: {score.correct} of {score.answered}"
    if summary.misconceptions:
        yield "Misconceptions met:"
        yield from bullets((f"{met.title} ({met.count}×)" for met in summary.misconceptions), width)
    if summary.to_study:
        yield "Look at these again:"
        asked = ((summary.prompts.get(key, ""), key) for key in summary.to_study)
        yield from bullets((f"{in_short(prompt)} ({key})" for prompt, key in asked), width)


def left_today(progress: Progress) -> str:
    """`12 cards, about 25 min`; `12 cards and 3 once more, about 30 min`; what else fits, and why."""
    left = cards_left(progress)
    if progress.more and not progress.fresh:
        return f"done as planned{f' but for {left}' if left else ''}. {faster(progress.more)}"
    told = f"{left or cards(0)}, about {about_minutes(progress.minutes_left)}"
    return f"{told}. {faster(progress.more)}" if progress.more else told


def cards(count: int) -> str:
    return counted(count, "card")
