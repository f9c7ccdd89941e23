"""What the kinds of edit share: the search they serve, and what they find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits.spots import Exact, Spot


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edit that gives the wrong number: the changed formula, its words, and how far-fetched it is."""

    formula: tree.Formula
    words: str
    cost: int


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: the wrong number, with the sizes in scope and the unit of the right one.

    A wrong number that was rounded stands for everything `within` that distance of it.
    """

    wrong: Exact
    numbers: Mapping[str, Exact]
    unit: str
    within: Exact = 0

    def hit(self, spot: Spot, value: exact.Number) -> bool:
        """Whether the whole is worth the wrong number when this place is worth `value`."""
        return self.is_wrong(spot.outer(value))

    def is_wrong(self, whole: exact.Number | None) -> bool:
        """Whether a value of the whole is the wrong number, or rounds to it."""
        if whole == self.wrong:
            return True
        return bool(self.within) and whole is not None and -self.within <= whole - self.wrong <= self.within

    def worth(self, node: tree.Formula) -> exact.Number:
        return node.value(self.numbers)


Kind: TypeAlias = "Callable[[Spot, Search], Iterator[Candidate]]"


def factors_of(node: tree.Formula) -> tuple[tree.Formula, ...]:
    """The factors of a product; anything else is its own only factor."""
    return node.factors if isinstance(node, tree.Product) else (node,)


def degree_in(factor: tree.Formula, name: str) -> int:
    """The whole power of the symbol that a factor is; 0 for other factors."""
    if isinstance(factor, tree.Power) and isinstance(factor.exponent, tree.Number):
        return int(factor.exponent.number) * degree_in(factor.base, name)
    return int(isinstance(factor, tree.Symbol) and factor.name == name)
