"""The shapes lab: every step with its shape, what each head sees, and where a wrong reshape put things."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from mhaquiz.tui.literal import literal
from mhaquiz.tui.pictures import Data, MapsData, Picture, ProseData, Show, all_readouts, rows_of
from mhaquiz.tui.pictures.shape_diagram import diagram
from mhaquiz.tui.prose import Block
from mhaquiz.tui.widgets.map_grid import Grid, Scale


def _steps(result: Any, subject: int) -> Data:
    head = tuple(Content.styled(name, "$quiet") for name in ("step", "shape", "numbers"))
    rows = [
        (literal(step.name), literal(_shape(step.shape), "$code"), _moves(step.moves_data))
        for step in result.steps
    ]
    return ProseData([Block((head, *rows))], wide=True)


def _diagram(result: Any, subject: int) -> Data:
    return ProseData(diagram(result), wide=True)


def _shape(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(str(size) for size in shape) + ")"


def _moves(moves: bool) -> Content:
    return Content.styled("written anew", "$warn") if moves else Content.styled("a view", "$quiet")


def _seen(result: Any, subject: int) -> Data:
    """Head by token: 1 where that token's numbers reach the head."""
    n_tokens = result.chosen.n_tokens
    rows = [[float(t in seen) for t in range(n_tokens)] for seen in result.tokens_seen]
    heads = [f"head {n}" for n in range(len(rows))]
    grid = Grid("heads by the tokens they see", rows, heads, [f"token {t}" for t in range(n_tokens)])
    return MapsData([grid], Scale(0.0, 1.0))


def _origin(result: Any, subject: int) -> Data:
    """Which token each slot's query comes from; right is a plain slope from 0 to T − 1."""
    rows = [[float(source[0]) for source in row] for row in result.sources]
    names = [f"head {n}" for n in range(len(rows))]
    slots = [f"slot {t}" for t in range(result.chosen.n_tokens)]
    grid = Grid("token in each head's slot", rows, names, slots)
    wanted = Grid("as it should be", [[float(t) for t in range(len(row))] for row in rows], names, slots)
    return MapsData([grid, wanted], Scale(0.0, float(max(result.chosen.n_tokens - 1, 1))))


def _verdict(result: Any, subject: int) -> Data:
    equals, leaks = result.equals_reference, result.leaks_future
    lines = [
        _line(
            f"the output {'equals' if equals else 'differs from'} that of heads computed one by one", equals
        ),
        _line(f"{'an' if leaks else 'no'} output changes when a later token does", not leaks),
    ]
    slots = result.chosen.n_heads * result.chosen.n_tokens
    lines.append(
        Block(
            literal(f"{result.misplaced:,} of {slots:,} slots hold another token's or head's numbers"),
            gap=True,
        )
    )
    lines.append(Block(literal("No step raised an error: every shape is legal.", "$quiet"), gap=True))
    return ProseData(lines, wide=True)


def _line(text: str, good: bool) -> Block:
    sign = Content.styled("✓ " if good else "✗ ", "bold $good" if good else "bold $bad")
    return Block(literal(text), sign, 2)


def _numbers(result: Any, subject: int) -> Data:
    output, reference = _plane(result.output), _plane(result.reference)
    gap = rows_of(output - reference)
    return MapsData([Grid("output", rows_of(output), signed=True), Grid("difference", gap, signed=True)])


def _plane(array: Any) -> Any:
    """The first sequence of a batch."""
    while getattr(array, "ndim", 2) > 2:
        array = array[0]
    return array


SHOW = Show(
    headline=(("equals_reference", "equals the reference"), ("leaks_future", "leaks the future")),
    pictures=(
        Picture("diagram", _diagram),
        Picture("steps", _steps),
        Picture("verdict", _verdict),
        Picture("seen", _seen),
        Picture("slots", _origin),
        Picture("numbers", _numbers),
        Picture("all", all_readouts),
    ),
)
