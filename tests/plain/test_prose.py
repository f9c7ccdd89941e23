"""Deck text in plain lines: readable aloud, and never able to act on the terminal."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mhaquiz.mathtext import display_width
from mhaquiz.plain.ascii import spelled
from mhaquiz.plain.html import fragment
from mhaquiz.plain.prose import bullets, clean, inline, numbered, one_line, render, table, wrap


@pytest.mark.parametrize(
    "text",
    ["A[i]", "attn[b][h]", "[d_k]", "[k=3, h=8]", "[/foo]", "[@click=app.quit]x[/]", "2*d*k*h", "4*n*d**2"],
)
def test_brackets_and_products_stay_as_typed(text):
    assert render(text) == text
    assert one_line(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**bold** and *soft*", "bold and soft"),
        ("`a*b*c` and *b*", "a*b*c and b"),
        ("a `**x**` b", "a **x** b"),
        ("# Title", "Title"),
        ("[paper](https://a.b/c)", "paper (https://a.b/c)"),
        ("one\ntwo", "one two"),
        ("* a\n* b", "- a\n- b"),
        ("1. a\n   more\n2. b", "1. a more\n2. b"),
        ("a\n\nb", "a\n\nb"),
        ("```python\ns = q[0] * k\n  *x*\n```\nafter", "    s = q[0] * k\n      *x*\nafter"),
        ("```\nopen to the end", "    open to the end"),
        ("d_model_a and _x_", "d_model_a and _x_"),
    ],
)
def test_the_markdown_subset(text, shown):
    assert render(text) == shown


def test_a_table_is_aligned_without_lines():
    text = "| heads | weights |\n|---|---:|\n| 1 | 2,359,296 |\n| 12 | same |"
    assert render(text).split("\n") == ["heads  weights", "1      2,359,296", "12     same"]


def test_a_table_with_wide_signs_and_escaped_bars_is_aligned():
    assert table(["| 頭 | b |", "|---|---|", r"| a\|b | c |"]) == ["頭   b", "a|b  c"]


def test_wrapping_keeps_words_and_hangs_items():
    lines = render("- one two three four five six seven", 20).split("\n")
    assert lines == ["- one two three four", "  five six seven"]
    assert numbered(["aaaa bbbb cccc dddd eeee"], 20) == ["1. aaaa bbbb cccc", "   dddd eeee"]
    assert bullets(["a\nb"]) == ["- a b"]


ACTING = [
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\x9b2J",
    "\x07",
    "\x08\x08",
    "\r",
    "\x7f",
    "\u202e",
    "\u2066",
    "\u2028",
]


@pytest.mark.parametrize("text", ACTING)
def test_nothing_acts_on_the_terminal(text):
    for shown in (clean(text), render(f"a {text} b"), one_line(text), inline(clean(text))):
        assert not set(shown) & set("\x1b\x9b\x07\x08\r\x7f\u202e\u2066\u2028")


@given(st.text(max_size=200))
def test_no_text_gets_a_control_character_through(text):
    for shown in (render(text), render(text, 40), one_line(text), "\n".join(numbered([text], 30))):
        assert all(
            char == "\n" or unicodedata.category(char)[0] != "C" for char in shown.replace("\ufffd", "")
        )
        assert "\x00" not in shown


@pytest.mark.parametrize(
    ("text", "ascii_text"),
    [
        ("4·d_model² = 4·768²", "4*d_model^2 = 4*768^2"),
        ("10⁻⁶", "10^-6"),
        ("x₁₂", "x_12"),
        ("√d_k ≥ 1", "sqrt d_k >= 1"),
        ("αΣ", "alphaSigma"),
        ("Q @ Kᵀ", "Q @ K^T"),
        ("−1", "-1"),
        ("é", "e"),
        ("頭", "?"),
        ("✓ ✗", "[ok] [x]"),
    ],
)
def test_ascii_spelling(text, ascii_text):
    assert spelled(text) == ascii_text
    assert text.encode("ascii", "mhaquiz-ascii").decode() == ascii_text


@given(st.text(max_size=80))
@example("“a” ＼")
def test_the_codec_handler_spells_as_the_function_does(text):
    """But for what would end or change a string of JSON: it adds no such sign to those that are there."""
    shown = text.encode("ascii", "mhaquiz-ascii").decode()
    tame = str.maketrans('"\\', "'/")
    assert shown.translate(tame) == spelled(text).translate(tame)
    assert [shown.count(sign) for sign in '"\\'] == [text.count(sign) for sign in '"\\']
    assert spelled(text).isascii()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"scores are $\frac{QK^\top}{\sqrt{d_k}}$, then", "scores are QKᵀ/√dₖ, then"),
        (r"**norm** $\lVert x \rVert_2 \le 1$", "norm ‖x‖₂ ≤ 1"),
        ("$a*b*c$ and *soft*", "a*b*c and soft"),
        ("**about $n^2$**", "about n²"),
        ("$$\n\\sum_{i=1}^h x_i\n$$", "∑ᵢ₌₁ʰ xᵢ"),
        ("`$x^2$` costs $5", "$x^2$ costs $5"),
        ("$a `b`$ c", "$a b$ c"),
        (r"\$5 and \$6", "$5 and $6"),
        (r"$\foo$ stays", r"$\foo$ stays"),
        ("| a |\n|---|\n| $x^2$ |", "a\nx²"),
    ],
)
def test_formulas_are_shown_on_one_line(text, shown):
    assert render(text) == shown


def test_a_formula_in_html_is_read_before_it_is_escaped():
    assert fragment(r"$x' < \theta$ and $\<b>$") == r"<p>x′ &lt; θ and $\&lt;b&gt;$</p>"


@pytest.mark.parametrize("word", ["漢字", "é" * 3, "👍🏽", "می‌خواهم", "שלום"])
@pytest.mark.parametrize("first", ["", "- "])
def test_lines_are_as_wide_as_the_terminal_in_every_script(word: str, first: str) -> None:
    lines = wrap(" ".join([word] * 60), 40, first=first, then=" " * len(first))
    assert " ".join(line.strip() for line in lines) == first + " ".join([word] * 60)
    assert all(
        display_width(line) <= 40 < display_width(line) + display_width(word) + 1 for line in lines[:-1]
    )


def test_what_joins_letters_and_emoji_stays() -> None:
    assert clean("می\u200cخواهم 👩\u200d👧") == "می\u200cخواهم 👩\u200d👧"
    assert clean("a\u200bb\u200ec\u2060") == "a�b�c�"
