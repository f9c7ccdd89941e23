"""Scripts in Unicode's own small characters, where it has them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mhaquiz.mathtext.tree import NAME, WORD

#: Words stay words in a script: d_model, never one letter small and the next one not.
SEPARATED: Final = frozenset({WORD, NAME})


def script_text(text: str, table: Mapping[str, str]) -> str | None:
    """The text in small characters, or None where one of them does not exist."""
    if any(char not in table for char in text):
        return None
    return "".join(table[char] for char in text)
