"""A quiz on paper: questions to write answers under, and the key. One paper, or one a student.

Markdown is the one form; HTML is made from it. Names from a roster and texts from decks are cleaned before
they stand in a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mhaquiz.deck.cards import Card, Cloze, Kind, Numeric, Order, SpotBug
from mhaquiz.deck.display import counted
from mhaquiz.deck.prose import fill_prose
from mhaquiz.plain.html import page
from mhaquiz.plain.prose import clean, one_line
from mhaquiz.plain.wording import code_lines, how_to_answer
from mhaquiz.quiz.questions import Question
from mhaquiz.quiz.variants import Form, Variant, draw

USUAL_DIGITS = 3  # to which a long number may be rounded where a card says nothing else
ROUNDING = f"Long numbers may be rounded to {USUAL_DIGITS} digits or more, unless the key says otherwise."
#: Signs that mean something in Markdown, as characters that look alike and mean nothing.
_NO_MARKS = str.maketrans({"*": "∗", "`": "ˋ", "$": "＄", "[": "［", "]": "］"})


@dataclass(frozen=True, slots=True)
class Paper:
    """One person's questions. `name` is empty where the paper is for anyone."""

    name: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Exam:
    """The papers of one quiz and what they have in common."""

    title: str
    seed: int
    papers: tuple[Paper, ...]


def make_exam(
    title: str, cards: Sequence[Card], seed: int, names: Sequence[str] = (), form: Form | None = None
) -> Exam:
    """The same cards for everyone; with names each paper draws its own variants.

    Without names the paper asks what `quiz --seed` asks. A name that occurs twice gets two papers.
    """
    papers = []
    for at, name in enumerate(names or [""]):
        purpose = f"quiz:{seed}:{name}:{list(names[:at]).count(name)}" if names else f"quiz:{seed}"
        papers.append(Paper(name, tuple(draw(card, showing=0, purpose=purpose, form=form) for card in cards)))
    return Exam(title, seed, tuple(papers))


def markdown(exam: Exam) -> str:
    """All papers and the key in one text."""
    return "\n\n---\n\n".join(_sections(exam)) + "\n"


def html(exam: Exam) -> str:
    """All papers and the key in one page; each begins on a new sheet."""
    return page(exam.title, _sections(exam))


def _sections(exam: Exam) -> Iterator[str]:
    for number, paper in enumerate(exam.papers, start=1):
        yield "\n".join(_paper(exam, paper, number))
    yield "\n".join(_key(exam))


def _paper(exam: Exam, paper: Paper, at: int) -> Iterator[str]:
    yield f"# {one_line(exam.title)}"
    yield ""
    yield f"Name: {_name(paper) or '_' * 30}"
    yield ""
    which = f", paper {at} of {len(exam.papers)}" if len(exam.papers) > 1 else ""
    yield f"{counted(len(paper.variants), 'question')}, seed {exam.seed}{which}."
    for number, variant in enumerate(paper.variants, start=1):
        yield from ("", f"## {number}. ({variant.card.level})", "")
        yield from _question(variant)


def _name(paper: Paper) -> str:
    """The name as it is, whatever signs are in it: no mark of Markdown acts in a name."""
    return " ".join(clean(paper.name).split()).translate(_NO_MARKS)


def _question(variant: Variant) -> Iterator[str]:
    yield clean(variant.prompt).strip()
    body = variant.card.body
    if isinstance(body, SpotBug):
        yield from ("", "```", *code_lines(body.code), "```")
    if variant.choices and variant.card.kind is not Kind.TRUE_FALSE:
        yield ""
        yield from (f"{number}. {one_line(choice.text)}" for number, choice in enumerate(variant.choices, 1))
    yield ""
    if variant.card.kind is Kind.RECALL:
        yield "Answer:"
        yield from [""] * 6
        yield "_" * 60
    else:
        yield f"{_wanted(variant)} {'_' * 24}"


def _wanted(variant: Variant) -> str:
    """What to write. On paper there are words where the screen has keys."""
    if variant.card.kind is Kind.TRUE_FALSE:
        return "True or false?"
    return how_to_answer(Question(variant.card, variant))


