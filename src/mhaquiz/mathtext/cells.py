"""How many terminal cells a text takes, and padding by cells instead of characters."""

from __future__ import annotations

from unicodedata import category, east_asian_width


def display_width(text: str) -> int:
    """Cells that `text` takes on one line: wide signs two, combining and format characters none.

    Signs of ambiguous width (Greek, ×, √) count one, as terminals outside East Asian locales draw them.
    """
    if text.isascii():
        return len(text)
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def padded(text: str, width: int, align: str = "centre") -> str:
    """`text` filled with blanks to `width` cells; align is left, right or centre."""
    missing = max(width - display_width(text), 0)
    before = {"left": 0, "right": missing, "centre": missing // 2}[align]
    return " " * before + text + " " * (missing - before)
