"""A deck that nobody checked cannot end a session: a card that fails is told and passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhaquiz.deck.library import Library, load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.questions import Phase
from mhaquiz.quiz.session import MockSession, QuizSession, StudySession

HOSTILE = """\
mhaquiz: 1
deck: {id: h, title: H}
cards:
  - {id: divides, kind: numeric, prompt: x, params: {h: [1]}, answer: 4 / (h - 1)}
  - {id: unknown, kind: numeric, prompt: "{nothing}?", params: {h: [1]}, answer: h}
  - {id: never, kind: numeric, prompt: x, params: {h: [1]}, require: ["h > 2"], answer: h}
  - {id: lets, kind: numeric, prompt: x, params: {h: [1]}, let: {g: 1 / (h - 1)}, answer: h}
  - {id: large, kind: numeric, prompt: x, answer: 9**9**9}
  - {id: full, kind: numeric, prompt: x, params: {h: [1]}, answer: h, full: "{=1/(h-1)}"}
  - {id: hint, kind: numeric, prompt: x, params: {h: [1]}, answer: h, hints: ["{=1/(h-1)}"]}
  - {id: type, kind: numeric, prompt: x, params: {h: [a]}, answer: h * 2}
  - {id: engine, kind: numeric, prompt: x, params: {h: [3]}, answer: "q_weights(d_model=10, n_heads=h)"}
  - {id: shape, kind: shape, prompt: x, params: {h: [3]}, answer: [h, 1/0]}
  - {id: cloze, kind: cloze, params: {h: [1]}, text: "a [[{=1/(h-1)}]]"}
  - {id: formula, kind: symbolic, symbols: {n: x}, prompt: x, answer: n / 0}
  - {id: mistake, kind: numeric, prompt: x, params: {h: [1]}, answer: h, mistakes: [{answer: 7, why: "{z}"}]}
  - id: lab
    kind: demo
    prompt: x
    params: {h: [1]}
    answer: h
    lab: {name: rank-ceiling, with: {n_heads: "{=1/(h-1)}"}}
  - {id: good, kind: true_false, prompt: So?, answer: true}
"""


@pytest.fixture
def unchecked(tmp_path: Path) -> Library:
    path = tmp_path / "h.yaml"
    path.write_text(HOSTILE, encoding="utf-8")
    library = load_library([path])
    assert len(library.cards()) == 15
    return library


def clock() -> Moment:
    return Moment(1_790_000_000_000)


def sessions(library: Library, folder: Path) -> list[Session]:
    profile = Profile.open(folder / "profile.sqlite3", clock)
    cards = library.cards()
    return [
        QuizSession(cards, library, seed=1, clock=clock),
        StudySession(profile, library, Queue(profile, cards, clock), clock, ask_confidence=False),
        MockSession(profile, library, cards, clock),
    ]


def test_every_session_asks_the_one_good_card_and_ends(unchecked: Library, tmp_path: Path) -> None:
    for session in sessions(unchecked, tmp_path):
        assert session.current.card.id == "good"
        session.submit("true")
        session.rate()
        while session.phase is Phase.WAITING:
            session.learn_ahead()
            session.submit("true")
            session.rate()
        assert session.phase is Phase.FINISHED
        assert [one.question.card.id for one in session.answered][:1] == ["good"]


@pytest.mark.parametrize("number", range(14))
def test_each_bad_card_is_told_with_its_reason(unchecked: Library, number: int) -> None:
    card = unchecked.cards()[number]
    session = QuizSession([card], unchecked, seed=1, clock=clock)
    assert session.phase is Phase.FINISHED
    assert session.notice.startswith(f"{card.key} is left out, it cannot be asked: ")


def test_what_the_app_loads_is_checked(unchecked: Library, tmp_path: Path) -> None:
    """With a cache folder, as every command has one, the bad cards never get so far."""
    path = unchecked.decks[0].path
    for _ in range(2):
        library = load_library([path], tmp_path / "cache")
        assert [card.id for card in library.cards()] == ["good"]
        assert len({problem.card for problem in library.problems}) == 14


@pytest.mark.parametrize("answer", ["n * log(n)", "sqrt(n)", "pi * n"])
def test_a_formula_with_a_root_or_a_logarithm_is_asked(tmp_path: Path, answer: str) -> None:
    path = tmp_path / "r.yaml"
    card = f"{{id: c, kind: symbolic, symbols: {{n: tokens}}, prompt: p, answer: {answer}}}"
    path.write_text(f"mhaquiz: 1\ndeck: {{id: r, title: R}}\ncards:\n  - {card}\n")
    library = load_library([path])
    session = QuizSession(library.cards(), library, seed=1, clock=clock)
    assert session.phase is Phase.QUESTION
