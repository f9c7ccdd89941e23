"""Suffixes and units after a number, one table for counts and one for bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

UnitOf = Literal["count", "bytes"] | None

BITS_OR_BYTES = "bits or bytes? Write B for bytes: GB is 1000³ bytes, GiB 1024³"


@dataclass(frozen=True, slots=True)
class Unit:
    """What a suffix multiplies by; `bytes` where it says that bytes are meant."""

    factor: int | Fraction
    kind: Literal["suffix", "bytes", "percent", "ratio"] = "suffix"


_POWERS = {"k": 1, "m": 2, "g": 3, "b": 3, "t": 4}
_PREFIXES = {"kilo": 1, "mega": 2, "giga": 3, "tera": 4, "peta": 5}
_BINARY_PREFIXES = {"kibi": 1, "mebi": 2, "gibi": 3, "tebi": 4, "pebi": 5}
_WORDS = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "bn": 10**9, "mn": 10**6}

#: Letters in any case; B is a billion.
COUNTS: dict[str, Unit] = {
    **{letter: Unit(1000**power) for letter, power in _POWERS.items()},
    **{f"{letter}i": Unit(1024**power) for letter, power in _POWERS.items() if letter != "b"},
}
#: Case matters here: B is a byte, b a bit.
BYTES: dict[str, Unit] = {
    "B": Unit(1, "bytes"),
    **{letter: Unit(1000**power, "bytes") for power, letter in enumerate("KMGTP", 1)},
    "k": Unit(1000, "bytes"),
    **{f"{letter}B": Unit(1000**power, "bytes") for power, letter in enumerate("KMGTP", 1)},
    "kB": Unit(1000, "bytes"),
    **{f"{letter}i": Unit(1024**power, "bytes") for power, letter in enumerate("KMGTP", 1)},
    **{f"{letter}iB": Unit(1024**power, "bytes") for power, letter in enumerate("KMGTP", 1)},
}
_SPELLED_BYTES: dict[str, Unit] = {
    "byte": Unit(1, "bytes"),
    **{f"{prefix}byte": Unit(1000**power, "bytes") for prefix, power in _PREFIXES.items()},
    **{f"{prefix}byte": Unit(1024**power, "bytes") for prefix, power in _BINARY_PREFIXES.items()},
}
PERCENT = Unit(Fraction(1, 100), "percent")
RATIO = Unit(1, "ratio")

_BIT_UNIT = re.compile(
    r"[kmgtp]?i?b(?:its?|ps)?|(?:kilo|mega|giga|tera|kibi|mebi|gibi|tebi)?bits?", re.IGNORECASE
)
_BYTE_UNIT = re.compile(r"[kmgtp]i?b|(?:\w{4})?bytes?", re.IGNORECASE)


@lru_cache(maxsize=256)
def unit(name: str, of: UnitOf) -> Unit | None:
    """The unit that `name` writes on a card that counts `of`; None where it is none."""
    lower = name.lower()
    word = lower if lower in _WORDS else lower.removesuffix("s")
    if word in _WORDS:
        return Unit(_WORDS[word])
    if lower in ("x", "×", "times", "fold"):
        return RATIO
    if lower == "percent":
        return PERCENT
    if of == "bytes":
        return BYTES.get(name) or _SPELLED_BYTES.get(word)
    return COUNTS.get(lower)


def why_no_unit(name: str, of: UnitOf) -> str:
    """Why `name` is no unit of the card, with what to write instead."""
    if of == "bytes" and _BIT_UNIT.fullmatch(name):
        return f"`{name}`: {BITS_OR_BYTES}"
    if of == "bytes":
        return f"`{name}` is not a unit of bytes; write B, kB, MB, GB or KiB, MiB, GiB"
    if _BYTE_UNIT.fullmatch(name):
        return f"`{name}` is a unit of bytes, and this card asks for a number"
    return f"`{name}` is not read here; type a number, perhaps with k, M, G or %"
