"""Every card of the built-in decks in front of a learner: its answers pass, its mistakes are told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from mhaquiz.deck.cards import Card, Cloze, Deck, Kind, Numeric, Order, SpotBug
from mhaquiz.deck.expression_tree import Constant, Name
from mhaquiz.deck.expressions import compile_expression
from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.quiz.explaining import explain
from mhaquiz.quiz.formulas import spelled_out
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import Form, Variant, draw
from mhaquiz.quiz.verdicts import Verdict

LIBRARY = load_library([builtin_decks()])
SHOWINGS = 3


def variants(*kinds: Kind) -> Iterator[Variant]:
    for card in LIBRARY.cards():
        if not kinds or card.kind in kinds:
            yield from (draw(card, showing=showing) for showing in range(SHOWINGS))


def right_answer(variant: Variant) -> str:
    """What a learner who knows the answer would type."""
    if variant.card.kind is Kind.ORDER:
        return " ".join(variant.expected)  # type: ignore[arg-type]
    if variant.choices:
        return " ".join(str(place) for place, one in enumerate(variant.choices, 1) if one.correct)
    return variant.expected_text


def test_there_are_decks() -> None:
    assert len(LIBRARY.cards()) >= 30
    assert not LIBRARY.problems


def test_the_shown_answer_is_graded_correct() -> None:
    typed = [one for one in variants() if one.card.kind is not Kind.RECALL]
    failing = [
        (one.card.key, right_answer(one)) for one in typed if not grade(one, right_answer(one)).verdict.passes
    ]
    assert failing == []


def test_every_mistake_is_met_by_its_own_number() -> None:
    """Or among others that give the same number. Typed exactly: a shown one may be rounded."""
    met = shared = 0
    for one in variants(Kind.NUMERIC, Kind.SYMBOLIC):
        for mistake in one.mistakes:
            if isinstance(mistake.value, float | tuple):
                continue
            found = grade(one, str(mistake.value))
            if found.verdict is Verdict.UNREADABLE:
                continue  # an expression such as 4096/3 on a card that takes no expressions
            named = [found.mistake, *(listed.index for listed in found.listed)]
            assert mistake.index in named, (one.card.key, mistake)
            assert found.verdict is (Verdict.SUSPECTED if found.listed else Verdict.MISCONCEPTION)
            met, shared = met + 1, shared + bool(found.listed)
    assert shared < met / 20, "too many draws in which a mistake shares its number with another slip"


def test_nothing_stays_unfilled_and_everything_is_explained() -> None:
    for one in variants():
        found = explain(one, grade(one, right_answer(one) or "x"), LIBRARY)
        texts = [one.prompt, found.short, found.why, *found.hints, *(choice.text for choice in one.choices)]
        assert not any("{=" in text or "{answer" in text for text in texts), one.card.key
        assert found.headline
        counted = one.card.kind in (Kind.NUMERIC, Kind.SHAPE, Kind.SYMBOLIC, Kind.DEMO)
        a_word = one.card.kind is not Kind.SYMBOLIC and isinstance(one.expected, str)
        if counted and not a_word and not answered_by_a_name_alone(one):
            assert found.worked, one.card.key
        assert not any(raw in found.worked for raw in (" if ", "model(", "==", '"')), one.card.key


def answered_by_a_name_alone(one: Variant) -> bool:
    """Where there is nothing to work out: the rank is 1, the width is the next of a list."""
    if not isinstance(one.card.body, Numeric):
        return False
    return isinstance(compile_expression(spelled_out(one, one.card.body.answer)).tree, Constant | Name)


def wrong_answers(variant: Variant) -> list[str]:
    """Answers that are wrong and need no luck to be met."""
    body = variant.card.body
    if isinstance(body, SpotBug):
        lines = range(1, len(body.code.splitlines()) + 1)
        return [str(line) for line in lines if line not in body.bug_lines]
    if isinstance(body, Cloze):
        return ["; ".join(["nonsense"] * len(variant.expected))]  # type: ignore[arg-type]
    if isinstance(body, Order):
        return ["1"]
    return [str(place) for place, one in enumerate(variant.choices, 1) if not one.correct]


def test_every_wrong_choice_line_gap_and_order_is_explained() -> None:
    asked = 0
    for one in variants():
        for text in wrong_answers(one):
            found = explain(one, grade(one, text), LIBRARY)
            assert found.headline.startswith("✗"), (one.card.key, text)
            assert found.diagnosis, (one.card.key, text)
            asked += 1
    assert asked > 100


def test_every_numeric_card_with_two_mistakes_can_be_asked_as_a_choice() -> None:
    cards: list[Card] = [card for card in LIBRARY.cards() if card.kind is Kind.NUMERIC]
    for card in cards:
        one = draw(card, showing=0, form=Form.CHOICE)
        if len({mistake.shown for mistake in one.mistakes} - {one.expected_text}) >= 2:
            assert one.form is Form.CHOICE, card.key
            assert grade(one, right_answer(one)).verdict is Verdict.CORRECT


@pytest.mark.parametrize("text", ["", "?", "12", "a; b", "4*512^2", "1.05M", "(2, 3)", "t"])
def test_any_text_is_graded_on_any_card(text: str) -> None:
    for one in variants():
        assert isinstance(grade(one, text).verdict, Verdict)


_APART = re.compile(r"```.*?```|`[^`]*`|\$[^$]*\$|[(\[][^()\[\]\n]*,[^()\[\]\n]*[)\]]", re.DOTALL)
_BARE = re.compile(r"(?<![\w.,])(?!20[0-2]\d\b|19\d\d\b)[0-9]{4,}(?![\w/]|[.,][0-9])")


@pytest.mark.parametrize("deck", LIBRARY.decks, ids=lambda deck: deck.id)
def test_long_numbers_are_written_in_one_way(deck: Deck) -> None:
    """`8,192` and `1024` in one text look like two kinds of number; code and shapes stay as they are."""
    found = []
    for card in deck.cards:
        variant = draw(card, showing=0, purpose="one way")
        said = explain(variant, grade(variant, "1"), LIBRARY)
        texts = [variant.prompt, said.short, said.full, said.why, *said.recap, *said.hints]
        texts += [choice.text for choice in variant.choices] + [point.text for point in said.points]
        found += [(card.key, bare) for text in texts for bare in _BARE.findall(_APART.sub("", text))]
    assert found == []
