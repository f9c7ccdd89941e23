"""What every lab gives back, and the two things said about a run: a sentence on a change, a task."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, Protocol


class LabResult(Protocol):
    """One run of a lab. Results also have typed fields of their own, for drawing.

    Both mappings are made once and kept: read them, never write to them.
    """

    @property
    def settings(self) -> dict[str, Any]:
        """All settings of the run, as JSON has them."""
        ...

    @property
    def readouts(self) -> dict[str, Any]:
        """Every readout by name: Python numbers, lists and dicts, as JSON has them."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """Something to try, ticked off by itself: `done` looks at the runs so far, the newest last."""

    id: str
    text: str
    done: Callable[[Sequence[LabResult]], bool]


def settings_as_json(chosen: Any) -> dict[str, Any]:
    """A frozen settings dataclass as JSON has it: tuples become lists."""
    return {field.name: as_json(getattr(chosen, field.name)) for field in fields(chosen)}


def as_json(value: Any) -> Any:
    """Tuples as lists, whole Fractions as integers and others as text (`4096/3`), the rest as it is."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, tuple | list):
        return [as_json(member) for member in value]
    if isinstance(value, dict):
        return {str(key): as_json(member) for key, member in value.items()}
    return value
