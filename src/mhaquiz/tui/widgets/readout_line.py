"""A lab's main readouts on one line; where they do not fit, large numbers are shortened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from textual.content import Content
from textual.widgets import Static

from mhaquiz.plain.lab_text import decimal
from mhaquiz.tui.literal import cut, literal
from mhaquiz.tui.pictures.readouts import brief, short, text_of

_GAPS = (3, 2)


class ReadoutLine(Static):
    """Values by name, the first one set apart."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)

    def show(self, headline: Sequence[tuple[str, str]], told: Mapping[str, Any], width: int) -> None:
        """The values of `headline` (name and label), in `width` cells."""
        values = [decimal(name, told.get(name)) for name, _ in headline]
        labels = [label for _, label in headline]
        self.update(cut(_fitting(labels, values, width), width), layout=False)


def _fitting(labels: Sequence[str], values: Sequence[Any], width: int) -> Content:
    """Exact values where they fit; else as few as possible are shortened, from the last one on; then all are.

    Where that is not enough the last readouts are left out, with a sign.
    """
    for exact in range(len(values), -1, -1):
        texts = [text_of(v, 3) if n < exact else short(v) for n, v in enumerate(values)]
        for gap in _GAPS:
            line = Content(" " * gap).join(_parts(labels, texts))
            if line.cell_length <= width:
                return line
    parts = _parts(labels, [brief(value) for value in values])
    if sum(part.cell_length for part in parts) + _GAPS[-1] * (len(parts) - 1) <= width:
        return Content(" " * _GAPS[-1]).join(parts)
    while len(parts) > 1 and sum(part.cell_length + _GAPS[-1] for part in parts) + 1 > width:
        parts.pop()
    return Content(" " * _GAPS[-1]).join([*parts, literal("…", "$quiet")])


def _parts(labels: Sequence[str], texts: Sequence[str]) -> list[Content]:
    return [
        literal(f"{label} ", "$quiet") + literal(text, "bold" if number else "bold $accent")
        for number, (label, text) in enumerate(zip(labels, texts, strict=True))
    ]
