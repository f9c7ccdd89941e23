"""Variants: the same showing the same draw, even regions, nothing shown twice while there is more."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from mhaquiz.deck.cards import Choice, Choices, Kind, Mistake, Order, Recall, Step, Symbolic, TrueFalse
from mhaquiz.quiz.variants import Form, draw, restore

from .cards_for_tests import card, numeric

WEIGHTS = numeric(
    "4 * d**2",
    "3 * d**2",
    "4 * d**2 * h",
    "4 * d**2 + 4 * d",
    params={"h": (4, 8, 12, 16), "k": (32, 64, 128)},
    let=(("d", "h * k"),),
    regions=(("narrow", "k < 64"), ("wide", "k >= 64")),
    prompt="d_model = {d:,}, h = {h}",
    short="4·d² = {answer:,}",
)


def test_the_same_showing_gives_the_same_variant() -> None:
    assert draw(WEIGHTS, showing=3) == draw(WEIGHTS, showing=3)
    assert {draw(WEIGHTS, showing=n).params["h"] for n in range(40)} == {4, 8, 12, 16}


def test_purpose_is_a_stream_of_its_own() -> None:
    quiz = [dict(draw(WEIGHTS, showing=n, purpose="quiz-7").params) for n in range(12)]
    study = [dict(draw(WEIGHTS, showing=n).params) for n in range(12)]
    assert quiz != study


def test_values_are_complete_and_texts_filled() -> None:
    variant = draw(WEIGHTS, showing=0)
    d = variant.values["d"]
    assert isinstance(d, int)
    assert d == variant.params["h"] * variant.params["k"]  # type: ignore[operator]
    assert variant.prompt == f"d_model = {d:,}, h = {variant.params['h']}"
    assert variant.expected == 4 * d * d
    assert variant.expected_text == f"{4 * d * d:,}"
    assert [mistake.value for mistake in variant.mistakes][:1] == [3 * d * d]
    assert variant.region == ("narrow" if variant.params["k"] == 32 else "wide")


def test_regions_take_turns_whatever_their_size() -> None:
    counts = Counter(draw(WEIGHTS, showing=n).region for n in range(200))
    assert counts == {"narrow": 100, "wide": 100}


def test_draws_within_a_region_are_even() -> None:
    counts = Counter(tuple(draw(WEIGHTS, showing=n).params.values()) for n in range(2400))
    assert len(counts) == 12
    narrow = [count for (_, k), count in counts.items() if k == 32]
    assert all(200 <= count <= 400 for count in narrow)  # 300 expected, 5.9 standard deviations either way


def test_shown_values_are_passed_over_while_there_are_others() -> None:
    shown: list[dict[str, object]] = []
    for showing in range(12):
        variant = draw(WEIGHTS, showing=showing, avoid=shown)  # type: ignore[arg-type]
        assert dict(variant.params) not in shown
        shown.append(dict(variant.params))
    again = draw(WEIGHTS, showing=12, avoid=shown)  # type: ignore[arg-type]
    assert dict(again.params) != shown[-1]


def test_a_card_with_one_draw_is_shown_again() -> None:
    single = numeric("4 * d", params={"d": (64,)})
    assert draw(single, showing=1, avoid=[{"d": 64}]).params == {"d": 64}
    assert draw(numeric("4"), showing=1, avoid=[{}]).expected == 4
    assert draw(single, showing=1, avoid=[{"gone": 3}]).params == {"d": 64}


def test_restore_brings_the_same_variant_back() -> None:
    for form in (None, Form.CHOICE):
        before = draw(WEIGHTS, showing=5, form=form)
        assert restore(WEIGHTS, before.params, showing=5, form=form) == before


def test_nothing_depends_on_the_hash_seed() -> None:
    code = (
        "from quiz.test_variants import WEIGHTS\n"
        "from mhaquiz.quiz.variants import Form, draw\n"
        "shown = [draw(WEIGHTS, showing=n, form=Form.CHOICE) for n in range(5)]\n"
        "print([(one.params, one.choices) for one in shown])"
    )
    tests = str(Path(__file__).parent.parent)
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": zone, "PYTHONPATH": tests},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, zone in (("0", "UTC"), ("7", "Asia/Tokyo"))
    }
    assert len(outputs) == 1


# ── choices ──────────────────────────────────────────────────────────────────────────────
FOUR = card(
    Kind.SINGLE_CHOICE,
    Choices(
        (
            Choice("a1", "first", correct=True),
            Choice("b2", "second", why="no"),
            Choice("c3", "third"),
            Choice("all", "all of these", last=True),
        ),
        multiple=False,
    ),
)


def test_choices_are_shuffled_evenly_and_last_stays_last() -> None:
    orders = Counter(tuple(choice.id for choice in draw(FOUR, showing=n).choices) for n in range(600))
    assert len(orders) == 6
    assert all(order[-1] == "all" for order in orders)
    assert min(orders.values()) >= 60  # 100 expected, σ 9


def test_shuffle_false_keeps_the_authors_order() -> None:
    body = Choices((Choice("x", "x"), Choice("y", "y", correct=True)), multiple=False, shuffle=False)
    fixed = card(Kind.SINGLE_CHOICE, body)
    assert [choice.id for choice in draw(fixed, showing=4).choices] == ["x", "y"]


def test_order_and_values_are_independent_streams() -> None:
    """Knowing the drawn value tells nothing of the order of the choices."""
    both = card(Kind.SINGLE_CHOICE, FOUR.body, params={"h": (1, 2)})
    seen = Counter()
    for showing in range(1200):
        variant = draw(both, showing=showing)
        seen[variant.params["h"], variant.choices[0].id] += 1
    assert all(140 <= count <= 260 for count in seen.values())  # 200 expected, σ 13
    assert len(seen) == 6


def test_true_comes_first() -> None:
    claim = card(Kind.TRUE_FALSE, TrueFalse("h > 4", "heads"), params={"h": (8,)}, why="since")
    variant = draw(claim, showing=0)
    assert [(choice.id, choice.correct) for choice in variant.choices] == [("true", True), ("false", False)]
    assert variant.expected is True
    assert variant.choices[1].misconception == "heads"


def test_steps_are_shuffled_with_the_extra_ones() -> None:
    body = Order((Step("a", "A"), Step("b", "B", after=("a",)), Step("x", "X", extra=True)))
    variant = draw(card(Kind.ORDER, body), showing=0)
    assert sorted(choice.id for choice in variant.choices) == ["a", "b", "x"]
    assert variant.expected == ("a", "b")
    assert variant.form is Form.TYPED


# ── automatic multiple choice ────────────────────────────────────────────────────────────
def test_a_numeric_card_becomes_multiple_choice_from_its_mistakes() -> None:
    variant = draw(WEIGHTS, showing=0, form=Form.CHOICE)
    assert variant.form is Form.CHOICE
    assert sum(choice.correct for choice in variant.choices) == 1
    assert [choice.id for choice in variant.choices] == ["a", "b", "c", "d"]
    right = next(choice for choice in variant.choices if choice.correct)
    assert right.text == variant.expected_text
    assert all(choice.why for choice in variant.choices if not choice.correct)


def test_options_that_display_alike_are_one() -> None:
    alike = numeric("100", "200", Mistake("200.0", misconception="second"), "100.0", "300")
    options = draw(alike, showing=0, form=Form.CHOICE).choices
    assert sorted(option.text for option in options) == ["100", "200", "300"]
    assert next(option for option in options if option.text == "200").index == 0  # the first listed is met


def test_without_a_usable_mistake_it_stays_typed() -> None:
    assert draw(numeric("100"), showing=0, form=Form.CHOICE).form is Form.TYPED
    assert draw(numeric("100", "100.0"), showing=0, form=Form.CHOICE).form is Form.TYPED


@pytest.mark.parametrize(
    "mistakes", [("1", "2", "3", "300", "400", "500"), ("1", "200", "300"), ("1", "2", "3")]
)
def test_the_place_of_the_right_option_tells_nothing(mistakes: tuple[str, ...]) -> None:
    places: Counter[int] = Counter()
    for showing in range(800):
        options = draw(numeric("100", *mistakes), showing=showing, form=Form.CHOICE).choices
        places[next(place for place, option in enumerate(options) if option.correct)] += 1
    assert all(150 <= places[place] <= 250 for place in range(4))  # 200 expected, σ 12


def test_the_rank_of_the_right_value_tells_nothing_where_mistakes_allow_it() -> None:
    ranks: Counter[int] = Counter()
    six = numeric("100", "1", "2", "3", "300", "400", "500")
    for showing in range(800):
        options = draw(six, showing=showing, form=Form.CHOICE).choices
        ranks[sum(int(option.text) < 100 for option in options)] += 1
    assert all(150 <= ranks[rank] <= 250 for rank in range(4))


def test_a_form_that_a_card_cannot_take_falls_back_to_its_own() -> None:
    assert draw(FOUR, showing=0, form=Form.TYPED).form is Form.CHOICE
    assert draw(card(Kind.RECALL, Recall(), short="so"), showing=0, form=Form.CHOICE).form is Form.SPOKEN


def test_a_mistake_without_a_value_in_this_draw_is_left_out() -> None:
    one = numeric("h + 1", "12 / (h - 8)", "h", params={"h": (8,)})
    assert [mistake.index for mistake in draw(one, showing=0).mistakes] == [1]


@pytest.mark.parametrize(
    ("extra", "prompt", "wanted"),
    [
        (0, "In order.", "In order."),
        (1, "In order.", "In order. (One line belongs nowhere.)"),
        (2, "In order.", "In order. (2 lines belong nowhere.)"),
        (1, "In order; one step belongs nowhere.", "In order; one step belongs nowhere."),
    ],
)
def test_an_order_says_how_many_steps_are_extra(extra: int, prompt: str, wanted: str) -> None:
    steps = [Step(name, name, extra=index >= 3 - extra) for index, name in enumerate("abc")]
    assert draw(card(Kind.ORDER, Order(tuple(steps)), prompt=prompt), showing=0).prompt == wanted


def test_a_formulas_letters_are_explained_with_the_question() -> None:
    body = Symbolic((("n", "sequence length"), ("d", "model width"), ("h", "h")), "n * d * h")
    asked = draw(card(Kind.SYMBOLIC, body, prompt="How many?"), showing=0)
    assert asked.prompt == "How many?\n\nn = sequence length, d = model width"
