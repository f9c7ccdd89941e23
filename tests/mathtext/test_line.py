"""Formulas on one line, in Unicode and in ASCII."""

from __future__ import annotations

import pytest

from mhaquiz.mathtext import DISPLAY, INLINE, TEXT, Span, one_line, shown
from mhaquiz.mathtext.parser import known_commands
from mhaquiz.mathtext.signs import SIGNS

CASES = [
    # The line break after the last row begins no row.
    (r"\begin{bmatrix} a \\ b \\ \end{bmatrix}", "[a; b]", "[a; b]"),
    # A power written as in code belongs to the whole fraction before it.
    (r"\frac{a}{b}**2", "(a/b)**2", "(a/b)**2"),
    # Norms, and a relation glued to \left: what converters lose.
    (r"\lVert x \rVert_2 \le \left\lVert y \right\rVert", "‖x‖₂ ≤ ‖y‖", "||x||_2 <= ||y||"),
    (r"\|x\|_2^2\le\left\|y\right\|", "‖x‖₂² ≤ ‖y‖", "||x||_2^2 <= ||y||"),
    (r"a\le\left(b\right)", "a ≤ (b)", "a <= (b)"),
    (r"|S|", "|S|", "|S|"),
    (r"\frac{1}{|S|}", "1/|S|", "1/|S|"),
    (r"p(y|x)", "p(y|x)", "p(y|x)"),
    (
        r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
        "softmax(QKᵀ/√dₖ)V",
        "softmax(QK^T/sqrt(d_k))V",
    ),
    (r"\sum_{i=1}^{h} head_i W^O_i", "∑ᵢ₌₁ʰ headᵢ Wᵢᴼ", "sum_(i=1)^h head_i W_i^O"),
    (r"a_{t-1}", "aₜ₋₁", "a_(t-1)"),
    (r"x'", "x′", "x'"),
    (r"x''_i", "x″ᵢ", "x''_i"),
    (r"\sqrt[3]{x}", "∛x", "root[3](x)"),
    (r"\sqrt[n]{ab}", "ⁿ√(ab)", "root[n](ab)"),
    # Fractions: brackets only where they are needed.
    (r"\frac12", "1/2", "1/2"),
    (r"\frac{a+b}{c}", "(a + b)/c", "(a + b)/c"),
    (r"\frac{(a+b)}{(c)}", "(a + b)/(c)", "(a + b)/(c)"),
    (r"\frac{\frac{a}{b}}{\frac{c}{d}}", "(a/b)/(c/d)", "(a/b)/(c/d)"),
    (r"\frac{1}{1+\frac{1}{1+x}}", "1/(1 + 1/(1 + x))", "1/(1 + 1/(1 + x))"),
    (r"\frac{a}{b}c", "(a/b) c", "(a/b) c"),
    (r"c\frac{a}{b}", "c a/b", "c a/b"),
    (r"a / \frac{b}{c}", "a/(b/c)", "a/(b/c)"),
    (r"\frac{a}{bc}", "a/(bc)", "a/(bc)"),
    (r"-\frac{a}{b}", "−a/b", "-a/b"),
    (r"\frac{1}{-x}", "1/(−x)", "1/(-x)"),
    (r"\frac{\log n}{n}", "(log n)/n", "(log n)/n"),
    (r"\frac{1}{\exp(x)}", "1/exp(x)", "1/exp(x)"),
    (r"\log\frac{a}{b}", "log (a/b)", "log (a/b)"),
    (r"\frac{\sum_i x_i}{n}", "(∑ᵢ xᵢ)/n", "(sum_i x_i)/n"),
    (r"\frac{a}{b}^2", "(a/b)²", "(a/b)^2"),
    (r"\sqrt{x}^2", "(√x)²", "sqrt(x)^2"),
    (r"\sqrt{x^2}", "√(x²)", "sqrt(x^2)"),
    (r"\sqrt{d}x", "√d x", "sqrt(d)x"),
    (r"{a+b}^2", "(a + b)²", "(a + b)^2"),
    # Scripts: in Unicode when every character has one.
    (r"W_Qx", "W_Q x", "W_Q x"),
    (r"W_{QK}", "W_QK", "W_QK"),
    (r"x_{i,j}^{(l)}", "x_(i,j)⁽ˡ⁾", "x_(i,j)^(l)"),
    (r"x^Q y", "x^Q y", "x^Q y"),
    (r"x^{QK}", "x^(QK)", "x^(QK)"),
    (r"d_{\text{model}}", "d_model", "d_model"),
    (r"d_\mathrm{kv}", "d_kv", "d_kv"),
    (r"\mathbb{R}^{n \times d}", "ℝ^(n×d)", "R^(n x d)"),
    (r"x^{y_i}", "x^(yᵢ)", "x^(y_i)"),
    (r"e^{-x}", "e⁻ˣ", "e^(-x)"),
    (r"2^{10}", "2¹⁰", "2^10"),
    (r"A^{\mathrm{T}}", "Aᵀ", "A^T"),
    # Names, Greek, space.
    (
        r"2 \, d_{\text{model}} \, (n_{\text{heads}} + 1)",
        "2 d_model (n_heads + 1)",
        "2 d_model (n_heads + 1)",
    ),
    (r"2{,}359{,}296", "2,359,296", "2,359,296"),
    (r"\theta x \in \mathbf{W}", "θx ∈ W", "theta x in W"),
    (r"\nabla_\theta L(\theta)", "∇_θ L(θ)", "grad_theta L(theta)"),
    (r"\frac{\partial L}{\partial \theta}", "∂L/(∂θ)", "dL/(d theta)"),
    (r"\operatorname{rank}(AB) \le \min(m, n)", "rank(AB) ≤ min(m, n)", "rank(AB) <= min(m, n)"),
    (r"f\colon A \to B, x \mapsto x^2", "f: A → B, x ↦ x²", "f: A -> B, x |-> x^2"),
    (r"\left\lfloor \frac{n}{b} \right\rfloor", "⌊n/b⌋", "floor(n/b)"),
    (r"\lceil n/b \rceil", "⌈n/b⌉", "ceil(n/b)"),
    (r"x = -1", "x = −1", "x = -1"),
    (r"a \quad b", "a  b", "a  b"),
    (r"[0, 1)", "[0, 1)", "[0, 1)"),
    (r"\{1, 2\}", "{1, 2}", "{1, 2}"),
    (r"\left.x\right|_0", "x|₀", "x|_0"),
    (r"\hat{x}", "x̂", "hat(x)"),
    (r"\begin{pmatrix} a & b \\ c & d\end{pmatrix}", "(a, b; c, d)", "(a, b; c, d)"),
    (
        r"\begin{cases} a & x > 0 \\ b & \text{otherwise} \end{cases}",
        "{a, x > 0; b, otherwise}",
        "{a, x > 0; b, otherwise}",
    ),
    (r"\text{50\% of } n", "50% of n", "50% of n"),
]


