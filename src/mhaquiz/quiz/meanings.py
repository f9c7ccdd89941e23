"""What the names of a card mean: which parameter of the vocabulary each stands for, by what the card says.

A letter means what this card declares. `b` is the batch on one card and the bytes of an element on the next,
so a name counts as a parameter only where the card passes it as one, looks it up as one or speaks of it so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mhaquiz.deck.cards import Card, Numeric, Symbolic
from mhaquiz.deck.expression_functions import functions
from mhaquiz.deck.expression_tree import Call, Name, walk
from mhaquiz.deck.expressions import compile_expression
from mhaquiz.engine.edits.sizes import usual_meaning
from mhaquiz.engine.parameters import PARAMETERS

#: How cards speak of a parameter, the particular before the general.
SAID: Mapping[str, str] = {
    "n_kv_heads": r"\b(KV|key/value|key-value) heads?\b",
    "d_ff": r"\bd_ff\b|\bMLP width\b|\bhidden width\b",
    "d_model": r"\bd_model\b|\bmodel width\b",
    "head_dim": r"\bhead_dim\b|\bhead width\b|\bheads of\W*$|\bwidth\b",
    "n_heads": r"\b(query )?heads?\b",
    "n_layers": r"\blayers?\b",
    "bytes_per_element": r"\bbytes? (an|per) (element|number|score)\b|\bbytes? a (number|score)\b",
    "n_queries": r"\bquer(y|ies)\b",
    "n_tokens": r"\b(tokens?|positions?|context)\b",
    "batch": r"\b(batch|sequences?)\b",
    "window": r"\bwindow\b",
    "block_rows": r"\b(rows|tiles?)\b",
    "rank": r"\brank\b",
    "tp": r"\b(GPUs|ranks|tensor[- ]parallel)\b",
    "n_params": r"\b(parameters|weights)\b",
    "bandwidth": r"\bbandwidth\b",
}
#: Where one size goes by two parameters: the queries and the keys of self-attention are its tokens.
ALL_TOKENS = frozenset({"n_tokens", "n_queries", "n_keys", "context"})
_PLACE = re.compile(r"\{(\w+)[^{}]*\}")


def meanings(card: Card) -> dict[str, str]:
    """The parameter that each name of the card stands for; without the names of which it says nothing."""
    body = card.body
    if isinstance(body, Symbolic):
        return {name: meant for name, said in body.symbols if (meant := _spoken_of(said))}
    found: dict[str, set[str]] = {}
    for name, meant in _passed(card):
        found.setdefault(name, set()).add(meant)
    passed = {name: one for name, several in found.items() if (one := _one_of(name, several))}
    return passed | _in_prompt(card)


def _spoken_of(said: str) -> str:
    return next((name for name, words in SAID.items() if re.search(words, said)), "")


def _one_of(name: str, several: set[str]) -> str:
    if len(several) == 1:
        return next(iter(several))
    if usual_meaning(name) in several:
        return usual_meaning(name)
    return "n_tokens" if several <= ALL_TOKENS else ""


def _passed(card: Card) -> Iterator[tuple[str, str]]:
    """Names that the card gives to the engine as a parameter, or takes from a model's file as one.

    The second route may measure a thing by way of another (a rank with the width as tokens): of a short name
    it is believed only what the name usually means.
    """
    for name, text in card.let:
        yield from _arguments_in(text)
        tree = compile_expression(text).tree
        if isinstance(tree, Call) and tree.attribute in PARAMETERS:
            yield name, tree.attribute
    if isinstance(card.body, Numeric):
        yield from _arguments_in(card.body.answer)
        for name, meant in _arguments_in(card.body.verify or ""):
            if usual_meaning(name) in ("", meant):
                yield name, meant


def _arguments_in(text: str) -> Iterator[tuple[str, str]]:
    for node in walk(compile_expression(text).tree) if text else ():
        if isinstance(node, Call) and not node.attribute:
            yield from _arguments(node)


def _arguments(call: Call) -> Iterator[tuple[str, str]]:
    function = functions().get(call.function)
    if function is None or function.origin != "engine":
        return
    pairs = [*zip(function.parameters, call.arguments, strict=False), *call.keywords]
    yield from ((node.name, parameter) for parameter, node in pairs if isinstance(node, Name))


def _in_prompt(card: Card) -> dict[str, str]:
    """Short names of which the prompt says, right beside the number, what they usually mean."""
    pieces = _PLACE.split(card.prompt)
    found = {}
    for place in range(1, len(pieces), 2):
        name, before, after = pieces[place], pieces[place - 1], pieces[place + 1]
        meant = usual_meaning(name)
        words = SAID.get(meant)
        if words and (_said_after(words, after) or _said_before(words, before)):
            found[name] = meant
    return found


def _said_after(words: str, text: str) -> bool:
    """Whether the words follow a number at once: `{h} query heads`."""
    return bool(re.match(rf"\s*(\w+ )?({words})", re.split(r"[,.;:?]", text)[0]))


def _said_before(words: str, text: str) -> bool:
    """Whether they lead up to it: `d_model {d}`, `heads of {k}`, `sliding window of {w}`."""
    return bool(re.search(rf"({words})( of| =)?\s*$", re.split(r"[,.;:?]", text)[-1]))
