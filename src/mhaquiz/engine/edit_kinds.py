"""The kinds of edit, one function each: what a person may have left out, exchanged or counted twice.

Each looks at one place of the formula and yields an edit for every change there that makes the whole worth
the wrong number. Values are compared first; formulas and words are made only for what hits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mhaquiz.engine import edit_words as words
from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.edit_spots import Exact, Spot
from mhaquiz.engine.errors import EngineError

#: Coefficients up to this are numbers of equal parts (four matrices, K and V), of which one may be forgotten.
MOST_PARTS = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edit that gives the wrong number: the changed formula, its words, and how far-fetched it is."""

    formula: tree.Formula
    words: str
    cost: int


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for: the wrong number, with the sizes in scope and the unit of the right one."""

    wrong: Exact
    numbers: Mapping[str, Exact]
    unit: str

    def hit(self, spot: Spot, value: exact.Number) -> bool:
        """Whether the whole is worth the wrong number when this place is worth `value`."""
        return spot.outer(value) == self.wrong

    def worth(self, node: tree.Formula) -> exact.Number:
        return node.value(self.numbers)


Kind: TypeAlias = "Callable[[Spot, Search], Iterator[Candidate]]"


def parts_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A term of a sum left out, nothing but one term kept, a constant taken the other way."""
    if not isinstance(spot.node, tree.Sum):
        return
    terms = spot.node.terms
    for index, term in enumerate(terms):
        worth = search.worth(term)
        rest = (*terms[:index], *terms[index + 1 :])
        constant = term.number if isinstance(term, tree.Number) else None
        if search.hit(spot, spot.value - worth):
            node = tree.Sum(rest) if len(rest) > 1 else rest[0]
            phrase = _dropped(term, node) if constant is None else words.less(constant)
            yield Candidate(spot.rebuild(node), phrase, 1)
        if constant is not None and search.hit(spot, spot.value - 2 * worth):
            yield Candidate(spot.rebuild(spot.node - 2 * term), words.turned(constant), 2)
        if constant is None and len(rest) > 1 and search.hit(spot, worth):
            phrase = words.only_term(_own_symbols(term, tree.Sum(rest)))
            yield Candidate(spot.rebuild(term), phrase, 3)


def _dropped(term: tree.Formula, rest: tree.Formula) -> str:
    """Words for a missing term: by what only it depends on, or by its degree where it depends on the same."""
    if all(name in rest.symbols() for name in term.symbols()) and term.symbols():
        name = term.symbols()[-1]
        degree = sum(_degree(factor, name) for factor in _factors(term))
        return f"without {words.part(name, degree)}"
    return words.term_dropped(_own_symbols(term, rest))


def _degree(factor: tree.Formula, name: str) -> int:
    """The whole power of the symbol that a factor is; 0 for other factors."""
    if isinstance(factor, tree.Power) and isinstance(factor.exponent, tree.Number):
        return int(factor.exponent.number) * _degree(factor.base, name)
    return int(isinstance(factor, tree.Symbol) and factor.name == name)


def _own_symbols(term: tree.Formula, rest: tree.Formula) -> tuple[str, ...]:
    """What only this term depends on; all it depends on where that is nothing."""
    others = rest.symbols()
    return tuple(name for name in term.symbols() if name not in others) or term.symbols()


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
        if search.hit(spot, _divided(spot.value, worth)):
            if isinstance(factor, tree.Symbol):
                phrase = words.left_out(factor.name, worth)
            else:
                phrase = words.factor_dropped(factor.symbols(), worth)
            yield Candidate(spot.rebuild(spot.node / factor), phrase, 1)


def _divided(above: exact.Number, below: exact.Number) -> exact.Number:
    return exact.quotient(above, below)


