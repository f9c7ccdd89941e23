"""The grammar that typed numbers and formulas share: + - * / ^ !, brackets, calls, things side by side.

It knows nothing of values: an `Algebra` says what a number, a name and each operation become. Powers bind
before things that stand side by side. What could be read in two ways is refused, not guessed: `1/2n`, `2^nd`.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from mhaquiz.quiz.reading.tokens import Token
from mhaquiz.quiz.reading.unreadable import Unreadable

#: Brackets and powers inside one another; more is no answer to a question.
MAX_DEPTH = 30

Term = TypeVar("Term")


class Algebra(Protocol[Term]):
    """What the parts of a typed answer become. Every method may raise Unreadable at the token's place."""

    def number(self, token: Token) -> Term: ...
    def name(self, token: Token) -> Term: ...
    def is_function(self, name: str) -> bool: ...
    def call(self, name: str, arguments: list[Term], token: Token) -> Term: ...
    def operate(self, sign: str, left: Term, right: Term, token: Token) -> Term: ...
    def negate(self, term: Term) -> Term: ...
    def scaled(self, term: Term, unit: Token) -> Term | None:
        """`term` with a unit after it; None where the token is no unit."""


class Parser(Generic[Term]):
    """Reads one token list; `parse()` gives its value."""

    def __init__(self, found: list[Token], algebra: Algebra[Term]) -> None:
        self.tokens = found
        self.algebra = algebra
        self.index = 0
        self.depth = 0

    def parse(self) -> Term:
        term = self.sum()
        token = self.here
        if token.kind == "end":
            return term
        if token.text == ")":
            raise Unreadable("a bracket is closed that was never opened", token.at)
        raise self.unexpected(token)

    @property
    def here(self) -> Token:
        return self.tokens[self.index]

    def take(self, *signs: str) -> Token | None:
        token = self.here
        if token.kind == "sign" and token.text in signs:
            self.index += 1
            return token
        return None

    def unexpected(self, token: Token) -> Unreadable:
        if token.kind == "end":
            return Unreadable("it ends too soon", token.at)
        before = self.tokens[self.index - 1] if self.index else None
        if before and before.kind in ("number", "name") and token.kind in ("number", "name"):
            return Unreadable(
                f"what joins `{before.text}` and `{token.text}`? Write *, + or another sign", token.at
            )
        return Unreadable(f"`{token.text}` is not expected here", token.at)

    def sum(self) -> Term:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("it is nested too deeply", self.here.at)
        left = self.product()
        while token := self.take("+", "-"):
            left = self.algebra.operate(token.text, left, self.product(), token)
        self.depth -= 1
        return left

    def product(self) -> Term:
        left = self.signed()
        divided = False
        while True:
            token = self.take("*", "×", "/")
            if token is None and not self.side_by_side():
                return left
            if token is None:
                token = self.here
                if divided:
                    raise Unreadable("what does the / divide by? Put the divisor in brackets", token.at)
                left = self.algebra.operate("*", left, self.scaled(), token)
            else:
                divided = token.text == "/"
                left = self.algebra.operate("/" if divided else "*", left, self.signed(), token)

    def side_by_side(self) -> bool:
        """Whether the next token begins a factor that needs no sign before it."""
        token = self.here
        return token.kind == "name" or (token.kind == "sign" and token.text in "(⌈⌊√")

    def signed(self) -> Term:
        negative = False
        while token := self.take("+", "-"):
            negative ^= token.text == "-"
        term = self.scaled()
        return self.algebra.negate(term) if negative else term

    def scaled(self) -> Term:
        """A power, perhaps with units after it: `2^30 B`, `25%`, `4x`."""
        term = self.power()
        while self.may_be_unit():
            scaled = self.algebra.scaled(term, self.here)
            if scaled is None:
                break
            self.index += 1
            term = scaled
        return term

    def may_be_unit(self) -> bool:
        """A name, `%`, or the × of a ratio, which nothing follows."""
        token = self.here
        if token.text == "×":
            return self.tokens[self.index + 1].kind == "end"
        return token.kind == "name" or token.text == "%"

    def power(self) -> Term:
        base = self.postfix()
        token = self.here
        if token.kind == "raised":
            self.index += 1
            base = self.algebra.operate("^", base, self.raised(token), token)
            if self.take("^"):
                raise Unreadable("a power of a power needs brackets", token.end)
            return base
        if self.take("^") is None:
            return base
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unreadable("it is nested too deeply", token.at)
        exponent = self.exponent()
        self.depth -= 1
        return self.algebra.operate("^", base, exponent, token)

    def raised(self, token: Token) -> Term:
        from mhaquiz.quiz.reading.literals import literal

        digits = token.text.lstrip("+-")
        if not digits.isdigit() or len(token.text) - len(digits) > 1:
            raise Unreadable("the raised exponent is no whole number", token.at)
        exponent = self.algebra.number(
            Token("number", digits, token.at, token.end, literal(digits, token.at))
        )
        return self.algebra.negate(exponent) if token.text[0] == "-" else exponent

    def exponent(self) -> Term:
        negative = False
        while token := self.take("+", "-"):
            negative ^= token.text == "-"
        named = self.here.kind == "name"
        term = self.power()
        if named and self.here.kind == "name" and self.here.at == self.tokens[self.index - 1].end:
            raise Unreadable("how far does the exponent reach? Put it in brackets", self.here.at)
        return self.algebra.negate(term) if negative else term

    def postfix(self) -> Term:
        term = self.primary()
        while token := self.take("!"):
            term = self.algebra.call("factorial", [term], token)
        return term

    def primary(self) -> Term:
        token = self.here
        if token.kind == "number":
            self.index += 1
            return self.algebra.number(token)
        if token.kind == "name":
            self.index += 1
            return self.call(token) if self.called(token) else self.algebra.name(token)
        if token.kind == "sign" and token.text in _BRACKETS:
            self.index += 1
            return self.bracket(token)
        if self.take("√"):
            return self.algebra.call("sqrt", [self.primary()], token)
        raise self.unexpected(token)

    def called(self, token: Token) -> bool:
        return self.here.text == "(" and self.algebra.is_function(token.text)

    def bracket(self, opened: Token) -> Term:
        closing, function = _BRACKETS[opened.text]
        term = self.sum()
        self.close(closing, opened)
        return self.algebra.call(function, [term], opened) if function else term

    def call(self, token: Token) -> Term:
        opened, first = self.here, self.index
        self.index += 1
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        self.close(")", opened)
        for inside in self.tokens[first : self.index]:
            if inside.number and inside.number.grouping == ",":
                raise Unreadable(
                    f"is `{inside.text}` one number or two? Put a space after the comma", inside.at
                )
        return self.algebra.call(token.text, arguments, token)

    def close(self, closing: str, opened: Token) -> None:
        if self.take(closing) is None:
            if self.here.kind == "end":
                raise Unreadable(f"the bracket `{opened.text}` is never closed", opened.at)
            raise self.unexpected(self.here)


_BRACKETS = {"(": (")", ""), "⌈": ("⌉", "ceil"), "⌊": ("⌋", "floor")}
