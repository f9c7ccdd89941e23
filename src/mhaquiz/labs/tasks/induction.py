"""Tasks of induction heads: what they complete, what wins, what breaks them."""

from __future__ import annotations

from typing import Any

from mhaquiz.deck.lab_table import LABS
from mhaquiz.labs.results import LabResult, Task
from mhaquiz.labs.tasks.conditions import once, same_but, step

_FIRST_SEQUENCE = LABS["induction"].setting("sequence").default


def _own_sequence(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return readouts["predicted"] is not None and tuple(settings["sequence"]) != _FIRST_SEQUENCE


def _later_match_wins(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    """The last word occurred twice before, followed by different words, and a prediction was made."""
    words = settings["sequence"]
    after = {words[i + 1] for i in range(len(words) - 1) if words[i] == words[-1]}
    return len(after) > 1 and readouts["predicted"] is not None


def _broken_by_ablation(before: LabResult, after: LabResult) -> bool:
    return (
        same_but(before, after, "ablate")
        and before.readouts["predicted"] is not None
        and after.readouts["predicted"] is None
    )


TASKS = (
    Task("own", "Write a sequence of your own that it completes", once(_own_sequence)),
    Task(
        "later", "Let a word be followed by two different words and see which wins", once(_later_match_wins)
    ),
    Task("ablate", "Take a head or a layer out and see the prediction go", step(_broken_by_ablation)),
)
