"""Templates filled for reading: groups of three, singulars, and what stays as it stands."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhaquiz.deck.display import counted, grouped, percent
from mhaquiz.deck.prose import fill_prose
from mhaquiz.deck.templates import fill

NAMES = {"d": 4096, "kv": 1, "h": 32, "n": 512, "x": Fraction(5, 2), "name": "llama3-8b", "by": 1}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("d_model {d}, {kv} KV heads, {h} heads.", "d_model 4,096, 1 KV head, 32 heads."),
        ("{kv} queries, {kv} matrices, {kv} matter", "1 query, 1 matrix, 1 matter"),
        ("2 · {d} · {by} bytes", "2 · 4,096 · 1 bytes"),
        ("(1, {n}, {d})", "(1, 512, 4096)"),
        ("[{d},{n}] and {d}", "[4096,512] and 4,096"),
        ("(MHA, d_model {d})", "(MHA, d_model 4,096)"),
        ("`nn.Linear({d}, {d})` of {d}", "`nn.Linear(4096, 4096)` of 4,096"),
        ("```\nx = {d}\n```\n{d}", "```\nx = 4096\n```\n4,096"),
        ("$n = {d}$", "$n = 4096$"),
        ("the 2017 paper and 4096", "the 2017 paper and 4096"),
        ("{name} {x} {d:,} {d:.3g}", "llama3-8b 2.5 4,096 4.1e+03"),
        ("{=d * h} and {=-d}", "131,072 and -4,096"),
    ],
)
def test_numbers_in_prose(text: str, shown: str) -> None:
    assert fill_prose(text, NAMES) == shown


@given(st.text(alphabet="{d}kv ,()`$[]0123456789heads", max_size=40))
def test_the_digits_stay(text: str) -> None:
    """Whatever an author writes: the digits are those of `fill`, and it refuses the same."""
    try:
        plain = fill(text, NAMES)
    except Exception as error:  # whatever it refuses, reading text refuses likewise
        with pytest.raises(type(error)):
            fill_prose(text, NAMES)
        return
    bare = fill_prose(text, NAMES).replace(",", "")
    assert [one for one in bare if one.isdigit()] == [one for one in plain if one.isdigit()]


def test_shares_and_counts() -> None:
    assert [percent(share) for share in (0, 0.884, Fraction(177, 200), 1)] == ["0%", "88%", "89%", "100%"]
    assert [counted(number, "KV head") for number in (0, 1, 4096)] == [
        "0 KV heads",
        "1 KV head",
        "4,096 KV heads",
    ]
    assert counted(2, "query", "queries") == "2 queries"
    assert grouped("2·8192·8 = 131072.") == "2·8,192·8 = 131,072."
    assert grouped("llama3-8b 1706.03762 x4096") == "llama3-8b 1706.03762 x4096"
