"""From a wrong number that learners typed to the line that gives it a name, ready to paste into the card."""

from __future__ import annotations

from dataclasses import dataclass

from mhaquiz.deck.cards import Card, Numeric, Symbolic, Value
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expression_tree import Call
from mhaquiz.deck.expressions import ExpressionError, compile_expression
from mhaquiz.deck.lifting import expression_text
from mhaquiz.deck.variants import draws
from mhaquiz.engine import QUANTITIES
from mhaquiz.engine.edits import Edit
from mhaquiz.quiz.formulas import spelled_out
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.item_statistics import Unnamed
from mhaquiz.quiz.variants import Variant, restore


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A mistake to add: expression, reason, and a draw in which it would be the right answer, if any."""

    expression: str
    why: str
    clash: str = ""

    @property
    def line(self) -> str:
        """As it is pasted under `mistakes:`."""
        return f'- {{answer: "{self.expression}", why: "{self.why}"}}'


def suggestion(card: Card, found: Unnamed) -> Suggestion | None:
    """The mistake that explains a nameless wrong answer; None where no single edit does."""
    body, example = card.body, found.example
    if example is None or example.values is None or not isinstance(body, Numeric | Symbolic):
        return None
    variant = restore(card, example.values, showing=0)
    edits = grade(variant, example.typed).edits
    if not edits:
        return None
    text = expression_text(edits[0].formula, _arguments(variant, body.answer))
    return Suggestion(text, _reason(edits[0]), _clash(card, body.answer, text))


def _arguments(variant: Variant, answer: str) -> dict[str, str]:
    """What the card gives for each parameter, where its answer is one call of the engine."""
    text = spelled_out(variant, answer)
    tree = compile_expression(text).tree
    function = functions().get(tree.function) if isinstance(tree, Call) else None
    if not isinstance(tree, Call) or function is None or function.origin != "engine":
        return {}
    pairs = [*zip(function.parameters, tree.arguments, strict=False), *tree.keywords]
    given = {name: text[node.at : node.end] for name, node in pairs}
    defaults = {one.name: one.default for one in QUANTITIES[tree.function].parameters}
    for name, default in defaults.items():
        if isinstance(default, int):
            given.setdefault(name, str(default))
    if "n_heads" in given:
        given.setdefault("n_kv_heads", given["n_heads"])
        given.setdefault("head_dim", f"({given.get('d_model', 'd_model')}) / ({given['n_heads']})")
    return given


def _reason(edit: Edit) -> str:
    words = edit.words.replace('"', "'").strip()
    return (words[0].upper() + words[1:] if words else "Explain it here").rstrip(".") + "."


def _clash(card: Card, answer: str, text: str) -> str:
    """A draw in which the suggested mistake would be the right answer or has no value."""
    if isinstance(card.body, Symbolic):
        return ""
    for draw in draws(card).draws:
        try:
            same = compile_expression(text)(draw.values) == compile_expression(answer)(draw.values)
        except ExpressionError as error:
            return f"it has no value where {_said(card, draw.values)}: {error.reason}"
        if same:
            return f"it is the right answer where {_said(card, draw.values)}"
    return ""


def _said(card: Card, values: object) -> str:
    assert isinstance(values, dict)
    found: dict[str, Value] = values
    return ", ".join(f"{name} = {found[name]}" for name, _ in card.params)
