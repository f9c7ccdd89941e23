"""Every draw of a card: its parameters' values, what `let` makes of them, and the region they lie in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from random import Random
from typing import TypeAlias

from mhaquiz.deck.cards import Card, Value
from mhaquiz.deck.expressions import ExpressionError, compile_expression

#: A path below the card, such as ("let", "d_model").
Where: TypeAlias = "tuple[str | int, ...]"

#: Cards with at most this many combinations of parameters are enumerated; of larger ones a sample is taken.
MAX_ENUMERATED = 10_000
SAMPLE = 2_000


@dataclass(frozen=True, slots=True)
class Draw:
    """Values of all parameters and `let` names, and the region (None where the card has none)."""

    values: Mapping[str, Value]
    region: str | None = None


@dataclass(frozen=True, slots=True)
class Draws:
    """The draws that satisfy `require`. `total` counts all combinations, `looked_at` those tried."""

    draws: tuple[Draw, ...]
    total: int
    looked_at: int

    @property
    def exhaustive(self) -> bool:
        return self.looked_at == self.total


class DrawError(ValueError):
    """A draw that cannot be completed. `where` is the path below the card: ("let", "d_model")."""

    def __init__(self, error: ExpressionError, where: Where, values: Mapping[str, Value]) -> None:
        super().__init__(str(error))
        self.error = error
        self.where = where
        self.values = dict(values)


class NoDrawError(ValueError):
    """No combination of the parameters satisfies `require`."""


def combinations(card: Card) -> int:
    """How many combinations of parameter values there are, before `require`."""
    total = 1
    for _, values in card.params:
        total *= len(values)
    return total


def draws(card: Card) -> Draws:
    """Every draw of the card, or a seeded sample. Raises DrawError or NoDrawError."""
    total = combinations(card)
    indexes: Iterator[int] | list[int] = iter(range(total))
    if total > MAX_ENUMERATED:
        indexes = _sample(card.key, total)
    tried = (_complete(card, _combination(card, index)) for index in indexes)
    found = tuple(draw for draw in tried if draw is not None)
    if not found:
        raise NoDrawError(f"no draw of {card.key} satisfies `require`")
    return Draws(found, total, total if total <= MAX_ENUMERATED else SAMPLE)


def complete(card: Card, params: Mapping[str, Value]) -> Draw:
    """The draw with these parameter values. Raises DrawError, or NoDrawError where `require` is not met."""
    draw = _complete(card, {name: params[name] for name, _ in card.params})
    if draw is None:
        raise NoDrawError("these values do not satisfy `require`")
    return draw


def _sample(key: str, total: int) -> list[int]:
    """SAMPLE different indexes below `total`, the same on every machine; `total` may exceed any list."""
    random = Random(int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big"))
    chosen: dict[int, None] = {}
    while len(chosen) < SAMPLE:
        chosen[random.randrange(total)] = None
    return sorted(chosen)


def _combination(card: Card, index: int) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, options in card.params:
        index, place = divmod(index, len(options))
        values[name] = options[place]
    return values


def _complete(card: Card, values: dict[str, Value]) -> Draw | None:
    """The whole draw, or None where `require` is not met; it is asked as soon as its names are known."""
    waiting = _still_waiting(list(enumerate(card.require)), values)
    if waiting is None:
        return None
    for name, text in card.let:
        try:
            values[name] = compile_expression(text)(values)
        except ExpressionError as error:
            raise DrawError(error, ("let", name), values) from None
        if waiting:
            waiting = _still_waiting(waiting, values)
            if waiting is None:
                return None
    for index, text in waiting:  # what is left asks for a name that there is not, and says so
        if not _holds(text, values, ("require", index)):
            return None
    return Draw(values, _region(card, values))


def _still_waiting(
    waiting: list[tuple[int, str]], values: Mapping[str, Value]
) -> list[tuple[int, str]] | None:
    """Conditions are asked as early as can be: they guard what follows against draws that must not be."""
    later: list[tuple[int, str]] = []
    for index, text in waiting:
        try:
            ready = all(name in values for name in compile_expression(text).names)
        except ExpressionError as error:
            raise DrawError(error, ("require", index), values) from None
        if not ready:
            later.append((index, text))
        elif not _holds(text, values, ("require", index)):
            return None
    return later


def _holds(text: str, values: Mapping[str, Value], where: Where) -> bool:
    try:
        return bool(compile_expression(text)(values))
    except ExpressionError as error:
        raise DrawError(error, where, values) from None


def _region(card: Card, values: Mapping[str, Value]) -> str | None:
    for name, text in card.regions:
        if _holds(text, values, ("regions", name)):
            return name
    return None
