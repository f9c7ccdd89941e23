"""What is said after an answer: headline, diagnosis, worked line, second route, filled texts, suspicions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mhaquiz.deck.cards import (
    Accept,
    Card,
    Choice,
    Choices,
    Deck,
    Kind,
    LabLink,
    Misconception,
    Mistake,
    Point,
    RedFlag,
    Shape,
    Source,
    SpotBug,
    Symbolic,
    TrueFalse,
)
from mhaquiz.deck.library import Library
from mhaquiz.quiz.explaining import Explanation, explain, second_route
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.journal import edit_name, named
from mhaquiz.quiz.meanings import meanings
from mhaquiz.quiz.variants import draw, restore
from mhaquiz.quiz.verdicts import Grade, Verdict
from mhaquiz.quiz.working import worked_line

from .cards_for_tests import Params, card, numeric

FORGOT = Misconception(
    "forgot-wo", "Forgets the output projection", "Q, K, V and O: four matrices, not three."
)
GQA = {"d": (4096,), "h": (32,), "kv": (8,), "k": (128,)}
WEIGHTS = numeric(
    "attention_weights(d_model=d, n_heads=h, n_kv_heads=kv, head_dim=k)",
    Mistake("2*d*k*h + d*k*kv", misconception="forgot-wo", why="That counts {=d*k*kv:,} once."),
    params=GQA,
    short="2·d·k·(h + kv) = {answer:,}",
    full="d is {d}.",
    hints=("d is {d}",),
    points=(Point("{h} heads", must=True),),
    red_flags=(RedFlag("{kv}", "not {h}"),),
    recap=("{answer}",),
    sources=(Source("GQA", year=2023),),
    followups=("deck/next",),
    lab=LabLink("cost-ledger", (("n_heads", "{h}"), ("jobs", ("previous",)), ("beta", 8))),
    analogy="{d} planks",
    breaks_when=("{k}",),
    seen_in=("{h}",),
)


def library(*cards: Card) -> Library:
    return Library([Deck("deck", "Deck", Path("deck.yaml"), misconceptions=(FORGOT,), cards=cards)])


def explained(one: Card, text: str) -> Explanation:
    variant = draw(one, showing=0)
    return explain(variant, grade(variant, text), library(one))


def test_right() -> None:
    found = explained(WEIGHTS, "41943040")
    assert found.headline == "✓ Correct."
    assert found.diagnosis == ""
    assert found.worked == ("2·d_model·head_dim·(n_heads + n_kv_heads) = 2·4,096·128·(32 + 8) = 41,943,040")
    assert found.answer == "41,943,040"


def test_every_template_is_filled() -> None:
    found = explained(WEIGHTS, "41943040")
    assert found.short == "2·d·k·(h + kv) = 41,943,040"
    assert (found.hints, found.recap) == (("d is 4,096",), ("41,943,040",))
    assert found.points == (Point("32 heads", must=True),)
    assert found.red_flags == (RedFlag("8", "not 32"),)
    assert found.lab == LabLink("cost-ledger", (("n_heads", "32"), ("jobs", ("previous",)), ("beta", 8)))
    parts = (
        "d is 4,096.",
        "Think of it so: 4,096 planks",
        "Where it stops being true:\n- 128",
        "Seen in:\n- 32",
    )
    assert found.full == "\n\n".join(parts)
    assert found.sources[0].year == 2023
    assert found.followups == ("deck/next",)


def test_a_misconception_is_named_with_its_fix_and_the_cards_own_reason() -> None:
    found = explained(WEIGHTS, "37,748,736")
    assert found.headline == "✗ Not quite: Forgets the output projection"
    assert found.diagnosis == ("Q, K, V and O: four matrices, not three. That counts 4,194,304 once.")
    assert found.misconception == FORGOT
    assert found.read_as == "37,748,736"


@pytest.mark.parametrize("typed", ["67108864", "67.1M", "6.711e7", "67100000", "~67.11 million"])
def test_the_wrong_number_no_author_foresaw_gets_a_name(typed: str) -> None:
    found = explained(WEIGHTS, typed)
    assert found.headline.startswith("✗")
    assert "K and V with all 32 heads" in found.suspected[0]
    assert found.misconception is None
    assert len(found.suspected) <= 3


@pytest.mark.parametrize("typed", ["12345679", "12.3M", "67M", "67,108,870"])
def test_a_plain_wrong_number_is_just_wrong(typed: str) -> None:
    found = explained(WEIGHTS, typed)
    assert (found.headline, found.diagnosis, found.suspected) == ("✗ Not right.", "", ())


def test_a_slip_is_told_from_a_wrong_idea() -> None:
    assert explained(WEIGHTS, "41942040").slip
    assert "slip" in explained(WEIGHTS, "41942040").diagnosis
    assert explained(WEIGHTS, "-41943040").slip
    assert not explained(WEIGHTS, "37,748,736").slip


def test_not_answered() -> None:
    variant = draw(WEIGHTS, showing=0)
    found = explain(variant, Grade(Verdict.WRONG, typed="", message="Not answered."), library(WEIGHTS))
    assert (found.headline, found.diagnosis) == ("✗ Not answered.", "")
    assert found.worked


BUG = card(
    Kind.SPOT_BUG, SpotBug("python", "a\nb\nc", (2,)), params={"n": (4,)}, why="Line b drops the {n} heads."
)


@pytest.mark.parametrize("typed", ["1", "3", ""])
def test_a_line_that_is_no_bug_is_explained(typed: str) -> None:
    variant = draw(BUG, showing=0)
    given = grade(variant, typed) if typed else Grade(Verdict.WRONG, typed="")
    assert explain(variant, given, library(BUG)).diagnosis == "Line b drops the 4 heads."
    assert explained(BUG, "2").diagnosis == ""


def test_the_headline_says_no_more_than_there_is() -> None:
    choices = (
        Choice("layers", "layers", correct=True),
        Choice("tokens", "tokens", correct=True),
        Choice("queries", "query heads", why="Only K and V are cached."),
        Choice("vocab", "the vocabulary"),
    )
    body = Choices(choices, multiple=True, scoring="per_choice", shuffle=False)
    several = card(Kind.MULTI_CHOICE, body)
    assert explained(several, "1").headline == "✗ Partly right."
    assert explained(several, "1").diagnosis == "“tokens” is right too."
    none_right = explained(several, "3 4")
    assert none_right.headline == "✗ Not right."
    assert none_right.diagnosis == (
        "“query heads” is wrong: Only K and V are cached. “the vocabulary” is wrong. "
        "“layers” and “tokens” are right too."
    )
    claim = card(Kind.TRUE_FALSE, TrueFalse("False"), why="Each head keeps its width.")
    assert explained(claim, "t").headline == "✗ Not right."
    assert explained(claim, "t").diagnosis == "Each head keeps its width."
    unnamed = numeric("4 * d**2", "3 * d**2", params={"d": (512,)})
    assert explained(unnamed, "786432").headline == "✗ Not right."
    assert explained(unnamed, "786432").diagnosis == "because 3 * d**2"


def test_every_verdict_has_a_headline_with_a_sign() -> None:
    variant = draw(WEIGHTS, showing=0)
    for verdict in Verdict:
        headline = explain(variant, Grade(verdict, typed="1"), library(WEIGHTS)).headline
        assert headline
        assert verdict is Verdict.SELF_RATED or headline[0] in "✓✗…?"
        assert (headline[0] == "✓") == verdict.passes


@pytest.mark.parametrize(
    ("answer", "params", "worked"),
    [
        ("4 * d**2", {"d": (768,)}, "4·d² = 4·768² = 2,359,296"),
        (
            "ceil(crossover_context(d_model=d, n_heads=h))",
            {"d": (768,), "h": (12,)},
            "⌈2·d⌉ = ⌈2·768⌉ = 1,536",
        ),
        ("min(12, 512 // h)", {"h": (100,)}, "min(12, ⌊512/h⌋) = min(12, ⌊512/100⌋) = 5"),
        ("min(12, 512 // h)", {"h": (64,)}, "min(12, 512/h) = min(12, 512/64) = 8"),
        (
            "tensor_parallel_widths(n_heads=28, n_kv_heads=4, limit=16)",
            {},
            "tensor_parallel_widths(n_heads=28, n_kv_heads=4, limit=16) = (1, 2, 4)",
        ),
        ("1 + (n and 2)", {"n": (8,)}, "1 + (8 and 2) = 3"),
        ("min(n, d + (2 if n > 5 else 0))", {"n": (8,), "d": (3,)}, "min(n, d + 2) = min(8, 3 + 2) = 5"),
        ("L * model('gpt2').n_heads", {"L": (5,)}, "12·L = 12·5 = 60"),
        ("192", {}, ""),
        ("d", {"d": (512,)}, ""),
        ("64 if d <= 64 else 128", {"d": (100,)}, ""),
    ],
)
def test_worked_lines(answer: str, params: dict[str, tuple[int, ...]], worked: str) -> None:
    one = numeric(answer, params=params)  # type: ignore[arg-type]
    assert explained(one, "1").worked == worked


def test_a_let_name_alone_is_replaced_by_what_it_stands_for() -> None:
    one = numeric("total", params={"d": (768,)}, let=(("square", "d**2"), ("total", "4 * square")))
    assert explained(one, "1").worked == "4·square = 4·589,824 = 2,359,296"


def test_shapes_and_formulas_are_worked_too() -> None:
    shape = card(Kind.SHAPE, Shape(("B", "n")), params={"B": (2,), "n": (128,)})
    assert explained(shape, "(2, 128)").worked == "(B, n) = (2, 128)"
    formula = card(Kind.SYMBOLIC, Symbolic((("n", ""),), "n*(n+1)/2"))
    assert explained(formula, "n").worked == "n·(n + 1)/2"


def test_suspicions_that_give_one_number_share_a_sentence() -> None:
    call = "score_bytes(n_queries=n, n_keys=n, n_heads=h, batch=bs)"
    bytes_of = numeric(call, params={"bs": (1,), "h": (32,), "n": (5000,)})
    [said] = explained(bytes_of, "3,200,000,000").suspected
    assert said.startswith("3,200,000,000 would be right for one of these: (1) ")
    assert said.count("would be right") == 1
    found = grade(draw(bytes_of, showing=0), "3200000000")
    assert all(f"({number}) {edit.words}" in said for number, edit in enumerate(found.edits, 1))
    assert len(found.edits) > 1


FLOPS_WITHOUT_WO = Mistake("6*n*d**2 + 4*n**2*d", misconception="forgot-wo")
LONG: Params = {"n": (2048, 512), "d": (4096, 1024), "h": (16,)}
FLOPS = numeric(
    "attention_flops(n_tokens=n, d_model=d, n_heads=h)",
    FLOPS_WITHOUT_WO,
    Mistake("8*n*d**2 + 4*n*d", why="Every query meets every key."),
    params=LONG,
)


def test_no_guess_stands_beside_a_mistake_that_the_author_named() -> None:
    """At n = d/2 the output projection is worth as much as scores and values together."""
    shared = restore(FLOPS, {"n": 2048, "d": 4096, "h": 16}, showing=0)
    found = grade(shared, "8 * 2048 * 4096^2")
    assert (found.verdict, found.misconception, found.edits) == (Verdict.MISCONCEPTION, "forgot-wo", ())


def test_several_mistakes_of_one_number_are_told_as_the_author_put_them() -> None:
    again = Mistake("8*n*d**2", why="W")
    card = numeric("attention_flops(n_tokens=n, d_model=d, n_heads=h)", FLOPS_WITHOUT_WO, again, params=LONG)
    shared = restore(card, {"n": 2048, "d": 4096, "h": 16}, showing=0)
    found = grade(shared, "8 * 2048 * 4096^2")
    assert (found.verdict, found.misconception, found.mistake) == (Verdict.SUSPECTED, None, None)
    told = explain(shared, found, library(card))
    assert told.misconception is None
    title = FORGOT.title.removesuffix(".")
    assert told.suspected == (f"274,877,906,944 has one of these explanations: (1) {title}; (2) W.",)
    assert (edit_name(found, 0), named(found), edit_name(found, 1)) == ("forgot-wo", "forgot-wo", "W")


def test_a_rounded_number_that_two_mistakes_round_to_names_both() -> None:
    shared = restore(FLOPS, {"n": 2048, "d": 4096, "h": 16}, showing=0)
    found = grade(shared, "275G")
    assert [one.index for one in found.listed] == [0, 1]
    [said] = explain(shared, found, library(FLOPS)).suspected
    assert said.startswith("275,000,000,000 has one of these explanations: (1) 274,877,906,944: ")
    assert "(2) 274,911,461,376: Every query meets every key." in said


def test_a_symbol_in_a_suspicion_means_what_the_card_declares() -> None:
    symbols = (("L", "layers"), ("g", "KV heads"), ("k", "head_dim"), ("b", "bytes per element"))
    cached = card(Kind.SYMBOLIC, Symbolic(symbols, "2*L*g*k*b"))
    assert explained(cached, "2*L*g*k").suspected == (
        "2·L·g·k would be right for: counting elements instead of bytes.",
    )


def test_a_name_in_a_suspicion_means_what_the_card_says_of_it() -> None:
    prompt = "An MLP {m} times as wide as d_model {d}, {w:,} bytes of weights, {n} tokens."
    sizes: Params = {"d": (4096,), "m": (6,), "w": (7_000,), "n": (901,)}
    one = replace(numeric("d*m*n + w", params=sizes), prompt=prompt)
    assert meanings(one) == {"d": "d_model", "n": "n_tokens"}
    told = explained(one, str(6 * (4096 * 6 * 901 + 7_000))).suspected
    assert not any("quer" in said for said in told)
    assert not explained(one, str(7_000 * (4096 * 6 * 901 + 7_000))).suspected


def test_bytes_are_not_counted_instead_of_elements_where_bytes_are_asked_for() -> None:
    call = "kv_cache_bytes(n_layers=L, n_kv_heads=kv, head_dim=hd, n_tokens=1, bytes_per_element=by)"
    cached = numeric(call, params={"L": (28,), "kv": (4,), "hd": (128,), "by": (2,)})
    [said] = explained(cached, "114688").suspected
    assert "counting bytes" not in said
    assert "four bytes an element instead of two" in said


def test_suspicions_about_formulas_speak_of_symbols() -> None:
    macs = card(Kind.SYMBOLIC, Symbolic((("n", "tokens"), ("d", "model width")), "4*n*d**2 + 2*n**2*d"))
    found = explained(macs, "4d^2 + 2n^2 d")
    assert found.suspected
    assert found.suspected[0].startswith("4·d² + 2·n²·d would be right for: ")
    assert not any(digit in found.suspected[0].partition("for: ")[2] for digit in "56789")


SIZES: Params = {"d": (768,), "h": (12,)}


def test_the_second_route_counts() -> None:
    call = "attention_weights(d_model=d, n_heads=h)"
    whole = draw(numeric(call, params=SIZES), showing=0)
    assert second_route(whole) == "counted 48 arrays: 2,359,296"
    named = draw(numeric("w", params=SIZES, let=(("w", call),)), showing=0)
    assert second_route(named) == second_route(whole)
    wrapped = draw(numeric(f"2 * {call}", params=SIZES), showing=0)
    assert second_route(wrapped) == "counted 48 arrays: 2,359,296. Then 2·2,359,296 = 4,718,592"
    rounded = draw(numeric(f"ceil({call})", params=SIZES), showing=0)
    assert second_route(rounded) == second_route(whole)


def test_an_authors_route_through_the_engine_is_measured() -> None:
    def routed(answer: str, verify: str) -> str:
        one = numeric(answer, params=SIZES | {"name": ("llama3-8b",)})
        return second_route(draw(replace(one, body=replace(one.body, verify=verify)), showing=0))  # type: ignore[arg-type]

    width = "q_weights(d_model=d, n_heads=h) / (h * d)"
    assert routed("d // h", width) == "counted 12 arrays: 589,824. Then 589,824/(12·768) = 64"
    assert routed("32", "model(name).n_heads") == "the configuration of llama3-8b says n_heads = 32"
    ratio = "4096 / 14336 * model(name).n_kv_heads"
    assert routed("16/7", ratio) == "4,096/14,336·8 = 16/7 ≈ 2.285714286"


def test_the_authors_own_route_where_the_engine_has_none() -> None:
    one = numeric("4 * d**2", params={"d": (768,)})
    assert second_route(draw(one, showing=0)) == ""
    routed = replace(one, body=replace(one.body, verify="2 * d * (d + d)"))  # type: ignore[arg-type]
    assert second_route(draw(routed, showing=0)).endswith("2,359,296")


@pytest.mark.parametrize(
    ("answer", "verify", "said"),
    [
        ("2 * d", "d + d", "(-3) + (-3) = -6"),  # the same formula: the author's text with values put in
        ("2 * d", "-6", ""),
        ("2 * d", "d if d > 0 else d + d", "(-3) + (-3) = -6"),
    ],
)
def test_the_authors_own_route_has_values_put_in_or_is_not_told(answer: str, verify: str, said: str) -> None:
    one = numeric(answer, params={"d": (-3,)})
    routed = replace(one, body=replace(one.body, verify=verify))  # type: ignore[arg-type]
    assert second_route(draw(routed, showing=0)) == said


def test_a_size_without_a_formula_is_its_number() -> None:
    sizes = ("h and 12", "2 * n if m == 'both' else n")
    shape = card(Kind.SHAPE, Shape(sizes), params={"h": (12,), "n": (5,), "m": ("both",)})
    assert explained(shape, "1").worked == "(12, 2·n) = (12, 10)"


def test_the_worked_line_shows_the_branch_that_was_taken() -> None:
    asked = numeric('n - 1 if m == "mask" else (n + 2) * 3', params={"n": (12,), "m": ("mask", "none")})
    lines = {
        str(one.values["m"]): worked_line(one)
        for one in (draw(asked, showing=i, purpose="t") for i in range(4))
    }
    assert lines["mask"].startswith("n - 1") or lines["mask"].startswith("n − 1")
    assert "if" not in lines["mask"]
    assert lines["mask"].endswith("11")
    assert lines["none"].endswith("42")
    assert "mask" not in lines["none"]


def test_a_word_as_answer_has_no_worked_line() -> None:
    asked = numeric('"B" if n == 1 else "C"', params={"n": (1,)}, accept=Accept(forms=("token",)))
    assert worked_line(draw(asked, showing=0, purpose="t")) == ""


MANY = card(
    Kind.MULTI_CHOICE,
    Choices(
        (Choice("a", "one", True), Choice("b", "two"), Choice("c", "three", True), Choice("d", "four", True)),
        multiple=True,
    ),
)


@pytest.mark.parametrize("showing", range(6))
def test_right_choices_and_chosen_ones_are_told_in_displayed_order(
    showing: int,
) -> None:
    variant = draw(MANY, showing=showing, purpose="study")
    displayed = [choice.text for choice in variant.choices]
    backwards = " ".join(str(number) for number in range(len(displayed), 0, -1))
    told = explain(variant, grade(variant, backwards), Library([]))
    assert told.answer == "; ".join(text for text in displayed if text != "two")
    assert told.read_as == "; ".join(displayed)
    assert variant.expected_text == "one; three; four"  # what the log compares is the same at every showing
