"""Warnings: what works and could be better for a learner. `--strict` makes them count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from mhaquiz.deck.card_parts import answer_texts, expressions, question_texts
from mhaquiz.deck.card_report import CardReport
from mhaquiz.deck.cards import Card, Choices, Deck, Kind, Numeric, Shape, Symbolic, Value
from mhaquiz.deck.cut_texts import cut_texts
from mhaquiz.deck.display import counted, show
from mhaquiz.deck.expressions import ExpressionError, compile_expression
from mhaquiz.deck.templates import Field, fill, swallowed_field, template_names
from mhaquiz.deck.variants import Draws

#: Kinds that a learner works out, so that a hint helps.
WORKED_OUT = (Kind.NUMERIC, Kind.SYMBOLIC, Kind.SHAPE)
FEWEST_VARIANTS = 3
#: Numbers with more digits than this are hard to read aloud or to do on paper.
MOST_DIGITS = 9
#: How many times longer than every wrong choice the right one may be.
TOO_LONG = 1.6


def lint(card: Card, report: CardReport, found: Draws | None) -> None:
    """All warnings of one card."""
    _explained(card, report)
    _sourced(card, report)
    _lengths(card, report)
    _swallowed(card, report)
    for key, index in cut_texts(report.node):
        advice = "quote the whole text if the comma belongs to it; else begin it with a capital letter"
        report.add("W011", "this looks like the rest of the text before it", key, index, advice=advice)
    if card.params:
        _unused(card, report)
    if found is not None:
        _variants(card, report, found)


def _explained(card: Card, report: CardReport) -> None:
    if card.kind in WORKED_OUT and not card.hints:
        report.add("W101", "there is no hint", "id", advice="add hints: [...], from vague to plain")
    if card.kind is Kind.NUMERIC and not card.tests:
        report.add(
            "W104", "a numeric card without tests", "id", advice="add tests: what is typed, and the verdict"
        )
    if card.level == "L4" and card.kind is Kind.RECALL and not card.red_flags:
        report.add(
            "W110", "an L4 card without red_flags", "id", advice="add the wrong answers you have heard"
        )
    body = card.body
    if isinstance(body, Choices):
        for index, choice in enumerate(body.choices):
            if not (choice.correct or choice.why or choice.misconception):
                report.add(
                    "W102", f"nothing says why `{choice.id}` is wrong", "choices", index, advice="add `why`"
                )
    elif isinstance(body, Numeric | Symbolic | Shape):
        for index, mistake in enumerate(body.mistakes):
            if not (mistake.why or mistake.misconception):
                report.add(
                    "W102", "nothing explains this mistake", "mistakes", index, advice="add `why` or `is`"
                )


def _sourced(card: Card, report: CardReport) -> None:
    if not card.sources:
        report.add("W103", "there is no source", "id", advice="add sources: where a learner can look it up")


def _lengths(card: Card, report: CardReport) -> None:
    body = card.body
    if not isinstance(body, Choices) or body.multiple:
        return
    right = [len(choice.text) for choice in body.choices if choice.correct]
    wrong = [len(choice.text) for choice in body.choices if not choice.correct]
    if right and wrong and right[0] > TOO_LONG * max(wrong) and right[0] - max(wrong) > 10:
        advice = "shorten it, or make a wrong one as long"
        report.add("W108", "the longest choice is the right one", "choices", key=True, advice=advice)


def _swallowed(card: Card, report: CardReport) -> None:
    for part in (*question_texts(card), *answer_texts(card)):
        field = _swallowed_field(part.text)
        if field is not None and field.expression.names and set(field.expression.names) <= set(part.names):
            reason = "right after `}` this is taken for LaTeX and shown as it stands"
            advice = "put a space or a sign between the two fields"
            report.say(ExpressionError("W402", reason, field.at, field.end, advice), *part.path)


def _swallowed_field(text: str) -> Field | None:
    try:
        return swallowed_field(text)
    except ExpressionError:
        return None  # told as an error already


def _unused(card: Card, report: CardReport) -> None:
    used: set[str] = set()
    for part in expressions(card):
        used.update(_names(part.text))
    for part in (*question_texts(card), *answer_texts(card)):
        used.update(_template_names(part.text))
    for group in ("params", "let"):
        for name, _ in getattr(card, group):
            if name not in used:
                report.add("W106", f"`{name}` is never used", group, name, key=True, advice="remove it")


def _names(text: str) -> Iterable[str]:
    try:
        return compile_expression(text).names
    except ExpressionError:
        return ()


def _template_names(text: str) -> Iterable[str]:
    try:
        return template_names(text)
    except ExpressionError:
        return ()


def _variants(card: Card, report: CardReport, found: Draws) -> None:
    if card.params and len(found.draws) < FEWEST_VARIANTS:
        some = counted(len(found.draws), "variant")
        report.add("W105", f"only {some}: the answer is soon known by heart", "params", key=True)
    if not isinstance(card.body, Numeric) or not report.sound():
        return
    for draw in found.draws:
        answer = _answer(card.body, draw.values)
        if answer is not None and _given_away(card, answer, draw.values):
            advice = "ask for something that the question does not say"
            report.add("W107", f"the answer, {show(answer)}, stands in the prompt", "prompt", advice=advice)
            break
    for draw in found.draws:
        unwieldy = [name for name, _ in card.params if _digits(draw.values[name]) > MOST_DIGITS]
        if unwieldy:
            message = f"`{unwieldy[0]}` = {show(draw.values[unwieldy[0]])} is hard to read aloud"
            report.add("W109", message, "params", unwieldy[0])
            break


def _answer(body: Numeric, values: Mapping[str, Value]) -> int | Fraction | None:
    """The exact answer where it has three digits or more: smaller ones stand in prompts by chance."""
    try:
        found: object = compile_expression(body.answer)(values)
    except ExpressionError:
        return None
    return found if isinstance(found, int | Fraction) and not -100 < found < 100 else None


def _digits(value: Value) -> int:
    """Digits without trailing zeros: 1,000,000 is easy to say."""
    return len(show(value).strip("-0.").replace(".", "")) if isinstance(value, int | Fraction) else 0


def _given_away(card: Card, answer: int | Fraction, values: Mapping[str, Value]) -> bool:
    """Whether an answer stands in the prompt and is no parameter's value."""
    if answer in values.values():
        return False
    try:
        prompt = fill(card.prompt, values)
    except ExpressionError:
        return False
    numbers = {number.replace(",", "") for number in re.findall(r"[0-9][0-9,.]*[0-9]", prompt)}
    return show(answer) in numbers


def lint_deck(deck: Deck, reports: Mapping[str, CardReport]) -> None:
    """Warnings about cards together: follow-ups that go in a circle."""
    own = {card.key for card in deck.cards if card.key in reports}
    following = {card.key: [key for key in card.followups if key in own] for card in deck.cards}
    done: set[str] = set()
    for start in following:
        chain = _circle(start, following, done)
        if chain:
            names = " → ".join(key.partition("/")[2] for key in (*chain, chain[0]))
            report = reports[chain[0]]
            report.add(
                "W111",
                f"the follow-ups go in a circle: {names}",
                "followups",
                advice="let the last one lead on",
            )


def _circle(start: str, following: Mapping[str, list[str]], done: set[str]) -> list[str]:
    """A circle that can be reached from `start`; what was looked at is `done` and not looked at again."""
    path: list[str] = []
    waiting: list[tuple[str, int]] = [(start, 0)]
    while waiting:
        key, depth = waiting.pop()
        del path[depth:]
        if key in path:
            return path[path.index(key) :]
        if key not in done:
            done.add(key)
            path.append(key)
            waiting.extend((one, depth + 1) for one in reversed(following[key]))
    return []
