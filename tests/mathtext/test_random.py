"""Random formulas: rectangles, the same value on one line, and no error but the room's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.mathtext import MathTextError, display_width, one_line, spans, two_dimensional
from mhaquiz.mathtext.parser import known_commands, parse

# A formula as (LaTeX, value): what the one line says is worked out again by a reader of its own.
Meant = tuple[str, Fraction]
VALUES = {"a": Fraction(2), "b": Fraction(-3), "c": Fraction(5, 7), "d": Fraction(11)}
ROOT: Callable[[Fraction], Fraction] = lambda x: x * x + 13  # noqa: E731 - any function will do for √


def _leaves() -> st.SearchStrategy[Meant]:
    letters = st.sampled_from(list(VALUES.items()))
    return letters | st.integers(1, 30).map(lambda n: (str(n), Fraction(n)))


def _larger(inner: st.SearchStrategy[Meant]) -> st.SearchStrategy[Meant]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda p: (f"{p[0][0]} + {p[1][0]}", p[0][1] + p[1][1])).map(_fenced),
        two.map(lambda p: (f"{p[0][0]} - {p[1][0]}", p[0][1] - p[1][1])).map(_fenced),
        two.map(lambda p: (rf"\frac{{{_bare(p[0])}}}{{{_bare(p[1])}}}", _divided(p[0][1], p[1][1]))),
        st.tuples(inner, two)
        .map(
            lambda p: (
                rf"{p[0][0]} / \frac{{{_bare(p[1][0])}}}{{{_bare(p[1][1])}}}",
                _divided(p[0][1], _divided(p[1][0][1], p[1][1][1])),
            )
        )
        .map(_fenced),
        two.map(lambda p: (rf"{p[0][0]} \cdot {p[1][0]}", p[0][1] * p[1][1])),
        two.map(lambda p: (rf"{p[0][0]} \, {p[1][0]}", p[0][1] * p[1][1])),
        st.tuples(two, inner).map(
            lambda p: (
                rf"\frac{{{_bare(p[0][0])}}}{{{_bare(p[0][1])}}} \, {p[1][0]}",
                _divided(p[0][0][1], p[0][1][1]) * p[1][1],
            )
        ),
        inner.map(lambda m: (rf"\sqrt{{{_bare(m)}}}", ROOT(m[1]))),
        st.tuples(inner, st.integers(2, 3)).map(lambda p: (f"{{{p[0][0]}}}^{{{p[1]}}}", p[0][1] ** p[1])),
        inner.map(lambda m: (f"{{-{m[0]}}}^3", (-m[1]) ** 3)),
    )


def _fenced(meant: Meant) -> Meant:
    return rf"\left({meant[0]}\right)", meant[1]


def _bare(meant: Meant) -> str:
    """Inside braces the outer brackets may go: the printer has to put them back where they are needed."""
    text = meant[0]
    inside = text.removeprefix(r"\left(").removesuffix(r"\right)")
    return inside if len(inside) == len(text) - 13 and r"\left" not in inside else text


def _divided(above: Fraction, below: Fraction) -> Fraction:
    return above / below if below else Fraction(0)


FORMULAS = st.recursive(_leaves(), _larger, max_leaves=8)
_TOKEN = re.compile(r"\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|\S| +")


class Reader:
    """One line of Unicode read as people do: powers first, then products and quotients from the left."""

    def __init__(self, text: str) -> None:
        self.tokens = [token for token in _TOKEN.findall(re.sub(r" ([+−]) ", r"\1", text)) if token]
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self) -> Fraction:
        total = self.term()
        while self.peek() in ("+", "−"):
            total += self.term() if self.take() == "+" else -self.term()
        return total

    def term(self) -> Fraction:
        if self.peek() == "−":
            self.take()
            return -self.term()
        total, sign = self.factor(), ""
        while self.peek() and self.peek() not in ("+", "−", ")"):
            before = sign
            sign = self.take() if self.peek() in ("·", "/") or self.peek().isspace() else ""
            assert before != "/" or sign in ("·", "/"), "a/b c may be read as a/(b c)"
            total = _divided(total, self.factor()) if sign == "/" else total * self.factor()
        return total

    def factor(self) -> Fraction:
        base = self.base()
        while self.peek()[:1] in tuple("⁰¹²³⁴⁵⁶⁷⁸⁹"):
            base **= int(self.take().translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")))
        return base

    def base(self) -> Fraction:
        token = self.take()
        if token == "√":
            return ROOT(self.base())
        if token == "(":
            value = self.sum()
            assert self.take() == ")"
            return value
        return VALUES[token] if token in VALUES else Fraction(int(token))


@given(FORMULAS)
@settings(max_examples=400, deadline=None)
def test_one_line_means_the_same(meant: tuple[str, Fraction]) -> None:
    source, value = meant
    reader = Reader(one_line(source))
    assert reader.sum() == value
    assert not reader.peek()


def _rich(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two = st.tuples(inner, inner)
    made = [
        r"\frac{%s}{%s}", r"%s + %s", r"%s %s", r"\sum_{%s}^{%s} x", r"\sqrt[%s]{%s}", r"{%s}_{%s}^2",
        r"\max_{%s} %s",
        r"\left\lVert %s \right\rVert_{%s}", r"\begin{pmatrix} %s & 1 \\ 2 & %s \end{pmatrix}^\top",
        r"\begin{cases} %s & %s \end{cases}", r"\hat{%s}' = |%s|", r"\left\{ %s \middle| %s \right.",
        r"\begin{aligned} %s &= %s \\ &= 0 \end{aligned}", r"\text{頭 x}(%s, %s)",
        r"-\frac{%s}{2}/\lfloor %s \rfloor",
    ]  # fmt: skip
    return st.tuples(st.sampled_from(made), two).map(lambda part: part[0] % part[1])


SOURCES = st.recursive(
    st.sampled_from(["x", "42", r"\theta", "W^Q_i", r"\mathbb{R}", "'", r"d_{\text{model}}"]), _rich
)


@given(SOURCES, st.booleans())
@settings(max_examples=300, deadline=None)
def test_every_formula_is_a_rectangle(source: str, ascii_only: bool) -> None:
    try:
        parse(source)
    except MathTextError:
        return
    box = two_dimensional(source, ascii_only=ascii_only)
    assert {display_width(line) for line in box.lines} == {box.width}
    assert 0 <= box.baseline < box.height
    assert "\n" not in one_line(source, ascii_only=ascii_only)
    assert not ascii_only or all(line.isascii() or "頭" in source for line in box.lines)


PIECES = st.sampled_from(
    [*("\\" + name for name in known_commands()), *"{}[]()_^&'|$+-=,.;:!/*~ \n\\²ᵀᵢ√‖⌊⌉", "\\\\",
     "x", "12", r"\begin{cases}",
     r"\end{cases}", r"\left(", r"\right)", "\\frac12", "\u0302", "頭", "d_model"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60))
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused(source: str) -> None:
    try:
        for ascii_only in (False, True):
            box = two_dimensional(source, ascii_only=ascii_only)
            assert {display_width(line) for line in box.lines} == {box.width}
            assert one_line(source, ascii_only=ascii_only).isascii() or not ascii_only
    except MathTextError:
        pass
    spans(source)
