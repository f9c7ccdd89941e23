"""The way of an axis through attention as a diagram: one row a step, one column an axis, wires between them.

Where a transpose is forgotten the wires break: the shape below is right, the numbers are not the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal
from mhaquiz.tui.prose import Block

LABEL, COLUMN = 12, 14
_STRAIGHT, _SPLIT, _JOIN, _CROSS, _BROKEN = "straight", "split", "join", "cross", "broken"


def diagram(result: Any) -> list[Block]:
    """The queries' way from the input to the output, the fork and the crossing drawn where they happen."""
    chosen = result.chosen
    wrong_in, wrong_out = chosen.bug in ("in", "both"), chosen.bug in ("out", "both")
    batch, tokens, heads = ("B", chosen.batch), ("T", chosen.n_tokens), ("h", chosen.n_heads)
    width, whole = ("head_dim", chosen.head_dim), ("d_model", chosen.d_model)
    lines = [_row("x", (batch, tokens, whole))]
    if wrong_in:
        lines += [_wires(_BROKEN, "no transpose")]
    else:
        lines += [_wires(_SPLIT), _row("view", (batch, tokens, heads, width)), _wires(_CROSS)]
    lines += [_row("reshape" if wrong_in else "transpose", (batch, heads, tokens, width))]
    lines += [
        _wires(_STRAIGHT, _repeated(chosen)),
        _row("scores", (batch, heads, tokens, ("keys", tokens[1]))),
    ]
    lines += [_wires(_STRAIGHT), _row("context", (batch, heads, tokens, width))]
    if wrong_out:
        lines += [_wires(_BROKEN, "no transpose")]
    else:
        lines += [_wires(_CROSS), _row("transpose", (batch, tokens, heads, width)), _wires(_JOIN)]
    lines += [_row("output", (batch, tokens, whole))]
    return [Block(line, wraps=False) for line in lines]


def _repeated(chosen: Any) -> str:
    """What becomes of the keys and values of fewer KV heads, in the room that 80 columns leave."""
    return f"K, V shared by {chosen.group}" if chosen.group > 1 else ""


def _row(label: str, axes: Sequence[tuple[str, int]]) -> Content:
    cells = [Content.assemble((name, "$quiet"), " ", (f"{size:,}", "bold $accent")) for name, size in axes]
    row = literal(label.ljust(LABEL), "$code")
    for cell in cells:
        row += cell.pad_right(max(COLUMN - cell.cell_length, 1))
    return row


def _wires(kind: str, note: str = "") -> Content:
    """The lines between two rows: straight down, forked, joined, crossing, or broken off."""
    gap = COLUMN - 1
    straight = "│" + " " * gap
    ends = {
        _STRAIGHT: straight * 3 + "│",
        _SPLIT: straight * 2 + "├" + "─" * gap + "╮",
        _JOIN: straight * 2 + "├" + "─" * gap + "╯",
        _CROSS: straight + "╰" + "─" * (gap // 2) + "╳" + "─" * (gap - gap // 2 - 1) + "╯" + " " * gap + "│",
        _BROKEN: straight + "✗" + " " * gap + "✗" + " " * gap + "✗",
    }[kind]
    style = "bold $bad" if kind == _BROKEN else "$quiet"
    return literal(" " * LABEL) + Content.styled(ends, style) + literal(f"  {note}" if note else "", style)
