"""Dates as people write them, and those that could be meant in two ways."""

from __future__ import annotations

from datetime import date

import pytest

from mhaquiz.memory.clock import date_of, day_of
from mhaquiz.memory.dates import read_date
from mhaquiz.memory.errors import ProfileError

TODAY = day_of(date(2026, 11, 29))  # a Sunday


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-12-09", "2026-12-09"),
        ("2026/12/9", "2026-12-09"),
        ("9 dec", "2026-12-09"),
        ("Dec 9", "2026-12-09"),
        (" 9th  December, 2026 ", "2026-12-09"),
        ("january 3rd", "2027-01-03"),
        ("29 nov", "2026-11-29"),
        ("28 Nov", "2027-11-28"),
        ("29 feb", "2028-02-29"),
        ("12.12.2026", "2026-12-12"),
        ("23.12.2026", "2026-12-23"),
        ("12/23/2026", "2026-12-23"),
        ("23.12.", "2026-12-23"),
        ("tomorrow", "2026-11-30"),
        ("today", "2026-11-29"),
        ("in 10 days", "2026-12-09"),
        ("in a week", "2026-12-06"),
        ("2 weeks", "2026-12-13"),
        ("friday", "2026-12-04"),
        ("next sun", "2026-12-06"),
    ],
)
def test_a_date_is_read(text: str, meant: str) -> None:
    assert date_of(read_date(text, TODAY)).isoformat() == meant


def test_an_ambiguous_date_names_both_readings() -> None:
    with pytest.raises(ProfileError) as refused:
        read_date("9.12.2026", TODAY)
    told = str(refused.value)
    assert "9 December or 12 September" in told
    assert "2026-12-09 or 2026-09-12" in told


@pytest.mark.parametrize(
    "text",
    ["", "soon", "31 feb", "30.2.2027", "ju 9", "9 d", "2027-13-40", "٩ dec", "in 9e9 days", "9" * 999],
)
def test_what_is_no_date_is_refused_in_one_short_line(text: str) -> None:
    with pytest.raises(ProfileError, match="is not a date: write it as") as refused:
        read_date(text, TODAY)
    assert len(str(refused.value)) < 130
