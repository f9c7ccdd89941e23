"""Reading typed numbers, shapes and formulas: what is understood, exactly, and what is refused and why."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mhaquiz.quiz.reading import Unreadable, Written, read_number
from mhaquiz.quiz.reading.formulas import read_formula
from mhaquiz.quiz.reading.shapes import read_shape


def reason(text: str, of: str | None = None) -> str:
    with pytest.raises(Unreadable) as trouble:
        read_number(text, of)  # type: ignore[arg-type]
    return trouble.value.message(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.5k", 1500), ("1.5K", 1500), ("2M", 2 * 10**6), ("2B", 2 * 10**9), ("2G", 2 * 10**9),
        ("2T", 2 * 10**12),
        ("2Ki", 2048), ("2Mi", 2 * 1024**2), ("2Gi", 2 * 1024**3), ("2Ti", 2 * 1024**4),
        ("2 millions", 2 * 10**6),
        ("3 thousand", 3000), ("7 bn", 7 * 10**9), ("1/4", Fraction(1, 4)), ("25 %", Fraction(1, 4)),
        ("4 times", 4),
        ("2(3+4)", 14), ("-2^2", -4), ("2^-2", Fraction(1, 4)), ("2^3^2", 512), ("8/2/2", 2),
        ("2*10^3", 2000),
        ("8!", 40320), ("√64", 8), ("sqrt(64)/2", 4), ("⌈7/2⌉", 4), ("⌊7/2⌋", 3), ("min(12, 8)", 8),
        ("= 5", 5),
        ("~5", 5), ("about 5", 5), ("+5", 5), (".5", Fraction(1, 2)), ("5.", 5), ("１２", 12),
        ("2\u00a0048", 2048),
        ("2\u202f048", 2048), ("2’048", 2048), ("4x512x512", 4 * 512 * 512), ("6 ÷ 2", 3),
        ("2^20 - 1", 2**20 - 1),
        ("9007199254740993", 2**53 + 1), ("64 K", 64000), ("1e-3", Fraction(1, 1000)),
    ],
)  # fmt: skip
def test_numbers_are_read_exactly(text: str, value: int | Fraction) -> None:
    assert read_number(text).value == value


@pytest.mark.parametrize(
    ("text", "of", "told"),
    [
        ("0,125", None, "decimal point"), ("1,234,56", None, "threes"), ("12,34,567", None, "threes"),
        ("10 48 576", None, "joins"), ("4 12", None, "joins"), ("1.2.3", None, "two decimal points"),
        ("2^0.5", None, "does not come out exactly"), ("sqrt(2)", None, "does not come out exactly"),
        ("64 heads", None, "`heads`"), ("five", None, "`five`"), ("3 +", None, "ends too soon"),
        (")3", None, "not expected"), ("3)", None, "never opened"), ("2k3", None, "`k3`"),
        ("1 kk", None, "`kk`"),
        ("1 k k", None, "second"), ("½", None, "1/2"), ("$5", None, "currency"),
        ("max(3,444)", None, "one number or two"),
        ("1/2(3)", None, "brackets"), ("2²^2", None, "brackets"), ("2^^2", None, "not expected"),
        ("1e9999", None, "too large"), ("9^999999", None, "too large"), ("999!", None, "too large"),
        ("1300!", None, "too large"), ("9999!", None, "factorial"), ("(" * 60 + "1", None, "nested"),
        ("2" + "^2" * 60, None, ""), ("sqrt 4", None, "needs brackets"), ("1 GIB", "bytes", "bits or bytes?"),
        ("3 potato", "bytes", "MiB"), ("1 GB GB", "bytes", "second"), ("1kB", None, "unit of bytes"),
    ],
)  # fmt: skip
def test_what_is_refused_says_why(text: str, of: str | None, told: str) -> None:
    assert told in reason(text, of)


def test_a_refusal_says_how_far_it_read() -> None:
    assert reason("4*512 foo").startswith("Read as far as `4*512`: `foo`")
    assert reason("foo").startswith("Not read: ")
    assert reason("(1 + 2").startswith("Not read: the bracket `(` is never closed")


@pytest.mark.parametrize(
    ("text", "written", "digits", "place"),
    [
        ("1049000", Written.PLAIN, 4, 1000), ("1000000", Written.PLAIN, 3, 10_000),
        ("60", Written.PLAIN, 2, 1),
        ("1.05M", Written.PLAIN, 3, 10_000), ("1.0e6", Written.PLAIN, 2, 100_000),
        ("1M", Written.PLAIN, 1, 10**6),
        ("0.00105", Written.PLAIN, 3, Fraction(1, 100_000)), ("33.3%", Written.PLAIN, 3, Fraction(1, 1000)),
        ("1.05*10^6", Written.PLAIN, 3, 10_000), ("10^6", Written.EXPRESSION, 0, 0),
        ("1/4", Written.FRACTION, 0, 0),
        ("-1/4", Written.FRACTION, 0, 0), ("1050K", Written.PLAIN, 3, 10_000), ("100.", Written.PLAIN, 3, 1),
    ],
)  # fmt: skip
def test_digits_and_last_place(text: str, written: Written, digits: int, place: int | Fraction) -> None:
    reading = read_number(text, None, 3)
    assert (reading.written, reading.digits, reading.place) == (written, digits, place)


def test_written_in_full_is_without_suffix_power_or_tilde() -> None:
    assert all(read_number(text).in_full for text in ("1000", "1,000.5", "2^10", "4x"))
    assert not any(read_number(text).in_full for text in ("1k", "1e3", "~1000", "1*10^3", "10%"))


# ── shapes ───────────────────────────────────────────────────────────────────────────────
NAMES = {"B": 2, "h": 12, "n": 512, "head_dim": 64, "d_model": 768, "name": "gpt2"}


@pytest.mark.parametrize(
    "text",
    [
        "(2, 12, 512, 64)", "2x12x512x64", "2×12×512×64", "[2,12,512,64]", "2,12,512,64", "2 12 512 64",
        "(B, h, n, head_dim)", "B x h x n x head_dim", "torch.Size([2, 12, 512, 64])",
        "(2, h, 512, d_model/h)",
        "2 x 12 x 512 x 64", "(2, 12, 512, 64,)", "{2, 12, 512, 64}", "(B, min(h, 20), n, 64)",
    ],
)  # fmt: skip
def test_shapes(text: str) -> None:
    assert read_shape(text, NAMES) == (2, 12, 512, 64)


def test_small_shapes() -> None:
    assert read_shape("()", NAMES) == ()
    assert read_shape("(512,)", NAMES) == (512,)
    assert read_shape("h*head_dim", NAMES) == (768,)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(2, 1,024)", "longer"), ("(2,,3)", "missing"), ("(2, x)", "`x`"), ("2 by 3", "`by`"),
        ("(2, h/0)", "division"),
        (",".join("1" * 40), "16 sizes"), ("(2, name)", "`name`"), ("(2, 3", "never closed"),
        ("(2, sqrt(2))", "whole"),
    ],
)  # fmt: skip
def test_shapes_refused(text: str, told: str) -> None:
    with pytest.raises(Unreadable) as trouble:
        read_shape(text, NAMES)
    assert told in trouble.value.message(text)


# ── formulas ─────────────────────────────────────────────────────────────────────────────
ND = (("n", "sequence length"), ("d", "model width"))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("4nd^2", "4·n·d²"), ("4 n d²", "4·n·d²"), ("2nd(2d+n)", "2·n·d·(2·d + n)"),
        ("n(n+1)/2", "n·(n + 1)/2"),
        ("dn/2", "d·n/2"), ("n^(1/2)", "√n"), ("ln(n)", "ln(n)"), ("⌈n/d⌉", "⌈n/d⌉"),
        ("4\\cdot n".replace("\\cdot", "·"), "4·n"),
    ],
)  # fmt: skip
def test_formulas(text: str, line: str) -> None:
    assert read_formula(text, ND).line() == line


def test_a_declared_name_is_a_symbol_whatever_it_means_elsewhere() -> None:
    symbols = tuple(
        (name, "") for name in ("N", "E", "S", "I", "O", "Q", "beta", "gamma", "lambda", "pi", "zeta")
    )
    for name, _ in symbols:
        assert read_formula(f"2*{name}", symbols).symbols() == (name,)
    assert read_formula("2NE", symbols).symbols() == ("N", "E")
    assert read_formula("λ + π", symbols).symbols() == ("lambda", "pi")


def test_names_with_subscripts() -> None:
    symbols = (("d_k", ""), ("d_model", ""), ("h", ""))
    for text in ("h*d_k", "hd_k", "h dₖ", "h d_{k}"):
        assert set(read_formula(text, symbols).symbols()) == {"h", "d_k"}, text
    assert read_formula("4d_model^2", symbols).symbols() == ("d_model",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4*x*d", "`x` is not a symbol"), ("4ND^2", "did you mean n?"), ("n_heads", "`n_heads`"),
        ("n2", "`n2`"),
        ("n 2", "joins"), ("1/2n", "divide"), ("n^nd", "exponent"), ("O(n^2)", "order of growth"),
        ("n = 4", "equals sign"),
        ("n^9999", "exponent"), ("((n^999)^999)^999", "degree"), ("n/0", "division by zero"),
        ("n/(n-n)", "division by zero"),
        ("min(n", "never closed"), ("sqrt(n, d)", "one value"), ("1,024*n", "not expected"),
        ("__import__('os')", "no"),
        ("lambda: n", "`lambda`"), ("n.d", "`.`"), ("n if n else d", "`if`"), ("exec(n)", "`exec`"),
    ],
)  # fmt: skip
def test_formulas_refused(text: str, told: str) -> None:
    with pytest.raises(Unreadable) as trouble:
        read_formula(text, ND)
    assert told in trouble.value.message(text)


@pytest.mark.parametrize(
    "typed", ["\u200e1048576", "1048576\u200f", "\u202a1,048,576\u202c", "\u20661048576\u2069"]
)
def test_direction_marks_that_were_copied_along_do_no_harm(typed: str) -> None:
    assert read_number(typed).value == 1_048_576


@pytest.mark.parametrize("typed", ["\u202e6758401", "\u20671048576", "10\u200e48"])
def test_what_turns_digits_around_or_parts_them_is_not_read(typed: str) -> None:
    assert reason(typed)
