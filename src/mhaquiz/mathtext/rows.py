"""A row put in order: blanks that say nothing dropped, bars paired."""

from __future__ import annotations

from collections.abc import Sequence

from mhaquiz.mathtext.tree import BAR, JUXTAPOSED, SOFT, Fenced, Node, Row, Scripts, Sign, kind_of


def row_of(items: Sequence[Node]) -> Row:
    """The items as a Row, with norms and absolute values as fenced bodies."""
    kept = list(items)
    for bar in ("‖", "|"):
        kept = _paired(kept, bar)
    return Row(tuple(_without_idle_blanks(kept)))


def _without_idle_blanks(items: Sequence[Node]) -> list[Node]:
    """A typed blank parts two factors; beside an operator or a bracket the operator settles the space."""
    kept: list[Node] = []
    for at, item in enumerate(items):
        if kind_of(item) == SOFT:
            after = kind_of(items[at + 1]) if at + 1 < len(items) else SOFT
            if not kept or kind_of(kept[-1]) not in JUXTAPOSED or after not in JUXTAPOSED:
                continue
        kept.append(item)
    return kept


def _bar_of(item: Node) -> str:
    sign = item.base if isinstance(item, Scripts) else item
    return sign.text if isinstance(sign, Sign) and sign.kind == BAR else ""


def _paired(items: list[Node], bar: str) -> list[Node]:
    """Bars in pairs, first with second; an odd number of them stays as it is, as in p(y | x)."""
    places = [at for at, item in enumerate(items) if _bar_of(item) == bar]
    opening = places[::2]
    if len(places) % 2 or any(isinstance(items[at], Scripts) for at in opening):
        return items
    made: list[Node] = []
    end = 0
    for first, last in zip(opening, places[1::2], strict=True):
        body = Row(tuple(_without_idle_blanks(items[first + 1 : last])))
        made += items[end:first]
        made.append(_closed(Fenced(bar, body, bar), items[last]))
        end = last + 1
    return made + items[end:]


def _closed(fenced: Fenced, closing: Node) -> Node:
    if isinstance(closing, Scripts):
        return Scripts(fenced, closing.below, closing.above, closing.primes)
    return fenced
