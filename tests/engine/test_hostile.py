"""Whatever is put into a quantity, it answers or refuses in one clear line, and soon."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhaquiz.engine import QUANTITIES, EngineError, verified
from mhaquiz.engine.grid import configurations

NASTY: tuple[Any, ...] = (
    0, -1, 10**400, 10**401, -(10**5000), 2**63, 1.5, float("nan"), float("inf"), Fraction(1, 3), True, False,
    None, "", "x" * 10_000, "\x1b[2J", "none", b"64", (1, 2), [1], {}, 1j, object(),
)  # fmt: skip


@pytest.mark.parametrize("name", QUANTITIES)
def test_one_nasty_value_at_a_time(name: str) -> None:
    quantity = QUANTITIES[name]
    usual = configurations(quantity, 1)[0]
    for parameter in quantity.parameters:
        for value in NASTY:
            started = time.monotonic()
            try:
                answer = verified(name, **{**usual, parameter.name: value}).derivation.line
            except EngineError as error:
                answer = str(error)
            assert answer.isprintable(), (parameter.name, value)
            assert "\n" not in answer
            assert time.monotonic() - started < 20, (parameter.name, value)


sizes = st.integers(-2, 300) | st.sampled_from([2**31, 2**53 + 1, 10**30, 10**400])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(QUANTITIES)), st.data())
def test_random_sizes_answer_alike_by_both_routes_or_are_refused(name: str, data: st.DataObject) -> None:
    quantity = QUANTITIES[name]
    drawn = {
        each.name: data.draw(
            sizes if each.kind in ("whole", "real") else st.sampled_from(each.words or ("AB",))
        )
        for each in quantity.parameters
    }
    try:
        found = verified(name, **drawn)
    except EngineError as error:
        message = str(error)
        assert "no answer is given while the two routes differ" not in message, message
    else:
        assert found.value == quantity(**drawn)
