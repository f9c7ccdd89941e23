"""What the mistakes of a card are called, in its tests, tables and statistics alike."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mhaquiz.deck.cards import Card, Mistake, Numeric, Shape, Symbolic


def mistakes_of(card: Card) -> tuple[Mistake, ...]:
    """The listed mistakes of a card; none for kinds that list none."""
    return card.body.mistakes if isinstance(card.body, Numeric | Symbolic | Shape) else ()


def mistake_name(mistakes: Sequence[Mistake], index: int) -> str:
    """The misconception of the mistake at `index`; `mistake-2` for the second of those without one."""
    return mistakes[index].misconception or f"mistake-{_unnamed(mistakes).index(index) + 1}"


def mistake_place(card: Card, name: str) -> int | None:
    """The place of the mistake that `mistake-2` names: the second without `is`, else the second of all."""
    head, _, digits = name.partition("-")
    if head != "mistake" or not re.fullmatch(r"[1-9][0-9]{0,2}", digits):
        return None
    number, unnamed = int(digits), _unnamed(mistakes_of(card))
    if number <= len(unnamed):
        return unnamed[number - 1]
    return number - 1 if number - 1 in unnamed else None


def _unnamed(mistakes: Sequence[Mistake]) -> list[int]:
    """The places of the mistakes without `is`."""
    return [index for index, one in enumerate(mistakes) if one.misconception is None]
