"""Every verdict of docs/answers.md in the order they are tried, and what is said around it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mhaquiz.deck.cards import Accept, Mistake, Tolerance
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.verdicts import Grade, Verdict

from .cards_for_tests import numeric

WEIGHTS = numeric(
    "4 * 512**2",
    Mistake("4 * 512**2 + 4 * 512", why="The question says: no biases."),
    Mistake("3 * 512**2", misconception="forgot-wo"),
)
GIBIBYTE = numeric("2**30", accept=Accept(unit="bytes"))


def graded(card: object, text: str) -> Grade:
    return grade(draw(card, showing=0), text)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "1048576", "1,048,576", "1 048 576", "1_048_576", "1'048'576", "2^20", "2**20", "2²⁰", "4*512^2",
        "4×512²", "4·512·512", "1.048576e6", "1.048576 × 10⁶", "1048.576K", "1Mi",
    ],
)  # fmt: skip
def test_the_exact_number_in_any_writing_is_correct(text: str) -> None:
    assert graded(WEIGHTS, text).verdict is Verdict.CORRECT


@pytest.mark.parametrize("text", ["1.049M", "1.0486e6", "1.0486 × 10⁶"])
def test_a_rounded_number_with_enough_digits(text: str) -> None:
    assert graded(WEIGHTS, text).verdict is Verdict.CORRECT_ROUNDED


@pytest.mark.parametrize("text", ["1.05M", "1.0e6", "1M", "~1.05 million"])
def test_too_few_digits_to_tell(text: str) -> None:
    found = graded(WEIGHTS, text)
    assert found.verdict is Verdict.MORE_DIGITS
    assert found.verdict.asks_again
    assert "digits" in found.message


def test_ten_times_too_large_is_a_slip_of_scale() -> None:
    found = graded(WEIGHTS, "10485760")
    assert (found.verdict, found.slip) == (Verdict.SCALE, True)
    assert "10 times too large" in found.message


@pytest.mark.parametrize(
    ("text", "index", "misconception"),
    [("1050624", 0, None), ("786432", 1, "forgot-wo"), ("0.786M", 1, "forgot-wo")],
)
def test_a_listed_mistake_is_named(text: str, index: int, misconception: str | None) -> None:
    found = graded(WEIGHTS, text)
    assert (found.verdict, found.mistake) == (Verdict.MISCONCEPTION, index)
    assert found.misconception == misconception


@pytest.mark.parametrize("minus", "−－﹣–-")
def test_every_minus_sign_is_one(minus: str) -> None:
    assert graded(WEIGHTS, f"{minus}1048576").verdict is Verdict.SIGN


def test_a_near_miss_is_wrong() -> None:
    assert graded(WEIGHTS, "1.06M").verdict is Verdict.WRONG


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1,05", "comma"), ("1.048.576", "1,048,576"), ("4 512^2", "one number"), ("0x100000", "hexadecimal"),
        ("9^9^9", "too large"), ("1/0", "division by zero"), ("4*(512^2", "never closed"),
        ("nan", "not a number"),
        ("__import__('os')", "no meaning"), ("", "Type an answer"), ("   ", "Type an answer"),
        ("1e400", "too large"), ("inf", "not a number"), ("1" * 201, "200 characters"),
        ("5,000 digits", "digits"),
        ("1GiB", "bytes"), ("1 MB", "bytes"), ("4*d_model^2", "d_model"), ("1 048,576", "mixes"),
    ],
)  # fmt: skip
def test_unreadable_says_why_and_is_not_wrong(text: str, reason: str) -> None:
    found = graded(WEIGHTS, text)
    assert found.verdict is Verdict.UNREADABLE
    assert found.verdict.asks_again
    assert reason in found.message


@pytest.mark.parametrize("text", ["1GiB", "1024 MiB", "2^30 B", "2^30", "1Gi", "1073741824", "1 gibibyte"])
def test_bytes_correct(text: str) -> None:
    assert graded(GIBIBYTE, text).verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1.074GB", Verdict.CORRECT_ROUNDED), ("1 GB", Verdict.UNIT), ("1000 MiB", Verdict.UNIT),
        ("1 gb", Verdict.UNREADABLE), ("1 Gib", Verdict.UNREADABLE), ("5 MiBs", Verdict.UNREADABLE),
        ("1.07GB", Verdict.CORRECT_ROUNDED), ("1.1GB", Verdict.MORE_DIGITS),
    ],
)  # fmt: skip
def test_bytes(text: str, verdict: Verdict) -> None:
    assert graded(GIBIBYTE, text).verdict is verdict


@pytest.mark.parametrize("text", ["1 gb", "1 Gib", "3 Gbit", "8b"])
def test_a_bit_or_a_byte_is_asked(text: str) -> None:
    assert "bits or bytes?" in graded(GIBIBYTE, text).message


def test_unit_comes_only_with_bytes() -> None:
    assert graded(numeric("2**30"), "1000000000").verdict is Verdict.WRONG


# ── the last typed place ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("1048576", "1049000", Verdict.CORRECT_ROUNDED),  # four digits: zeros at the end do not count
        ("64", "60", Verdict.WRONG),  # two digits, fewer than three: exact
        ("4096/3", "1365", Verdict.CORRECT_ROUNDED),
        ("4096/3", "1365.3", Verdict.CORRECT_ROUNDED),
        ("4096/3", "1370", Verdict.CORRECT_ROUNDED),
        ("4096/3", "1.4K", Verdict.MORE_DIGITS),
        ("4096/3", "4096/3", Verdict.CORRECT),
        ("64", "0.06K", Verdict.MORE_DIGITS),
        ("1050", "1.05K", Verdict.CORRECT),
        ("1045", "1.04K", Verdict.CORRECT_ROUNDED),  # half a place, inclusive
        ("1045", "1.05K", Verdict.CORRECT_ROUNDED),
        ("1046", "1.04K", Verdict.WRONG),
        ("1046", "10^3", Verdict.WRONG),  # an expression is exact
        ("1048576", "2^20 + 1", Verdict.WRONG),
        ("0.125", "1/8", Verdict.CORRECT),
        ("0.125", "12.5%", Verdict.CORRECT),
        ("1/3", "33.3%", Verdict.CORRECT_ROUNDED),
        ("25", "25%", Verdict.CORRECT),  # the prompt asked for the percentage
        ("4", "4x", Verdict.CORRECT),
        ("4", "4×", Verdict.CORRECT),
        ("8/3", "2.67x", Verdict.CORRECT_ROUNDED),
        ("-5", "−5", Verdict.CORRECT),
        ("-5", "5", Verdict.SIGN),
        ("0", "0", Verdict.CORRECT),
        ("0", "0.0", Verdict.CORRECT),
        ("0", "1", Verdict.WRONG),
    ],
)
def test_rounding(answer: str, text: str, verdict: Verdict) -> None:
    assert graded(numeric(answer), text).verdict is verdict


@pytest.mark.parametrize(
    ("answer", "text", "verdict"),
    [
        ("4096", "4096000", Verdict.SCALE),
        ("4096", "4", Verdict.SCALE),  # 1024⁻¹
        ("4096", "4194304", Verdict.SCALE),  # 1024
        ("4096", "40.96", Verdict.SCALE),
        ("1000", "1M", Verdict.WRONG),  # a suffix may be rounded
        ("1000", "~1000000", Verdict.WRONG),
        ("1000", "10*10^3*10", Verdict.SCALE),  # an expression is exact
    ],
)
def test_scale_is_told_only_of_numbers_written_in_full(answer: str, text: str, verdict: Verdict) -> None:
    assert graded(numeric(answer), text).verdict is verdict


def test_two_mistakes_with_one_number_are_both_named_and_neither_counts() -> None:
    found = graded(numeric("100", "300", Mistake("300", misconception="second")), "300")
    assert (found.verdict, found.mistake, found.misconception) == (Verdict.SUSPECTED, None, None)
    assert [one.index for one in found.listed] == [0, 1]


def test_a_mistake_comes_before_sign_and_scale() -> None:
    assert graded(numeric("100", "-100", "1000"), "-100").verdict is Verdict.MISCONCEPTION
    assert graded(numeric("100", "-100", "1000"), "1000").mistake == 1


# ── tolerance ────────────────────────────────────────────────────────────────────────────
def test_a_declared_tolerance_accepts() -> None:
    card = numeric("log(2)", tolerance=Tolerance(rel=Fraction(1, 100)))
    assert graded(card, "0.69").verdict is Verdict.CORRECT
    assert graded(card, "0.693").verdict is Verdict.CORRECT_ROUNDED
    assert graded(card, "0.70").verdict is Verdict.CORRECT
    assert graded(card, "0.71").verdict is Verdict.WRONG


def test_zero_is_tolerated_only_absolutely() -> None:
    assert (
        graded(numeric("0.0", tolerance=Tolerance(rel=Fraction(1, 10))), "0.001").verdict
        is not Verdict.CORRECT
    )
    assert (
        graded(numeric("0.0", tolerance=Tolerance(abs=Fraction(1, 100))), "0.001").verdict is Verdict.CORRECT
    )


def test_a_mistake_within_half_a_place_beats_the_tolerance() -> None:
    card = numeric("1002", "1004", "988", tolerance=Tolerance(abs=Fraction(15)))
    assert graded(card, "1003").verdict is Verdict.CORRECT
    assert graded(card, "1.00K").verdict is Verdict.MORE_DIGITS
    assert graded(card, "0.99K").mistake == 1
    assert graded(card, "1004").verdict is Verdict.MISCONCEPTION


# ── forms ────────────────────────────────────────────────────────────────────────────────
def test_a_rounded_answer_where_none_is_allowed_asks_for_digits() -> None:
    card = numeric("1048576", accept=Accept(forms=("exact", "expression")))
    assert graded(card, "1.049M").verdict is Verdict.MORE_DIGITS
    assert "exact" in graded(card, "1.049M").message


def test_an_expression_where_none_is_allowed_is_unreadable() -> None:
    card = numeric("1048576", accept=Accept(forms=("exact", "rounded")))
    assert graded(card, "2^20").verdict is Verdict.UNREADABLE
    assert graded(card, "1.048576 × 10^6").verdict is Verdict.CORRECT


ESTIMATE = numeric("1000", "2000", accept=Accept(forms=("estimate",), within=Fraction(5, 4)))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1000", Verdict.CORRECT), ("1.2K", Verdict.CORRECT), ("800", Verdict.CORRECT),
        ("1250", Verdict.CORRECT),
        ("799", Verdict.WRONG), ("1300", Verdict.WRONG), ("-1000", Verdict.SIGN),
        ("2000", Verdict.MISCONCEPTION),
        ("1.7K", Verdict.MISCONCEPTION), ("2400", Verdict.MISCONCEPTION), ("2600", Verdict.WRONG),
        ("0", Verdict.WRONG),
        ("10000", Verdict.WRONG),
    ],
)  # fmt: skip
def test_estimates(text: str, verdict: Verdict) -> None:
    assert graded(ESTIMATE, text).verdict is verdict


def test_an_estimate_nearer_to_a_mistake_is_the_mistake() -> None:
    card = numeric("1000", "1200", accept=Accept(forms=("estimate",), within=Fraction(5, 4)))
    assert graded(card, "1090").verdict is Verdict.CORRECT
    assert graded(card, "1100").verdict is Verdict.MISCONCEPTION


def test_an_estimate_as_far_from_a_mistake_as_from_the_answer_is_the_mistake() -> None:
    card = numeric("1000", "1440", accept=Accept(forms=("estimate",), within=Fraction(5, 4)))
    assert graded(card, "1200").verdict is Verdict.MISCONCEPTION  # 6/5 from both


SET = numeric("(1, 2, 4)", "(1, 2, 4, 8)", accept=Accept(forms=("set",)))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1, 2, 4", Verdict.CORRECT), ("4 2 1", Verdict.CORRECT), ("{1,2,4}", Verdict.CORRECT),
        ("[4, 1, 2]", Verdict.CORRECT), ("1, 2 and 4", Verdict.CORRECT), ("1,2,2,4", Verdict.CORRECT),
        ("1 2 4 8", Verdict.MISCONCEPTION), ("1, 2", Verdict.WRONG), ("none", Verdict.WRONG),
        ("1, 2, four", Verdict.UNREADABLE), ("1,024", Verdict.UNREADABLE), ("1,,2", Verdict.UNREADABLE),
    ],
)  # fmt: skip
def test_sets(text: str, verdict: Verdict) -> None:
    assert graded(SET, text).verdict is verdict


def test_a_set_of_one() -> None:
    one = numeric("8", "(4, 8)", accept=Accept(forms=("set",)))
    assert graded(one, "8").verdict is Verdict.CORRECT
    assert graded(one, "8, 4").verdict is Verdict.MISCONCEPTION


def test_a_token_is_one_word() -> None:
    card = numeric('"softmax"', '"relu"', accept=Accept(forms=("token",)))
    assert graded(card, "Softmax.").verdict is Verdict.CORRECT
    assert graded(card, "relu").verdict is Verdict.MISCONCEPTION
    assert graded(card, "the softmax").verdict is Verdict.UNREADABLE


def test_slips_of_the_keyboard_are_told_from_wrong_ideas() -> None:
    card = numeric("2359296")
    for text in ("2359396", "2353296", "2395296", "235929", "23592966", "2359269"):
        found = graded(card, text)
        assert (found.verdict, found.slip) == (Verdict.WRONG, True), text
        assert "slip" in found.message
    assert not graded(card, "1234567").slip
