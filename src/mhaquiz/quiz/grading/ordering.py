"""Steps in order: every topological order of the author's partial order is right, an extra step is wrong."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import cast

from mhaquiz.deck.cards import Order
from mhaquiz.quiz.grading.choosing import find
from mhaquiz.quiz.grading.grades import are, in_words
from mhaquiz.quiz.reading import Unreadable
from mhaquiz.quiz.reading.characters import plain
from mhaquiz.quiz.shown import ShownChoice, Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

_PARTING = re.compile(r"\s*(?:->|→|=>|[>,;])\s*|\s+")


def grade_order(variant: Variant, text: str) -> Grade:
    """The grade of steps named by displayed number or id, first to last."""
    body = cast("Order", variant.card.body)
    placed = _placed(variant, text)
    shown = " → ".join(step.text for step in placed)
    extra = next((step for step in placed if not step.correct), None)
    misplaced = _misplaced(body, [step.id for step in placed])
    left_out = sorted(
        (step.index or 0, step.text) for step in variant.choices if step not in placed and step.correct
    )
    missing = [f"“{text}”" for _, text in left_out]
    if extra is None and not misplaced and not missing:
        return Grade(Verdict.CORRECT, text, shown, score=Fraction(1))
    message = _message(variant, extra, misplaced, missing)
    return Grade(Verdict.WRONG, text, shown, message, extra.index if extra else None)


def _placed(variant: Variant, text: str) -> list[ShownChoice]:
    text = plain(text)
    placed = [find(variant.choices, word, text) for word in _PARTING.split(text.strip()) if word]
    for index, step in enumerate(placed):
        if step in placed[:index]:
            raise Unreadable(f"`{step.id}` is placed twice")
    if not placed:
        raise Unreadable("nothing was placed")
    return placed


def _misplaced(body: Order, ids: list[str]) -> tuple[str, str] | None:
    """The first step that stands before one it must come after: (step, the one it needs)."""
    places = {name: place for place, name in enumerate(ids)}
    for step in sorted(body.steps, key=lambda step: places.get(step.id, len(ids))):
        for needed in step.after:
            if step.id in places and places.get(needed, -1) > places[step.id]:
                return step.id, needed
    return None


def _message(
    variant: Variant, extra: ShownChoice | None, misplaced: tuple[str, str] | None, missing: list[str]
) -> str:
    texts = {step.id: step.text for step in variant.choices}
    if extra is not None:
        return extra.why or f"“{extra.text}” belongs nowhere."
    if misplaced is not None:
        return f"“{texts[misplaced[0]]}” must come after “{texts[misplaced[1]]}”."
    return f"{in_words(missing)} {are(len(missing))} missing."
