"""`mhaquiz deck preview`: a card in the terminal as a learner sees it, and what becomes of an answer."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import CommandError, UsageError
from mhaquiz.cli.deck_commands.choosing import Chosen, add_target, choose, faults_told, wanted_draws
from mhaquiz.deck.cards import Card, Kind, LabLink, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.variants import Draw

if TYPE_CHECKING:
    from mhaquiz.quiz.shown import Variant


def arguments(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="which draw (default 0)")
    parser.add_argument(
        "--with", dest="values", action="append", default=[], metavar="NAME=VALUE", help="a value"
    )
    parser.add_argument(
        "--type", dest="typed", metavar="ANSWER", help="how it is read, and which verdict it gets"
    )
    parser.add_argument(
        "--choice", action="store_true", help="a number as multiple choice, made of its mistakes"
    )
    parser.add_argument("--tui", action="store_true", help="open it live on the screen")


def run(options: argparse.Namespace) -> int:
    chosen = choose(options.target, options.card)
    if options.tui:
        return _live(chosen, options)
    for number, card in enumerate(chosen.cards):
        if number:
            sys.stdout.write("\n" + "─" * 60 + "\n\n")
        with faults_told(chosen, card):
            sys.stdout.write("\n".join(card_lines(chosen, card, options)) + "\n")
    return 0


def wanted_variant(card: Card, options: argparse.Namespace) -> tuple[Variant, Draw]:
    """The variant that `--seed`, `--with` and `--choice` ask for."""
    from mhaquiz.quiz.variants import Form, restore

    found = wanted_draws(card, options.values)
    draw = found[options.seed % len(found)]
    params = {name: draw.values[name] for name, _ in card.params}
    form = Form.CHOICE if options.choice else None
    return restore(card, params, showing=options.seed, form=form), draw


def card_lines(chosen: Chosen, card: Card, options: argparse.Namespace) -> Iterator[str]:
    """The card's question, and its reveal: for what was typed, else for the right answer."""
    from mhaquiz.plain.wording import asked, how_to_answer
    from mhaquiz.quiz.questions import Question

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
    variant, draw = wanted_variant(card, options)
    question = Question(card, variant)
    yield printable(f"{card.key} · {card.kind} · {card.level}{_drawn(card, draw)}")
    yield ""
    yield from asked(question, width)
    yield how_to_answer(question) + (f" {printable(options.typed)}" if options.typed is not None else "")
    yield ""
    yield from _reveal(chosen, question, options.typed, width)


def _drawn(card: Card, draw: Draw) -> str:
    values = ", ".join(f"{name} = {show(draw.values[name])}" for name, _ in card.params)
    region = f" · region {draw.region}" if draw.region else ""
    return f" · {values}{region}" if values else ""


def _reveal(chosen: Chosen, question: object, typed: str | None, width: int) -> Iterator[str]:
    from mhaquiz.plain.wording import full_lines, prose_lines, rubric_lines, source_lines, verdict_lines
    from mhaquiz.quiz.explaining import explain
    from mhaquiz.quiz.grading import grade
    from mhaquiz.quiz.questions import Question
    from mhaquiz.quiz.verdicts import Grade, Verdict

    assert isinstance(question, Question)
    variant, card = question.variant, question.card
    found = Grade(Verdict.SELF_RATED, "") if typed is None else grade(variant, typed)
    explanation = explain(variant, found, chosen.library)
    if typed is not None:
        yield f"verdict: {found.verdict}" + (f" ({found.misconception})" if found.misconception else "")
        if found.verdict.asks_again:  # the learner is told no more, and has not used up a try
            yield from prose_lines(f"Read as: {found.read_as}" if found.read_as else "", width)
            yield from prose_lines(found.message, width)
            return
        yield from verdict_lines(explanation, found, width)
        if found.message and found.message not in (explanation.headline, explanation.diagnosis):
            yield from prose_lines(found.message, width)
        yield from _lab(card, explanation.lab)
        return
    yield from prose_lines(f"Answer: {variant.answer_text}" if card.kind is not Kind.RECALL else "", width)
    yield from prose_lines(f"Worked: {explanation.worked}" if explanation.worked else "", width)
    for mistake in variant.mistakes:
        yield from prose_lines(f"Mistake: {mistake.shown} → {mistake.misconception or mistake.why}", width)
    for hint in explanation.hints:
        yield from prose_lines(f"Hint: {hint}", width)
    yield from prose_lines(explanation.short, width)
    yield from rubric_lines(card, explanation, width)
    if explanation.full or explanation.why or explanation.recap:
        yield from full_lines(explanation, width)
    yield from source_lines(explanation.sources)
    yield from _lab(card, explanation.lab)


def _lab(card: Card, lab: LabLink | None) -> Iterator[str]:
    """What a demo shows after the prediction; of another card's lab, the command that prints it."""
    from mhaquiz.plain.wording import lab_lines

    if lab is None:
        return
    if card.kind is Kind.DEMO:
        yield from lab_lines(lab)
        return
    settings = "".join(f" --set {shlex.quote(f'{name}={_set(value)}')}" for name, value in lab.settings)
    yield printable(f"Lab: mhaquiz lab {lab.name}{settings} --text")


def _set(value: Value) -> str:
    """A setting as `--set` reads it."""
    if isinstance(value, tuple):
        return ",".join(map(_set, value))
    return show(value).lower() if isinstance(value, bool) else show(value)


def _live(chosen: Chosen, options: argparse.Namespace) -> int:
    from mhaquiz.cli.context import has_screen

    if not has_screen():
        raise UsageError("--tui needs a terminal to draw on; without it the card is printed")
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.quiz.previewing import Preview
    from mhaquiz.quiz.variants import Form
    from mhaquiz.tui.app import open_preview

    for card in chosen.cards[:1]:  # a wrong --with is told before the screen opens
        wanted_draws(card, options.values)
    name = chosen.cards[0].id if len(chosen.cards) == 1 else None
    form = Form.CHOICE if options.choice else None
    return open_preview(
        Preview(chosen.deck.path, name, form, partial(drawn, assignments=options.values)),
        system_clock,
        options.seed,
    )


def drawn(card: Card, assignments: Sequence[str]) -> list[Draw]:
    """The draws that are wanted of a card; none where its parameters have come to be others."""
    try:
        return wanted_draws(card, assignments)
    except CommandError:
        return []
