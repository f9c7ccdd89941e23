"""Draws that can be repeated: blake2b over what is being drawn, never a global random generator.

Each purpose has its own stream, so that the order of the choices tells nothing about the drawn values, and
neither depends on PYTHONHASHSEED, the locale or the version of a library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")


def number(*parts: object) -> int:
    """A 64-bit number that depends on `parts` alone (their text, joined by NUL)."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def shuffled(items: Iterable[Item], key: Callable[[Item], str], *parts: object) -> list[Item]:
    """`items` in an order drawn from `parts` and each item's own `key`; the authored order plays no role."""
    return sorted(items, key=lambda item: (number(*parts, key(item)), key(item)))
