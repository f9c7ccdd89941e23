"""When two edits are one thought: the same formula, however written, rounded, or named.

`⌊x/4⌋` and `⌊x/2⌋/2` mean the same to a person, and so do "once more for each of the 512 keys" and "… of the
512 queries" where both are 512: naming the two side by side would only puzzle.
"""

from __future__ import annotations

from collections.abc import Mapping

from mhaquiz.engine import formula as tree
from mhaquiz.engine.edits.sizes import CONFUSABLE, role
from mhaquiz.engine.edits.spots import Exact, exact_value
from mhaquiz.engine.errors import EngineError

#: Points of large odd numbers, as first value and step: equal formulas have equal values at both.
_POINTS = ((10_007, 101), (32_003, 211))


def fingerprint(formula: tree.Formula, numbers: Mapping[str, Exact]) -> tuple[Exact, ...]:
    """Equal for formulas that mean the same where the symbols are worth `numbers`."""
    plain = _unrounded(formula.substitute(_one_name_each(formula.symbols(), numbers)))
    names = sorted(numbers)
    points = [
        {name: start + 2 * step * (place + 1) ** 2 for place, name in enumerate(names)}
        for start, step in _POINTS
    ]
    try:
        return tuple(exact_value(plain, point) for point in points)
    except EngineError:
        return (hash(plain),)


def _one_name_each(names: tuple[str, ...], numbers: Mapping[str, Exact]) -> dict[str, tree.Formula]:
    """Each symbol's stand-in: the first in scope that is the same kind of size and worth the same."""
    return {
        name: tree.Symbol(next(one for one in sorted(numbers) if _same_size(one, name, numbers)))
        for name in names
    }


def _same_size(one: str, other: str, numbers: Mapping[str, Exact]) -> bool:
    if one == other:
        return True
    roles = {role(one), role(other)}
    return numbers[one] == numbers[other] and (len(roles) == 1 or any(roles <= kind for kind in CONFUSABLE))


def _unrounded(formula: tree.Formula) -> tree.Formula:
    """The formula without floors and ceilings: where a number is rounded is no thought of its own."""
    if not formula.children():
        return formula
    children = tuple(map(_unrounded, formula.children()))
    if isinstance(formula, tree.FloorDiv):
        return tree.Quotient(*children)
    if isinstance(formula, tree.Call) and formula.name in ("floor", "ceil"):
        return children[0]
    return formula.with_children(children)
