r"""LaTeX as far as formulas about attention need it, read into a tree. Else an error with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.errors import MathTextError
from mhaquiz.mathtext.rows import row_of
from mhaquiz.mathtext.scanner import Scanner, Token
from mhaquiz.mathtext.signs import (
    ACCENTS,
    DOUBLE_STRUCK,
    ENVIRONMENTS,
    FENCES,
    FROM_LOWERED,
    FROM_RAISED,
    IGNORED,
    NAMES,
    SIGNS,
    SPACES,
    TIDIED,
    TYPED_KINDS,
)
from mhaquiz.mathtext.tree import Accent, Fenced, Fraction, Grid, Node, Root, Row, Scripts, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Deepest nesting of braces, brackets and scripts.
MAX_DEPTH = 40

_SCRIPT_MARKS = ("_", "^", "'", "raised", "lowered")
_ENDS = (r"\right", r"\\", r"\end", r"\cr")


@lru_cache(maxsize=512)
def parse(source: str) -> Row:
    r"""The tree of a formula without its dollar signs. Raises MathTextError, which says where and why."""
    return _Parser(source).formula()


class _Parser:
    def __init__(self, source: str) -> None:
        self.scan = Scanner(source)
        self.depth = 0

    def formula(self) -> Row:
        row = self.row()
        token = self.scan.peek()
        if token.kind != "end":
            raise self.error(f"`{token.text}` has no partner before it", token)
        return row

    def error(self, reason: str, token: Token) -> MathTextError:
        return self.scan.error(reason, token.at)

    @contextmanager
    def deeper(self, token: Token) -> Iterator[None]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"the formula is nested deeper than {MAX_DEPTH}", token)
        yield
        self.depth -= 1

    # Rows

    def row(self) -> Row:
        return row_of(self.items())

    def items(self) -> list[Node]:
        """Nodes up to something that ends a row, which is left standing."""
        found: list[Node] = []
        while not self.at_end():
            self.item(found)
        return found

    def at_end(self) -> bool:
        token = self.scan.peek()
        return token.kind in ("end", "}", "&") or (token.kind == "command" and token.text in _ENDS)

    def item(self, found: list[Node]) -> None:
        """One atom with its scripts, after the blank that was typed before it."""
        if self.scan.peek().spaced and found:
            found.append(Sign(" ", tree.SOFT))
        atoms = self.atom()
        if atoms is None:
            return
        if self.scan.peek().kind in _SCRIPT_MARKS:
            base = atoms[0] if len(atoms) == 1 else Row(tuple(atoms))
            atoms = [self.scripts(base)]
        found += atoms

    def atom(self) -> list[Node] | None:
        """One thing, or the several in braces; None for a command that shows nothing."""
        token = self.scan.peek()
        if token.kind in _SCRIPT_MARKS:
            return []
        if token.kind == "{":
            return list(self.braced().items)
        if token.kind == "command":
            return self.command(self.scan.take())
        return self.signs(self.scan.take())

    def braced(self) -> Row:
        opening = self.scan.take()
        with self.deeper(opening):
            row = self.row()
        if self.scan.peek().kind != "}":
            raise self.error("`{` is never closed", opening)
        self.scan.take()
        match row.items:
            case (Sign(text=text, kind=tree.BINARY | tree.RELATION | tree.PUNCTUATION),):
                return Row((Sign(text, tree.MARK),))
        return row

    def argument(self, of: Token) -> Row:
        """What a command acts on: `{…}`, one digit, one letter or one command."""
        token = self.scan.peek()
        if token.kind == "{":
            return self.braced()
        if self.at_end() or token.kind in _SCRIPT_MARKS:
            raise self.error(f"`{of.text}` needs something after it", of)
        with self.deeper(of):
            taken = self.scan.take_character()
            return row_of((self.command(taken) if taken.kind == "command" else self.signs(taken)) or [])

    # Signs, brackets and scripts

    def signs(self, token: Token) -> list[Node]:
        if token.kind == "number":
            return [Sign(token.text.replace("{,}", ","), tree.NUMBER)]
        if token.kind == "letter":
            return [Sign(token.text, tree.LARGE if token.text in "∑∏∫" else tree.LETTER)]
        if token.kind == "name":
            return [Sign(token.text, tree.NAME if token.text in NAMES else tree.WORD)]
        text = TIDIED.get(token.text, token.text)
        kind = {"**": tree.TIGHT, ":=": tree.RELATION, "==": tree.RELATION}.get(text)
        return self.sign(Sign(text, kind or TYPED_KINDS.get(text, tree.MARK)), token)

    def sign(self, sign: Sign, token: Token) -> list[Node]:
        """The sign; an opening one with its body and partner, where it has one."""
        if sign.kind != tree.OPEN:
            return [sign]
        with self.deeper(token):
            body: list[Node] = []
            while not self.at_end():
                closing = self.closing()
                if closing is not None:
                    return [Fenced(sign.text, row_of(body), closing.text)]
                self.item(body)
        return [sign, *body]

    def closing(self) -> Sign | None:
        """The closing bracket that comes next, taken; None where something else comes."""
        token = self.scan.peek()
        sign = SIGNS.get(token.text[1:]) if token.kind == "command" else None
        if token.kind == "sign" and TYPED_KINDS.get(token.text) == tree.CLOSE:
            sign = Sign(token.text, tree.CLOSE)
        if sign is None or sign.kind != tree.CLOSE:
            return None
        self.scan.take()
        return sign

    def scripts(self, base: Node) -> Node:
        found: dict[str, list[Node]] = {}
        primes = 0
        while (token := self.scan.peek()).kind in _SCRIPT_MARKS:
            self.scan.take()
            if token.kind == "'":
                primes += 1
                continue
            side = "below" if token.kind in ("_", "lowered") else "above"
            if side in found:
                raise self.error(
                    f"a second script {side}: put braces around what the first belongs to", token
                )
            found[side] = self.script(token)
        below, above = (row_of(found[side]) if side in found else None for side in ("below", "above"))
        return Scripts(base, below, above, primes)

    def script(self, token: Token) -> list[Node]:
        if token.kind in ("raised", "lowered"):
            return self.small(token)
        if token.kind == "_" and (word := self.scan.take_subscript()):
            return [Sign(word, tree.WORD)]
        if self.scan.peek().kind == "number":
            return self.signs(self.scan.take())
        return list(self.argument(token).items)

    def small(self, token: Token) -> list[Node]:
        """A script typed in Unicode's small characters: ⁿ⁻¹."""
        table = FROM_RAISED if token.kind == "raised" else FROM_LOWERED
        try:
            return list(_Parser("".join(table[char] for char in token.text)).formula().items)
        except MathTextError as error:
            raise self.error(error.reason, token) from None

    # Commands

    def command(self, token: Token) -> list[Node] | None:
        name = token.text[1:]
        if name in SIGNS:
            return self.sign(SIGNS[name], token)
        if name in NAMES:
            return [Sign(name, tree.NAME)]
        if name in SPACES:
            return [Sign(" " * SPACES[name], tree.SPACE)] if SPACES[name] else None
        if name in IGNORED:
            return None
        if name in ACCENTS:
            return [Accent(self.argument(token), name)]
        if name not in _STRUCTURES:
            raise self.error(_unknown(token.text), token)
        return _STRUCTURES[name](self, token)

    def fraction(self, token: Token) -> list[Node]:
        return [Fraction(self.argument(token), self.argument(token))]

    def root(self, token: Token) -> list[Node]:
        index = None
        bracket = self.scan.peek()
        if bracket.text == "[":
            self.scan.take()
            with self.deeper(bracket):
                index = self.root_index(bracket)
        return [Root(self.argument(token), index)]

    def root_index(self, bracket: Token) -> Row:
        items: list[Node] = []
        while not self.at_end():
            if self.scan.peek().text == "]":
                self.scan.take()
                return row_of(items)
            self.item(items)
        raise self.error("`[` is never closed", bracket)

    def text(self, token: Token) -> list[Node]:
        return [Sign(self.scan.take_text(), tree.WORD)]

    def operator(self, token: Token) -> list[Node]:
        return [Sign(self.scan.take_text(), tree.NAME)]

    def upright(self, token: Token) -> list[Node]:
        r"""\mathrm: a word of letters is text or, before a bracket, a name; anything else is a formula."""
        row = self.argument(token)
        if row.items and all(isinstance(item, Sign) and item.kind in _WORDY for item in row.items):
            word = "".join(item.text for item in row.items if isinstance(item, Sign))
            return [Sign(word, tree.NAME if word in NAMES else tree.WORD)]
        return list(row.items)

    def restyled(self, token: Token) -> list[Node]:
        return list(self.argument(token).items)

    def double_struck(self, token: Token) -> list[Node]:
        return [
            Sign(DOUBLE_STRUCK.get(item.text, item.text), item.kind) if isinstance(item, Sign) else item
            for item in self.argument(token).items
        ]

    def fenced(self, token: Token) -> list[Node]:
        left = self.fence(token)
        with self.deeper(token):
            body = self.row()
        end = self.scan.peek()
        if end.text != r"\right":
            raise self.error(r"`\left` has no `\right`", token)
        return [Fenced(left, body, self.fence(self.scan.take()))]

    def fence(self, of: Token) -> str:
        token = self.scan.take()
        sign = SIGNS.get(token.text[1:]) if token.kind == "command" else None
        text = sign.text if sign else {".": "", "<": "⟨", ">": "⟩"}.get(token.text, token.text)
        if token.kind not in ("command", "sign") or (text and text not in FENCES):
            raise self.error(f"`{of.text}` needs a bracket or a bar after it", of)
        return text

    def middle(self, token: Token) -> list[Node]:
        return [Sign(self.fence(token), tree.RELATION)]

    def grid(self, token: Token) -> list[Node]:
        name = self.scan.take_text()
        if name not in ENVIRONMENTS:
            raise self.error(f"unknown environment `{name}`; known: {', '.join(ENVIRONMENTS)}", token)
        with self.deeper(token):
            rows = self.grid_rows()
        end = self.scan.take()
        if end.text != r"\end" or self.scan.take_text() != name:
            raise self.error(rf"`\begin{{{name}}}` has no `\end{{{name}}}`", token)
        return [Grid(rows, name)]

    def grid_rows(self) -> tuple[tuple[Row, ...], ...]:
        rows: list[list[Row]] = [[self.row()]]
        while (token := self.scan.peek()).text in ("&", r"\\", r"\cr"):
            self.scan.take()
            if token.text == "&":
                rows[-1].append(self.row())
            else:
                rows.append([self.row()])
        if len(rows) > 1 and rows[-1] == [Row()]:
            rows.pop()
        columns = max(len(row) for row in rows)
        return tuple((*row, *[Row()] * (columns - len(row))) for row in rows)


