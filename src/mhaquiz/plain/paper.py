"""A quiz on paper: questions to write answers under, and the key. One paper, or one a student.

Markdown is the one form; HTML is made from it. Names from a roster and texts from decks are cleaned before
they stand in a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhaquiz.deck.cards import Card, Cloze, Kind, Order, SpotBug
from mhaquiz.plain.html import page
from mhaquiz.plain.prose import clean, one_line
from mhaquiz.plain.wording import code_lines, how_to_answer
from mhaquiz.quiz.questions import Question
from mhaquiz.quiz.variants import Form, Variant, draw


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
    for paper in exam.papers:
        yield "\n".join(_paper(exam, paper))
    yield "\n".join(_key(exam))


def _paper(exam: Exam, paper: Paper) -> Iterator[str]:
    yield f"# {one_line(exam.title)}"
    yield ""
    yield f"Name: {one_line(paper.name) or '_' * 30}"
    yield ""
    yield f"{len(paper.variants)} questions, seed {exam.seed}."
    for number, variant in enumerate(paper.variants, start=1):
        yield from ("", f"## {number}. ({variant.card.level})", "")
        yield from _question(variant)


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
    else:
        yield f"{how_to_answer(Question(variant.card, variant))} {'_' * 24}"


def _key(exam: Exam) -> Iterator[str]:
    """One table: a row a question, or with a roster a row a student."""
    yield f"# Key: {one_line(exam.title)}, seed {exam.seed}"
    yield ""
    if len(exam.papers) == 1:
        yield from ("| No. | Card | Answer |", "|---:|---|---|")
        for number, variant in enumerate(exam.papers[0].variants, start=1):
            yield f"| {number} | {variant.card.key} | {_cell(answer_text(variant))} |"
        return
    numbers = range(1, len(exam.papers[0].variants) + 1)
    yield "| Name | " + " | ".join(map(str, numbers)) + " |"
    yield "|---" * (len(numbers) + 1) + "|"
    for paper in exam.papers:
        answers = " | ".join(_cell(short_answer(variant)) for variant in paper.variants)
        yield f"| {_cell(paper.name)} | {answers} |"


def _cell(text: str) -> str:
    return one_line(text).replace("|", "\\|")


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
    """The short answer and, where that is only numbers of choices, what they say."""
    numbered = bool(variant.choices) and variant.card.kind is not Kind.TRUE_FALSE
    if not numbered or isinstance(variant.card.body, (Order, Cloze)):
        return short_answer(variant)
    return f"{short_answer(variant)} ({variant.expected_text})"
