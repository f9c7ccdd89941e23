"""The functions an expression may call, in one table: the engine's quantities, `model`, and plain arithmetic.

Checks, error messages, the schema's documentation and the compiler all read this table. The engine is
imported when the table is first asked for, and brings no numpy with it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from mhaquiz.deck import arithmetic
from mhaquiz.deck.arithmetic_functions import (
    common_divisor,
    exponential,
    factorial,
    harmonic,
    logarithm,
    square_root,
)

#: What may follow the one dot of the language, `model("…").`.
MODEL_ATTRIBUTES = ("d_model", "n_heads", "n_kv_heads", "head_dim", "n_layers", "bias")


@dataclass(frozen=True, slots=True)
class Function:
    """A callable name: its parameters in order, those that must be given, and what it does."""

    name: str
    parameters: tuple[str, ...]
    required: tuple[str, ...]
    call: Callable[..., Any]
    summary: str
    origin: str  # engine, arithmetic or model
    variadic: bool = False


_ARITHMETIC = (
    Function("min", ("a",), ("a",), arithmetic.smallest, "the smallest of its arguments", "arithmetic", True),
    Function("max", ("a",), ("a",), arithmetic.largest, "the largest of its arguments", "arithmetic", True),
    Function("abs", ("x",), ("x",), arithmetic.absolute, "the size without the sign", "arithmetic"),
    Function("floor", ("x",), ("x",), arithmetic.floor, "rounded down to a whole number", "arithmetic"),
    Function("ceil", ("x",), ("x",), arithmetic.ceil, "rounded up to a whole number", "arithmetic"),
    Function(
        "gcd",
        ("a",),
        ("a",),
        common_divisor,
        "the greatest common divisor",
        "arithmetic",
        True,
    ),
    Function("factorial", ("n",), ("n",), factorial, "1·2·…·n", "arithmetic"),
    Function("harmonic", ("n",), ("n",), harmonic, "1 + 1/2 + … + 1/n, exact", "arithmetic"),
    Function(
        "sqrt",
        ("x",),
        ("x",),
        square_root,
        "the square root, exact where rational",
        "arithmetic",
    ),
    Function(
        "log",
        ("x", "base"),
        ("x",),
        logarithm,
        "the natural logarithm, or to a base",
        "arithmetic",
    ),
    Function("exp", ("x",), ("x",), exponential, "e to the power x", "arithmetic"),
)

#: The one name that is a value without being a parameter.
CONSTANTS = {"pi": 3.141592653589793}


@lru_cache(maxsize=1)
def functions() -> dict[str, Function]:
    """Every function by name."""
    from mhaquiz import engine

    found = {function.name: function for function in _ARITHMETIC}
    for name, quantity in engine.QUANTITIES.items():
        names = tuple(parameter.name for parameter in quantity.parameters)
        call = partial(engine.evaluate, name)
        found[name] = Function(name, names, quantity.required, call, quantity.summary, "engine")
    found["model"] = Function("model", ("name",), ("name",), engine.model, "a real configuration", "model")
    return found


def reserved_names() -> frozenset[str]:
    """Names that no parameter may take."""
    return frozenset(functions()) | frozenset(CONSTANTS)


#: A slip of the keyboard changes a name's length by no more; longer lists are not searched to their end.
MAX_SLIP, MAX_CANDIDATES = 4, 2_000


def near(name: str, known: Iterable[str]) -> str:
    """The closest known name within reach of a slip of the keyboard, or an empty text."""
    candidates = sorted(one for one in set(known) if abs(len(one) - len(name)) <= MAX_SLIP)[:MAX_CANDIDATES]
    lowered = {candidate.lower().replace("-", "_"): candidate for candidate in candidates}
    same = lowered.get(name.lower().replace("-", "_"))
    if same is not None:
        return same
    found = difflib.get_close_matches(name[:60], candidates, n=1, cutoff=0.6)
    return found[0] if found else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`did you mean …?` where something is near, else an empty text."""
    closest = near(name, known)
    return f"did you mean `{closest}`?" if closest else ""
