"""The same number by another way: measured where the engine can, else worked out as the author's `verify`."""

from __future__ import annotations

import re

from mhaquiz.deck.cards import Numeric
from mhaquiz.deck.display import show
from mhaquiz.deck.expression_tree import Call
from mhaquiz.deck.expressions import compile_expression, evaluate
from mhaquiz.quiz.formulas import EngineCall, engine_call, engine_calls, put_in, spelled_out
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.working import as_written, number_line, worked_line

#: An answer made of more measurements than this is not followed any more.
MOST_MEASURED = 3
#: A result between two signs, as in `= 80/9 ≈ 8.9`: no sum of its own.
_RESULT = re.compile(r"[-−]?[\d,]+(/[\d,]+)?|a fraction")


def second_route(variant: Variant) -> str:
    """`counted 48 arrays: 2,359,296`, or the author's `verify` worked out; "" where there is neither.

    A route that would only repeat the worked line is none.

    Where only a part of the answer is measured, the line goes on from it: `counted 64 arrays: 4,194,304. Then
    16·4,194,304 = 67,108,864`. Imports numpy where the engine measures: call it off the
    interface's thread. Raises RoutesDiffer.
    """
    body = variant.card.body
    if not isinstance(body, Numeric):
        return ""
    answer = spelled_out(variant, body.answer)
    call = engine_call(answer, variant.values)
    if call is not None:
        return _measured(call)[1]
    if 1 <= len(engine_calls(answer, variant.values)) <= MOST_MEASURED:
        return _goes_on(variant, answer)
    if not body.verify:
        return ""
    verify = spelled_out(variant, body.verify)
    if 1 <= len(engine_calls(verify, variant.values)) <= MOST_MEASURED:
        return _goes_on(variant, verify)
    return _looked_up(variant, verify) or _worked_out(variant, verify)


def _measured(call: EngineCall) -> tuple[int, str]:
    from mhaquiz.engine import verified

    found = verified(call.name, **call.parameters)
    return found.value, found.second_route


def _goes_on(variant: Variant, text: str) -> str:
    """What was measured, and the rest of the way to the answer."""
    found = [(node, *_measured(call)) for node, call in engine_calls(text, variant.values)]
    measured = "; ".join(dict.fromkeys(line for _, _, line in found))
    rest = put_in(text, [(node, value) for node, value, _ in found])
    if len(found) == 1 and evaluate(rest, variant.values) == found[0][1]:
        return measured
    then = number_line(variant, rest) if "//" in rest else as_written(variant, rest)
    return f"{measured}. Then {then}" if then else measured


def _looked_up(variant: Variant, text: str) -> str:
    """`the configuration of llama3-8b says n_heads = 32`"""
    tree = compile_expression(text).tree
    if not isinstance(tree, Call) or not tree.attribute:
        return ""
    named = tree.arguments[0]
    model = evaluate(text[named.at : named.end], variant.values)
    return f"the configuration of {model} says {tree.attribute} = {show(evaluate(text, variant.values), ',')}"


def _worked_out(variant: Variant, text: str) -> str:
    worked = worked_line(variant)
    # Written out it may come to the same formula: what the author wrote may show the other way.
    lines = (number_line(variant, text), as_written(variant, text))
    return next((line for line in lines if line and not _repeats(line, worked)), "")


def _repeats(line: str, worked: str) -> bool:
    """Whether a line has the sums of the worked line, if with the factors in another order."""
    return not _sums(line).isdisjoint(_sums(worked))


def _sums(line: str) -> set[tuple[str, ...]]:
    """What stands before the result, in whichever form: each formula as its factors, sorted."""
    sums = [one for one in re.split(" [=≈] ", line)[:-1] if not _RESULT.fullmatch(one)]
    return {tuple(sorted(re.sub(r"[\s()]", "", one).split("·"))) for one in sums}
