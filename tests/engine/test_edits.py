"""Named wrong numbers: the right words for the common mistakes, and silence where nothing can be said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mhaquiz.deck.expressions import formula
from mhaquiz.engine import EngineError, evaluate, explain_wrong

LLAMA = {"d_model": 4096, "n_heads": 32, "n_kv_heads": 8, "head_dim": 128}
CACHE = {"n_layers": 32, "n_kv_heads": 8, "head_dim": 128, "n_tokens": 8192}


@pytest.mark.parametrize(
    ("name", "parameters", "wrong", "words"),
    [
        ("attention_weights", LLAMA, 67_108_864, "K and V with all 32 heads"),
        ("attention_weights", {"d_model": 512, "n_heads": 8}, 786_432, "a factor of three instead of four"),
        (
            "attention_weights",
            {"d_model": 512, "n_heads": 8},
            8_388_608,
            "the answer once for each of the 8 heads",
        ),
        ("kv_cache_bytes", CACHE, 2**30 // 32, "one layer instead of all 32"),
        ("kv_cache_bytes", CACHE, 2**30 // 8192, "one token instead of all 8,192"),
        (
            "kv_cache_bytes",
            {"n_layers": 32, "n_kv_heads": 8, "head_dim": 96, "n_tokens": 1000, "bytes_per_element": 4},
            2 * 32 * 8 * 96 * 1000,
            "counting elements instead of bytes",
        ),
        (
            "attention_params",
            {"d_model": 768, "n_heads": 12, "bias": "qkvo"},
            2_359_296,
            "the answer without the part that is linear in the model width",
        ),
        (
            "attention_macs",
            {"n_tokens": 1000, "d_model": 768, "n_heads": 12},
            2 * (4 * 1000 * 768**2 + 2 * 1000**2 * 768),
            "FLOPs: two for each multiply-accumulate",
        ),
        ("causal_pairs", {"n_tokens": 1000}, 10**6, "all pairs, as if there were no mask"),
        (
            "attention_weights",
            {"d_model": 2560, "n_heads": 32, "n_kv_heads": 8, "head_dim": 128},
            2 * 2560 * 80 * 40,
            "a head width of model width / heads, as if the heads tiled the model width",
        ),
    ],
)
def test_common_mistakes_come_first(name: str, parameters: dict[str, object], wrong: int, words: str) -> None:
    edits = explain_wrong(name, parameters, wrong)
    assert edits[0].words == words
    assert f"{wrong:,} would be right for: {words}." == edits[0].sentence


def test_author_formulas_use_the_short_names() -> None:
    right = formula("2*L*kv*hd*by*n*bs")
    values = {"L": 28, "kv": 4, "hd": 128, "by": 2, "n": 2048, "bs": 16, "h": 28}
    assert explain_wrong(right, values, 2 * 28 * 4 * 128 * 2 * 2048)[0].words == (
        "one sequence instead of all 16"
    )
    assert explain_wrong(right, values, 2 * 28 * 28 * 128 * 2 * 2048 * 16)[0].words == (
        "K and V with all 28 heads"
    )


def test_silence() -> None:
    weights = {"d_model": 512, "n_heads": 8}
    assert explain_wrong("attention_weights", weights, 1_048_576) == ()  # right
    assert explain_wrong("attention_weights", weights, 1_048_577) == ()  # nothing gives it
    assert explain_wrong("attention_weights", {"d_model": 8, "n_heads": 1}, 192) == ()  # small
    assert explain_wrong("attention_weights", weights, -786_432) == ()


def test_a_rounded_number_stands_for_what_rounds_to_it() -> None:
    edit, *others = explain_wrong("attention_weights", LLAMA, 67_100_000, within=50_000)
    assert (edit.words, edit.value, others) == ("K and V with all 32 heads", 67_108_864, [])
    assert (
        edit.sentence == "67,108,864, rounded to 67,100,000, would be right for: K and V with all 32 heads."
    )
    assert explain_wrong("attention_weights", LLAMA, 67_100_000) == ()
    exactly = explain_wrong("attention_weights", LLAMA, 67_108_864, within=Fraction(1, 2))
    assert exactly == explain_wrong("attention_weights", LLAMA, 67_108_864)


def test_a_rounded_number_that_says_too_little_has_no_name() -> None:
    assert explain_wrong("attention_weights", LLAMA, 41_900_000, within=50_000) == ()  # right, rounded
    assert explain_wrong("attention_weights", LLAMA, 67_000_000, within=500_000) == ()  # two digits
    small = {"d_model": 64, "n_heads": 4, "n_kv_heads": 2}
    assert explain_wrong("attention_weights", small, 4 * 64**2)
    assert explain_wrong("attention_weights", small, 16_380, within=5)
    small["d_model"] = 32
    assert explain_wrong("attention_weights", small, 4_100, within=50) == ()


def test_sizes_of_the_question_are_tried_too() -> None:
    cached = {"n_layers": 32, "n_kv_heads": 8, "head_dim": 128, "n_tokens": 8192}
    wrong = 4 * evaluate("kv_cache_bytes", **cached)
    assert all("all 32 heads" not in edit.words for edit in explain_wrong("kv_cache_bytes", cached, wrong))
    edits = explain_wrong("kv_cache_bytes", cached, wrong, also={"h": 32, "L": 32})
    assert any("all 32 heads" in edit.words for edit in edits)


def test_where_there_is_no_formula() -> None:
    with pytest.raises(EngineError, match="searching"):
        explain_wrong("tensor_parallel_widths", {"n_heads": 32, "n_kv_heads": 8}, 5000)
    with pytest.raises(EngineError, match="exact"):
        explain_wrong("uniform_entropy", {"n_keys": 5000}, 5000)


def test_words_name_quantities_not_operators() -> None:
    for wrong in range(1, 13):
        for edit in explain_wrong("attention_weights", LLAMA, wrong * 41_943_040 // 8):
            assert "factor 4" not in edit.words
            assert "·" not in edit.words


# ── one thought, one sentence ────────────────────────────────────────────────────────────
def test_a_rounding_elsewhere_is_the_same_thought() -> None:
    half = formula("n*(n+1)//2")
    assert len(explain_wrong(half, {"n": 3000}, 3000 * 3001 // 4)) == 1


def test_sizes_of_one_kind_that_are_equal_are_named_once() -> None:
    square = {"n_heads": 32, "n_queries": 2000, "n_keys": 2000, "batch": 1, "bytes_per_element": 2}
    wrong = 32 * 2000**3 * 2
    [only] = explain_wrong("score_bytes", square, wrong, also={"n": 2000})
    assert "2,000" in only.words
    apart = explain_wrong("score_bytes", square | {"n_keys": 4000}, 32 * 2000 * 4000**2 * 2)
    assert [edit.words for edit in apart] == ["the answer once more for each of the 4,000 keys"]


def test_an_authors_name_for_a_parameter_is_not_told_beside_it() -> None:
    given = {"d_model": 4096, "n_heads": 32, "head_dim": 128}
    right = 4 * 4096 * 4096
    told = explain_wrong("attention_weights", given, right * 4096, also={"wide": 4096})
    assert told
    assert not any("wide" in edit.words for edit in told)


def test_a_part_of_a_sum_may_be_counted_twice_or_half() -> None:
    right, values = formula("n*d + n*n"), {"n": 1000, "d": 768}
    assert [edit.words for edit in explain_wrong(right, values, 768_000 + 2 * 10**6)] == [
        "twice the part that is quadratic in the number of tokens"
    ]
    assert [edit.words for edit in explain_wrong(right, values, 768_000 // 2 + 10**6)] == [
        "half of the part that is linear in the model width"
    ]


def test_one_part_too_many() -> None:
    edits = explain_wrong("attention_weights", {"d_model": 512, "n_heads": 8}, 5 * 512**2)
    assert [edit.words for edit in edits] == ["a factor of five instead of four"]


def test_a_dearer_thought_stands_behind_a_cheaper_one() -> None:
    edits = explain_wrong("o_weights", {"d_model": 36_430, "n_heads": 12, "head_dim": 2}, 2 * 36_430 * 24)
    assert [(edit.cost, edit.words) for edit in edits] == [
        (1, "the answer with a factor of two too many"),
        (2, "the answer times the head width (2) once more"),
    ]


def test_more_thoughts_than_can_be_told_are_none() -> None:
    shape = {"d_model": 9233, "n_heads": 2, "n_kv_heads": 1, "head_dim": 2}
    assert explain_wrong("k_weights", shape, 2 * 9233 * 2) == ()


def test_a_quotient_turned_over() -> None:
    cached = {"n_layers": 10, "n_kv_heads": 2, "head_dim": 64, "n_tokens": 1000, "tp": 6}
    one_head = 2 * 10 * 64 * 1000 * 2
    assert evaluate("kv_cache_bytes_per_rank", **cached) == one_head
    edits = explain_wrong("kv_cache_bytes_per_rank", cached, 3 * one_head)
    assert [edit.words for edit in edits] == ["the quotient turned over"]


@pytest.mark.parametrize("text", ["floor(n*sqrt(2))", "floor(n + sqrt(2))", "floor(n/sqrt(2))"])
def test_a_change_that_no_real_number_can_hold_is_no_thought(text: str) -> None:
    assert explain_wrong(formula(text), {"n": 10**200, "m": 10**90}, 10**150) == ()


# ── what the card means, and words that hold ─────────────────────────────────────────────
CACHED = {"L": 32, "g": 8, "k": 128, "n": 1_000, "b": 4}
MEANT = {"L": "n_layers", "g": "n_kv_heads", "k": "head_dim", "n": "n_tokens", "b": "bytes_per_element"}


def said(text: str, values: dict[str, int], wrong: int, **more: object) -> list[str]:
    return [edit.words for edit in explain_wrong(formula(text), values, wrong, **more)]  # type: ignore[arg-type]


def test_a_letter_means_what_the_card_declares() -> None:
    forgotten = 2 * 32 * 8 * 128 * 1_000
    assert said("2*L*g*k*n*b", CACHED, forgotten) == ["one sequence instead of all 4"]
    told = said("2*L*g*k*n*b", CACHED, forgotten, meanings=MEANT)
    assert told == ["counting elements instead of bytes"]
    [edit] = explain_wrong(formula("2*L*g*k*n*b"), CACHED, forgotten, meanings=MEANT)
    assert edit.formula.symbols() == ("L", "g", "k", "n")


def test_a_name_of_which_the_card_says_nothing_is_called_by_its_number() -> None:
    told = said("d*m + 7", {"d": 5_000, "m": 30}, 5_007, meanings={"d": "d_model"})
    assert told == ["the answer without one of the factors (30)"]
    told = said("d*m", {"d": 5_000, "m": 30}, 5_000 * 30 * 30, meanings={"d": "d_model"})
    assert told == ["the answer times one of the factors (30) once more"]
    assert said("d*m", {"d": 5_000, "m": 30, "x": 77}, 5_000 * 30 * 77, meanings={"d": "d_model"}) == []


def test_bytes_are_not_taken_for_elements_twice() -> None:
    half, twice = CACHED | {"b": 2}, 2 * 32 * 8 * 128 * 1_000 * 2 * 2
    told = said("2*L*g*k*n*b", half, twice, meanings=MEANT)
    assert told == ["four bytes an element instead of two", "a factor of four instead of two"]
    assert "counting bytes instead of elements" in said("L*g*k*n", half, 65_536_000, meanings=MEANT)
    whole = said("L*g*k*n", half, 65_536_000, meanings=MEANT, unit="bytes")
    assert "counting bytes instead of elements" not in whole


def test_what_divides_is_not_multiplied_by_once_more() -> None:
    values = {"M": 10**9, "L": 30}
    assert said("floor(M / (7*L))", values, (10**9 // 210) * 30, meanings={"L": "n_layers"}) == []


def test_a_size_that_stands_elsewhere_too_is_told_with_its_place() -> None:
    values, meant = {"n": 4_001, "d": 768}, {"n": "n_tokens", "d": "d_model"}
    wrong = 4 * 768**2 + 2 * 4_001**2 * 768
    told = said("4*n*d**2 + 2*n**2*d", values, wrong, meanings=meant)
    assert told == ["one token instead of all 4,001, in the part that is quadratic in the model width"]
    two = {"h1": 5_003, "h2": 7_001, "k": 97}
    same = {"h1": "n_heads", "h2": "n_heads", "k": "head_dim"}
    assert said("h1*k + h2*k", two, 5_003 + 7_001 * 97, meanings=same) == []


def test_of_two_parts_the_one_that_can_be_told_is_told() -> None:
    values, meant = {"n": 4_001, "w": 768}, {"n": "n_tokens", "w": "window"}
    told = said("n*w - w*(w - 1)/2", values, 4_001 * 768, meanings=meant)
    assert told == ["only the part that is linear in the number of tokens"]


def test_a_factor_of_two_is_told_by_where_it_comes_from() -> None:
    weights = {"d_model": 1_024, "n_heads": 16}
    [edit] = explain_wrong("attention_weights", weights, 2 * 1_024**2)
    assert edit.words == "a factor of two instead of four"
