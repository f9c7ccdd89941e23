"""The whole vocabulary by name, in the order in which it is documented."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from mhaquiz.engine.closed_forms import compute, heads, memory, scores, serving, weights
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import quoted
from mhaquiz.engine.quantity import REGISTERED, Quantity

#: The modules that define quantities, each with the heading of its part of the vocabulary.
TOPICS = MappingProxyType({
    weights: "Weights and parameters",
    compute: "Work",
    memory: "Memory and traffic",
    serving: "Serving on several devices",
    scores: "Scores, masks and positions",
    heads: "What heads do",
})  # fmt: skip

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({
    name: found for topic in TOPICS for name, found in REGISTERED.items()
    if found.closed_form.__module__ == topic.__name__
})  # fmt: skip


def quantity_named(name: str) -> Quantity:
    """The quantity of that name. Raises EngineError with a suggestion for an unknown one."""
    found = QUANTITIES.get(name)
    if found is None:
        near = difflib.get_close_matches(name[:60], QUANTITIES, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise EngineError(f"no quantity is called {quoted(name)}{hint}")
    return found


def evaluate(name: str, /, *positional: object, **parameters: object) -> Any:
    """The closed form alone: an exact int, Fraction, tuple or text; a float only for real-valued quantities.

    Raises EngineError for an unknown name and for missing, unknown or impossible parameters.
    """
    found = QUANTITIES.get(name) or quantity_named(name)
    return found(*positional, **parameters)