_WORDY = (tree.LETTER, tree.WORD, tree.NAME)
_STRUCTURES: Mapping[str, Callable[[_Parser, Token], list[Node]]] = {
    **dict.fromkeys(("frac", "dfrac", "tfrac", "cfrac"), _Parser.fraction),
    "sqrt": _Parser.root,
    **dict.fromkeys(("text", "textrm", "textbf", "textit", "texttt", "textsf", "mbox"), _Parser.text),
    **dict.fromkeys(("operatorname", "operatorname*"), _Parser.operator),
    "mathrm": _Parser.upright,
    **dict.fromkeys(("mathbf", "mathit", "mathsf", "mathtt", "mathcal"), _Parser.restyled),
    **dict.fromkeys(("boldsymbol", "bm"), _Parser.restyled),
    "mathbb": _Parser.double_struck,
    "left": _Parser.fenced,
    "middle": _Parser.middle,
    "begin": _Parser.grid,
}  # fmt: skip


def known_commands() -> tuple[str, ...]:
    """Every command that can be read, without its backslash, in order."""
    return tuple(sorted({*SIGNS, *NAMES, *SPACES, *IGNORED, *ACCENTS, *_STRUCTURES, "right", "end"}))


def _unknown(command: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(command[1:], known_commands(), 1)
    hint = (
        rf"; did you mean `\{near[0]}`?" if near else rf"; write a name as `\operatorname{{{command[1:]}}}`"
    )
    return f"unknown command `{command}`{hint}"
