"""Words that the labs' sentences share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

#: Changes below this do not show in three decimals.
VISIBLE = 0.0005

_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def changed_settings(before: Any, after: Any) -> tuple[str, ...]:
    """The names of the settings in which two frozen settings differ."""
    return tuple(f.name for f in fields(after) if getattr(before, f.name) != getattr(after, f.name))


def in_words(number: int) -> str:
    """Up to ten in letters, as a sentence has it."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else f"{number:,}"


def moved(before: float, after: float) -> str:
    """`falls from 1.000 to 0.302`, `rises …`, or `stays at …`; rounding error about 0 is 0."""
    before, after = (0.0 if abs(value) < VISIBLE else value for value in (before, after))
    if abs(after - before) < VISIBLE:
        return f"stays at {after:.3f}"
    return f"{'rises' if after > before else 'falls'} from {before:.3f} to {after:.3f}"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *most, last = list(words)
    return f"{', '.join(most)} and {last}" if most else last


def sentence(parts: Iterable[str]) -> str:
    """The parts that are not empty, each begun with a capital and ended with a full stop."""
    return " ".join(f"{_capital(part)}." for part in parts if part)


def _capital(part: str) -> str:
    """A setting's name stays as it is written, at the beginning too."""
    return part if "_" in part.partition(" ")[0] else part[0].upper() + part[1:]
