"""What must hold for every number: the ways of writing it are one, and rounding it well is never wrong."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.deck.cards import Accept
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.verdicts import Verdict

from .cards_for_tests import numeric

COUNTS = st.integers(min_value=1, max_value=10**15)
WRITTEN = st.sampled_from([
    "{0}", "{0:,}", "{0:_}", " {0} ", "+{0}", "{0}.0", "{0}e0", "{0}*1", "2*{0}/2", "({0})", "{0}x",
    "{0} × 10^0", "1*{0}",
])  # fmt: skip
SUFFIXES = {"k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20}


def verdict(answer: int, text: str, **accept: object) -> Verdict:
    return grade(draw(numeric(str(answer), accept=Accept(**accept)), showing=0), text).verdict  # type: ignore[arg-type]


@settings(max_examples=200, deadline=None)
@given(COUNTS, WRITTEN)
def test_every_writing_of_the_answer_is_correct(answer: int, written: str) -> None:
    assert verdict(answer, written.format(answer)) is Verdict.CORRECT


@settings(max_examples=200, deadline=None)
@given(COUNTS, st.sampled_from(sorted(SUFFIXES)))
def test_an_exact_multiple_with_a_suffix_is_correct(count: int, suffix: str) -> None:
    assert verdict(count * SUFFIXES[suffix], f"{count}{suffix}") is Verdict.CORRECT
    assert verdict(count * SUFFIXES[suffix], f"{count} {suffix}iB", unit="bytes") is not Verdict.CORRECT


@settings(max_examples=300, deadline=None)
@given(COUNTS, st.integers(min_value=3, max_value=12))
def test_rounding_to_enough_digits_passes(answer: int, digits: int) -> None:
    """Rounded by decimal, which shares no code with the reader."""
    assert verdict(answer, f"{Decimal(answer):.{digits - 1}e}").passes


@settings(max_examples=300, deadline=None)
@given(COUNTS, st.integers(min_value=1, max_value=2))
def test_rounding_to_too_few_digits_asks_for_more(answer: int, digits: int) -> None:
    rounded = f"{Decimal(answer):.{digits - 1}e}"
    exact = Decimal(rounded) == answer
    assert verdict(answer, rounded) is (Verdict.CORRECT if exact else Verdict.MORE_DIGITS)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(min_value=10**6, max_value=10**15), st.integers(min_value=3, max_value=6), st.integers(2, 50)
)
def test_off_by_more_than_half_a_place_never_passes(answer: int, digits: int, places: int) -> None:
    unit = Decimal(10) ** (len(str(answer)) - digits)
    rounded = (Decimal(answer) / unit).quantize(Decimal(1), ROUND_HALF_EVEN) + places
    text = f"{rounded}.e{len(str(answer)) - digits}"  # with the point, so that zeros at the end count
    assert not verdict(answer, text).passes


@settings(max_examples=200, deadline=None)
@given(COUNTS, COUNTS)
def test_another_number_in_full_never_passes(answer: int, other: int) -> None:
    found = verdict(answer, f"{other}.")
    assert found.passes == (answer == other)
