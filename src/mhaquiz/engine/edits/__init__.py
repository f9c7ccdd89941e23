"""The wrong number gets a name: single edits of a formula that give exactly the number that was typed.

An edit is one thing a person may have thought: a factor or a part left out, two sizes exchanged, a wrong
power, once for every head, half, twice, no cap. Each has a cost (how far-fetched it is); those that give the
wrong number are offered cheapest first, and none where too many would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeGuard

from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits import exchanges, omissions
from mhaquiz.engine.edits.kinds import Candidate, Kind, Search
from mhaquiz.engine.edits.parts import placed
from mhaquiz.engine.edits.sameness import fingerprint
from mhaquiz.engine.edits.sizes import NAMELESS, role, stand_ins
from mhaquiz.engine.edits.spots import Exact, Spot, exact_value, spots
from mhaquiz.engine.edits.words import BY_TWO
from mhaquiz.engine.parameters import PARAMETERS
from mhaquiz.engine.rendering import number_text
from mhaquiz.engine.vocabulary import quantity_named

#: Below this, small numbers come about in too many ways for an explanation to say something.
SMALLEST_EXPLAINED = 1_000
#: Below this only the commonest thoughts are named: a far-fetched one may hit a small number by chance.
SMALLEST_FAR_FETCHED = 10_000
#: Below this a rounded number is not explained: it stands for several, one of which may be hit by chance.
SMALLEST_ROUNDED = 10_000
#: Half a last place must be this many times smaller than the number, as it is with three digits (1.00M).
LEAST_PRECISION = 200
MOST_OFFERED = 3
#: Edits this much dearer than the cheapest one are not worth mentioning beside it.
COST_SPREAD = 2
#: Between the wrong number and what was thought, in every sentence.
RIGHT_FOR = " would be right for: "


#: Tried at every place of the formula; their words are about that place alone.
AT_A_PLACE: tuple[Kind, ...] = (
    omissions.factors_left_out,
    omissions.divisors_left_out,
    exchanges.exchanged,
    exchanges.powers_changed,
    exchanges.parts_miscounted,
)
#: Tried at every place too; their words say themselves what they are about.
KINDS: tuple[Kind, ...] = (
    omissions.parts_left_out,
    omissions.limits_left_out,
    omissions.rounded_otherwise,
    omissions.mask_left_out,
    exchanges.counted_again,
    exchanges.assumed_everywhere,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change to the right formula that gives the wrong number.

    `words` says what was thought ("K and V with all 32 heads"), `sentence` puts it to the learner, `formula`
    is the changed formula, `value` what it is worth (the wrong number before it was rounded), `cost` how
    far-fetched it is (1 is common).
    """

    sentence: str
    value: Exact
    formula: tree.Formula
    words: str
    cost: int


def explain_wrong(
    formula: tree.Formula | str,
    values: Mapping[str, object],
    wrong: Exact,
    also: Mapping[str, object] | None = None,
    within: Exact = 0,
    *,
    meanings: Mapping[str, str] | None = None,
    unit: str = "",
) -> tuple[Edit, ...]:
    """At most three single edits of the right formula that give `wrong`, the likeliest first.

    `formula` is an author's formula or the name of a quantity, `values` its symbols or parameters, `also`
    other sizes the question mentions, which a person may have used by mistake. `within` is half the last
    place of a rounded number (50,000 for 67.1M). `meanings` says which parameter of the vocabulary a symbol
    stands for; what it leaves out is called by its number or not at all. Without `meanings` the usual short
    names are taken to mean what they usually do. `unit` is that of an author's formula.
    Silent (an empty tuple) below 1,000, where the number is right or rounds to the right one, where too few
    digits are left, and where more than three edits would do.
    Raises EngineError where there is no formula or its value is not exact.
    """
    if isinstance(formula, str):
        formula, values, unit = _quantity_formula(formula, values)
    numbers: dict[str, Exact] = {name: number for name, number in values.items() if _is_size(number)}
    others = {name: number for name, number in (also or {}).items() if _is_size(number)}
    if Search(wrong, numbers, unit, within).is_wrong(exact_value(formula, numbers)):
        return ()
    if meanings is None:
        return _searched(formula, numbers, others, Search(wrong, {}, unit, within))
    names = stand_ins((*numbers, *others), meanings)
    own, known = _renamed(numbers, names), _renamed(others, names)
    standing = {name: tree.Symbol(other) for name, other in names.items()}
    edits = _searched(formula.substitute(standing), own, known, Search(wrong, {}, unit, within))
    back = {other: tree.Symbol(name) for name, other in names.items()}
    return tuple(replace(edit, formula=edit.formula.substitute(back)) for edit in edits)


