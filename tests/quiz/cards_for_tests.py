"""Cards built in code, for tests that need one of a kind and no file."""

from __future__ import annotations

from typing import Any

from mhaquiz.deck.cards import Accept, Body, Card, Kind, Mistake, Numeric, Value

Params = dict[str, tuple[Value, ...]]


def card(kind: Kind, body: Body, *, params: Params | None = None, **more: Any) -> Card:
    return Card("deck", more.pop("id", "card"), kind, body, params=tuple((params or {}).items()), **more)


def numeric(
    answer: str,
    *mistakes: str | Mistake,
    accept: Accept | None = None,
    params: Params | None = None,
    tolerance: Any = None,
    **more: Any,
) -> Card:
    """A numeric card; mistakes may be bare expressions."""
    listed = tuple(
        one if isinstance(one, Mistake) else Mistake(one, why=f"because {one}") for one in mistakes
    )
    body = Numeric(answer, accept=accept or Accept(), tolerance=tolerance, mistakes=listed)
    return card(Kind.NUMERIC, body, params=params, **more)
