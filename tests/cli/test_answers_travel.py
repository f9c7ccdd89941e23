"""What a deck may say of a card fits the log: an answer kept on one machine is taken in by another."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from mhaquiz.cli import run

LONG_DECK, LONG_CARD, LONG_VERSION = "d" * 80, "c" * 80, "1" * 60
WORDS = ", ".join(f"p{index}: [{'漢' * 100}]" for index in range(40))
STEPS = ", ".join(f"{{id: s{index}, text: {'漢' * 100} {index}}}" for index in range(300))
DECK = f"""mhaquiz: 1
deck: {{id: {LONG_DECK}, title: T, version: {LONG_VERSION}}}
cards:
  - {{id: {LONG_CARD}, kind: order, prompt: W, params: {{{WORDS}}}, steps: [{STEPS}]}}
"""


def test_answers_to_cards_of_the_largest_size_are_merged_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deck, log = tmp_path / "d.yaml", tmp_path / "log"
    deck.write_text(DECK, encoding="utf-8")
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "here"))
    monkeypatch.setattr("sys.stdin", io.StringIO("2, 1\n\n\n:quit\n"))
    assert run(["study", str(deck), "--plain"]) == 0
    assert run(["log", "export", str(log)]) == 0
    monkeypatch.setenv("MHAQUIZ_HOME", str(tmp_path / "there"))
    capsys.readouterr()
    assert run(["log", "merge", str(log)]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert ", 0 added" not in shown.out
