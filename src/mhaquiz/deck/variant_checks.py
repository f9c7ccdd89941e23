"""What only the drawn values show. Every check runs over every variant and names the draw it fails in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mhaquiz.deck.answer_checks import ANSWER_CHECKS, FAILED, Failed
from mhaquiz.deck.card_parts import Part, answer_texts, expressions, question_texts
from mhaquiz.deck.card_report import CardReport, named_draw
from mhaquiz.deck.cards import Card, Choices, Numeric, Order, Value
from mhaquiz.deck.expressions import ExpressionError, compile_expression
from mhaquiz.deck.templates import Field, fill, parse_template
from mhaquiz.deck.variants import (
    MAX_ENUMERATED,
    SAMPLE,
    Draw,
    DrawError,
    Draws,
    NoDrawError,
    combinations,
    draws,
)

#: Characters of expressions and of texts with fields that are worked out for one card, over all its draws:
#: 1,000 where there are 10,000 draws. Of a longer card with as many an even sample is checked.
MOST_WORK = 10_000_000
FEWEST_CHECKED = 20


def check_variants(card: Card, report: CardReport) -> Draws | None:
    """Draw every variant of a sound card and check it; None where it cannot be drawn."""
    if not all(report.sound(key) for key in ("params", "let", "require", "regions", "symbols")):
        return None
    try:
        found = draws(card)
    except DrawError as trouble:
        report.say(trouble.error, *trouble.where, about=named_draw(card, trouble.values))
        return None
    except NoDrawError:
        _nothing_drawn(card, report)
        return None
    _regions(card, found, report)
    found = _affordable(card, found)
    check = _VariantCheck(card, report)
    for draw in found.draws:
        check.draw(draw)
    check.finish(found)
    return found


def _affordable(card: Card, found: Draws) -> Draws:
    """All draws, or an even sample of them where one is long to work out."""
    parts = (*expressions(card), *question_texts(card), *answer_texts(card))
    cost = len(card.prompt) + sum(len(part.text) for part in parts)
    most = max(FEWEST_CHECKED, MOST_WORK // max(cost, 1))
    chosen = found.draws[:: -(-len(found.draws) // most)]
    return found if len(chosen) == len(found.draws) else Draws(chosen, found.total, len(chosen))


def _nothing_drawn(card: Card, report: CardReport) -> None:
    path = ("require",) if card.require else ("params",)
    report.add(
        "E220",
        "no draw satisfies `require`",
        *path,
        advice="no combination of the params makes all of it true"
        if combinations(card) <= MAX_ENUMERATED
        else f"none of the {SAMPLE:,} combinations tried makes all of it true; fewer values are all tried",
    )


def _regions(card: Card, found: Draws, report: CardReport) -> None:
    used = {draw.region for draw in found.draws}
    for name, _ in card.regions:
        if name not in used:
            report.add("E224", f"no draw lies in the region `{name}`", "regions", name)
    if card.regions and None in used:
        stray = next(draw for draw in found.draws if draw.region is None)
        advice = "such draws are never shown evenly; widen a region"
        report.add(
            "W224", f"a draw lies in no region{named_draw(card, stray.values)}", "regions", advice=advice
        )


class _VariantCheck:
    """The running state of one card's checks: what was answered so far."""

    def __init__(self, card: Card, report: CardReport) -> None:
        self.card = card
        self.report = report
        self.real = self.fractional = self.answered = False
        self.lively = [part for part in (*question_texts(card), *answer_texts(card)) if _computes(part)]
        self.moving_choices = _has_fields(card)
        self.check_body = ANSWER_CHECKS.get(type(card.body))

    def draw(self, draw: Draw) -> None:
        names = dict(draw.values)
        if self.check_body is not None:
            self.check_body(self, self.card.body, names)
        if self.moving_choices or not self.answered:
            self.alike(names)
        for part in self.lively:
            self.text(part, names)
        self.answered = True

    def value(self, text: str, names: Mapping[str, Value], *path: str | int) -> Value | Failed:
        """The value of an expression, or FAILED after a report."""
        if not self.report.sound(*path):
            return FAILED
        try:
            return compile_expression(text)(names)
        except ExpressionError as error:
            self.fault(error, names, *path)
            return FAILED

    def fault(self, error: ExpressionError, names: Mapping[str, Value], *path: str | int) -> None:
        if self.report.sound(*path):
            self.report.say(error, *path, about=named_draw(self.card, names))

    def text(self, part: Part, names: Mapping[str, Value]) -> None:
        if not self.report.sound(*part.path) or ("answer" in part.names and "answer" not in names):
            return
        try:
            fill(part.text, names)
        except ExpressionError as error:
            self.report.say(error, *part.path, about=named_draw(self.card, names))

    def wrong(
        self, code: str, message: str, names: Mapping[str, Value], *path: str | int, advice: str = ""
    ) -> None:
        if self.report.sound(*path):
            self.report.add(code, message + named_draw(self.card, names), *path, advice=advice)

    def alike(self, names: Mapping[str, Value]) -> None:
        """Choices and steps that a learner could not tell apart."""
        body = self.card.body
        if not isinstance(body, Choices | Order):
            return
        parts: Any = body.choices if isinstance(body, Choices) else body.steps
        key = "choices" if isinstance(body, Choices) else "steps"
        seen: dict[str, str] = {}
        for index, part in enumerate(parts):
            if not self.report.sound(key, index, "text"):
                continue
            try:
                shown = _as_read(fill(part.text, names))
            except ExpressionError as error:
                self.report.say(error, key, index, "text", about=named_draw(self.card, names))
                continue
            if shown in seen:
                message = f"`{part.id}` reads like `{seen[shown]}`"
                advice = "two that read alike cannot be told apart: reword one or leave it out"
                self.wrong("E223", message, names, key, index, "text", advice=advice)
            seen.setdefault(shown, part.id)

    # ── after the last draw ──────────────────────────────────────────────────────────────
    def finish(self, found: Draws) -> None:
        body = self.card.body
        if not found.exhaustive:
            message = f"{found.looked_at:,} of {found.total:,} variants were checked, a sample"
            self.report.add(
                "W212", message, "params", advice="up to 10,000 are all checked, fewer of a very long card"
            )
        if not isinstance(body, Numeric) or not self.report.sound("answer"):
            return
        if self.real and body.tolerance is None and "estimate" not in body.accept.forms:
            advice = "add tolerance: {rel: 0.01}"
            self.report.add("E225", "a real-valued answer needs a tolerance", "answer", advice=advice)
        elif not self.real and not self.fractional and body.tolerance is not None:
            path = ("tolerance",) if "tolerance" in self.report.node.values else ("accept", "tolerance")
            self.report.add("E226", "an integer answer takes no tolerance", *path, advice="remove it")


#: Words whose capitals mean nothing. Short ones and units stay: K is not k, MB not Mb, Gib not GiB.
_WORD = re.compile(r"(?<![^\W\d_])(?![KMGT]i[Bb]\b)[^\W\d_]{3,}")


def _as_read(text: str) -> str:
    """A choice as a learner tells it from others: without runs of spaces, capitals of words, a last stop."""
    return _WORD.sub(lambda word: word[0].casefold(), " ".join(text.split())).rstrip(".")


def _computes(part: Part) -> bool:
    """Whether filling a text can fail although its names are known: it works something out."""
    if "{=" not in part.text:
        return False
    try:
        return any(isinstance(piece, Field) for piece in parse_template(part.text))
    except ExpressionError:
        return False


def _has_fields(card: Card) -> bool:
    body = card.body
    if isinstance(body, Choices):
        return any("{" in choice.text for choice in body.choices)
    return isinstance(body, Order) and any("{" in step.text for step in body.steps)
