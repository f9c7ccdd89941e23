"""Where a line of prose may not end: within a short formula, and never between an operator and what follows.

`glued` joins what belongs together by a sign that no wrapper takes for a blank; `loosened` makes it a blank
again in the lines that came out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

GLUE = "\u2800"  # a blank cell that counts as a character (U+00A0 is white space to Python's patterns)
SHORT = 32
"""Cells that stay on one line, never more than half of it: `(head_dim = d_model / n_heads).` is as long."""
DEEPEST = 3  # brackets within brackets; beyond that all count alike

_RANKS = {
    sign: rank
    for rank, signs in enumerate(
        (
            "= ≈ ~ ≠ ≡ ∝ < > ≤ ≥ ≪ ≫ ∈ → ⇒ == != <= >= -> =>",
            "+ − - ± ⊕",
            "· ⋅ × x * / ÷ ⊗ ⊙ ∘ @ ^ ** //",
        )
    )
    for sign in signs.split()
}
_SIGNS = "|".join(map(re.escape, sorted(_RANKS, key=len, reverse=True)))
_OPERATOR = re.compile(rf" (?:{_SIGNS}) \S")
_FORMULA = re.compile(rf"(?<!\S)\S++(?: (?:{_SIGNS}) \S++)+")


def glued(text: str, width: int) -> str:
    """`text` for lines of `width` cells, the blanks of its short formulas replaced by `GLUE`.

    A longer formula may break before an operator: an outer one rather than an inner, a relation rather than
    a sum, a sum rather than a product.
    """
    if _OPERATOR.search(text) is None:
        return text
    return _FORMULA.sub(lambda found: " ".join(_pieces(found[0].split(" "), width)), text)


def loosened(line: str) -> str:
    """The line with blanks again."""
    return line.replace(GLUE, " ")


def _pieces(words: Sequence[str], width: int) -> list[str]:
    """A formula `a · b + c`, given by its words, in pieces that stay whole."""
    parts, ranks, depth = [words[0]], [0], _opened(words[0])
    for operator, operand in zip(words[1::2], words[2::2], strict=True):
        together = len(operator) + len(operand) < 3 * width // 4  # wider ones might have to be cut
        parts.append(f"{operator}{GLUE if together else ' '}{operand}")
        ranks.append(_RANKS[operator] + 3 * min(max(depth, 0), DEEPEST))
        depth += _opened(operand)
    return _parted(parts, ranks, min(SHORT, width // 2))


def _opened(word: str) -> int:
    """How many more brackets the word opens than it closes."""
    return sum(map(word.count, "([{")) - sum(map(word.count, ")]}"))


def _parted(parts: Sequence[str], ranks: Sequence[int], limit: int) -> list[str]:
    """The parts joined where that is short enough, else parted before the outermost operators.

    `ranks` tells how far out the operator is that begins a part; that of the first part is not looked at.
    """
    whole = GLUE.join(parts)
    if len(whole) <= limit or len(parts) == 1:
        return [whole]
    outermost = min(ranks[1:])
    cuts = [0, *(at for at in range(1, len(parts)) if ranks[at] == outermost), len(parts)]
    pieces: list[str] = []
    before_is_whole = False
    for start, end in pairwise(cuts):
        inner = _parted(parts[start:end], ranks[start:end], limit)
        is_whole = len(inner) == 1
        if before_is_whole and is_whole and len(pieces[-1]) + len(inner[0]) < limit:
            pieces[-1] += GLUE + inner[0]
        else:
            pieces += inner
        before_is_whole = is_whole
    return pieces
