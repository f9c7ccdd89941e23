"""Places in a formula, each with what the whole is worth when that place is worth something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from mhaquiz.engine import exact
from mhaquiz.engine import formula as tree
from mhaquiz.engine.errors import EngineError
from mhaquiz.engine.functions import FUNCTIONS

Exact: TypeAlias = "int | Fraction"
Outer: TypeAlias = "Callable[[exact.Number], exact.Number | None]"
Join: TypeAlias = "Callable[[exact.Number, exact.Number], exact.Number]"
Part: TypeAlias = "tuple[tree.Formula, tuple[tree.Formula, ...]]"
Rebuild: TypeAlias = "Callable[[tree.Formula], tree.Formula]"


@dataclass(frozen=True, slots=True)
class Spot:
    """A node, its value, the whole as a function of that value, and the formula as a function of the node.

    `inside` names the operation directly above; `depth` is 0 at the top. `part` is the term of the
    innermost sum that the node is in, with the other terms of all sums around it.
    """

    node: tree.Formula
    value: Exact
    outer: Outer
    rebuild: Rebuild
    inside: type[tree.Formula] | None
    depth: int
    part: Part | None = None


def spots(formula: tree.Formula, values: tree.Names) -> Iterator[Spot]:
    """Every place that is exact, parents first; places below a root or logarithm count where they are.

    Raises EngineError where the formula has no value.
    """
    yield from _below(formula, values, lambda value: value, lambda node: node, None, 0)


def exact_value(formula: tree.Formula, values: tree.Names) -> Exact:
    """The value where it is exact. Raises EngineError where it is real-valued."""
    value = formula.value(values)
    if isinstance(value, float):
        raise EngineError("only exact formulas are searched")
    return value


def _below(
    node: tree.Formula,
    values: tree.Names,
    outer: Outer,
    rebuild: Rebuild,
    inside: type[tree.Formula] | None,
    depth: int,
    part: Part | None = None,
) -> Iterator[Spot]:
    own = node.value(values)
    if not isinstance(own, float):
        yield Spot(node, own, outer, rebuild, inside, depth, part)
    children = node.children()
    if isinstance(node, tree.Conditional):
        return
    numbers = [child.value(values) for child in children]
    for index, child in enumerate(children):
        within = part
        above = _through(node, numbers, index, outer)
        replaced = _replaced(node, children, index, rebuild)
        if isinstance(node, tree.Sum):
            others = part[1] if part else ()
            within = (child, (*children[:index], *children[index + 1 :], *others))
        yield from _below(child, values, above, replaced, type(node), depth + 1, within)


def _replaced(
    node: tree.Formula, children: tuple[tree.Formula, ...], index: int, rebuild: Rebuild
) -> Rebuild:
    return lambda new: rebuild(node.with_children((*children[:index], new, *children[index + 1 :])))


def _through(node: tree.Formula, numbers: list[exact.Number], index: int, outer: Outer) -> Outer:
    """The value of the whole when child `index` is worth something else."""
    if isinstance(node, (tree.Sum, tree.Product)):
        join = exact.added if isinstance(node, tree.Sum) else exact.multiplied
        others = [*numbers[:index], *numbers[index + 1 :]]
        rest = reduce(join, others)
        return lambda value: _joined(join, rest, value, outer)
    return lambda value: _combined(node, [*numbers[:index], value, *numbers[index + 1 :]], outer)


def _joined(join: Join, rest: exact.Number, value: exact.Number, outer: Outer) -> exact.Number | None:
    try:
        return outer(join(rest, value))
    except EngineError:
        return None


def _combined(node: tree.Formula, numbers: list[exact.Number], outer: Outer) -> exact.Number | None:
    try:
        return outer(_operate(node, numbers))
    except (EngineError, ArithmeticError, ValueError):
        return None


def _operate(node: tree.Formula, numbers: list[exact.Number]) -> exact.Number:
    if isinstance(node, tree.Call):
        return exact.exact(FUNCTIONS[node.name].evaluate(*numbers))
    operation = _OPERATIONS.get(type(node))
    if operation is None:
        raise EngineError("a condition is not searched")
    return operation(*numbers)


_OPERATIONS: Mapping[type, Callable[..., exact.Number]] = {
    tree.Quotient: exact.quotient,
    tree.FloorDiv: exact.floor_quotient,
    tree.Modulo: exact.remainder,
    tree.Power: exact.raised,
}
