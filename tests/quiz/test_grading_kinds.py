"""Choices, order, cloze, bugs, shapes and formulas: every kind of card, right, wrong and unreadable."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mhaquiz.deck.cards import (
    Choice,
    Choices,
    Cloze,
    Kind,
    Mistake,
    Numeric,
    Order,
    Recall,
    Shape,
    SpotBug,
    Step,
    Symbolic,
    TrueFalse,
)
from mhaquiz.quiz.grading import grade, grade_chosen
from mhaquiz.quiz.variants import Form, Variant, draw
from mhaquiz.quiz.verdicts import Grade, Verdict

from .cards_for_tests import card, numeric

CHOICES = (
    Choice("before", "to the scores", correct=True),
    Choice("after", "to the weights", why="The rows would no longer sum to 1."),
    Choice("both", "to both", misconception="mask-late"),
)
SINGLE = draw(card(Kind.SINGLE_CHOICE, Choices(CHOICES, multiple=False)), showing=0)


def place(variant: Variant, *ids: str) -> str:
    """What is typed to choose these: the numbers as displayed."""
    order = [choice.id for choice in variant.choices]
    return " ".join(str(order.index(name) + 1) for name in ids)


# ── choices ──────────────────────────────────────────────────────────────────────────────
def test_a_choice_is_named_by_number_or_id() -> None:
    for text in (place(SINGLE, "before"), "before", "BEFORE", place(SINGLE, "before") + ".", " before "):
        found = grade(SINGLE, text)
        assert found.verdict is Verdict.CORRECT, text
        assert found.read_as == "to the scores"
        assert found.score == 1


def test_a_wrong_choice_has_its_reason_and_misconception() -> None:
    found = grade(SINGLE, place(SINGLE, "after"))
    assert (found.verdict, found.mistake, found.score) == (Verdict.WRONG, 1, 0)
    assert found.message == "The rows would no longer sum to 1."
    named = grade(SINGLE, "both")
    assert (named.verdict, named.misconception, named.mistake) == (Verdict.MISCONCEPTION, "mask-late", 2)


@pytest.mark.parametrize("text", ["4", "0", "nothing", "before after", "1 2", "", "-1", ", ,", "²"])
def test_a_choice_that_is_none_is_unreadable(text: str) -> None:
    assert grade(SINGLE, text).verdict is Verdict.UNREADABLE


def multi(scoring: str) -> Variant:
    choices = (
        Choice("layers", "layers", correct=True),
        Choice("heads", "KV heads", correct=True),
        Choice("queries", "query heads", why="Only K/V heads are cached.", misconception="caches-q"),
        Choice("vocab", "the vocabulary"),
    )
    body = Choices(choices, multiple=True, scoring=scoring)  # type: ignore[arg-type]
    return draw(card(Kind.MULTI_CHOICE, body), showing=0)


@pytest.mark.parametrize(
    ("chosen", "score"),
    [
        ("layers heads", Fraction(1)),
        ("layers", Fraction(1, 2)),
        ("layers, heads, queries", Fraction(1, 2)),
        ("layers queries", Fraction(0)),
        ("queries vocab", Fraction(0)),
        ("layers heads queries vocab", Fraction(0)),
        ("none", Fraction(0)),
        ("layers layers heads", Fraction(1)),
    ],
)
def test_per_choice_scores_right_less_wrong(chosen: str, score: Fraction) -> None:
    found = grade(multi("per_choice"), chosen)
    assert found.score == score
    assert found.verdict is (Verdict.CORRECT if score == 1 else Verdict.PARTIAL)
    assert found.verdict.passes is (score == 1)


def test_a_right_choice_that_was_missed_says_why_it_is_right() -> None:
    choices = (
        Choice("layers", "layers", correct=True),
        Choice("tokens", "tokens", correct=True, why="Each keeps its key and value."),
        Choice("heads", "KV heads", correct=True),
        Choice("queries", "query heads", why="Only K and V are cached."),
    )
    body = Choices(choices, multiple=True, scoring="per_choice", shuffle=False)
    several = draw(card(Kind.MULTI_CHOICE, body), showing=0)
    assert grade(several, "1 3").message == "“tokens” is right too: Each keeps its key and value."
    assert grade(several, "2").message == "“layers” and “KV heads” are right too."
    assert grade(several, "4").message == (
        "“query heads” is wrong: Only K and V are cached. "
        "“tokens” is right too: Each keeps its key and value. “layers” and “KV heads” are right too."
    )


def test_all_or_nothing_passes_only_the_whole() -> None:
    variant = multi("all_or_nothing")
    assert grade(variant, place(variant, "heads", "layers")).verdict is Verdict.CORRECT
    part = grade(variant, "layers")
    assert (part.verdict, part.score, part.message) == (Verdict.WRONG, 0, "“KV heads” is right too.")
    assert grade(variant, "layers heads queries").misconception == "caches-q"
    assert grade(variant, "layers heads vocab").verdict is Verdict.WRONG


def test_ticked_boxes_are_graded_without_text() -> None:
    variant = multi("per_choice")
    ticked = [choice for choice in variant.choices if choice.correct]
    assert grade_chosen(variant, ticked, "boxes").verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("f", Verdict.CORRECT),
        ("False", Verdict.CORRECT),
        ("no", Verdict.CORRECT),
        ("2", Verdict.CORRECT),
        ("t", Verdict.MISCONCEPTION),
        ("TRUE.", Verdict.MISCONCEPTION),
        ("1", Verdict.MISCONCEPTION),
        ("maybe", Verdict.UNREADABLE),
        ("tf", Verdict.UNREADABLE),
        ("3", Verdict.UNREADABLE),
    ],
)
def test_true_or_false(text: str, verdict: Verdict) -> None:
    claim = card(Kind.TRUE_FALSE, TrueFalse("False", "heads-multiply"), why="Heads split d_model.")
    found = grade(draw(claim, showing=0), text)
    assert found.verdict is verdict
    if verdict is Verdict.MISCONCEPTION:
        assert (found.misconception, found.message) == ("heads-multiply", "Heads split d_model.")


def test_automatic_choice_is_graded_by_letter_or_number() -> None:
    variant = draw(numeric("100", Mistake("200", misconception="twice"), "50"), showing=0, form=Form.CHOICE)
    right = next(choice for choice in variant.choices if choice.correct)
    wrong = next(choice for choice in variant.choices if choice.text == "200")
    assert grade(variant, right.id).verdict is Verdict.CORRECT
    assert grade(variant, place(variant, right.id)).verdict is Verdict.CORRECT
    found = grade(variant, wrong.id)
    assert (found.verdict, found.misconception, found.mistake) == (Verdict.MISCONCEPTION, "twice", 0)
    assert grade(variant, "100").verdict is Verdict.UNREADABLE


# ── order ────────────────────────────────────────────────────────────────────────────────
STEPS = (
    Step("q", "project Q"),
    Step("k", "project K"),
    Step("score", "Q Kᵀ", after=("q", "k")),
    Step("softmax", "softmax", after=("score",)),
    Step("columns", "normalise the columns", extra=True, why="Rows are normalised."),
)
ORDER = draw(card(Kind.ORDER, Order(STEPS)), showing=0)


@pytest.mark.parametrize("ids", ["q k score softmax", "k q score softmax"])
def test_every_topological_order_is_right(ids: str) -> None:
    for text in (
        ids,
        ids.replace(" ", " > "),
        ids.replace(" ", "->"),
        ids.replace(" ", ", "),
        place(ORDER, *ids.split()),
    ):
        assert grade(ORDER, text).verdict is Verdict.CORRECT, text


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (
            "q score k softmax",
            "Place 2 is the first wrong one: “Q Kᵀ” must come after “project K”. “project K” belongs there.",
        ),
        (
            "softmax q k score",
            "Place 1 is the first wrong one: “softmax” must come after “Q Kᵀ”. "
            "“project Q” or “project K” may stand there.",
        ),
        ("q k softmax score", "“softmax” must come after “Q Kᵀ”. “Q Kᵀ” belongs there."),
        ("q k score", "“softmax” is missing."),
        ("q k", "“Q Kᵀ” and “softmax” are missing."),
        ("q k score softmax columns", "Place 5 is the first wrong one: Rows are normalised."),
        ("q columns k score softmax", "Rows are normalised. “project K” belongs there."),
    ],
)
def test_wrong_orders_say_what_is_out_of_place(ids: str, told: str) -> None:
    found = grade(ORDER, ids)
    assert (found.verdict, found.score) == (Verdict.WRONG, 0)
    assert told in found.message


@pytest.mark.parametrize("text", ["q q k score softmax", "q k x", "9 1 2", "", ">"])
def test_unreadable_orders(text: str) -> None:
    assert grade(ORDER, text).verdict is Verdict.UNREADABLE


# ── cloze and bugs ───────────────────────────────────────────────────────────────────────
CLOZE = draw(
    card(
        Kind.CLOZE,
        Cloze("width [[d_model / h | d/h]], weights stay [[the same | equal]]"),
        params={"h": (8,)},
    ),
    showing=0,
)


@pytest.mark.parametrize(
    "text",
    [
        "d/h; the same",
        "D_MODEL / H | equal",
        "d_model/h ;  THE   same.",
        "d / h;equal",
        "d_model  /  h; equal",
    ],
)
def test_cloze_ignores_case_and_spaces(text: str) -> None:
    assert grade(CLOZE, text).verdict is Verdict.CORRECT


def test_cloze_shows_open_gaps_and_says_which_is_wrong() -> None:
    assert CLOZE.prompt == "width (1) ……, weights stay (2) ……"
    assert CLOZE.expected_text == "d_model / h; the same"
    found = grade(CLOZE, "d/h; more")
    assert (found.verdict, found.score, found.message) == (
        Verdict.WRONG,
        Fraction(1, 2),
        "Gap 2 is not right.",
    )


@pytest.mark.parametrize("text", ["d/h", "d/h; the same; more", "", ";"])
def test_cloze_with_another_number_of_gaps_is_unreadable(text: str) -> None:
    assert grade(CLOZE, text).verdict is Verdict.UNREADABLE


def test_one_gap_takes_the_whole_text() -> None:
    variant = draw(card(Kind.CLOZE, Cloze("it is [[a; b]]")), showing=0)
    assert variant.prompt == "it is ……"
    assert grade(variant, "A; b").verdict is Verdict.CORRECT


def test_gaps_are_filled_from_the_drawn_values() -> None:
    variant = draw(card(Kind.CLOZE, Cloze("{h} heads: width [[{=512 // h}]]"), params={"h": (8,)}), showing=0)
    assert variant.prompt == "8 heads: width ……"
    assert grade(variant, "64").verdict is Verdict.CORRECT


BUG = draw(card(Kind.SPOT_BUG, SpotBug("python", "a\nb\nc\nd", (2, 4))), showing=0)


@pytest.mark.parametrize("text", ["2 4", "4, 2", "lines 2 and 4", "line 2, line 4", "L2 L4"])
def test_bug_lines(text: str) -> None:
    assert grade(BUG, text).verdict is Verdict.CORRECT


def test_some_of_the_bug_lines() -> None:
    found = grade(BUG, "2")
    assert (found.verdict, found.message) == (Verdict.WRONG, "Line 4 is wrong too.")
    assert grade(BUG, "1").message == ""


@pytest.mark.parametrize("text", ["5", "0", "two", "", "line"])
def test_lines_that_are_not_there(text: str) -> None:
    assert grade(BUG, text).verdict is Verdict.UNREADABLE


# ── shapes and formulas ──────────────────────────────────────────────────────────────────
SHAPE = draw(
    card(
        Kind.SHAPE,
        Shape(("B", "h", "n", "n"), (Mistake(("B", "h", "k", "k"), why="That is Qᵀ @ K."),)),
        params={"B": (2,), "h": (12,), "n": (128,), "k": (64,)},
    ),
    showing=0,
)


@pytest.mark.parametrize(
    ("text", "verdict", "told"),
    [
        ("(2, 12, 128, 128)", Verdict.CORRECT, ""),
        ("2x12x128x128", Verdict.CORRECT, ""),
        ("(B, h, n, n)", Verdict.CORRECT, ""),
        ("[2, 12, 64, 64]", Verdict.MISCONCEPTION, "That is Qᵀ @ K."),
        ("(B, h, k, k)", Verdict.MISCONCEPTION, "That is Qᵀ @ K."),
        ("(12, 2, 128, 128)", Verdict.WRONG, "another order"),
        ("(2, 12, 128)", Verdict.WRONG, "3 dimensions, not 4"),
        ("(2, 12, 128, 129)", Verdict.WRONG, "3 of 4"),
        ("(2, 12, m, m)", Verdict.UNREADABLE, "`m`"),
    ],
)
def test_shapes(text: str, verdict: Verdict, told: str) -> None:
    found = grade(SHAPE, text)
    assert found.verdict is verdict
    assert told in found.message


MACS = draw(
    card(
        Kind.SYMBOLIC,
        Symbolic(
            (("n", "sequence length"), ("d", "model width")),
            "4*n*d**2 + 2*n**2*d",
            (Mistake("3*n*d**2 + 2*n**2*d", misconception="forgot-wo"),),
        ),
    ),
    showing=0,
)


@pytest.mark.parametrize(
    ("text", "verdict", "told"),
    [
        ("4nd^2 + 2n^2 d", Verdict.CORRECT, ""),
        ("2nd(2d+n)", Verdict.CORRECT, ""),
        ("2dn(n + 2d)", Verdict.CORRECT, ""),
        ("nd(3d + 2n)", Verdict.MISCONCEPTION, ""),
        ("-2nd(2d+n)", Verdict.SIGN, "sign"),
        ("4nd(2d+n)", Verdict.WRONG, "2 times too large"),
        ("2000nd(2d+n)", Verdict.SCALE, "1,000 times too large"),
        (
            "4*x*d",
            Verdict.UNREADABLE,
            "`x` is not a symbol of this card; it has n (sequence length), d (model width)",
        ),
    ],
)
def test_formulas(text: str, verdict: Verdict, told: str) -> None:
    found = grade(MACS, text)
    assert found.verdict is verdict
    assert told in found.message
    if text == "nd(3d + 2n)":
        assert found.misconception == "forgot-wo"


def test_formulas_of_functions_are_compared_on_the_cards_own_variants() -> None:
    body = Symbolic((("n", ""), ("k", "")), "min(n, k)")
    small = draw(card(Kind.SYMBOLIC, body, params={"n": (2, 4), "k": (8, 16)}), showing=0)
    assert grade(small, "n").verdict is Verdict.CORRECT  # n < k in every variant
    free = draw(card(Kind.SYMBOLIC, body), showing=0)
    assert grade(free, "n").verdict is not Verdict.CORRECT
    assert grade(free, "n + k - max(n, k)").verdict is Verdict.CORRECT


def test_a_symbol_called_pi_is_a_symbol() -> None:
    body = Symbolic((("N", ""), ("pi", ""), ("lambda", "")), "N * pi * 2")
    variant = draw(card(Kind.SYMBOLIC, body), showing=0)
    assert grade(variant, "2Nπ").verdict is Verdict.CORRECT
    assert grade(variant, "6.283185307179586N").verdict is not Verdict.CORRECT


# ── recall and demo ──────────────────────────────────────────────────────────────────────
def test_recall_is_judged_by_the_learner() -> None:
    found: Grade = grade(draw(card(Kind.RECALL, Recall()), showing=0), "because of the variance")
    assert found.verdict is Verdict.SELF_RATED
    assert not found.verdict.asks_again


def test_a_demo_is_predicted_in_numbers() -> None:
    demo = card(Kind.DEMO, Numeric("min(12, 512 // h)"), params={"h": (64,)})
    assert grade(draw(demo, showing=0), "8").verdict is Verdict.CORRECT


IN_ANY_ORDER = Cloze("[[queries | Q | k]], [[keys | K]] and [[values | V]]", any_order=True)


@pytest.mark.parametrize(
    "text", ["queries; keys; values", "values; keys; queries", "V; K; Q", "values; k; keys"]
)
def test_gaps_may_change_places(text: str) -> None:
    assert grade(draw(card(Kind.CLOZE, IN_ANY_ORDER), showing=0), text).verdict is Verdict.CORRECT
    fixed = draw(card(Kind.CLOZE, Cloze(IN_ANY_ORDER.text)), showing=0)
    assert (grade(fixed, text).verdict is Verdict.CORRECT) == (text == "queries; keys; values")


@pytest.mark.parametrize(
    ("text", "wrong", "score"),
    [
        ("q; queries; masks", "Gaps 2 and 3 are not right.", Fraction(1, 3)),
        ("queries; keys; keys", "Gap 3 is not right.", Fraction(2, 3)),
        ("masks; keys; values", "Gap 1 is not right.", Fraction(2, 3)),
    ],
)
def test_of_gaps_that_change_places_each_counts_once(text: str, wrong: str, score: Fraction) -> None:
    found = grade(draw(card(Kind.CLOZE, IN_ANY_ORDER), showing=0), text)
    assert (found.message, found.score) == (wrong, score)


@pytest.mark.parametrize("answer", ["n*log(n)", "sqrt(d)*n", "n**(1/2)", "n*exp(1)", "pi*n"])
@pytest.mark.parametrize("typed", ["n*2", "1", "n*log(d)", "2*sqrt(n)"])
def test_a_formula_with_a_real_value_judges_every_other(answer: str, typed: str) -> None:
    variant = draw(card(Kind.SYMBOLIC, Symbolic((("n", "tokens"), ("d", "width")), answer)), showing=0)
    assert not grade(variant, typed).verdict.passes  # this raised, and no session asked the card
