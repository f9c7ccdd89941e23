"""A formula in two dimensions: stacked fractions, roots, limits, matrices, brackets that grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.alphabets import Alphabet
from mhaquiz.mathtext.boxes import Box, beside, fenced, radical, stacked
from mhaquiz.mathtext.cells import padded
from mhaquiz.mathtext.line import line, row_piece
from mhaquiz.mathtext.signs import ENVIRONMENTS, LIMITED
from mhaquiz.mathtext.spacing import Placed, placed, run_together
from mhaquiz.mathtext.tree import Accent, Fenced, Fraction, Grid, Node, Root, Row, Scripts, Sign


def layout(row: Row, alphabet: Alphabet) -> Box:
    """The row as a rectangle of text; a single line where nothing in it stands over something else."""
    return _row(row, alphabet) if _is_tall(row) else Box((line(row, alphabet),))


def _is_tall(node: Node) -> bool:
    """Whether anything in it is stacked."""
    match node:
        case Fraction():
            return True
        case Grid(rows=rows):
            return len(rows) > 1 or any(map(_is_tall, rows[0]))
        case Root(body=body):
            return _is_tall(body) or len(body.items) > 1
        case Scripts(base=base, below=below, above=above):
            scripts = [row for row in (below, above) if row is not None]
            return _takes_limits(base) or _is_tall(base) or any(map(_is_tall, scripts))
        case Row(items=items):
            return any(map(_is_tall, items))
        case Fenced(body=body) | Accent(body=body):
            return _is_tall(body)
        case _:
            return False


def _takes_limits(base: Node) -> bool:
    return isinstance(base, Sign) and ((base.kind == tree.LARGE and base.text != "∫") or base.text in LIMITED)


def _row(row: Row, alphabet: Alphabet) -> Box:
    items = placed(row.items)
    parts: list[Box] = []
    for at, item in enumerate(items):
        box = _box(item.node, alphabet)
        if at:
            parts.append(Box((" " * _gap(items, at, parts[-1], box),)))
        parts.append(box)
    return beside(parts)


def _gap(items: Sequence[Placed], at: int, left: Box, right: Box) -> int:
    """The row's own gap, or one cell where a minus would run into a bar, or a word into a letter."""
    touching = items[at - 1].kind in (tree.PREFIX, tree.TIGHT) and items[at].kind == tree.QUOTIENT
    touching = touching or (items[at].kind == tree.TIGHT and items[at - 1].kind == tree.QUOTIENT)
    words = run_together(left.text, right.text, bare=_ends_bare(items[at - 1].node))
    return max(items[at].gap, int(touching or words))


def _ends_bare(node: Node) -> bool:
    return isinstance(node, (Scripts, Root)) and not _is_tall(node)


def _box(node: Node, alphabet: Alphabet) -> Box:
    if not _is_tall(node):
        return Box((row_piece(Row((node,)), alphabet).text,))
    return _BOXES[type(node)](node, alphabet)


def _fraction(fraction: Fraction, alphabet: Alphabet) -> Box:
    above, below = layout(fraction.above, alphabet), layout(fraction.below, alphabet)
    nested = any(isinstance(row.items[0], Fraction) for row in (fraction.above, fraction.below) if row.items)
    width = max(above.width, below.width, 1) + 2 * nested
    return stacked([above, Box((alphabet.bar * width,)), below], above.height)


def _root(root: Root, alphabet: Alphabet) -> Box:
    index = line(root.index, alphabet) if root.index else ""
    return radical(layout(root.body, alphabet), index, alphabet)


def _scripts(scripts: Scripts, alphabet: Alphabet) -> Box:
    base = _box(scripts.base, alphabet)
    if isinstance(scripts.base, Fraction) or (isinstance(scripts.base, Row) and len(scripts.base.items) != 1):
        base = fenced(base, "(", ")", alphabet)
    if scripts.primes:
        base = beside([base, Box((alphabet.prime(scripts.primes),))])
    below, above = (_script(row, alphabet) for row in (scripts.below, scripts.above))
    if _takes_limits(scripts.base):
        parts = [part for part in (above, base, below) if part]
        return stacked(parts, above.height + base.baseline if above else base.baseline)
    return _attached(base, below, above)


def _script(row: Row | None, alphabet: Alphabet) -> Box | None:
    if row is None or _is_tall(row):
        return layout(row, alphabet) if row else None
    return Box((row_piece(row, alphabet, tight=True).text,))


def _attached(base: Box, below: Box | None, above: Box | None) -> Box:
    """Scripts to the right: beside the first and last line of a tall base, over and under a single line."""
    width = max(box.width for box in (below, above) if box) if below or above else 0
    over = list(above.lines) if above else []
    under = list(below.lines) if below else []
    kept = base.height - (2 if base.height > 1 else 0)
    if base.height > 1:
        over, under = over or [""], under or [""]
    elif not over and not under:
        return base
    rows = [*over, *[""] * kept, *under]
    lead = max(len(over) - (base.height > 1), 0)
    column = Box(tuple(padded(row, width, "left") for row in rows), lead + base.baseline)
    return beside([base, column])


def _fenced(node: Fenced, alphabet: Alphabet) -> Box:
    return fenced(layout(node.body, alphabet), node.left, node.right, alphabet)


def _accent(accent: Accent, alphabet: Alphabet) -> Box:
    name = Box((accent.mark.removeprefix("wide"),))
    return beside([name, fenced(layout(accent.body, alphabet), "(", ")", alphabet)])


def _grid(grid: Grid, alphabet: Alphabet) -> Box:
    cells = [[layout(cell, alphabet) for cell in row] for row in grid.rows]
    widths = [max(row[column].width for row in cells) for column in range(len(cells[0]))]
    rows = [beside(_spread(row, widths, grid.environment)) for row in cells]
    airy = any(row.height > 1 for row in rows)
    parts = [part for row in rows for part in (row, Box(("",)))][:-1] if airy else rows
    body = stacked(parts, 0, "left")
    left, right = ENVIRONMENTS[grid.environment]
    return fenced(Box(body.lines, (body.height - 1) // 2), left, right, alphabet)


def _spread(row: Sequence[Box], widths: Sequence[int], environment: str) -> list[Box]:
    """The cells of one row filled to the widths of their columns, with the gaps between columns."""
    aligned = environment == "aligned"
    parts: list[Box] = []
    for at, (box, width) in enumerate(zip(row, widths, strict=True)):
        side = ("right", "left")[at % 2] if aligned else "left" if environment == "cases" else "centre"
        gap = 0 if not at else 1 if aligned else 2
        parts += [
            Box((" " * gap,)),
            Box(tuple(padded(text, width, side) for text in box.lines), box.baseline),
        ]
    return parts


_BOXES: Mapping[type, Callable[..., Box]] = {
    Row: _row,
    Fraction: _fraction,
    Root: _root,
    Scripts: _scripts,
    Fenced: _fenced,
    Grid: _grid,
    Accent: _accent,
}
