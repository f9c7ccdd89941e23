"""Taken for another: sizes exchanged, powers and parts miscounted, something counted once more or shared out.

Each function looks at one place of the formula, like those of `omissions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits import words
from mhaquiz.engine.edits.kinds import Candidate, Search, factors_of
from mhaquiz.engine.edits.parts import part_of
from mhaquiz.engine.edits.sizes import BYTES, confusable, often_taken_along, role
from mhaquiz.engine.edits.spots import Spot
from mhaquiz.engine.errors import EngineError

#: Coefficients up to this are numbers of equal parts (four matrices, K and V), of which one may be forgotten.
MOST_PARTS = 12
#: Bytes of a number that are taken for one another: float32, float16, 8 bits.
ELEMENT_SIZES = (1, 2, 4)


def exchanged(spot: Spot, search: Search) -> Iterator[Candidate]:
    """One occurrence of a size taken for another, or an explicit head width for d_model / n_heads."""
    if not isinstance(spot.node, tree.Symbol):
        return
    old = spot.node.name
    for new, number in search.numbers.items():
        if number > 0 and number != spot.value and search.hit(spot, number) and confusable(old, new):
            phrase = words.swapped(old, new, number)
            yield Candidate(spot.rebuild(tree.Symbol(new)), phrase, words.exchange_cost(old, new))
    if role(old) in BYTES:
        for size in ELEMENT_SIZES:
            if size != spot.value and search.hit(spot, size):
                yield Candidate(spot.rebuild(tree.Number(size)), words.element_size(spot.value, size), 1)
    if role(old) == "head_dim":
        derived = _derived_width(search)
        if derived is not None and search.hit(spot, search.worth(derived)):
            yield Candidate(spot.rebuild(derived), words.TILED, 1)


def _derived_width(search: Search) -> tree.Formula | None:
    """d_model / n_heads in the formula's own symbols, where it has both."""
    named = {role(name): name for name in search.numbers}
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
    changes = {old - 1: 1, 1: 1, old + 1: 3, 2 * old: 1}
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
    part = part_of(spot.part) if spot.depth and spot.part else ""
    if spot.depth and not part:
        return
    if search.hit(spot, 2 * spot.value):
        yield Candidate(spot.rebuild(2 * spot.node), words.doubled(search.unit, part), 1 + extra)
    if spot.depth < 2 and search.hit(spot, exact.quotient(spot.value, 2)):
        yield Candidate(spot.rebuild(spot.node / 2), words.halved(search.unit, part), 1 + extra)
    for name, number in search.numbers.items():
        if number > 1 and (spot.depth < 2 or often_taken_along(name)):
            yield from _for_each(spot, search, name, part or words.ANSWER)


def _for_each(spot: Spot, search: Search, name: str, subject: str) -> Iterator[Candidate]:
    number, symbol, inside = search.numbers[name], tree.Symbol(name), spot.node.symbols()
    cost = words.scaling_cost(name, inside) + min(spot.depth, 1)
    grown = _growth(spot, search, name)
    if grown >= 1 and search.hit(spot, spot.value * number):
        phrase = words.put_in(name, number, grown > 1, subject, search.unit)
        yield Candidate(spot.rebuild(spot.node * symbol), phrase, cost)
    if (
        spot.depth < 2
        and search.hit(spot, exact.quotient(spot.value, number))
        and not _over(symbol, spot.node)
    ):
        yield Candidate(spot.rebuild(spot.node / symbol), words.shared_out(name, number, subject), cost)


def _growth(spot: Spot, search: Search, name: str) -> exact.Number:
    """How the place grows with a size: 2, 4, 8 where it is a factor, 1 where none, less where it divides."""
    if name not in spot.node.symbols() or not spot.value:
        return 1
    try:
        doubled = spot.node.value({**search.numbers, name: 2 * search.numbers[name]})
    except EngineError:
        return 1
    growth = exact.quotient(doubled, spot.value)
    return growth if growth in (2, 4, 8) else min(growth, 1)


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
    named = {role(name): name for name in numbers}
    derived = _derived_width(search)
    if derived is not None and "head_dim" in named:
        width = {named["head_dim"]: derived}
        yield words.TILED, width, 1
        if "n_kv_heads" in named:
            plain = {named["n_kv_heads"]: tree.Symbol(named["n_heads"]), **width}
            yield words.PLAIN_MHA, plain, 2
    for old in present:
        for new, number in numbers.items():
            if number > 0 and number != numbers.get(old) and confusable(old, new):
                phrase = words.swapped(old, new, number)
                yield phrase, {old: tree.Symbol(new)}, words.exchange_cost(old, new)
