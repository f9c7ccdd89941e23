"""Steps in order: every topological order of the author's partial order is right, an extra step is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple, cast

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
    given = placed(variant, text)
    shown = " → ".join(step.text for step in given)
    fault = _first_fault(body, [step.id for step in given])
    left_out = sorted(
        (step.index or 0, f"“{step.text}”") for step in variant.choices if step not in given and step.correct
    )
    missing = [text for _, text in left_out]
    if fault is None and not missing:
        return Grade(Verdict.CORRECT, text, shown, score=Fraction(1))
    extra = next((step for step in given if not step.correct), None)
    message = (
        f"{in_words(missing)} {are(len(missing))} missing." if fault is None else _message(variant, fault)
    )
    return Grade(Verdict.WRONG, text, shown, message, extra.index if extra else None)


def placed(variant: Variant, text: str) -> list[ShownChoice]:
    """The steps that were named by number or id, first to last. Raises Unreadable."""
    text = plain(text)
    given = [find(variant.choices, word, text) for word in _PARTING.split(text.strip()) if word]
    for index, step in enumerate(given):
        if step in given[:index]:
            raise Unreadable(f"`{step.id}` is placed twice")
    if not given:
        raise Unreadable("nothing was placed")
    return given


class _Fault(NamedTuple):
    """The first place that is wrong: what stands there, what that must come after ("" for a step that
    belongs nowhere), and the steps that may stand there."""

    place: int
    step: str
    needs: str
    instead: tuple[str, ...]


def _first_fault(body: Order, ids: list[str]) -> _Fault | None:
    """None where every step stands after those it must come after. A step left out holds nobody up."""
    after = {step.id: set(step.after) for step in body.steps if not step.extra}
    for place, name in enumerate(ids):
        unmet = [one for one in ids[place:] if one in after.get(name, ())]
        if unmet or name not in after:
            before = set(ids[:place])
            may = [one for one in after if one not in before and after[one] <= before]
            leading = [one for one in may if not unmet or one in _ancestors(name, after)]
            return _Fault(place + 1, name, unmet[0] if unmet else "", tuple(leading))
    return None


def _ancestors(name: str, after: Mapping[str, set[str]]) -> set[str]:
    """All steps that one must come after, also by way of others."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = after.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return found


def _message(variant: Variant, fault: _Fault) -> str:
    """What is wrong at the first place that is, and what belongs there."""
    steps = {step.id: step for step in variant.choices}
    step = steps[fault.step]
    if fault.needs:
        why = f"“{step.text}” must come after “{steps[fault.needs].text}”."
    else:
        why = step.why or f"“{step.text}” belongs nowhere."
    said = f"Place {fault.place} is the first wrong one: {why}"
    if not fault.instead:
        return said
    instead = " or ".join(f"“{steps[one].text}”" for one in fault.instead)
    return f"{said} {instead} {'belongs' if len(fault.instead) == 1 else 'may stand'} there."
