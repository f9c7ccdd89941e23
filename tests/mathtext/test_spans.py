"""Prose cut into text and formulas."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.mathtext import DISPLAY, FORMULA, INLINE, TEXT, Span, spans


@pytest.mark.parametrize(
    "text",
    [
        "a lone $5 stays",
        "from $5 to $6",
        "$5-$6",
        "costs 5$ or 6$",
        "$HOME/$USER",
        "$ x $",
        "US$5 and CA$6",
        "$$",
        "$$ $$",
        "one `$x$` two",
        "``$x$ ` $y$``",
        "$a\n\nb$",
        "$accent",
        "$a `b$` c",
    ],
)
def test_text_stays_text(text: str) -> None:
    assert spans(text) == [Span(TEXT, text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("$x$", [Span(INLINE, "x")]),
        ("a $x^2$, b", [Span(TEXT, "a "), Span(INLINE, "x^2"), Span(TEXT, ", b")]),
        ("$$\n\\frac{a}{b}\n$$", [Span(DISPLAY, r"\frac{a}{b}")]),
        (r"pay \$5 for $x$", [Span(TEXT, "pay $5 for "), Span(INLINE, "x")]),
        (r"$\$5 + x$", [Span(INLINE, r"\$5 + x")]),
        ("($n$-gram)", [Span(TEXT, "("), Span(INLINE, "n"), Span(TEXT, "-gram)")]),
        ("$4$ heads", [Span(INLINE, "4"), Span(TEXT, " heads")]),
        ("$a\nb$", [Span(INLINE, "a\nb")]),
        ("costs $5: $x$", [Span(TEXT, "costs $5: "), Span(INLINE, "x")]),
    ],
)
def test_formulas_are_found(text: str, expected: list[Span]) -> None:
    assert spans(text) == expected


def bare(text: str) -> str:
    """Without white space, then without what escapes a dollar: a blank may have stood between the two."""
    return re.sub(r"\\+(?=\$)", "", re.sub(r"\s", "", text))


@given(st.text(alphabet="$\\` \nab5", max_size=40))
@settings(max_examples=300, deadline=None)
def test_nothing_is_lost(text: str) -> None:
    again = "".join(span.source for span in spans(text))
    assert bare(again) == bare(text)
    assert all(
        left.kind != TEXT or right.kind != TEXT
        for left, right in zip(spans(text), spans(text)[1:], strict=False)
    )


def test_many_dollars_are_fast() -> None:
    assert spans("$a " * 20_000) == [Span(TEXT, "$a " * 20_000)]
    assert re.compile(FORMULA).search("$" * 20_000) is None
