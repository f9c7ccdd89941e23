"""Every claim, family and concept that the decks were made from is on a card, or it is said why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from mhaquiz.deck.cards import Card, Choices, TrueFalse
from mhaquiz.deck.library import Library

from .reading import HERE, missing_cards, read_yaml

VERDICTS: Mapping[str, str] = read_yaml(HERE / "verdicts.yaml")
CLAIMS: Mapping[str, Any] = read_yaml(HERE.parent / "claims.yaml")
FAMILIES: Mapping[str, list[str]] = read_yaml(HERE / "families.yaml")
CONCEPTS: Mapping[str, Mapping[str, list[str]]] = read_yaml(HERE / "concepts.yaml")
MISLEADING = ("wrong", "contradiction", "caveat")


def covered() -> Iterator[tuple[str, list[str]]]:
    """The claims that have cards."""
    return ((claim, keys) for claim, keys in CLAIMS.items() if isinstance(keys, list))


def test_every_claim_is_accounted_for() -> None:
    assert len(VERDICTS) == 166
    assert list(CLAIMS) == list(VERDICTS)


def test_the_cards_of_every_claim_exist(cards: tuple[Card, ...]) -> None:
    for claim, keys in covered():
        assert keys, claim
        assert not missing_cards(keys, cards), claim


def test_what_is_left_out_says_why() -> None:
    left_out = {claim: entry for claim, entry in CLAIMS.items() if not isinstance(entry, list)}
    for claim, entry in left_out.items():
        assert list(entry) == ["left_out"], claim
        assert len(entry["left_out"].split()) >= 8, claim
    assert len(left_out) <= 8


def test_nothing_misleading_is_left_out() -> None:
    left_out = {claim for claim, entry in CLAIMS.items() if not isinstance(entry, list)}
    assert not [claim for claim in left_out if VERDICTS[claim] in MISLEADING]


def meets_the_error(card: Card) -> bool:
    """Whether the card sets the popular belief before the learner: as a red flag, a wrong choice, a slip."""
    wrong_choice = isinstance(card.body, Choices) and any(one.why for one in card.body.choices)
    slip = any(one.why or one.misconception for one in getattr(card.body, "mistakes", ()))
    return bool(card.red_flags) or wrong_choice or slip or isinstance(card.body, TrueFalse)


@pytest.mark.parametrize("claim", [one for one, verdict in VERDICTS.items() if verdict in MISLEADING])
def test_a_wrong_claim_is_met_as_an_error(claim: str, library: Library) -> None:
    found = [library.card(key) for key in CLAIMS[claim]]
    assert any(card is not None and meets_the_error(card) for card in found)


def test_all_families_are_asked(cards: tuple[Card, ...]) -> None:
    assert len(FAMILIES) == 72
    for family, keys in FAMILIES.items():
        assert keys, family
        assert not missing_cards(keys, cards), family


def test_all_concepts_and_interview_questions_are_covered(cards: tuple[Card, ...]) -> None:
    assert {name: len(group) for name, group in CONCEPTS.items()} == {
        "concepts": 32,
        "interview": 26,
        "public_errors": 7,
    }
    for group in CONCEPTS.values():
        for concept, keys in group.items():
            assert keys, concept
            assert not missing_cards(keys, cards), concept
