"""The wrong number gets a name: single edits of a formula that give exactly the number that was typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from mhaquiz.engine.formula import Formula


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to the right formula that gives the wrong number.

    `sentence` says it in words made from the quantities ("K and V with all 32 heads"), `formula` is the
    changed formula, `value` what it is worth.
    """

    sentence: str
    value: int | Fraction
    formula: Formula


def explain_wrong(
    formula: Formula | str, values: Mapping[str, object], wrong: int | Fraction
) -> tuple[Edit, ...]:
    """At most three single edits of the formula that give `wrong`, the likeliest first."""
    return ()
