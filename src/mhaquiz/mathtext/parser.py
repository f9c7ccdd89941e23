r"""LaTeX as far as formulas about attention need it, read into a tree. Else an error with its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.reader import Reader
from mhaquiz.mathtext.rows import row_of
from mhaquiz.mathtext.scanner import Token
from mhaquiz.mathtext.signs import (
    ACCENTS,
    DOUBLE_STRUCK,
    ENVIRONMENTS,
    FENCES,
    IGNORED,
    NAMES,
    SIGNS,
    SPACES,
)
from mhaquiz.mathtext.tree import Accent, Fenced, Fraction, Grid, Node, Root, Row, Sign


@lru_cache(maxsize=512)
def parse(source: str) -> Row:
    r"""The tree of a formula without its dollar signs. Raises MathTextError, which says where and why."""
    return _Parser(source).formula()


class _Parser(Reader):
    """What each command means."""

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
