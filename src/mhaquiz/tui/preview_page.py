"""A card as its author sees it: the question, and below it everything that a reveal can show. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from mhaquiz.deck.display import show
from mhaquiz.tui import reveal_page, session_pages
from mhaquiz.tui.literal import literal, one_line
from mhaquiz.tui.prose import Block, inline, rows_of

if TYPE_CHECKING:
    from mhaquiz.deck.messages import Problem
    from mhaquiz.quiz.previewing import Shown

PROBLEMS_SHOWN = 4


def page(shown: Shown) -> list[Block]:
    """All of one card at one draw."""
    question, told = shown.question, shown.explanation
    return [
        Block(literal(one_line(facts(shown)), "$quiet")),
        Block(Content("")),
        *session_pages.prompt(question),
        *_choices(shown),
        Block(Content("")),
        *rows_of(_answer(shown), reveal_page.LABEL_WIDTH),
        *_points(shown),
        *(part for name in reveal_page.DETAILS for part in _apart(reveal_page.DETAILS[name](told))),
    ]


def facts(shown: Shown) -> str:
    """Kind, level, the drawn values, and which draw it is."""
    card = shown.question.card
    parts = [card.kind.value.replace("_", " "), card.level, card.topic]
    parts += [f"{name} = {show(shown.draw.values[name])}" for name, _ in card.params]
    parts += [f"region {shown.draw.region}"] if shown.draw.region else []
    return " · ".join([*parts, f"draw {shown.number + 1} of {shown.draws}"])


def _choices(shown: Shown) -> list[Block]:
    """The choices in the order asked, the right ones ticked, each with what it shows of the learner."""
    blocks = []
    for number, choice in enumerate(shown.question.variant.choices, start=1):
        sign = (
            Content.styled(f"{number} ✓ ", "$good") if choice.correct else literal(f"{number}   ", "$quiet")
        )
        why = choice.misconception or choice.why
        aside = Content.styled("  " + one_line(why), "$quiet") if why and not choice.correct else Content("")
        blocks.append(Block(inline(choice.text) + aside, sign, sign.cell_length, gap=number == 1))
    return blocks


def _answer(shown: Shown) -> list[tuple[str, Content]]:
    told, variant = shown.explanation, shown.question.variant
    said = bool(variant.choices) or told.answer == told.short
    pairs = [] if said or not told.answer else [("answer", literal(one_line(told.answer), "bold"))]
    if told.worked:
        pairs.append(("worked", literal(told.worked, "$code")))
    for number, mistake in enumerate(variant.mistakes):
        why = literal(one_line(mistake.misconception or mistake.why), "$quiet")
        pairs.append(("mistakes" if number == 0 else "", literal(one_line(mistake.shown) + "  ") + why))
    for number, hint in enumerate(told.hints):
        pairs.append(("hints" if number == 0 else "", inline(hint)))
    if told.short:
        pairs.append(("in short", inline(told.short)))
    if told.why:
        pairs.append(("why", inline(told.why)))
    return pairs


def _points(shown: Shown) -> list[Block]:
    """The rubric of a recall card; a star marks what must be said."""
    points = shown.explanation.points
    head = [Block(Content.styled("Points, ★ must be said", "bold $accent"), gap=True)] if points else []
    return [*head, *(Block(inline(p.text), literal("★ " if p.must else "• ", "$quiet"), 2) for p in points)]


def _apart(blocks: Sequence[Block]) -> list[Block]:
    return [Block(Content("")), *blocks] if blocks else []


def faults(problems: Sequence[Problem], *, stale: bool) -> list[Block]:
    """What is wrong with the file, errors first; `stale` where the card below is of an earlier save."""
    if not problems:
        return []
    ordered = sorted(problems, key=lambda one: (not one.is_error, one.line, one.column))
    blocks = [_fault(one) for one in ordered[:PROBLEMS_SHOWN]]
    if len(ordered) > PROBLEMS_SHOWN:
        blocks.append(
            Block(literal(f"and {len(ordered) - PROBLEMS_SHOWN} more: `mhaquiz deck check`", "$quiet"))
        )
    if stale:
        blocks.append(Block(literal("Below is the card as it was before this save.", "bold")))
    return blocks


def _fault(problem: Problem) -> Block:
    style = "bold $bad" if problem.is_error else "$warn"
    sign = "✗" if problem.is_error else "!"
    place = Content.styled(f"{sign} {problem.line}:{problem.column} {problem.code}  ", style)
    help_ = Content.styled(f"  {one_line(problem.help)}", "$quiet") if problem.help else Content("")
    return Block(literal(one_line(problem.message)) + help_, place, 4)
