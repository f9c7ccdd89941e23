"""Statistics on the command line speak of wrong ideas and hard cards in words, not in identifiers."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from mhaquiz import cli
from mhaquiz.cli.context import load_decks, open_profile
from mhaquiz.memory.clock import DAY_MS, Moment
from mhaquiz.memory.events import Rating, Review


def test_wrong_ideas_and_hard_cards_are_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path))
    library = load_decks()
    deck = next(deck for deck in library.decks if deck.misconceptions)
    idea, card = deck.misconceptions[0], deck.cards[0]
    with open_profile() as profile:
        begun, missed = profile.clock().ms, Review(Rating.AGAIN, "wrong", misconception=idea.id, session="s")
        for day in range(-800, 0, 20):
            profile.clock = partial(Moment, begun + day * DAY_MS)
            profile.record_review(card.key, missed)
            profile.record_review(card.key, Review(Rating.GOOD, "correct", session="s"))
        assert profile.state(card.key).leech
    assert cli.run(["stats", "--plain"]) == 0
    told = capsys.readouterr().out
    assert idea.title in told
    assert idea.id not in told
    assert card.key not in told
