"""Decks that change under a history: former ids, changed answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from mhaquiz.deck.library import load_library
from mhaquiz.memory.events import EventKind
from mhaquiz.memory.meaning import adopt, changed
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.quiz.study_session import CHANGED, StudySession

from .conftest import FakeClock, make_card, make_review

DECK = """\
mhaquiz: 1
deck: {{id: d, title: D, version: 1.0.0, language: en}}
cards:
  - id: {id}
    kind: numeric
    level: L2
    prompt: {prompt}
    answer: {answer}
{more}"""


def renames(profile: Profile) -> int:
    query = "SELECT count(*) FROM event WHERE kind = 'rename'"
    return int(profile.connection.execute(query).fetchone()[0])


def test_a_card_takes_over_the_history_of_its_former_ids_once(profile: Profile, clock: FakeClock) -> None:
    profile.record_review("d/old", make_review(3))
    profile.record_review("d/older", make_review(3))
    profile.record(EventKind.FLAG, "d/marked", {"on": True})
    cards = [
        make_card("new", renamed_from=("old", "older", "never")),
        make_card("also", renamed_from=("marked",)),
        make_card("live"),
        make_card("thief", renamed_from=("live",)),
    ]
    profile.record_review("d/live", make_review(3))
    assert adopt(profile, cards) == [("d/old", "d/new"), ("d/older", "d/new"), ("d/marked", "d/also")]
    assert len(profile.reviews("d/new")) == 2
    assert profile.state("d/also").flagged
    assert profile.showings("d/live") == 1, "a card that is there keeps its history"
    assert adopt(profile, cards) == []
    assert renames(profile) == 3


def test_a_changed_answer_is_told_until_it_is_answered_or_reset(profile: Profile, clock: FakeClock) -> None:
    card = make_card("a", meaning_hash="two")
    assert changed(profile, [card]) == ()
    profile.record_review("d/a", make_review(3, meaning_hash="one"))
    assert changed(profile, [card, make_card("b", meaning_hash="x")]) == (card,)
    assert changed(profile, [replace(card, content_hash="typo", meaning_hash="one")]) == ()
    reset = profile.record(EventKind.RESET, "d/a", {})
    assert changed(profile, [card]) == ()
    profile.undo(reset.id)
    assert changed(profile, [card]) == (card,)
    clock.forward(days=3)
    profile.record_review("d/a", make_review(3, meaning_hash="two"))
    assert changed(profile, [card]) == ()


def study(profile: Profile, folder: Path, clock: FakeClock, **text: str) -> StudySession:
    """A session over the deck as its author has it now."""
    given = {"id": "a", "prompt": "How many?", "answer": "4", "more": "", **text}
    (folder / "d.yaml").write_text(DECK.format(**given))
    library = load_library([folder / "d.yaml"])
    assert library.cards(), library.problems
    return StudySession(profile, library, Queue(profile, library.cards(), clock), clock, ask_confidence=False)


def answer(session: StudySession, text: str) -> None:
    session.submit(text)
    session.rate(None)


def test_typo_rename_and_changed_answer_in_a_session(
    profile: Profile, tmp_path: Path, clock: FakeClock
) -> None:
    answer(study(profile, tmp_path, clock), "4")
    before = profile.state("d/a")
    clock.forward(days=30)
    session = study(profile, tmp_path, clock, prompt="How many, then?")
    assert profile.state("d/a") == before, "a typo changes nothing"
    assert CHANGED not in session.current.why_due
    session = study(profile, tmp_path, clock, id="b", more="    renamed_from: [a]\n")
    assert profile.state("d/b") == before, "nor does another id"
    assert session.current.is_new is False
    session = study(profile, tmp_path, clock, id="b", answer="5", more="    renamed_from: [a]\n")
    assert CHANGED in session.current.why_due
    session.reset()
    assert profile.state("d/b").stability is None
    assert len(profile.reviews("d/b")) == 1, "the history stays"
    assert CHANGED not in session.current.why_due
    assert session.undo()
    assert profile.state("d/b") == before
    answer(session, "5")
    assert profile.state("d/b").reps == 2, "answering keeps the history"
