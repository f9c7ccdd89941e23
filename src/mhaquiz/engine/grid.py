"""A grid of configurations for every quantity, edge cases included, on which both routes are compared."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.parameters import Parameter
from mhaquiz.engine.quantity import Derived, Quantity
from mhaquiz.engine.verification import agree, measured
from mhaquiz.engine.vocabulary import QUANTITIES, quantity_named

#: Sizes a double cannot hold exactly, and beyond 64 bits.
HUGE = (2**53 + 1, 2**63 - 25, 10**30 + 57)
#: A bounded parameter is drawn up to here; what is counted entry by entry stays quick.
QUICK = 1_500
HEADS = (1, 1, 2, 3, 4, 6, 7, 8, 12, 14, 16, 24, 28, 32, 40, 48, 64, 71, 96, 128)
WIDTHS = (1, 2, 3, 16, 32, 64, 80, 96, 128, 256)
LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One configuration on which the two routes differ, or on which one of them failed."""

    parameters: Mapping[str, object]
    closed_form: object
    measured: object


@dataclass(frozen=True, slots=True)
class GridResult:
    """One quantity over its grid; `seconds` is the time the measurements and closed forms took."""

    name: str
    configurations: int
    disagreements: tuple[Disagreement, ...]
    seconds: float

    @property
    def agreed(self) -> int:
        return self.configurations - len(self.disagreements)


def verify_on_grid(names: tuple[str, ...] = (), count: int = 200) -> Iterator[GridResult]:
    """Every quantity (or those named) over at least `count` configurations, one result at a time."""
    for quantity in [quantity_named(name) for name in names] or QUANTITIES.values():
        yield compare(quantity, configurations(quantity, count))


def compare(quantity: Quantity, grid: list[dict[str, Any]]) -> GridResult:
    """Both routes on each configuration."""
    start = time.perf_counter()
    found = []
    for parameters in grid:
        resolved = quantity.resolve(**parameters)
        closed_form = quantity(**parameters)
        second = _second_route(quantity.name, resolved)
        if not agree(closed_form, second):
            found.append(Disagreement(parameters, closed_form, second))
    return GridResult(quantity.name, len(grid), tuple(found), time.perf_counter() - start)


def _second_route(name: str, resolved: Mapping[str, object]) -> object:
    """What was measured; a measurement that fails disagrees with everything, and the table goes on."""
    try:
        return measured(name, resolved).value
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def configurations(quantity: Quantity, count: int) -> list[dict[str, Any]]:
    """At least `count` different valid configurations, the same every time.

    Fewer where a quantity has fewer (all are then included, as far as draws find them).
    """
    random = Random(f"grid of {quantity.name}")
    found: dict[str, dict[str, Any]] = {}
    for attempt in range(60 * count):
        drawn = _drawn(quantity, random, attempt)
        try:
            quantity.resolve(**drawn)
        except EngineError:
            continue
        found.setdefault(repr(drawn), drawn)
        if len(found) == count:
            break
    return list(found.values())


def _drawn(quantity: Quantity, random: Random, attempt: int) -> dict[str, Any]:
    """One draw; every eighth has a size past 2^53, every fifth leaves out what has a default."""
    huge = attempt % 8 == 3
    drawn: dict[str, Any] = {}
    for parameter in quantity.parameters:
        if isinstance(parameter.default, Derived) and attempt % 2:
            continue
        if parameter.name not in ("d_model", "n_heads") and _has_default(parameter) and attempt % 5 == 4:
            continue
        drawn[parameter.name] = _value(parameter, drawn, random, huge)
    return drawn


def _has_default(parameter: Parameter) -> bool:
    return isinstance(parameter.default, (int, str))


def _value(parameter: Parameter, drawn: Mapping[str, Any], random: Random, huge: bool) -> Any:
    if parameter.kind == "word":
        return random.choice(parameter.words)
    if parameter.kind == "text":
        return _text(parameter, random)
    if parameter.kind == "real":
        return Fraction(random.randrange(1, 1000), 1000) * min(parameter.most, 20)
    if parameter.name == "n_kv_heads" and "n_heads" in drawn:
        heads = drawn["n_heads"]
        return random.choice([size for size in range(1, heads + 1) if heads % size == 0])
    return _size(parameter, drawn, random, huge)


def _size(parameter: Parameter, drawn: Mapping[str, Any], random: Random, huge: bool) -> int:
    if parameter.most <= 1_000_000:
        top = max(parameter.least, min(parameter.most, QUICK))
        small, large = (random.randint(parameter.least, limit) for limit in (min(top, 40), top))
        return random.choice((parameter.least, small, large))
    if parameter.name in ("n_heads", "n_kv_heads", "tp"):
        return random.choice((*HEADS, random.randint(1, 200)))
    if huge and random.random() < 0.4:
        return random.choice(HUGE)
    if parameter.name.endswith("head_dim"):
        return random.choice((*WIDTHS, random.randint(1, 300)))
    if parameter.name == "d_model" and random.random() < 0.5:
        return random.choice(HEADS) * random.choice(HEADS) * random.choice(WIDTHS)
    top = random.choice((8, 64, 1_000, 10_000, 200_000))
    return random.randint(parameter.least, top)


def _text(parameter: Parameter, random: Random) -> str:
    if parameter.name == "targets":
        return "".join(random.sample("qkvo", random.randint(1, 4)))
    return "".join(random.choice(LETTERS) for _ in range(random.randint(1, 24)))
