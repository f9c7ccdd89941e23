"""Aligned columns for the author's tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhaquiz.cli import printable
from mhaquiz.deck.messages import display_width


def table_lines(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows under their header, columns as wide as their widest entry, numbers to the right."""
    shown = [[printable(entry) for entry in row] for row in (header, *rows)]
    widths = [max(map(display_width, column)) for column in zip(*shown, strict=True)]
    right = [bool(rows) and all(_numeric(row[index]) for row in rows) for index in range(len(header))]
    for row in shown:
        entries = zip(row, widths, right, strict=True)
        yield "  ".join(_padded(entry, width, to_right) for entry, width, to_right in entries).rstrip()


def _numeric(entry: str) -> bool:
    return not entry or entry[0].isdigit() or entry[0] == "-"


def _padded(entry: str, width: int, to_right: bool) -> str:
    space = " " * (width - display_width(entry))
    return space + entry if to_right else entry + space
