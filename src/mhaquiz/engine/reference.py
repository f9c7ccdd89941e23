"""docs/vocabulary.md, made from the vocabulary itself by `python -m mhaquiz.engine.reference`."""

from __future__ import annotations

import sys

from mhaquiz.engine.parameters import PARAMETERS, REQUIRED, Parameter, quoted
from mhaquiz.engine.quantity import Quantity
from mhaquiz.engine.rendering import line
from mhaquiz.engine.vocabulary import QUANTITIES, TOPICS

_HEAD = """\
# The engine's vocabulary

Every function a deck may call and `mhaquiz compute` understands. Made from the definitions by
`python -m mhaquiz.engine.reference`; do not edit it by hand.

Parameters are given by name, or by position in the order shown. All sizes are whole numbers. Where `d_model`
and `n_heads` are both parameters, `head_dim` is `d_model / n_heads` unless given (an error where that does
not divide), and `n_kv_heads` is `n_heads`. One multiply-accumulate (MAC) is two FLOPs. Results are exact:
whole numbers of any size, fractions where a division does not come out even, real numbers only where it
says so.

Each has two routes: the closed form shown here, and a measurement in numpy that shares nothing with it.
`mhaquiz verify` compares them over a grid.
"""


def vocabulary_page() -> str:
    """The whole page as Markdown."""
    parts = [_HEAD]
    for topic, heading in TOPICS.items():
        parts.append(f"\n## {heading}\n")
        parts.extend(
            _entry(quantity)
            for quantity in QUANTITIES.values()
            if quantity.closed_form.__module__ == topic.__name__
        )
    parts.append(_parameters())
    return "".join(parts)


def _entry(quantity: Quantity) -> str:
    facts = [f"in {quantity.unit}"] if quantity.result != "token" else []
    facts += {"rational": ["exact fraction"], "real": ["real-valued"]}.get(quantity.result, [])
    formula = f"`{_formula(quantity)}`" if quantity.symbolic else "found by searching"
    return (
        f"\n### {quantity.name}\n\n`{quantity.signature()}`\n\n{quantity.summary}\n\n"
        f"- {formula}{', ' + ', '.join(facts) if facts else ''}\n- Source: {quantity.source}.\n"
    )


def _formula(quantity: Quantity) -> str:
    given = {each.name: 2 for each in quantity.parameters if each.kind in ("whole", "real")}
    words = {
        each.name: each.words[0] if each.default is REQUIRED else each.default
        for each in quantity.parameters
        if each.kind in ("word", "text")
    }
    return line(quantity.formula(**quantity.symbols_of({**given, **words})))


def _allowed(parameter: Parameter) -> str:
    if parameter.kind == "word":
        return ", ".join(f"`{quoted(word)}`" for word in parameter.words)
    if parameter.kind == "text":
        return f"a text of at most {parameter.longest} characters"
    return f"{'a number' if parameter.kind == 'real' else 'a whole number'} from {parameter.least}"


def _parameters() -> str:
    rows = ["\n## Parameters\n", "| name | is | may be |", "|---|---|---|"]
    rows += [f"| `{each.name}` | {each.meaning} | {_allowed(each)} |" for each in PARAMETERS.values()]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    sys.stdout.write(vocabulary_page())
