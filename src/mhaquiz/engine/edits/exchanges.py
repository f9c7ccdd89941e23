"""Taken for another: sizes exchanged, powers and parts miscounted, something counted once more or shared out.

Each function looks at one place of the formula, like those of `omissions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits import words
from mhaquiz.engine.edits.kinds import Candidate, Search, degree_in, factors_of
from mhaquiz.engine.edits.spots import Spot
from mhaquiz.engine.errors import EngineError

#: Coefficients up to this are numbers of equal parts (four matrices, K and V), of which one may be forgotten.
MOST_PARTS = 12


def exchanged(spot: Spot, search: Search) -> Iterator[Candidate]:
    """One occurrence of a size taken for another, or an explicit head width for d_model / n_heads."""
    if not isinstance(spot.node, tree.Symbol):
        return
    old = spot.node.name
    for new, number in search.numbers.items():
        if number > 0 and number != spot.value and search.hit(spot, number) and words.confusable(old, new):
            cost = words.exchange_cost(old, new)
            yield Candidate(spot.rebuild(tree.Symbol(new)), words.swapped(old, new, number), cost)
    if words.role(old) == "head_dim":
        derived = _derived_width(search)
        if derived is not None and search.hit(spot, search.worth(derived)):
            yield Candidate(spot.rebuild(derived), words.TILED, 1)


def _derived_width(search: Search) -> tree.Formula | None:
    """d_model / n_heads in the formula's own symbols, where it has both."""
    named = {words.role(name): name for name in search.numbers}
    if "d_model" not in named or "n_heads" not in named:
        return None
    return tree.Symbol(named["d_model"]) / tree.Symbol(named["n_heads"])


def powers_changed(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A power one too low or too high."""
    base, old = _power_of_symbol(spot)
    if base is None:
        return
    worth = search.worth(base)
    for new in sorted({old - 1, old + 1, 1, 0} - {old, old - 1 if old == 1 else old}):
        if search.hit(spot, exact.raised(worth, new)):
            phrase = words.power_changed(base.name, old, new, worth)
            yield Candidate(spot.rebuild(base**new), phrase, 1 if 0 < new < old else 2)


def _power_of_symbol(spot: Spot) -> tuple[tree.Symbol | None, int]:
    node = spot.node
    if isinstance(node, tree.Symbol) and spot.inside is not tree.Power:
        return node, 1
    if isinstance(node, tree.Power) and isinstance(node.base, tree.Symbol):
        exponent = node.exponent.number if isinstance(node.exponent, tree.Number) else None
        if isinstance(exponent, int) and exponent > 1:
            return node.base, exponent
    return None, 0


def parts_miscounted(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A number of equal parts miscounted: one forgotten, one too many, only one, half, twice."""
    node = spot.node
    if not isinstance(node, tree.Number) or spot.inside in (tree.Power, tree.Sum, None):
        return
    old = node.number
    if not isinstance(old, int) or not 1 <= old <= MOST_PARTS:
        return
    changes = {old - 1: 1, 1: 1, old + 1: 3, 2 * old: 1, 4 * old: 3}
    if old % 2 == 0:
        changes[old // 2] = 1
    for new, cost in changes.items():
        if new and new != old and search.hit(spot, new):
            if spot.inside is tree.Quotient:
                yield Candidate(spot.rebuild(tree.Number(new)), words.divided_by(old, new), 3)
                continue
            whole = spot.depth == 1 and spot.inside is tree.Product
            phrase = words.parts_counted(old, new, search.unit if whole else "")
            yield Candidate(spot.rebuild(tree.Number(new)), phrase, cost)


def counted_again(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A part or the whole twice or half, once more for each of something, or shared out over something."""
    if spot.depth and spot.inside is not tree.Sum:
        return
    extra = min(spot.depth, 1)
    part = _part(spot.node) if spot.depth else ""
    if search.hit(spot, 2 * spot.value):
        yield Candidate(spot.rebuild(2 * spot.node), words.doubled(search.unit, part), 1 + extra)
    if spot.depth < 2 and search.hit(spot, exact.quotient(spot.value, 2)):
        yield Candidate(spot.rebuild(spot.node / 2), words.halved(search.unit, part), 1 + extra)
    for name, number in search.numbers.items():
        if number > 1 and (spot.depth < 2 or words.often_taken_along(name)):
            yield from _for_each(spot, search, name, extra)


def _part(term: tree.Formula) -> str:
    """A term of a sum in words: by its degree in the last size it depends on."""
    names = term.symbols()
    if not names:
        return "the constant"
    return words.part(names[-1], sum(degree_in(factor, names[-1]) for factor in factors_of(term)))


def _for_each(spot: Spot, search: Search, name: str, extra: int) -> Iterator[Candidate]:
    number, symbol, inside = search.numbers[name], tree.Symbol(name), spot.node.symbols()
    cost = words.scaling_cost(name, inside) + extra
    if search.hit(spot, spot.value * number):
        yield Candidate(spot.rebuild(spot.node * symbol), words.put_in(name, number, name in inside), cost)
    if (
        spot.depth < 2
        and search.hit(spot, exact.quotient(spot.value, number))
        and not _over(symbol, spot.node)
    ):
        yield Candidate(spot.rebuild(spot.node / symbol), words.shared_out(name, number), cost)


def _over(symbol: tree.Symbol, node: tree.Formula) -> bool:
    """Whether the symbol is a factor above: leaving it out says that better."""
    return symbol in factors_of(node.numerator if isinstance(node, tree.Quotient) else node)


def assumed_everywhere(spot: Spot, search: Search) -> Iterator[Candidate]:
    """At the top only: plain MHA assumed, or every occurrence of one size taken for another."""
    if spot.depth:
        return
    present = spot.node.symbols()
    for phrase, replaced, cost in _assumptions(present, search):
        used = {name: node for name, node in replaced.items() if name in present}
        changed = {**search.numbers, **{name: search.worth(node) for name, node in used.items()}}
        try:
            if used and search.is_wrong(spot.node.value(changed)):
                yield Candidate(spot.node.substitute(used), phrase, cost)
        except EngineError:
            continue


def _assumptions(
    present: tuple[str, ...], search: Search
) -> Iterator[tuple[str, Mapping[str, tree.Formula], int]]:
    numbers = search.numbers
    named = {words.role(name): name for name in numbers}
    derived = _derived_width(search)
    if derived is not None and "head_dim" in named:
        width = {named["head_dim"]: derived}
        yield words.TILED, width, 1
        if "n_kv_heads" in named:
            plain = {named["n_kv_heads"]: tree.Symbol(named["n_heads"]), **width}
            yield words.PLAIN_MHA, plain, 2
    for old in present:
        for new, number in numbers.items():
            if number > 0 and number != numbers.get(old) and words.confusable(old, new):
                phrase = words.swapped(old, new, number)
                yield phrase, {old: tree.Symbol(new)}, words.exchange_cost(old, new)
