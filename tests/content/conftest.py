"""The built-in decks, loaded once for all tests of their content."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from mhaquiz.deck.cards import Card
from mhaquiz.deck.library import Library, load_library
from mhaquiz.deck.places import builtin_decks


@pytest.fixture(scope="session")
def library() -> Library:
    found = load_library([builtin_decks()])
    assert not found.problems
    return found


@pytest.fixture(scope="session")
def cards(library: Library) -> tuple[Card, ...]:
    return library.cards()


@pytest.fixture(scope="session")
def written() -> Mapping[str, frozenset[str]]:
    """The keys that the author wrote for each card: to tell what is stated from what is a default."""
    found: dict[str, frozenset[str]] = {}
    for path in sorted(builtin_decks().glob("*.yaml")):
        for text in path.read_text(encoding="utf-8").split("\n  - id: ")[1:]:
            keys = frozenset(re.findall(r"^    ([a-z_]+):", text, re.MULTILINE))
            found[f"{path.stem}/{text.split(maxsplit=1)[0]}"] = keys
    return found
