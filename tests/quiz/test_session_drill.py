"""The quiz about one model: for every model there is, complete, verified, and answerable."""

import pytest

from mhaquiz.deck.expressions import evaluate
from mhaquiz.deck.variants import draws
from mhaquiz.engine import MODELS
from mhaquiz.quiz.drill import drill
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import draw
from mhaquiz.quiz.verdicts import Verdict


@pytest.mark.parametrize("name", list(MODELS))
def test_twelve_questions_of_which_four_are_estimates(name):
    cards = drill(MODELS[name]).cards()
    assert len(cards) >= 12
    assert sum("estimate" in card.body.accept.forms for card in cards) == 4
    assert len({card.key for card in cards}) == len(cards)


@pytest.mark.parametrize("name", list(MODELS))
def test_every_answer_has_an_independent_route_and_no_mistake_says_the_same(name):
    for card in drill(MODELS[name]).cards():
        for one in draws(card).draws:
            answer = evaluate(card.body.answer, one.values)
            if card.body.verify is not None:
                assert evaluate(card.body.verify, one.values) == answer, card.key
            wrong = [evaluate(mistake.answer, one.values) for mistake in card.body.mistakes]
            assert answer not in wrong, card.key
            assert len(set(wrong)) == len(wrong), card.key


@pytest.mark.parametrize("name", ["gpt2", "llama3-8b", "deepseek-v3"])
def test_the_answer_is_accepted_and_each_mistake_is_known(name):
    for card in drill(MODELS[name]).cards():
        variant = draw(card, showing=0, purpose="test")
        assert variant.prompt.startswith(f"**{MODELS[name].name}**: ")
        assert grade(variant, variant.expected_text.replace(" bytes", "")).verdict is Verdict.CORRECT, (
            card.key
        )
        for mistake in variant.mistakes:
            verdict = grade(variant, mistake.shown).verdict
            assert verdict in (Verdict.MISCONCEPTION, Verdict.WRONG), (card.key, mistake.shown, verdict)