def divisors_left_out(spot: Spot, search: Search) -> Iterator[Candidate]:
    """A division left out, by one factor or together with its like above (`kv / h`); a quotient turned."""
    node = spot.node
    if not isinstance(node, tree.Quotient):
        return
    for factor in _factors(node.denominator):
        worth = search.worth(factor)
        if search.hit(spot, spot.value * worth):
            phrase = words.not_divided(factor.symbols(), worth)
            yield Candidate(spot.rebuild(node * factor), phrase, 1)
        for above in _factors(node.numerator):
            if _alike(above, factor) and search.hit(spot, _ratio_dropped(spot, search, above, worth)):
                phrase = words.ratio_dropped(above.symbols()[0], factor.symbols()[0])
                yield Candidate(spot.rebuild(node * factor / above), phrase, 1)
    if spot.value and search.hit(spot, _divided(1, spot.value)):
        yield Candidate(spot.rebuild(node.denominator / node.numerator), "the quotient turned over", 3)


def _ratio_dropped(spot: Spot, search: Search, above: tree.Formula, below: exact.Number) -> exact.Number:
    worth = search.worth(above)
    return _divided(spot.value * below, worth) if worth else spot.value


def _factors(node: tree.Formula) -> tuple[tree.Formula, ...]:
    return node.factors if isinstance(node, tree.Product) else (node,)


def _alike(above: tree.Formula, below: tree.Formula) -> bool:
    both = isinstance(above, tree.Symbol) and isinstance(below, tree.Symbol)
    return both and words.confusable(above.symbols()[0], below.symbols()[0])


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
    if spot.depth < 2 and search.hit(spot, _divided(spot.value, 2)):
        yield Candidate(spot.rebuild(spot.node / 2), words.halved(search.unit, part), 1 + extra)
    for name, number in search.numbers.items():
        if number > 1 and (spot.depth < 2 or words.often_taken_along(name)):
            yield from _for_each(spot, search, name, extra)


def _part(term: tree.Formula) -> str:
    """A term of a sum in words: by its degree in the last size it depends on."""
    names = term.symbols()
    if not names:
        return "the constant"
    return words.part(names[-1], sum(_degree(factor, names[-1]) for factor in _factors(term)))


def _for_each(spot: Spot, search: Search, name: str, extra: int) -> Iterator[Candidate]:
    number, symbol, inside = search.numbers[name], tree.Symbol(name), spot.node.symbols()
    cost = words.scaling_cost(name, inside) + extra
    if search.hit(spot, spot.value * number):
        yield Candidate(spot.rebuild(spot.node * symbol), words.put_in(name, number, name in inside), cost)
    if spot.depth < 2 and search.hit(spot, _divided(spot.value, number)) and not _over(symbol, spot.node):
        yield Candidate(spot.rebuild(spot.node / symbol), words.shared_out(name, number), cost)


def _over(symbol: tree.Symbol, node: tree.Formula) -> bool:
    """Whether the symbol is a factor above: leaving it out says that better."""
    return symbol in _factors(node.numerator if isinstance(node, tree.Quotient) else node)


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
        yield Candidate(spot.rebuild(other), f"rounded {'down' if up else 'up'}", 2)
    if search.hit(spot, unrounded):
        yield Candidate(spot.rebuild(inner), "not rounded", 2)
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
    for factor in _factors(node.numerator):
        if isinstance(factor, tree.Symbol):
            square = exact.raised(search.worth(factor), 2)
            if search.hit(spot, square):
                yield Candidate(spot.rebuild(factor**2), words.ALL_PAIRS, 1)


def assumed_everywhere(spot: Spot, search: Search) -> Iterator[Candidate]:
    """At the top only: plain MHA assumed, or every occurrence of one size taken for another."""
    if spot.depth:
        return
    present = spot.node.symbols()
    for phrase, replaced, cost in _assumptions(present, search):
        used = {name: node for name, node in replaced.items() if name in present}
        changed = {**search.numbers, **{name: search.worth(node) for name, node in used.items()}}
        try:
            if used and spot.node.value(changed) == search.wrong:
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


#: Tried at every place of the formula.
KINDS: tuple[Kind, ...] = (
    parts_left_out,
    factors_left_out,
    divisors_left_out,
    exchanged,
    powers_changed,
    parts_miscounted,
    counted_again,
    limits_left_out,
    rounded_otherwise,
    mask_left_out,
    assumed_everywhere,
)
