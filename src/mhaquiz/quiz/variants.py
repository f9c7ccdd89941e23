"""One showing of a card: values drawn, texts filled, choices in their order, the answer worked out.

The template is scheduled, the variant is shown. A variant is its drawn values: `restore` makes the same one
again from what the log kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from mhaquiz.deck.cards import Card, Value
from mhaquiz.quiz.answers import ask
from mhaquiz.quiz.chance import number
from mhaquiz.quiz.shown import Expected, Form, KnownMistake, ShownChoice, Variant, native_form

if TYPE_CHECKING:
    from mhaquiz.deck.variants import Draw

__all__ = ["Expected", "Form", "KnownMistake", "ShownChoice", "Variant", "draw", "native_form", "restore"]

Drawn: TypeAlias = "tuple[Value, ...]"

#: Cards whose draws are kept; beyond that the memory is worth more than the time.
MOST_POOLS = 4096
_pools: dict[tuple[object, ...], _Pool] = {}


@dataclass(frozen=True, slots=True)
class _Pool:
    """All draws of a card, those of each region, and where each stands in its region."""

    regions: tuple[str | None, ...]
    by_region: Mapping[str | None, tuple[Draw, ...]]
    places: Mapping[Drawn, tuple[str | None, int]]


def draw(
    card: Card,
    *,
    showing: int,
    purpose: str = "study",
    avoid: Sequence[Mapping[str, Value]] = (),
    form: Form | None = None,
) -> Variant:
    """A variant of `card`: the same for the same `showing` and `purpose`, another for the next.

    Regions take turns. The values in `avoid` (latest last) are passed over while the card has others.
    """
    names = tuple(name for name, _ in card.params)
    pool = _pool_of(card)
    latest_first = [tuple(values.get(name, "") for name in names) for values in reversed(avoid)]
    taken = {drawn: pool.places[drawn] for drawn in latest_first if drawn in pool.places}
    turn = number(card.key, purpose, "region") + showing
    seed = (card.key, showing, purpose, "values")
    shown = list(taken.values())
    for passed_over in (shown, shown[:1], []):  # where all were shown, at least not the last again
        chosen = _pick(pool, turn, passed_over, seed)
        if chosen is not None:
            break
    assert chosen is not None  # a pool is never empty
    return ask(card, chosen, showing=showing, purpose=purpose, form=form)


def restore(
    card: Card,
    params: Mapping[str, Value],
    *,
    showing: int,
    form: Form | None = None,
    purpose: str = "study",
) -> Variant:
    """The variant with these drawn values again, its choices in the same order.

    Raises NoDrawError or DrawError where the card has changed so that it can no longer have these values.
    """
    from mhaquiz.deck.variants import NoDrawError, complete

    missing = [name for name, _ in card.params if name not in params]
    if missing:
        raise NoDrawError(f"no value of {', '.join(missing)} was kept")
    return ask(card, complete(card, params), showing=showing, purpose=purpose, form=form)


def _pool_of(card: Card) -> _Pool:
    """The card's pool, made once: enumerating draws costs far more than drawing."""
    key = (card.key, card.params, card.let, card.require, card.regions)
    if key not in _pools:
        if len(_pools) >= MOST_POOLS:
            _pools.clear()
        _pools[key] = _make_pool(card)
    return _pools[key]


def _make_pool(card: Card) -> _Pool:
    from mhaquiz.deck.variants import draws

    by_region: dict[str | None, list[Draw]] = {}
    places: dict[Drawn, tuple[str | None, int]] = {}
    for one in draws(card).draws:
        group = by_region.setdefault(one.region, [])
        places[tuple(one.values[name] for name, _ in card.params)] = (one.region, len(group))
        group.append(one)
    return _Pool(tuple(by_region), {region: tuple(group) for region, group in by_region.items()}, places)


def _pick(
    pool: _Pool, turn: int, taken: Sequence[tuple[str | None, int]], seed: Sequence[object]
) -> Draw | None:
    """An even draw from the region whose turn it is, or from the next that has one not `taken`."""
    for offset in range(len(pool.regions)):
        region = pool.regions[(turn + offset) % len(pool.regions)]
        group = pool.by_region[region]
        gone = sorted(place for where, place in taken if where == region)
        if len(gone) < len(group):
            index = number(*seed) % (len(group) - len(gone))
            for place in gone:
                index += index >= place
            return group[index]
    return None
