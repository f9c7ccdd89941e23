"""Which part of a sum an edit is about: said where it is told apart, and nothing said where it is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits import words
from mhaquiz.engine.edits.kinds import Candidate, degree_in, factors_of
from mhaquiz.engine.edits.sizes import role
from mhaquiz.engine.edits.spots import Part, Spot


def part_of(part: Part) -> str:
    """A term in words that are true of it alone: `the part that is linear in the model width`; else ""."""
    term, others = part
    shared = Counter(role(name) for name in {*term.symbols(), *(n for one in others for n in one.symbols())})
    names = [name for name in term.symbols() if shared[role(name)] == 1]
    for name in reversed(names):
        degree = _degree(term, name)
        if degree and all(degree != _degree(other, name) is not None for other in others):
            return words.part(name, degree)
    own = [name for name in names if not any(name in other.symbols() for other in others)]
    return words.part(own[-1], 0) if own else ""


def _degree(term: tree.Formula, name: str) -> int | None:
    """The power of a size that the term is; 0 without it, None where it is no plain power."""
    degree = sum(degree_in(factor, name) for factor in factors_of(term))
    within = [factor for factor in factors_of(term) if name in factor.symbols()]
    plain = all(degree_in(factor, name) for factor in within)
    return degree if plain else None


def placed(candidate: Candidate, spot: Spot, formula: tree.Formula) -> Candidate | None:
    """The edit with the part it is about, where the same size or number stands elsewhere too.

    None where no words tell that place from the others.
    """
    gone = [name for name in formula.symbols() if _count(formula, name) > _count(candidate.formula, name)]
    if gone and not any(_count(candidate.formula, name) for name in gone):
        return candidate
    if spot.part is None:
        return None if gone else candidate
    part = part_of(spot.part)
    return replace(candidate, words=f"{candidate.words}, in {part}") if part else None


def _count(formula: tree.Formula, name: str) -> int:
    return sum(node == tree.Symbol(name) for node in tree.walk(formula))
