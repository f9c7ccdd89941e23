"""At which settings a card opens its lab: as its link says, else at the numbers of the card itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from mhaquiz.deck.cards import LabLink
from mhaquiz.deck.lab_link import filled_link


def opened(lab: str, drawn: dict[str, Any], **settings: Any) -> dict[str, Any]:
    return dict(filled_link(LabLink(lab, tuple(settings.items())), {**drawn, "two": 2}, drawn).settings)


def test_templates_are_filled_in_lists_too() -> None:
    given = opened("pruning", {"h": 4}, n_heads="{h}", off=("{two}", 3), d_model=64)
    assert given == {"n_heads": "4", "off": ("2", 3), "d_model": 64}


@pytest.mark.parametrize(
    ("lab", "drawn", "settings"),
    [
        ("cost-ledger", {"n_heads": 16, "d_model": 2048, "h": 3}, {"n_heads": 16, "d_model": 2048}),
        ("sqrt-scaling", {"head_dim": 128}, {"head_dim": 128}),
        ("induction", {"sequence": "a b a"}, {"sequence": "a b a"}),
        ("sqrt-scaling", {"heads": 128, "Head_dim": 8, "d": 64}, {}),  # no name is guessed at
        ("pruning", {"n_heads": 8, "d_model": 4096}, {}),  # wider than the lab: not half of the numbers
        ("pruning", {"n_heads": 7, "d_model": 64}, {}),  # each would do, both do not
        ("rank-ceiling", {"n_heads": Fraction(1, 2)}, {}),
        ("cost-ledger", {"config": "/etc/passwd"}, {}),  # files are the reader's to name
        ("no-such-lab", {"n_heads": 8}, {}),
    ],
)
def test_a_link_without_settings_takes_the_cards_numbers(
    lab: str, drawn: dict[str, Any], settings: dict[str, Any]
) -> None:
    assert opened(lab, drawn) == settings


def test_a_link_with_settings_takes_no_others() -> None:
    assert opened("cost-ledger", {"n_heads": 16, "d_model": 2048}, context=1) == {"context": 1}
