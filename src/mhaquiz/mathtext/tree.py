"""A formula as a tree of frozen nodes: what the parser makes and the printers read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

# The kinds of signs decide the space around them; what stands side by side as a product is JUXTAPOSED.
LETTER: Final = "letter"
NUMBER: Final = "number"
WORD: Final = "word"  #: upright text; may hold blanks
NAME: Final = "name"  #: an operator with a name: softmax, log
LARGE: Final = "large"  #: ∑ ∏ ∫
BINARY: Final = "binary"  #: + − ×, a blank on either side
PREFIX: Final = "prefix"  #: a minus that belongs to what follows
TIGHT: Final = "tight"  #: · * /, no blanks
RELATION: Final = "relation"
PUNCTUATION: Final = "punctuation"
OPEN: Final = "open"
CLOSE: Final = "close"
BAR: Final = "bar"  #: | and ‖, which do not say whether they open or close
MARK: Final = "mark"  #: any other sign: ∞ ! ∂
SPACE: Final = "space"  #: space that was asked for: \, \quad
SOFT: Final = "soft"  #: a blank typed between factors
# Kinds of whole nodes.
GROUP: Final = "group"
QUOTIENT: Final = "quotient"

JUXTAPOSED: Final = frozenset({LETTER, NUMBER, WORD, NAME, LARGE, MARK, GROUP, QUOTIENT, BAR})


@dataclass(frozen=True, slots=True)
class Sign:
    """One letter, number, word or operator."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side."""

    items: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Fraction:
    """`above` over `below`."""

    above: Row
    below: Row


@dataclass(frozen=True, slots=True)
class Root:
    """The square root, or the root named by `index`."""

    body: Row
    index: Row | None = None


@dataclass(frozen=True, slots=True)
class Scripts:
    """A base with what is written below, above and as primes."""

    base: Node
    below: Row | None = None
    above: Row | None = None
    primes: int = 0


@dataclass(frozen=True, slots=True)
class Fenced:
    """A body between brackets or bars; an empty fence is a side that shows none."""

    left: str
    body: Row
    right: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells in rows and columns; `environment` is the LaTeX name, which settles brackets and alignment."""

    rows: tuple[tuple[Row, ...], ...]
    environment: str


@dataclass(frozen=True, slots=True)
class Accent:
    """A body under a mark; `mark` is the LaTeX name: hat, bar, tilde, vec, dot."""

    body: Row
    mark: str


Node: TypeAlias = "Sign | Row | Fraction | Root | Scripts | Fenced | Grid | Accent"


def kind_of(node: Node) -> str:
    """The kind that settles the space around a node."""
    match node:
        case Sign(kind=kind):
            return kind
        case Scripts(base=base):
            kind = kind_of(base)
            return MARK if kind in (QUOTIENT, OPEN, CLOSE, SOFT, SPACE) else kind
        case Fraction():
            return QUOTIENT
        case Fenced() | Grid():
            return GROUP
        case _:
            return MARK
