"""What can be seen in a card without drawing it: its names, expressions and templates."""

from __future__ import annotations

from mhaquiz.deck.building import MAX_VALUES
from mhaquiz.deck.card_parts import (
    Part,
    answer_texts,
    expressions,
    question_texts,
    value_names,
)
from mhaquiz.deck.card_report import CardReport
from mhaquiz.deck.cards import Card, Symbolic, TrueFalse
from mhaquiz.deck.compiling import unknown_name
from mhaquiz.deck.expression_functions import did_you_mean, reserved_names
from mhaquiz.deck.expression_tokens import RESERVED_WORDS
from mhaquiz.deck.expression_tree import Name, walk
from mhaquiz.deck.expressions import Expression, ExpressionError, compile_expression
from mhaquiz.deck.shapes import TRUTH_ADVICE
from mhaquiz.deck.templates import Field, parse_template

#: What older YAML took for true and false, and people still write.
NO_TRUTH = ("yes", "no", "on", "off", "y", "n", "t", "f")


def check_names(card: Card, report: CardReport) -> None:
    """Names, expressions and templates of a card."""
    _parameters(card, report)
    _definitions(card, report)
    for part in expressions(card):
        _expression(part, report)
    for part in question_texts(card):
        _template(part, report, before=True)
    for part in answer_texts(card):
        _template(part, report, before=False)


def _parameters(card: Card, report: CardReport) -> None:
    for name, values in card.params:
        if not values:
            report.add("E212", f"the range of `{name}` is empty", "params", name)
        elif len(values) > MAX_VALUES:
            report.add("E212", f"`{name}` has more than {MAX_VALUES:,} values", "params", name)


def _definitions(card: Card, report: CardReport) -> None:
    reserved = reserved_names()
    seen: dict[str, str] = {}
    symbols = card.body.symbols if isinstance(card.body, Symbolic) else ()
    groups = (("params", card.params), ("let", card.let), ("symbols", symbols))
    for group, pairs in groups:
        for name, _ in pairs:
            if name in RESERVED_WORDS or (name in reserved and not (group == "symbols" and name == "pi")):
                what = "a function" if name in reserved else "a word of the language"
                report.add(
                    "E210", f"`{name}` is {what}", group, name, key=True, advice="give it another name"
                )
            elif name == "answer":
                report.add(
                    "E210",
                    "`answer` names the answer in texts",
                    group,
                    name,
                    key=True,
                    advice="give it another name",
                )
            elif name in seen:
                report.add("E211", f"`{name}` is in `{seen[name]}` already", group, name, key=True)
            seen.setdefault(name, group)


def _expression(part: Part, report: CardReport) -> None:
    try:
        compiled = compile_expression(part.text)
    except ExpressionError as error:
        report.say(error, *part.path)
        return
    for name in compiled.names:
        if name not in part.names:
            report.say(_unknown(name, compiled, part, report.card), *part.path)


def _unknown(name: str, compiled: Expression, part: Part, card: Card) -> ExpressionError:
    node = next(node for node in walk(compiled.tree) if isinstance(node, Name) and node.name == name)
    if part.path[0] == "let" and name in value_names(card):
        return ExpressionError(
            "E211", f"`{name}` is defined only further down", node.at, node.end, "put it before this line"
        )
    if isinstance(card.body, TrueFalse) and part.path == ("answer",) and name.lower() in NO_TRUTH:
        return ExpressionError("E202", f"unknown name `{name}`", node.at, node.end, TRUTH_ADVICE)
    return unknown_name(node, dict.fromkeys(part.names, 0))


def _template(part: Part, report: CardReport, before: bool) -> None:
    if "{" not in part.text:
        return
    try:
        pieces = parse_template(part.text)
    except ExpressionError as error:
        report.say(error, *part.path)
        return
    for field in pieces:
        if isinstance(field, Field):
            _field(field, part, report, before)


def _field(field: Field, part: Part, report: CardReport, before: bool) -> None:
    for name in field.expression.names:
        if name in part.names:
            continue
        if name == "answer" and before:
            error = ExpressionError("E404", "{answer} would tell the answer here", field.at, field.end)
        else:
            remedy = did_you_mean(name, part.names) or _names_here(part)
            error = ExpressionError(
                "E403", f"unknown name `{name}` in this text", field.at, field.end, remedy
            )
        report.say(error, *part.path)


def _names_here(part: Part) -> str:
    if not part.names:
        return "the card has no params; write {{ for a literal brace"
    return f"names here: {', '.join(part.names[:12])}; write {{{{ for a literal brace"
