"""When a task is done, told from the runs so far, the newest last: by one run, or by one and the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from mhaquiz.labs.results import LabResult

History: TypeAlias = Sequence[LabResult]
Test: TypeAlias = Callable[[dict[str, Any], dict[str, Any]], bool]


def once(test: Test) -> Callable[[History], bool]:
    """Done as soon as one run passes: `test(settings, readouts)`."""
    return lambda history: any(test(run.settings, run.readouts) for run in history)


def step(test: Callable[[LabResult, LabResult], bool]) -> Callable[[History], bool]:
    """Done as soon as one run and the next pass: `test(before, after)`."""
    return lambda history: any(test(before, after) for before, after in pairwise(history))


def same_but(one: LabResult, other: LabResult, *names: str) -> bool:
    """Whether two runs have the same settings, those named apart."""
    first, second = one.settings, other.settings
    return all(first[name] == second[name] for name in first if name not in names)
