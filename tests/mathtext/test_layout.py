"""Formulas in two dimensions."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from mhaquiz.mathtext import Box, display_width, fitted, one_line, two_dimensional
from mhaquiz.mathtext.alphabets import ASCII, UNICODE
from mhaquiz.mathtext.signs import LOWERED, RAISED, SIGNS

PICTURES = [
    (
        r"\sqrt[3]{x+1}",
        1,
        """
3┌──────
╲│ x + 1
""",
    ),
    (
        r"\sqrt[10]{x+\frac{1}{2}}",
        2,
        """
  ┌──────
  │     1
10│ x + ─
 ╲│     2
""",
    ),
    (
        r"\begin{matrix} a & b \\ c & d \\ \end{matrix}",
        0,
        """
a  b
c  d
""",
    ),
    (
        r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
        1,
        """
       ⎛QKᵀ⎞
softmax⎜───⎟V
       ⎝√dₖ⎠
""",
    ),
    (
        r"\frac{\frac{a}{b}}{1+\frac{c}{d}}",
        3,
        """
   a
   ─
   b
───────
     c
 1 + ─
     d
""",
    ),
    (
        r"\sum_{i=1}^{h} head_i W^O_i",
        1,
        """
 h
 ∑  headᵢ Wᵢᴼ
i=1
""",
    ),
    (
        r"\sqrt[3]{\frac{x}{y}}+\sqrt{a+b}",
        2,
        """
 ┌──
 │ x    ┌──────
3│ ─ + ╲│ a + b
╲│ y
""",
    ),
    (
        r"x = -\frac{a}{b}\cdot\frac{c}{d}",
        1,
        """
      a   c
x = − ─ · ─
      b   d
""",
    ),
    (
        r"\begin{bmatrix} a & b \\ c & 100\end{bmatrix}^\top",
        0,
        """
⎡a   b ⎤⊤
⎣c  100⎦
""",
    ),
    (
        r"f(x)=\begin{cases} a & x > 0 \\ b & \text{otherwise}\end{cases}",
        0,
        """
f(x) = ⎧a  x > 0
       ⎩b  otherwise
""",
    ),
    (
        r"\left\lVert\frac{x}{y}\right\rVert_2^2\le\left\lVert z\right\rVert",
        1,
        """
║x║2
║─║  ≤ ‖z‖
║y║2
""",
    ),
    (
        r"e^{\frac{x}{y}}",
        3,
        """
 x
 ─
 y
e
""",
    ),
    (
        r"\argmax_i x_i",
        0,
        """
argmax xᵢ
  i
""",
    ),
    (
        r"\begin{aligned} a &= b \\ &= \frac{c}{d}\end{aligned}",
        2,
        """
a = b

    c
  = ─
    d
""",
    ),
]


@pytest.mark.parametrize(("source", "baseline", "picture"), PICTURES)
def test_two_dimensional(source: str, baseline: int, picture: str) -> None:
    box = two_dimensional(source)
    assert [line.rstrip() for line in box.lines] == picture.strip("\n").split("\n")
    assert box.baseline == baseline


@pytest.mark.parametrize("source", [source for source, _, _ in PICTURES])
def test_ascii_pictures_are_ascii_and_as_tall(source: str) -> None:
    box = two_dimensional(source, ascii_only=True)
    assert all(line.isascii() for line in box.lines)
    assert box.height == two_dimensional(source).height
    assert {len(line) for line in box.lines} == {box.width}


def test_tall_brackets_have_a_middle_and_match_the_body() -> None:
    rows = r" \\ ".join("abcde")
    lines = two_dimensional(rf"\begin{{Bmatrix}} {rows} \end{{Bmatrix}}").lines
    assert [line[0] for line in lines] == ["⎧", "⎪", "⎨", "⎪", "⎩"]
    assert [line[-1] for line in lines] == ["⎫", "⎪", "⎬", "⎪", "⎭"]


def test_brackets_without_left_grow_too() -> None:
    assert two_dimensional(r"(\frac{a}{b})").lines == ("⎛a⎞", "⎜─⎟", "⎝b⎠")


def test_what_is_not_stacked_stays_on_one_line() -> None:
    for source in (r"\sqrt{d_k}", "4·d_model²", r"W^Q x", r"\int_0^1 f(x)\,dx", r"\|x\|_2"):
        assert two_dimensional(source) == Box((one_line(source),))


def test_fitted_chooses_by_width_and_height() -> None:
    source = r"\frac{a}{b}"
    assert fitted(source, 1, 3).height == 3
    assert fitted(source, 80, 2) == Box(("a/b",))
    assert fitted(r"\frac{aaaa}{b} + 1", 7, 9) == Box(("aaaa/b + 1",))


def test_wide_and_combining_signs_are_measured_in_cells() -> None:
    assert display_width("頭") == 2
    assert display_width("x\u0302") == 1
    assert display_width("⎛∑ᵢ√×") == 5
    box = two_dimensional(r"\frac{\text{頭の数}}{\hat{n}}")
    assert {display_width(line) for line in box.lines} == {6}


def test_terminals_agree_about_every_sign_that_is_used() -> None:
    signs = {sign.text for sign in SIGNS.values()} | set(RAISED.values()) | set(LOWERED.values())
    for alphabet in (UNICODE, ASCII):
        signs |= {alphabet.bar, *alphabet.radical}
        signs |= {
            piece for fence in alphabet.fences.values() for piece in (fence.top, fence.side, fence.bottom)
        }
    assert {sign for sign in signs if display_width(sign) != cell_len(sign)} == set()
