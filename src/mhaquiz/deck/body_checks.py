"""What each kind of card must be in itself: choices, steps, gaps, bug lines, accepted forms, references."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from mhaquiz.deck import spots
from mhaquiz.deck.card_report import CardReport
from mhaquiz.deck.cards import (
    Card,
    Choices,
    Cloze,
    Numeric,
    Order,
    Shape,
    SpotBug,
    Step,
    Symbolic,
    TrueFalse,
)
from mhaquiz.deck.expression_functions import did_you_mean
from mhaquiz.deck.templates import Gap, cloze_parts


def check_body(card: Card, report: CardReport, misconceptions: Collection[str]) -> None:
    """The body of a card, and the misconceptions it names."""
    check = _CHECKS.get(type(card.body))
    if check is not None:
        check(card, card.body, report)
    for name, *path in _references(card):
        if name is not None and name not in misconceptions:
            advice = did_you_mean(name, misconceptions) or "add it under `misconceptions`"
            report.add("E110", f"no misconception is called `{name}`", *path, advice=advice)


def _references(card: Card) -> Iterable[tuple[Any, ...]]:
    body = card.body
    if isinstance(body, Numeric | Symbolic | Shape):
        yield from ((one.misconception, "mistakes", i, "is") for i, one in enumerate(body.mistakes))
    elif isinstance(body, Choices):
        yield from ((one.misconception, "choices", i, "is") for i, one in enumerate(body.choices))
    elif isinstance(body, TrueFalse):
        yield (body.mistake, "mistake")
    yield from ((flag.misconception, "red_flags", i, "is") for i, flag in enumerate(card.red_flags))


def _repeated(parts: Iterable[Any], key: str, report: CardReport) -> None:
    seen: dict[str, int] = {}
    for index, part in enumerate(parts):
        if part.id in seen:
            line = spots.find(report.node, (key, seen[part.id], "id")).line + 1
            message = f"the id `{part.id}` stands twice; the first is in line {line}"
            report.add("E107", message, key, index, "id", advice="give one of the two another id")
        seen.setdefault(part.id, index)


def _choices(card: Card, body: Choices, report: CardReport) -> None:
    _repeated(body.choices, "choices", report)
    right = [index for index, choice in enumerate(body.choices) if choice.correct]
    if not right:
        report.add("E228", "no choice is correct", "choices", key=True, advice="add `correct: true` to one")
    elif len(right) > 1 and not body.multiple:
        message = f"{len(right)} choices are correct, a single_choice card has one"
        report.add("E228", message, "choices", right[1], "correct", advice="or make it kind: multi_choice")
    for index in right:
        if body.choices[index].misconception is not None:
            report.add("E228", "a correct choice shows no misconception", "choices", index, "is")


def _order(card: Card, body: Order, report: CardReport) -> None:
    _repeated(body.steps, "steps", report)
    placed = {step.id: step for step in body.steps if not step.extra}
    if len(placed) < 2:
        report.add("E229", "an order needs at least two steps that are not extra", "steps", key=True)
    for index, step in enumerate(body.steps):
        if step.extra and step.after:
            report.add("E229", f"`{step.id}` is extra, so it comes after nothing", "steps", index, "after")
            continue
        for place, before in enumerate(step.after):
            _step_reference(before, placed, report, ("steps", index, "after", place))
    cycle = _cycle(placed)
    if cycle:
        index = next(index for index, step in enumerate(body.steps) if step.id == cycle[0])
        chain = " after ".join((*cycle, cycle[0]))
        report.add("E229", f"the steps go in a circle: {chain}", "steps", index, "after")


def _step_reference(
    name: str, placed: Mapping[str, Step], report: CardReport, path: tuple[str | int, ...]
) -> None:
    if name not in placed:
        report.add(
            "E110", f"no step of the order is called `{name}`", *path, advice=did_you_mean(name, placed)
        )


def _cycle(steps: Mapping[str, Step]) -> list[str]:
    """A circle of steps, each after the next; empty where there is none. Finished steps are struck off."""
    waiting = {name: {one for one in step.after if one in steps} for name, step in steps.items()}
    while True:
        free = [name for name, before in waiting.items() if not before]
        if not free:
            break
        for name in free:
            del waiting[name]
        for before in waiting.values():
            before.difference_update(free)
    if not waiting:
        return []
    chain = [min(waiting)]
    while (following := min(waiting[chain[-1]])) not in chain:
        chain.append(following)
    return chain[chain.index(following) :]


def _cloze(card: Card, body: Cloze, report: CardReport) -> None:
    gaps = [part for part in cloze_parts(body.text) if isinstance(part, Gap)]
    if not gaps:
        report.add("E232", "there is no gap", "text", advice="write [[answer]] or [[answer | other answer]]")
    elif any(not gap.answers for gap in gaps):
        report.add(
            "E232", "a gap has no answer", "text", advice="write [[answer]] or [[answer | other answer]]"
        )
    elif body.text.count("[[") != len(gaps):
        report.add("E232", "a gap is never closed", "text", advice="write [[answer]]")


def _spot_bug(card: Card, body: SpotBug, report: CardReport) -> None:
    lines = body.code.rstrip("\n").count("\n") + 1
    for line in body.bug_lines:
        if line > lines:
            report.add(
                "E230", f"line {line} is past the end of the code, which has {lines} lines", "bug_lines"
            )


def _numeric(card: Card, body: Numeric, report: CardReport) -> None:
    accept, tolerance = body.accept, body.tolerance
    estimate = "estimate" in accept.forms
    if estimate and accept.within is None:
        advice = "add within: 1.25, the ratio that is near enough"
        report.add("E233", "an estimate needs `within`", "accept", advice=advice)
    for name in ("within", "seconds"):
        if not estimate and getattr(accept, name) is not None:
            report.add("E233", f"`{name}` is for estimates", "accept", name, advice="add forms: [estimate]")
    if tolerance is not None and (tolerance.rel is None) == (tolerance.abs is None):
        advice = "give one of rel and abs"
        report.add(
            "E233", "a tolerance is either relative or absolute", *_tolerance_path(report), advice=advice
        )
    alone = [form for form in ("set", "token") if form in accept.forms and len(accept.forms) > 1]
    if alone:
        report.add("E233", f"`{alone[0]}` stands alone in forms", "accept", "forms")


def _tolerance_path(report: CardReport) -> tuple[str, ...]:
    return ("tolerance",) if "tolerance" in report.node.values else ("accept", "tolerance")


_CHECKS: Mapping[type, Callable[[Card, Any, CardReport], None]] = {
    Choices: _choices,
    Order: _order,
    Cloze: _cloze,
    SpotBug: _spot_bug,
    Numeric: _numeric,
}