def _renamed(numbers: Mapping[str, Exact], names: Mapping[str, str]) -> dict[str, Exact]:
    return {names[name]: number for name, number in numbers.items()}


def _searched(
    formula: tree.Formula, own: Mapping[str, Exact], others: Mapping[str, Exact], search: Search
) -> tuple[Edit, ...]:
    """The edits of the number as it stands; where there are none, of all that rounds to it."""
    within = replace(search, numbers={**own, **_others(own, others)})
    edits = _explained(formula, replace(within, within=0))
    return edits if edits or not search.within else _explained(formula, within)


def _explained(formula: tree.Formula, search: Search) -> tuple[Edit, ...]:
    if _says_too_little(search):
        return ()
    found = _found(formula, search)
    if search.within or _smaller(search.wrong, SMALLEST_FAR_FETCHED):
        found = [candidate for candidate in found if candidate.cost == 1]
    return _best(found, search)


def _says_too_little(search: Search) -> bool:
    """Whether one of the commonest edits may give the number, or one that rounds to it, by chance."""
    least = max(SMALLEST_ROUNDED, LEAST_PRECISION * search.within) if search.within else SMALLEST_EXPLAINED
    return _smaller(search.wrong, least)


def _others(numbers: Mapping[str, Exact], also: Mapping[str, Exact]) -> dict[str, Exact]:
    """Sizes in scope beside the formula's own, without those that are the same thing by another name.

    A name of the author's own (`ql`) that is worth what a parameter is worth was made to be that parameter.
    """
    known = {(role(name), number) for name, number in numbers.items()}
    known |= {(name, number) for name in also if role(name) not in PARAMETERS for number in numbers.values()}
    fresh = {name: number for name, number in also.items() if name not in numbers}
    return {name: number for name, number in fresh.items() if (role(name), number) not in known}


def _smaller(number: Exact, limit: Exact) -> bool:
    return -limit < number < limit


def _found(formula: tree.Formula, search: Search) -> list[Candidate]:
    """Every edit that gives the number and can be said in words that hold."""
    places = list(spots(formula, search.numbers))
    found = [candidate for spot in places for candidate in _at(spot, formula, search)]
    return [candidate for candidate in found if candidate.words and NAMELESS not in candidate.words]


def _at(spot: Spot, formula: tree.Formula, search: Search) -> Iterator[Candidate]:
    for kind in AT_A_PLACE:
        for candidate in kind(spot, search):
            told = placed(candidate, spot, formula)
            if told is not None:
                yield told
    for kind in KINDS:
        yield from kind(spot, search)


def _quantity_formula(
    name: str, given: Mapping[str, object]
) -> tuple[tree.Formula, Mapping[str, object], str]:
    quantity = quantity_named(name)
    placed = quantity.placed(**given)
    resolved = quantity.resolve(**given)
    return quantity.formula(**quantity.symbols_of(placed)), resolved, quantity.unit


def _best(found: list[Candidate], search: Search) -> tuple[Edit, ...]:
    """The cheapest of each different thought, unless too many different ones remain.

    Words that say where a factor of two comes from are taken before those that only say there is one.
    """
    cheapest = min((candidate.cost for candidate in found), default=0)
    distinct: dict[tuple[Exact, ...], Edit] = {}
    for candidate in sorted(found, key=lambda each: (each.cost, each.words in BY_TWO)):
        if candidate.cost <= cheapest + COST_SPREAD:
            distinct.setdefault(fingerprint(candidate.formula, search.numbers), _edit(candidate, search))
    told = {edit.words: edit for edit in reversed(distinct.values())}
    edits = sorted(told.values(), key=lambda edit: edit.cost)
    return tuple(edits) if len(edits) <= MOST_OFFERED else ()


def _edit(candidate: Candidate, search: Search) -> Edit:
    value = exact_value(candidate.formula, search.numbers) if search.within else search.wrong
    rounded = "" if value == search.wrong else f", rounded to {number_text(search.wrong)},"
    sentence = f"{number_text(value)}{rounded}{RIGHT_FOR}{candidate.words}."
    return Edit(sentence, value, candidate.formula, candidate.words, candidate.cost)


def _is_size(number: object) -> TypeGuard[Exact]:
    return isinstance(number, (int, Fraction)) and not isinstance(number, bool)