def _key(exam: Exam) -> Iterator[str]:
    """One table: a row a question, or with a roster a row a student."""
    yield f"# Key: {one_line(exam.title)}, seed {exam.seed}"
    yield ""
    if len(exam.papers) == 1:
        yield from ("| No. | Card | Answer |", "|---:|---|---|")
        for number, variant in enumerate(exam.papers[0].variants, start=1):
            yield f"| {number} | {variant.card.key} | {_cell(answer_text(variant))} |"
        yield from ("", ROUNDING)
        return
    answers = [[answer_text(variant) for variant in paper.variants] for paper in exam.papers]
    numbers = [at for at, column in enumerate(zip(*answers, strict=True)) if len(set(column)) > 1]
    yield "| Paper | Name | " + " | ".join(str(at + 1) for at in numbers) + " |"
    yield "|---:|---" + "|---" * len(numbers) + "|"
    for at, paper in enumerate(exam.papers, start=1):
        cells = " | ".join(_cell(answers[at - 1][number]) for number in numbers)
        yield f"| {at} | {_bars(_name(paper))} | {cells} |"
    same = [at for at in range(len(answers[0])) if at not in numbers]
    if same:
        yield from ("", "On every paper:", "")
        yield from (f"- {at + 1}: {one_line(answers[0][at])}" for at in same)
    yield from ("", ROUNDING)


def _cell(text: str) -> str:
    return _bars(one_line(text))


def _bars(text: str) -> str:
    return text.replace("|", "\\|")


def short_answer(variant: Variant) -> str:
    """What a right answer looks like on this paper: a number, a letter, the numbers of choices."""
    if isinstance(variant.card.body, Order):
        places = {choice.id: number for number, choice in enumerate(variant.choices, 1)}
        steps = variant.expected if isinstance(variant.expected, tuple) else ()
        return " ".join(str(places[str(step)]) for step in steps)
    if variant.choices and variant.card.kind is not Kind.TRUE_FALSE:
        return " ".join(str(n) for n, choice in enumerate(variant.choices, 1) if choice.correct)
    return variant.expected_text


def answer_text(variant: Variant) -> str:
    """The short answer with what a marker needs beside it: the words of a choice, the points, the margin."""
    body, short = variant.card.body, short_answer(variant)
    if variant.card.points:
        return f"{short} {_points(variant)}".strip()
    if isinstance(body, Numeric):
        return f"{_with_decimals(variant, short)}{_margin(body, variant.expected)}"
    numbered = bool(variant.choices) and variant.card.kind is not Kind.TRUE_FALSE
    if not numbered or isinstance(body, (Order, Cloze)):
        return short
    return f"{short} ({variant.answer_text})"


def _points(variant: Variant) -> str:
    """`Points (* must be there): a *; b.`"""
    points = (
        f"{fill_prose(one.text, variant.names)}{' *' if one.must else ''}" for one in variant.card.points
    )
    return f"Points (* must be there): {'; '.join(points)}."


def _with_decimals(variant: Variant, short: str) -> str:
    """A fraction beside what it comes to: `60/7 ≈ 8.571428571`."""
    from mhaquiz.engine.derivation import result_text

    value = variant.expected
    return result_text(value) if isinstance(value, Fraction) and "/" in short else short


def _margin(body: Numeric, expected: object) -> str:
    """What else is right, as the paper cannot ask again."""
    accept, tolerance = body.accept, body.tolerance
    if "estimate" in accept.forms and accept.within is not None:
        return f" (within a factor of {float(accept.within):g})"
    if tolerance is not None and tolerance.rel is not None:
        return f" (± {float(tolerance.rel) * 100:g}%)"
    if tolerance is not None and tolerance.abs is not None:
        return f" (± {float(tolerance.abs):g})"
    if isinstance(expected, str | tuple) or (isinstance(expected, int) and abs(expected) < 10**USUAL_DIGITS):
        return ""
    if "rounded" not in accept.forms:
        return " (exactly)"
    return "" if accept.min_sigfigs == USUAL_DIGITS else f" (or {accept.min_sigfigs} digits of it)"
