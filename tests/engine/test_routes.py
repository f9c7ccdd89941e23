"""Two routes: they agree over a grid with its edge cases, and a wrong definition is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from mhaquiz.engine import QUANTITIES, RoutesDiffer, verified
from mhaquiz.engine import verification as verification_module
from mhaquiz.engine.grid import HUGE, compare, configurations
from mhaquiz.engine.measurements import MEASUREMENTS
from mhaquiz.engine.measurements.instruments import Arrays, Products, carried_on, exponentials, largest_that
from mhaquiz.engine.quantity import Quantity


def test_every_quantity_has_a_measurement() -> None:
    assert set(QUANTITIES) == set(MEASUREMENTS)


@pytest.mark.parametrize("name", QUANTITIES)
def test_routes_agree_on_part_of_the_grid(name: str) -> None:
    quantity = QUANTITIES[name]
    result = compare(quantity, configurations(quantity, 40))
    assert result.configurations == 40
    assert result.disagreements == ()


@pytest.mark.parametrize("name", QUANTITIES)
def test_the_grid_is_large_and_the_same_every_time(name: str) -> None:
    grid = configurations(QUANTITIES[name], 200)
    assert len(grid) == 200
    assert grid == configurations(QUANTITIES[name], 200)


EDGES: dict[str, Callable[[dict[str, Any]], bool]] = {
    "one head": lambda each: each["n_heads"] == 1,
    "one KV head of several": lambda each: each["n_kv_heads"] == 1 < each["n_heads"],
    "head_dim 1": lambda each: each["head_dim"] == 1,
    "explicit head_dim where heads do not divide": lambda each: each["d_model"] % each["n_heads"] != 0,
    "sizes past 2^53": lambda each: any(value in HUGE for value in each.values()),
    "derived head_dim": lambda each: each["head_dim"] * each["n_heads"] == each["d_model"],
}


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("name", ["attention_weights", "attention_params", "projection_macs", "decode_macs"])
def test_the_grid_has_the_edge_cases(name: str, edge: str) -> None:
    quantity = QUANTITIES[name]
    assert any(EDGES[edge](quantity.resolve(**each)) for each in configurations(quantity, 200))


def _wrong(quantity: Quantity, change: Callable[[Any], Any]) -> Quantity:
    return replace(quantity, closed_form=lambda **parameters: change(quantity.closed_form(**parameters)))


WRONG = ("attention_weights", "attention_macs", "kv_cache_bytes", "crossover_context", "score_rank_bound")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_closed_form_is_caught_everywhere(name: str) -> None:
    quantity = _wrong(QUANTITIES[name], lambda value: value + 1)
    result = compare(quantity, configurations(quantity, 25))
    assert result.agreed == 0


def test_a_slip_that_only_shows_under_gqa_is_caught() -> None:
    def with_heads_for_both(d_model: int, n_heads: int, n_kv_heads: int, head_dim: int) -> int:
        return 4 * d_model * head_dim * n_heads

    quantity = replace(QUANTITIES["attention_weights"], closed_form=with_heads_for_both)
    assert 0 < compare(quantity, configurations(quantity, 100)).agreed < 100


def test_verified_refuses_and_shows_both(monkeypatch: pytest.MonkeyPatch) -> None:
    def miscounted(**parameters: object) -> verification_module.Measurement:
        return verification_module.Measurement(786_432, "counted three arrays")

    monkeypatch.setitem(MEASUREMENTS, "attention_weights", miscounted)
    with pytest.raises(RoutesDiffer) as caught:
        verified("attention_weights", d_model=512, n_heads=8)
    assert "1048576" in str(caught.value)
    assert "786432" in str(caught.value)


def test_verified_says_how_it_measured() -> None:
    found = verified("attention_weights", d_model=768, n_heads=12)
    assert found.value == 2_359_296
    assert found.second_route == "counted 48 arrays: 2,359,296"
    large = verified("kv_cache_bytes", n_layers=80, n_kv_heads=8, head_dim=128, n_tokens=131_072)
    assert "sizes only" in large.second_route
    assert (
        "tiles" in verified("score_macs", n_queries=4096, n_keys=4096, n_heads=32, head_dim=64).second_route
    )
    assert "carried on" in verified("causal_pairs", n_tokens=10_000).second_route


def test_no_numpy_number_leaves_the_engine() -> None:
    plain = (int, Fraction, float, str)
    for name, quantity in QUANTITIES.items():
        for parameters in configurations(quantity, 5):
            measured = MEASUREMENTS[name](**quantity.resolve(**parameters)).value
            for value in (quantity(**parameters), measured):
                parts = value if isinstance(value, tuple) else (value,)
                assert all(type(part) in plain for part in parts), (name, value)


# ── the instruments ─────────────────────────────────────────────────────────────────────
def test_arrays_are_counted_at_any_size() -> None:
    arrays = Arrays()
    arrays.add(3, 5, times=2, width=7)
    assert (arrays.count, arrays.elements, arrays.bytes, arrays.real) == (2, 30, 210, True)
    arrays.add(10**12, 10**12, times=3)
    assert arrays.elements == 30 + 3 * 10**24
    assert not arrays.real
    wide = Arrays()
    wide.add(7, width=10**10)
    assert (wide.elements, wide.bytes) == (7, 7 * 10**10)


def test_products_count_every_multiplication() -> None:
    products = Products()
    products.run(3, 5, 7)
    assert (products.macs, products.whole) == (105, True)
    products.run(1000, 33, 10**20, times=5)
    assert products.macs == 105 + 5 * 1000 * 33 * 10**20
    assert exponentials(3, 1000, 17) == 51_000


def test_polynomials_are_carried_on_exactly() -> None:
    found = carried_on(
        lambda n, m: n * n * m - Fraction(m, 3), {"n": 10**15, "m": 7}, {"n": (1, 2, 4), "m": (0, 5)}
    )
    assert found == 7 * 10**30 - Fraction(7, 3)
    assert largest_that(lambda n: n * n <= 10**12) == 10**6
    assert largest_that(lambda n: False) == 0
