"""Where prose may break: not within a short formula, and never after an operator."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.mathtext.breaking import GLUE, SHORT, glued, loosened

OPERATORS = ["=", "·", "/", "+", "−", "×", "<"]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("to d², the size: 1.5 · d² at", "to|d²,|the|size:|1.5 · d²|at"),
        ("head_dim = d_model / n_heads, no", "head_dim|= d_model / n_heads,|no"),
        ("4 · n² · (n_heads · head_dim) a", "4 · n²|· (n_heads · head_dim)|a"),
        ("2 · d² · (1 + n_kv_heads / n_heads).", "2 · d²|· (1|+ n_kv_heads / n_heads)."),
        ("4 · d_model² = 4 · 768² = 2,359,296", "4 · d_model² = 4 · 768²|= 2,359,296"),
        ("1,024 / 64 = 16, 8,192 / 128 = 64", "1,024 / 64 = 16,|8,192 / 128 = 64"),
        ("W_O is (h · d_v) × d_model.", "W_O|is|(h · d_v) × d_model."),
        ("an n × n matrix, y <= x", "an|n × n|matrix,|y <= x"),
        ("2 · layers · kv_heads · head_dim · tokens", "2 · layers · kv_heads|· head_dim · tokens"),
        ("no formula here, and - as it were - a dash", "no|formula|here,|and - as|it|were - a|dash"),
        ("a · ends with one =", "a · ends|with|one|="),
        ("  two  blanks  stay", "||two||blanks||stay"),
    ],
)  # fmt: skip
def test_what_stays_on_one_line(text: str, pieces: str) -> None:
    """On a line of 48 cells half of it."""
    assert "|".join(loosened(piece) for piece in glued(text, 48).split(" ")) == pieces


@given(st.lists(st.sampled_from(["a", "head_dim", "(n", "n)", "n_kv_heads", "d²", "word", *OPERATORS])))
@settings(max_examples=300, deadline=None)
def test_only_blanks_change_and_no_line_ends_with_an_operator(words: list[str]) -> None:
    text = " ".join(words)
    joined = glued(text, 80)
    assert loosened(joined) == text
    for piece in joined.split(" "):
        parts = piece.split(GLUE)
        assert len(piece) <= SHORT or len(parts) <= 2
        assert len(parts) == 1 or parts[-1] not in OPERATORS or parts[-2] in OPERATORS


@pytest.mark.parametrize("width", [40, 76])
def test_the_built_in_decks_break_after_no_operator(width: int) -> None:
    """No line of theirs ends with an operator."""
    from mhaquiz.deck.library import load_library
    from mhaquiz.deck.places import builtin_decks

    cards = load_library([builtin_decks()]).cards()
    texts = [text for card in cards for text in (card.prompt, card.short, card.full, card.why, *card.hints)]
    lines = [
        line
        for text in texts
        for line in textwrap.wrap(glued(" ".join(text.split()), width), width, break_on_hyphens=False)[:-1]
    ]
    assert len(lines) > 1_000
    assert [line for line in lines if line.split()[-1] in OPERATORS] == []


@pytest.mark.parametrize("text", ["a" * 200_000, "(" * 50_000 + " + a", "a · " * 5_000 + "b", "= " * 50_000])
def test_a_hostile_text_takes_no_longer_than_it_is_long(text: str) -> None:
    assert loosened(glued(text, 80)) == text


def test_the_two_front_ends_break_alike() -> None:
    from mhaquiz.plain.prose import render
    from mhaquiz.tui.prose import prose

    text = (
        "The scores of all heads together take n_heads · n² and not head_dim · n² of them: 4 · n² · (h + kv)."
    )
    for width in range(24, 90):
        lines = [line.plain.strip() for line in prose(text).lines(width)]
        assert not any(line.split()[-1] in OPERATORS for line in lines)
        assert not any(line.startswith(("· n²", "+ kv")) for line in lines)
        assert not any(line.startswith(("· n²", "+ kv")) for line in render(text, width).split("\n"))
