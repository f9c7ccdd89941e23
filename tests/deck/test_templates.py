"""Fields, literal braces, LaTeX, and the gaps of cloze cards."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.deck.cards import Value
from mhaquiz.deck.display import show
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.templates import Gap, cloze_parts, fill, template_names

NAMES: dict[str, Value] = {"d": 4096, "h": 8, "p": Fraction(1, 10), "name": "gpt2", "q": Fraction(4096, 3)}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("no fields", "no fields"),
        ("d = {d}", "d = 4096"),
        ("d = {d:,}", "d = 4,096"),
        ("{=d * h:,} and {=d // 3}", "32,768 and 1365"),
        ("{p} {q} {q:,} {name}", "0.1 4096/3 4,096/3 gpt2"),
        ("{q:.1f} {q:,.2f} {p:.0%}", "1365.3 1,365.33 10%"),
        ("{{d}} {{ }}", "{d} { }"),
        (r"\frac{d}{h} \sqrt{d}", r"\frac{d}{h} \sqrt{d}"),
        (r"x^{d} y_{h} a]{d}", r"x^{d} y_{h} a]{d}"),
        (r"\sqrt{a_{b}} {d}", r"\sqrt{a_{b}} 4096"),
        (r"\text{n = {h}}", r"\text{n = 8}"),
        (r"\{x\} {h}", r"\{x\} 8"),
        (r"x_{d} {{h}}", r"x_{d} {h}"),  # LaTeX is over: doubled braces are literal ones again
        ("({h}, {d})", "(8, 4096)"),
        ("{ d }", "4096"),
        ("A[i] [d_k] [/foo] [@click=app.quit]x[/]", "A[i] [d_k] [/foo] [@click=app.quit]x[/]"),
        ("{='a' if h > 4 else 'b'}", "a"),
        ("{h}{{", "8{"),
    ],
)
def test_filled(text: str, filled: str) -> None:
    assert fill(text, NAMES) == filled


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("d = {dd}", "E202", 4),
        ("{", "E402", 0),
        ("{}", "E402", 0),
        ("{0, 1}", "E402", 0),
        ("{h.real}", "E402", 0),
        ("{h[0]}", "E402", 0),
        ("{h!r}", "E402", 0),
        ("{h:>10}", "E402", 0),
        ("{h:999999999d}", "E402", 0),
        ("{=}", "E201", 2),
        ("a {=1 +}", "E201", 7),
        ("{=9**9**9}", "E205", 0),
        ("{=1/0}", "E206", 0),
    ],
)
def test_refused(text: str, code: str, at: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        fill(text, NAMES)
    assert (caught.value.code, caught.value.at) == (code, at)


@given(st.text(alphabet="{}=hd\\_^ :,[]x1", max_size=30))
def test_any_text_is_filled_or_refused(text: str) -> None:
    place = 0
    try:
        fill(text, NAMES)
    except ExpressionError as error:
        place = error.at
    assert 0 <= place <= len(text)


def test_names_that_are_asked_for() -> None:
    assert template_names(r"{d} {=h * d} \frac{x}{y} {{z}}") == ("d", "h")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1048576, "1,048,576"),
        (Fraction(1, 4), "0.25"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1, 3), "1/3"),
        (Fraction(1, 10**7), "1e-07"),
        (Fraction(131_072, 109_375), "1.19837"),
        (Fraction(1234567, 100), "12,345.67"),
        (Fraction(10**10, 3), "3,333,333,333"),
        (Fraction(10**1_000 + 1, 3 * 10**999), "3.33333"),
        (Fraction(10**320 + 1, 7), f"{round(Fraction(10**320 + 1, 7)):,}"),
        (2**0.5, "1.41421"),
        (1234567.8, "1,234,568"),
        (True, "True"),
        ("gpt2", "gpt2"),
        ((1, 2, 4), "(1, 2, 4)"),
        ((), "()"),
    ],
)
def test_shown(value: Value, shown: str) -> None:
    assert show(value, ",") == shown


def test_cloze() -> None:
    parts = cloze_parts("Width [[d_model / h | d/h]], weights [[the  same | equal]].")
    assert parts == (
        "Width ",
        Gap(("d_model / h", "d/h"), 6),
        ", weights ",
        Gap(("the same", "equal"), 37),
        ".",
    )
    assert cloze_parts("no gap") == ("no gap",)
    assert cloze_parts("[[a || b]]") == (Gap(("a | b",), 0),)
    assert cloze_parts("[[]]") == (Gap((), 0),)
