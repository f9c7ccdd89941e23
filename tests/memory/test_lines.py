"""The short way from a line to a row gives what the long way gives, or nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.memory import lines
from mhaquiz.memory.codec import read_event, review_payload
from mhaquiz.memory.errors import ProfileError
from mhaquiz.memory.event_rows import event_row
from mhaquiz.memory.events import Event, EventKind, Mode, Rating, Review
from mhaquiz.memory.payloads import REVIEW_FIELDS

from .conftest import NOON, event_line, make_review

LETTERS = 'aZ9 ~é²·\\"/\n\t\x00\x1f\x7f\x80ÿĀ\u2028\ud800\U0001f600{}[]:,'
TEXTS = st.text(st.sampled_from(LETTERS), max_size=12)
ODD = TEXTS | st.booleans() | st.none() | st.sampled_from([0.5, 1e300]) | st.just([1])
WHOLE = st.integers(0, 12) | st.sampled_from([999_999_999, 10**9, 2**31])
VALUES = st.dictionaries(
    st.sampled_from(["h", "d_model", "n", "é", ""]),
    st.integers(-(10**19), 10**19) | ODD,
    max_size=4,
)
REVIEWS = st.builds(
    Review,
    rating=st.sampled_from(Rating),
    verdict=TEXTS,
    mode=st.sampled_from(Mode),
    session=st.sampled_from(["", "s", "ab c"]),
    misconception=TEXTS | st.none(),
    suspected=st.booleans(),
    confidence=st.sampled_from([None, 1, 2, 3]),
    points=st.lists(st.integers(0, 1001), max_size=3).map(tuple),
    typed=TEXTS,
    expected=TEXTS,
    region=TEXTS | st.none(),
    ms_taken=WHOLE,
    ms_first_key=WHOLE | st.none(),
    hints=WHOLE,
    values=VALUES,
)


def the_long_way(line: str) -> object:
    try:
        return event_row(read_event(line))
    except ProfileError:
        return None


def line_of(review: Review, ms: int = NOON, offset: int = 0) -> str:
    event = Event("dev-1:17", EventKind.REVIEW, ms, offset, ms // 86_400_000, "d/a", review_payload(review))
    return event_line(event)


def test_the_pattern_knows_the_fields_of_a_review() -> None:
    assert set(lines._FIELDS) == set(REVIEW_FIELDS)


def test_an_ordinary_review_takes_the_short_way() -> None:
    told = make_review(
        3, values={"h": 8, "kind": "gqa", "x": None}, typed="4·512² = 1,048,576\n", confidence=2
    )
    line = line_of(told)
    assert lines._review(line) == event_row(read_event(line))


@given(review=REVIEWS, ms=st.integers(0, 10**14), offset=st.integers(-2000, 2000))
@settings(max_examples=400, deadline=None)
def test_the_short_way_agrees_with_the_long_one(review: Review, ms: int, offset: int) -> None:
    line = line_of(review, ms, offset)
    assert lines._review(line) in (None, the_long_way(line))


SPLICES = (
    *('"', "\\", "\\u0041", "\\u00E9", "\\u00e9", "\\/", "\\n", "0", "00", "1", "-", "-0", "1e3", "1.0"),
    *(",", ",,", " ", "\n", ":", "{", "}", "[", "]", "null", "true", '"rating":3,', '"a":1,'),
    *("x", "\x7f", "é", "٣", "9" * 20),
)


def changed(line: str, chance: random.Random) -> str:
    """The line with something put in, exchanged, cut out or moved."""
    at, end = sorted(chance.choices(range(len(line) + 1), k=2))
    ways = (
        line[:at] + chance.choice(SPLICES) + line[at:],
        line[:at] + chance.choice(SPLICES) + line[at + 1 :],
        line[:at] + line[at + chance.randrange(3) :],
        line[:at] + line[end:] + line[at:end],
    )
    return chance.choice(ways)


def test_a_line_with_a_change_anywhere_is_never_taken_for_more_than_it_is() -> None:
    """Whatever still fits the pattern, the long way reads just so."""
    chance, fitting = random.Random(1), 0
    line = line_of(make_review(2, values={"b": 1, "c": "x"}, points=(1, 2), typed="é", ms_taken=9, hints=1))
    for _ in range(8000):
        odd = changed(line, chance)
        found = lines._review(odd)
        fitting += found is not None and odd != line
        assert found in (None, the_long_way(odd)), odd
    assert fitting > 200


@pytest.mark.parametrize(
    "values",
    [
        *('{"b":1,"a":1}', '{"a":1,"a":2}', '{"a":1, "b":2}', '{"a":01}', '{"a":-0}', '{"a":1.0}'),
        *('{"a":[]}', '{"\\u0061":1}'),
    ],
)
def test_values_spelled_in_another_way_take_the_long_way(values: str) -> None:
    line = line_of(make_review(3, values={"a": 1})).replace('{"a":1}', values)
    assert values in line
    assert lines._review(line) is None


def test_a_text_of_any_length_is_read_in_a_moment() -> None:
    """No text makes the pattern try again and again."""
    for typed in ("\\" * 30_000, '"' * 30_000, "é" * 10_000, "a" * 65_000):
        line = line_of(make_review(3, typed=typed))
        assert lines._review(line + "x") is None
        assert lines._review(line[:-2]) is None
