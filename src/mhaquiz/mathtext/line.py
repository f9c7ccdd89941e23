"""A formula on one line: `QKᵀ/√dₖ`, brackets only where they are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.alphabets import Alphabet
from mhaquiz.mathtext.cells import display_width
from mhaquiz.mathtext.scripts import SEPARATED, script_text
from mhaquiz.mathtext.signs import ACCENTS, DIVISIONS, ENVIRONMENTS
from mhaquiz.mathtext.spacing import Placed, placed, run_together
from mhaquiz.mathtext.tree import JUXTAPOSED, Accent, Fenced, Fraction, Grid, Node, Root, Row, Scripts, Sign

#: How tightly a text holds together. What holds less tightly than its place demands is bracketed.
LOOSE, DIVIDED, TERM, POWER, ATOM = range(5)


class Piece(NamedTuple):
    """A text, how tightly it holds, and whether a script at its end would swallow a letter after it."""

    text: str
    level: int = ATOM
    bare: bool = False

    def at_least(self, level: int) -> str:
        return self.text if self.level >= level else f"({self.text})"


def line(row: Row, alphabet: Alphabet) -> str:
    """The row on one line."""
    return row_piece(row, alphabet).text.strip()


def row_piece(row: Row, alphabet: Alphabet, *, tight: bool = False) -> Piece:
    """A row as text; in scripts `tight`, without blanks around operators."""
    items = placed(row.items, tight=tight)
    pieces = _bracketed(items, [_piece(item.node, alphabet) for item in items])
    text, last = "", Piece("")
    for at, (item, piece) in enumerate(zip(items, pieces, strict=True)):
        gap = max(item.gap, int(run_together(last.text, piece.text, bare=last.bare)))
        gap = max(gap, _word_gap(items, at, alphabet)) if at else 0
        has_own = text.endswith(" ") or piece.text.startswith(" ")
        text += " " * (0 if has_own else gap) + piece.text
        last = piece
    return Piece(text, pieces[0].level if len(pieces) == 1 else _level(items), last.bare)


def _word_gap(items: Sequence[Placed], at: int, alphabet: Alphabet) -> int:
    """A blank beside an operator that is spelled with letters: `n x d`, `a mod b`, `x in S`."""
    pair = [item.node for item in items[at - 1 : at + 1] if item.kind in (tree.BINARY, tree.RELATION)]
    return int(any(isinstance(node, Sign) and alphabet.spell(node.text)[-1:].isalpha() for node in pair))


def _bracketed(items: Sequence[Placed], pieces: list[Piece]) -> list[Piece]:
    """A fraction in brackets where what stands beside it would join only one of its parts."""
    for at, item in enumerate(items):
        if item.kind != tree.QUOTIENT:
            continue
        before = items[at - 1] if at else None
        divided = before is not None and isinstance(before.node, Sign) and before.node.text in DIVISIONS
        named = before is not None and before.kind == tree.NAME
        after = items[at + 1].kind if at + 1 < len(items) else tree.CLOSE
        if divided or named or after in JUXTAPOSED or _is_power(items, at + 1):
            pieces[at] = Piece(f"({pieces[at].text})")
    return pieces


def _is_power(items: Sequence[Placed], at: int) -> bool:
    node = items[at].node if at < len(items) else None
    return isinstance(node, Sign) and node.text == "**"


def _level(items: Sequence[Placed]) -> int:
    kinds = {item.kind for item in items}
    if kinds & _LOOSENING:
        return LOOSE
    if not items or _is_call(items):
        return ATOM
    if tree.NAME in kinds or any(_has_blank(item.node) for item in items):
        return LOOSE
    divides = any(isinstance(item.node, Sign) and item.node.text in DIVISIONS for item in items)
    return DIVIDED if divides or tree.QUOTIENT in kinds else TERM


_LOOSENING = frozenset(
    {tree.RELATION, tree.PUNCTUATION, tree.BINARY, tree.LARGE, tree.OPEN, tree.CLOSE, tree.BAR}
)


def _is_call(items: Sequence[Placed]) -> bool:
    """softmax(x), head(i): a word with its brackets holds together."""
    return len(items) == 2 and items[0].kind in (tree.NAME, tree.WORD) and items[1].kind == tree.GROUP


def _has_blank(node: Node) -> bool:
    return isinstance(node, Sign) and node.kind == tree.WORD and " " in node.text


def _piece(node: Node, alphabet: Alphabet) -> Piece:
    return _PRINTERS[type(node)](node, alphabet)


def _sign(sign: Sign, alphabet: Alphabet) -> Piece:
    text = alphabet.spell(sign.text)
    loose = sign.kind in _LOOSENING or _has_blank(sign)
    return Piece(text, LOOSE if loose else ATOM)


def _fraction(fraction: Fraction, alphabet: Alphabet) -> Piece:
    above = row_piece(fraction.above, alphabet).at_least(TERM)
    below = row_piece(fraction.below, alphabet)
    return Piece(f"{above}/{below.at_least(POWER)}", DIVIDED)


def _root(root: Root, alphabet: Alphabet) -> Piece:
    body = row_piece(root.body, alphabet)
    index = row_piece(root.index, alphabet, tight=True).text if root.index else ""
    raised = script_text(index, alphabet.raised)
    if alphabet.is_ascii:
        inside = body.text if _is_bracketed(root.body) else f"({body.text})"
        return Piece((f"root[{index}]" if index else "sqrt") + inside)
    if raised is None:
        return Piece(f"root[{index}]({body.text})")
    sign = {"³": "∛", "⁴": "∜"}.get(raised, raised + "√")
    return Piece(sign + body.at_least(ATOM), POWER, bare=True)


def _scripts(scripts: Scripts, alphabet: Alphabet) -> Piece:
    base = (
        _piece(scripts.base, alphabet)
        if not isinstance(scripts.base, Row)
        else row_piece(scripts.base, alphabet)
    )
    shown = base.text if isinstance(scripts.base, (Sign, Fenced)) else base.at_least(ATOM)
    text = shown + alphabet.prime(scripts.primes)
    below, above = _script("_", scripts.below, alphabet), _script("^", scripts.above, alphabet)
    bare = (above.bare if above.text else below.bare) or (base.bare and not above.text and not below.text)
    return Piece(text + below.text + above.text, POWER if above.text else ATOM, bare)


def _script(mark: str, row: Row | None, alphabet: Alphabet) -> Piece:
    """A script in Unicode where every character has one, else behind its mark."""
    if row is None or not row.items:
        return Piece("")
    text = row_piece(row, alphabet, tight=True).text
    only_word = len(row.items) == 1 and isinstance(row.items[0], Sign) and row.items[0].kind in SEPARATED
    small = script_text(text, alphabet.raised if mark == "^" else alphabet.lowered)
    if small is not None and (text == "T" or not only_word):
        return Piece(small)
    bare = _is_bare(row, text, mark)
    return Piece(mark + (text if bare or _is_bracketed(row) else f"({text})"), bare=bare)


def _is_bare(row: Row, text: str, mark: str) -> bool:
    """`W_QK`, `W^Q`: no brackets, because nothing else can be meant."""
    kinds = {item.kind if isinstance(item, Sign) else "" for item in row.items}
    if mark == "^":
        return len(text) == 1 or (len(row.items) == 1 and kinds <= {tree.LETTER, tree.NUMBER, tree.MARK})
    return kinds <= _SIMPLE and all(char.isalnum() or char == "_" for char in text)


def _is_bracketed(row: Row) -> bool:
    match row.items:
        case (Fenced("(", _, ")"),):
            return True
    return False


_SIMPLE = frozenset({tree.LETTER, tree.NUMBER, tree.WORD, tree.NAME})


def _fenced(fenced: Fenced, alphabet: Alphabet) -> Piece:
    left, right = alphabet.spell(fenced.left), alphabet.spell(fenced.right)
    closed = bool(fenced.left and fenced.right)
    return Piece(left + row_piece(fenced.body, alphabet).text + right, ATOM if closed else LOOSE)


def _grid(grid: Grid, alphabet: Alphabet) -> Piece:
    rows = [", ".join(row_piece(cell, alphabet).text for cell in row) for row in grid.rows]
    if grid.environment == "aligned":
        lines = [row_piece(Row(sum((cell.items for cell in row), ())), alphabet).text for row in grid.rows]
        return Piece("; ".join(lines), LOOSE)
    left, right = (alphabet.spell(fence) for fence in ENVIRONMENTS[grid.environment])
    return Piece((left or "[") + "; ".join(rows) + (right or ("}" if left else "]")))


def _accent(accent: Accent, alphabet: Alphabet) -> Piece:
    text = row_piece(accent.body, alphabet).text
    if not alphabet.is_ascii and display_width(text) == 1:
        return Piece(text + ACCENTS[accent.mark])
    return Piece(f"{accent.mark.removeprefix('wide')}({text})")


def _row(row: Row, alphabet: Alphabet) -> Piece:
    return row_piece(row, alphabet)


_PRINTERS: Mapping[type, Callable[..., Piece]] = {
    Sign: _sign,
    Row: _row,
    Fraction: _fraction,
    Root: _root,
    Scripts: _scripts,
    Fenced: _fenced,
    Grid: _grid,
    Accent: _accent,
}
