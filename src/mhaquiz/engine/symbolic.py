"""sympy behind one typed door; imported by whoever first needs it, never on the start path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from mhaquiz.engine.errors import EngineError

_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "min": sympy.Min,
    "max": sympy.Max,
    "abs": sympy.Abs,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "isqrt": lambda term: sympy.floor(sympy.sqrt(term)),
    # sympy.gcd on symbols is the polynomial gcd, which is wrong once numbers are put in.
    "gcd": lambda *terms: sympy.Function("gcd")(*terms),
    "factorial": sympy.factorial,
    "harmonic": sympy.harmonic,
    "sqrt": sympy.sqrt,
    "log": sympy.log,
    "exp": sympy.exp,
    "pi": lambda: sympy.pi,
}


def symbols(*names: str) -> tuple[sympy.Symbol, ...]:
    """Positive whole symbols; the names are taken as they are (`N`, `beta` and `S` too)."""
    return tuple(sympy.Symbol(name, integer=True, positive=True) for name in names)


def call(name: str, *terms: Any) -> Any:
    """The sympy form of a function of `functions.FUNCTIONS`."""
    if name not in _FUNCTIONS:
        raise EngineError(f"{name} has no symbolic form")
    return _FUNCTIONS[name](*terms)
