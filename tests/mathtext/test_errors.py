"""What cannot be read is one clear line with its place."""

from __future__ import annotations

import pytest

from mhaquiz.mathtext import MathTextError, one_line
from mhaquiz.mathtext.reader import MAX_DEPTH
from mhaquiz.mathtext.scanner import MAX_LENGTH


@pytest.mark.parametrize(
    ("source", "line", "column", "reason"),
    [
        (r"a + \foo", 1, 5, "unknown command"),
        ("a\n + \\sofmax(x)", 2, 4, "did you mean `\\softmax`?"),
        (r"\frac{a}", 1, 1, "needs something after it"),
        (r"\frac{a}{b", 1, 9, "never closed"),
        (r"a}", 1, 2, "no partner"),
        (r"\left( a", 1, 1, "no `\\right`"),
        (r"a \right)", 1, 3, "no partner"),
        (r"\left q a \right)", 1, 1, "a bracket or a bar"),
        (r"x^{1}^{2}", 1, 6, "a second script above"),
        (r"x_1_2 \,", 1, 4, "a second script below"),
        (r"x_", 1, 2, "needs something"),
        (r"a & b", 1, 3, "no partner"),
        (r"a \\ b", 1, 3, "no partner"),
        (r"\begin{tikz}a\end{tikz}", 1, 1, "unknown environment `tikz`"),
        (r"\begin{pmatrix}a\end{bmatrix}", 1, 1, "has no `\\end{pmatrix}`"),
        (r"\sqrt[3", 1, 6, "never closed"),
        (r"\text{abc", 1, 6, "never closed"),
        (r"\text x", 1, 7, "text in braces"),
        ("a\\", 1, 2, "backslash"),
        ("a\x1b[31m", 1, 2, "U+001B"),
        ("a\u202eb", 1, 2, "U+202E"),
    ],
)
def test_an_error_says_where_and_what(source: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(MathTextError) as caught:
        one_line(source)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert reason in caught.value.reason
    assert str(caught.value) == f"line {line}, column {column}: {caught.value.reason}"


@pytest.mark.parametrize(
    "source",
    [
        "{" * 500,
        r"\sqrt" * 500,
        "(" * 500,
        r"\frac" * 500,
        r"\left(" * 500,
        "x_{" * 500,
        r"\hat" * 300,
        "⁽" * 900,
    ],
)
def test_deep_nesting_is_refused(source: str) -> None:
    with pytest.raises(MathTextError, match=f"deeper than {MAX_DEPTH}"):
        one_line(source)


def test_groups_side_by_side_are_not_deep() -> None:
    assert one_line("{a}" * (MAX_DEPTH + 10)) == "a" * (MAX_DEPTH + 10)


def test_long_sources_are_refused() -> None:
    one_line("a" * MAX_LENGTH)
    with pytest.raises(MathTextError, match="at most 4,000 characters"):
        one_line("a" * (MAX_LENGTH + 1))
