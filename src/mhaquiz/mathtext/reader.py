"""The frame of the LaTeX reader: rows, signs, brackets and scripts, with a bound on nesting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mhaquiz.mathtext import tree
from mhaquiz.mathtext.errors import MathTextError
from mhaquiz.mathtext.rows import row_of
from mhaquiz.mathtext.scanner import Scanner, Token
from mhaquiz.mathtext.signs import FROM_LOWERED, FROM_RAISED, NAMES, SIGNS, TIDIED, TYPED_KINDS
from mhaquiz.mathtext.tree import Fenced, Node, Row, Scripts, Sign

#: Deepest nesting of braces, brackets and scripts.
MAX_DEPTH = 40

_SCRIPT_MARKS = ("_", "^", "'", "raised", "lowered")
_ENDS = (r"\right", r"\\", r"\end", r"\cr")


class Reader:
    """Rows, signs, brackets and scripts of one source. What a command means is left to its subclass."""

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
            return list(type(self)("".join(table[char] for char in token.text)).formula().items)
        except MathTextError as error:
            raise self.error(error.reason, token) from None

    def command(self, token: Token) -> list[Node] | None:
        """The nodes of a command that has been taken; None where it shows nothing."""
        raise NotImplementedError
