"""Tasks of the shapes: the reshape without a transpose, seen, unnoticed and harmless."""

from __future__ import annotations

from typing import Any

from mhaquiz.labs.results import Task
from mhaquiz.labs.tasks.conditions import once


def _bug_seen(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return settings["bug"] == "in" and not readouts["equals_reference"]


def _bug_hidden_from_causality(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return settings["bug"] != "none" and not readouts["equals_reference"] and not readouts["leaks_future"]


def _bug_without_effect(settings: dict[str, Any], readouts: dict[str, Any]) -> bool:
    return bool(settings["bug"] != "none" and readouts["equals_reference"])


TASKS = (
    Task("whole-tokens", "Split without the transpose and see which tokens a head gets", once(_bug_seen)),
    Task(
        "no-leak",
        "Find the bug that leaks nothing and is wrong all the same",
        once(_bug_hidden_from_causality),
    ),
    Task("hidden", "Find a setting where the bug changes nothing", once(_bug_without_effect)),
)
