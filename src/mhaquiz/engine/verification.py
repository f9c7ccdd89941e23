"""Two routes to one number: the closed form, and a measurement that shares no code with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mhaquiz.engine.derivation import Derivation, derive, result_text
from mhaquiz.engine.errors import RoutesDiffer

#: Real-valued routes agree within this relative difference; exact ones must be equal.
REAL_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Measurement:
    """What the second route found, and how: `counted 48 arrays`, `ran 6 products in tiles of 16`."""

    value: Any
    how: str


@dataclass(frozen=True, slots=True)
class Verified:
    """A value both routes agree on."""

    name: str
    parameters: Mapping[str, object]
    value: Any
    measurement: Measurement
    derivation: Derivation

    @property
    def second_route(self) -> str:
        """`counted 48 arrays: 2,359,296`"""
        return f"{self.measurement.how}: {result_text(self.measurement.value)}"


def verified(name: str, /, *positional: object, **parameters: object) -> Verified:
    """Both routes. Raises RoutesDiffer where they disagree, and EngineError like `evaluate`.

    Imports numpy on first use.
    """
    derivation = derive(name, *positional, **parameters)
    resolved = derivation.numbers
    measurement = measured(name, resolved)
    if not agree(derivation.value, measurement.value):
        raise RoutesDiffer(name, derivation.value, measurement.value, measurement.how)
    return Verified(name, resolved, derivation.value, measurement, derivation)


def measured(name: str, resolved: Mapping[str, object]) -> Measurement:
    """The second route alone, for parameters that `Quantity.resolve` has checked."""
    from mhaquiz.engine.measurements import MEASUREMENTS

    return _measured(MEASUREMENTS[name], tuple(resolved.items()))


@lru_cache(maxsize=4096)
def _measured(measure: Callable[..., Measurement], resolved: tuple[tuple[str, object], ...]) -> Measurement:
    """The same question measured again would count the same arrays again."""
    return measure(**dict(resolved))


def agree(closed_form: object, measurement: object) -> bool:
    """Equal where both are exact, within REAL_TOLERANCE where one is a float."""
    if isinstance(closed_form, float) or isinstance(measurement, float):
        return math.isclose(closed_form, measurement, rel_tol=REAL_TOLERANCE, abs_tol=1e-12)  # type: ignore[arg-type]
    return type(closed_form) is type(measurement) and closed_form == measurement
