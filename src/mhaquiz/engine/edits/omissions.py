"""Left out: a part, a factor, a division, a limit, a rounding, the mask.

Each function looks at one place of the formula and yields an edit for every change there that makes the whole
worth the wrong number. Values are compared first; formulas and words are made only for what hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits import words
from mhaquiz.engine.edits.kinds import Candidate, Search, factors_of
from mhaquiz.engine.edits.parts import part_of
from mhaquiz.engine.edits.sizes import confusable
from mhaquiz.engine.edits.spots import Spot

Terms: TypeAlias = "tuple[tree.Formula, ...]"


def parts_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A term of a sum left out, nothing but one term kept, a constant taken the other way."""
    if not isinstance(spot.node, tree.Sum):
        return
    terms, around = spot.node.terms, spot.part[1] if spot.part else ()
    for index, term in enumerate(terms):
        worth = search.worth(term)
        rest = (*terms[:index], *terms[index + 1 :])
        constant = term.number if isinstance(term, tree.Number) else None
        if search.hit(spot, spot.value - worth):
            node = tree.Sum(rest) if len(rest) > 1 else rest[0]
            phrase = _left_out(term, rest, around) if constant is None else words.less(constant)
            yield Candidate(spot.rebuild(node), phrase, 1)
        if constant is not None and search.hit(spot, spot.value - 2 * worth):
            yield Candidate(spot.rebuild(spot.node - 2 * term), words.turned(constant), 2)
        if constant is None and len(rest) > 1 and search.hit(spot, worth):
            yield Candidate(spot.rebuild(term), words.only(part_of((term, (*rest, *around)))), 3)


def _left_out(term: tree.Formula, rest: Terms, around: Terms) -> str:
    """Without this part; of two parts, only the other where that is the one that can be told apart."""
    found = words.without(part_of((term, (*rest, *around))))
    alone = len(rest) == 1 and not around
    return found or (words.only(part_of((rest[0], (term,)))) if alone else "")


def factors_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A factor of a product left out, or a symbol above a fraction line taken as one."""
    if isinstance(spot.node, tree.Symbol) and spot.inside is tree.Quotient and search.hit(spot, 1):
        yield Candidate(spot.rebuild(tree.Number(1)), words.left_out(spot.node.name, spot.value), 2)
    if not isinstance(spot.node, tree.Product):
        return
    for factor in spot.node.factors:
        worth = search.worth(factor)
        if not worth or isinstance(factor, (tree.Number, tree.Power)):
            continue
        if search.hit(spot, exact.quotient(spot.value, worth)):
            if isinstance(factor, tree.Symbol):
                phrase = words.left_out(factor.name, worth)
            else:
                phrase = words.factor_dropped(factor.symbols(), worth)
            yield Candidate(spot.rebuild(spot.node / factor), phrase, 1)


def divisors_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A division left out, by one factor or together with its like above (`kv / h`); a quotient turned."""
    node = spot.node
    if not isinstance(node, tree.Quotient):
        return
    for factor in factors_of(node.denominator):
        worth = search.worth(factor)
        if search.hit(spot, spot.value * worth):
            phrase = words.not_divided(factor.symbols(), worth)
            yield Candidate(spot.rebuild(node * factor), phrase, 1)
        for above in factors_of(node.numerator):
            if _alike(above, factor) and search.hit(spot, _ratio_dropped(spot, search, above, worth)):
                phrase = words.ratio_dropped(above.symbols()[0], factor.symbols()[0])
                yield Candidate(spot.rebuild(node * factor / above), phrase, 1)
    if spot.value and search.hit(spot, exact.quotient(1, spot.value)):
        yield Candidate(spot.rebuild(node.denominator / node.numerator), "the quotient turned over", 3)


def _ratio_dropped(spot: Spot, search: Search, above: tree.Formula, below: exact.Number) -> exact.Number:
    worth = search.worth(above)
    return exact.quotient(spot.value * below, worth) if worth else spot.value


def _alike(above: tree.Formula, below: tree.Formula) -> bool:
    both = isinstance(above, tree.Symbol) and isinstance(below, tree.Symbol)
    return both and confusable(above.symbols()[0], below.symbols()[0])


def limits_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """Of a smallest or largest only one of the two; a root left out."""
    node = spot.node
    if not isinstance(node, tree.Call):
        return
    if node.name in ("min", "max"):
        for index, argument in enumerate(node.arguments):
            if search.hit(spot, search.worth(argument)):
                other = node.arguments[index - 1]
                limit = other.number if isinstance(other, tree.Number) else None
                phrase = words.uncapped(node.name, other.symbols(), limit)
                yield Candidate(spot.rebuild(argument), phrase, 1)
    elif node.name == "isqrt":
        inside = search.worth(node.arguments[0])
        if search.hit(spot, exact.floor_quotient(inside, 1)):
            yield Candidate(spot.rebuild(tree.Call("floor", node.arguments)), words.ROOT, 1)


def rounded_otherwise(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A rounding the other way, or left out."""
    node = spot.node
    if isinstance(node, tree.FloorDiv):
        inner, up = node.numerator / node.denominator, False
    elif isinstance(node, tree.Call) and node.name in ("floor", "ceil"):
        inner, up = node.arguments[0], node.name == "ceil"
    else:
        return
    unrounded = search.worth(inner)
    if unrounded == spot.value:
        return
    if search.hit(spot, spot.value + (-1 if up else 1)):
        other = tree.Call("floor" if up else "ceil", (inner,))
        yield Candidate(spot.rebuild(other), words.ROUNDED_DOWN if up else words.ROUNDED_UP, 2)
    if search.hit(spot, unrounded):
        yield Candidate(spot.rebuild(inner), "no rounding", 2)
    # floor(sqrt(x)) without its root is floor(x).
    if isinstance(inner, tree.Call) and inner.name == "sqrt":
        below = exact.floor_quotient(search.worth(inner.arguments[0]), 1)
        if search.hit(spot, below):
            yield Candidate(spot.rebuild(tree.Call("floor", inner.arguments)), words.ROOT, 1)


def mask_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """n·(n ± 1)/2, the pairs of a triangle, taken as all n² pairs."""
    node = spot.node
    if not isinstance(node, tree.Quotient) or node.denominator != tree.Number(2):
        return
    for factor in factors_of(node.numerator):
        if isinstance(factor, tree.Symbol):
            square = exact.raised(search.worth(factor), 2)
            if search.hit(spot, square):
                yield Candidate(spot.rebuild(factor**2), words.ALL_PAIRS, 1)
