"""What is made ready while a question is thought about is what the answer then shows."""

from __future__ import annotations

import pytest

from mhaquiz.deck.library import load_library
from mhaquiz.deck.places import builtin_decks
from mhaquiz.quiz.explaining import second_route
from mhaquiz.quiz.preparing import prepare
from mhaquiz.quiz.variants import draw

LIBRARY = load_library([builtin_decks()])
ONE_OF_EACH = {card.kind: card for card in reversed(LIBRARY.cards())}


@pytest.mark.parametrize("kind", ONE_OF_EACH, ids=str)
def test_every_kind_can_be_prepared(kind: str) -> None:
    variant = draw(ONE_OF_EACH[kind], showing=0, purpose="test")
    assert prepare(variant, LIBRARY) == second_route(variant)
