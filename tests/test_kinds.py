"""A kind of card that is forgotten somewhere is found here; mypy finds it wherever bodies are matched."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import get_args

import pytest

from mhaquiz.deck import building, keys, storage
from mhaquiz.deck.cards import Body, Kind
from mhaquiz.deck.library import load_library
from mhaquiz.quiz import grading

GALLERY = Path(__file__).parent / "tui" / "gallery.yaml"


@pytest.mark.parametrize("table", [keys.KINDS, building._BODIES, grading._GRADERS])
def test_the_tables_of_kinds_have_them_all(table: Collection[Kind]) -> None:
    assert set(table) == set(Kind)


def test_every_body_can_be_kept_between_starts() -> None:
    assert set(storage._BODIES) == set(get_args(Body))


def test_the_screens_are_tried_with_every_kind() -> None:
    library = load_library([GALLERY])
    assert {card.kind for card in library.cards()} == set(Kind)
    assert {type(card.body) for card in library.cards()} == set(get_args(Body))
