"""Deck text: the Markdown subset, and nothing beyond it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.tui.literal import visible
from mhaquiz.tui.prose import blocks, code, inline, prose


@pytest.mark.parametrize(
    "text",
    [
        "A[i]", "attn[b][h]", "[d_k]", "[k=3, h=8]", "[/foo]", "[@click=app.quit]go[/]", "[red]x[/red]",
        "$accent",        "[[x]]", r"\[x]", "4*512*512", "2 ** 10 ** 3", "a * b", "snake_case", "x < y > z",
        "&amp;", "{d}",        "2**10 * 3**2", "f(*args, **kw)", "h*n*n", "W_Q*W_K",
    ],
)  # fmt: skip
def test_shown_as_typed(text: str) -> None:
    assert inline(text).plain == text
    assert prose(text).plain.strip() == text


def test_bold_emphasis_and_code() -> None:
    text = inline("a **bold** and *soft* and `x[i]**2`, done")
    assert text.plain == "a bold and soft and x[i]**2, done"
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles == {"bold": "bold", "soft": "italic", "x[i]**2": "$code"}


def test_code_inside_bold() -> None:
    assert inline("**the `QK` matrix**").plain == "the QK matrix"


def test_control_characters_become_signs() -> None:
    assert visible("a\x1b[31mb\x07\x9b\u202ec\x7f") == "a␛[31mb␇‹U+009B›‹U+202E›c␡"
    assert visible("a\tb\nc") == "a\tb\nc"


@given(st.text(max_size=80))
@settings(max_examples=300, deadline=None)
def test_no_control_character_survives(text: str) -> None:
    for line in prose(text).lines(30):
        assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in line.plain)


@given(st.text(alphabet="[]*`|-# \n\\abc1.@=/$", max_size=60), st.integers(1, 40))
@settings(max_examples=400, deadline=None)
def test_any_text_lays_out_within_its_width(text: str, width: int) -> None:
    assert all(line.cell_length <= max(width, 20) for line in prose(text).lines(width))


def test_paragraphs_join_soft_line_ends() -> None:
    assert [line.plain for line in prose("one\ntwo\n\nthree").lines(40)] == ["one two", "", "three"]


def test_two_blanks_end_a_line() -> None:
    assert [line.plain for line in prose("one  \ntwo").lines(40)] == ["one", "two"]


def test_list_items_hang() -> None:
    lines = [line.plain for line in prose("- a long item that wraps\n- b").lines(14)]
    assert lines == ["• a long item", "  that wraps", "• b"]


def test_numbered_and_nested_lists() -> None:
    lines = [line.plain for line in prose("1. one\n   - in\n2. two").lines(30)]
    assert lines == ["1. one", "   • in", "2. two"]


def test_tables_align_numbers_to_the_right() -> None:
    lines = [line.plain for line in prose("|name|n|\n|---|--:|\n|a[0]|1,024|\n|b|8|").lines(40)]
    assert lines == ["name      n", "────  ─────", "a[0]  1,024", "b         8"]


def test_a_wide_table_wraps_its_cells() -> None:
    table = prose("|a|b|\n|-|-|\n|" + "word " * 12 + "|x|")
    assert all(line.cell_length <= 24 for line in table.lines(24))
    assert table.plain.count("word") == 12


def test_fenced_code_is_left_alone() -> None:
    lines = [line.plain for line in prose("```python\nx = a[1]\n    **y**\n```").lines(40)]
    assert lines == ["  x = a[1]", "      **y**"]


def test_long_code_is_cut_with_a_sign() -> None:
    assert code("x" * 50).lines(20)[0].plain.endswith("…")


def test_code_lines_are_numbered() -> None:
    assert [line.plain for line in code("a\nb", numbered=True).lines(20)] == ["  1  a", "  2  b"]


def test_a_brief_says_that_there_is_more() -> None:
    page = prose("one\n\ntwo\n\nthree\n\nfour")
    assert page.brief(20, 3).plain == "one\n\ntwo …"
    assert prose("one").brief(20, 3).plain == "one"


def test_owners_name_the_block_of_each_line() -> None:
    assert prose("a b\n\nc").owners(2) == [0, 0, 1, 1]


def test_an_unclosed_fence_ends_with_the_text() -> None:
    assert blocks("```\nx")[0].lines(10)[0].plain == "  x"


def test_formulas_in_a_line_are_shown_in_unicode() -> None:
    text = inline(
        r"scores $\frac{QK^\top}{\sqrt{d_k}}$, **norm $\lVert x \rVert_2$**, `$x^2$`, \$5 and $6, $\foo$"
    )
    assert text.plain == r"scores QKᵀ/√dₖ, norm ‖x‖₂, $x^2$, $5 and $6, $\foo$"


def test_a_formula_of_its_own_is_two_dimensional_where_there_is_room() -> None:
    text = prose("Then\n\n$$\n\\frac{a + b}{c}\n$$\n\nso.")
    assert [line.plain for line in text.lines(40)] == ["Then", "", "  a + b", "  ─────", "    c", "", "so."]
    assert [line.plain for line in text.lines(6)] == ["Then", "", "  (a +", "  b)/c", "", "so."]


def test_a_formula_of_its_own_that_cannot_be_read_is_shown_as_typed() -> None:
    assert prose("$$\\foo{x}$$").plain == "  $$\\foo{x}$$"
    assert prose("$$ x $$ and more").plain == "x and more"
    assert prose("$$").plain == "$$"


def test_rows_of_a_formula_keep_their_backslashes() -> None:
    lines = prose("$$\n\\begin{aligned}\na &= b \\\\\n  &= c\n\\end{aligned}\n$$").lines(40)
    assert [line.plain for line in lines] == ["  a = b", "    = c"]


def test_formulas_are_set_and_what_is_none_stays_as_typed() -> None:
    assert inline(r"$QK^\top/\sqrt{d_k}$ costs \$5").plain == "QKᵀ/√dₖ costs $5"
    assert inline(r"$\nosuchcommand{x}$").plain == r"$\nosuchcommand{x}$"
    assert inline("pay $5-$6 in $HOME").plain == "pay $5-$6 in $HOME"


def test_a_formula_of_its_own_has_two_dimensions_where_there_is_room() -> None:
    page = prose(r"$$\frac{QK^\top}{\sqrt{d_k}}$$")
    assert [line.plain for line in page.lines(40)] == ["  QKᵀ", "  ───", "  √dₖ"]
    assert [line.plain for line in prose(r"$$\nosuch{x}$$").lines(40)] == [r"  $$\nosuch{x}$$"]


def test_python_is_coloured_and_keeps_every_character() -> None:
    source = 'def f(x):  # [d_k]\n    return "a[0]" + x[1]'
    block = prose(f"```python\n{source}\n```")
    assert "\n".join(line.plain[2:] for line in block.lines(60)) == source
    styles = {str(span.style) for line in block.lines(60) for span in line.spans}
    assert {"bold $accent", "$good", "$code"} <= styles