@pytest.mark.parametrize(("source", "unicode", "plain"), CASES)
def test_one_line(source: str, unicode: str, plain: str) -> None:
    assert one_line(source) == unicode
    assert one_line(source, ascii_only=True) == plain


@pytest.mark.parametrize(
    "text",
    [
        "4·d_model²",
        "2*n*d**2/h",
        "2·d_model·head_dim·(n_heads + n_kv_heads)",
        "⌈n/block_rows⌉",
        "4·768² = 2,359,296",
        "n_kv",
        "softmax(QKᵀ/√dₖ)V",
        "A[i], B[:, j]",
        "1e-5",
        "50%",
    ],
)
def test_a_plain_formula_stays_as_it_stands(text: str) -> None:
    assert one_line(text).replace(": ,", ":,") == text


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("a<=b", "a ≤ b"),
        ("2*n+1", "2*n + 1"),
        ("QK^TV", "QKᵀV"),
        ("x_i", "xᵢ"),
        ("  a   b ", "a b"),
        ("2^10", "2¹⁰"),
    ],
)
def test_a_plain_formula_is_tidied(text: str, tidy: str) -> None:
    assert one_line(text) == tidy


def test_what_is_printed_in_unicode_reads_as_itself() -> None:
    for source, unicode, _ in CASES:
        if (
            "{" not in unicode
            and "^" not in unicode
            and "_(" not in unicode
            and "  " not in unicode
            and "′" not in source
            and "̂" not in unicode
        ):
            assert one_line(unicode) == unicode


@pytest.mark.parametrize("name", sorted(SIGNS))
def test_every_sign_has_an_ascii_spelling(name: str) -> None:
    assert "?" not in one_line("x" + "\\" + name + " y", ascii_only=True)


def test_the_list_of_commands_is_what_can_be_read() -> None:
    assert {"frac", "sqrt", "lVert", "operatorname", "le", "softmax", "begin"} <= set(known_commands())


def test_a_formula_that_cannot_be_read_is_shown_as_typed() -> None:
    assert shown(Span(INLINE, r"\foo")) == r"$\foo$"
    assert shown(Span(DISPLAY, r"\foo")) == r"$$\foo$$"
    assert shown(Span(INLINE, r"\theta \le 1"), ascii_only=True) == "theta <= 1"
    assert shown(Span(TEXT, r"\theta")) == r"\theta"
