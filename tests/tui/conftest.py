"""A small session that needs no deck, and the app opened on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic

import pytest
from textual._context import active_app

from mhaquiz.deck.cards import (
    Card,
    Choices,
    Cloze,
    Kind,
    LabLink,
    Numeric,
    Order,
    Point,
    Recall,
    RedFlag,
    Source,
)
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.session import Phase, Progress, Question, Session
from mhaquiz.quiz.shown import Form, ShownChoice, Variant, native_form
from mhaquiz.quiz.verdicts import Grade, Verdict

from .textual_seam import draw_now, strips

#: What a deck may contain and a screen must show exactly so (escape as its picture).
HOSTILE = "A[i] attn[b][h] [d_k] [k=3, h=8] [/foo] [@click=app.quit]go[/] [red]x[/red] \x1b[31mred\x1b[0m $x"
SHOWN = HOSTILE.replace("\x1b", "␛")


@dataclass(frozen=True)
class FakeExplanation:
    headline: str = "✓ Correct."
    read_as: str = "2,359,296"
    diagnosis: str = ""
    misconception: object = None
    suspected: tuple[str, ...] = ()
    worked: str = "4·d_model² = 4·768² = 2,359,296"
    answer: str = "2,359,296"
    short: str = "4·d_model² = 2,359,296"
    full: str = "Each of the four is a matrix of 768 × 768."
    why: str = ""
    points: tuple[Point, ...] = ()
    red_flags: tuple[RedFlag, ...] = ()
    recap: tuple[str, ...] = ("Four square matrices.",)
    sources: tuple[Source, ...] = (Source("Attention Is All You Need", "§3.2.2", 2017),)
    followups: tuple[str, ...] = ()
    lab: LabLink | None = None
    hints: tuple[str, ...] = ()


class FakeLibrary:
    decks: tuple[object, ...] = ()
    problems: tuple[object, ...] = ()

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        self._cards = {card.key: card for card in cards}

    def card(self, key: str) -> Card | None:
        return self._cards.get(key)

    def cards(self) -> list[Card]:
        return list(self._cards.values())


class FakeSession(Session):
    """Asks the given cards; `2359296` or the first choice is right, `?` unreadable, anything else wrong."""

    asks_confidence = True
    asks_rating = True

    def __init__(self, cards: Sequence[Card], clock: Callable[[], Moment], text: str = "") -> None:
        super().__init__(FakeLibrary(cards), clock)  # type: ignore[arg-type]
        self.cards = list(cards)
        self.text = text
        self.rated: list[Rating | None] = []
        self._at = 0
        self._advance()

    def _draw_next(self) -> Question | None:
        if self._at >= len(self.cards):
            return None
        card = self.cards[self._at]
        self._at += 1
        return Question(card, variant(card), hints_left=len(card.hints), number=self._at, is_new=True)

    def submit(self, text: str) -> Grade:
        self._need(Phase.QUESTION)
        if text in ("?", ""):
            grade = Grade(Verdict.UNREADABLE, text, message=f"{self.text or text} cannot be read")
            self.current.feedback = grade
            self.current.retries += 1
            return grade
        right = text in ("2359296", "1")
        grade = Grade(Verdict.CORRECT if right else Verdict.WRONG, text, read_as=self.text or text)
        self._take(grade)
        self.phase = Phase.CONFIDENCE
        return grade

    def _reveal(self) -> None:
        self._need(Phase.QUESTION, Phase.SPEAKING, Phase.CONFIDENCE)
        assert self.grade is not None
        card, text = self.current.card, self.text
        right = self.grade.verdict.passes
        explanation = FakeExplanation(
            headline="✓ Correct." if right else "✗ Not quite",
            read_as=self.grade.read_as,
            points=card.points,
            red_flags=card.red_flags,
        )
        if text:
            explanation = replace(
                explanation, headline=f"✗ {text}", diagnosis=text, suspected=(text,), worked=text,
                answer=text, short=text, full=text, why=text, recap=(text,),
                sources=(Source(text, text, 2020, text),), followups=(card.key,),
            )  # fmt: skip
        self.explanation = explanation  # type: ignore[assignment]
        self.previews = {Rating.AGAIN: "<10 min", Rating.HARD: "1 d", Rating.GOOD: "3 d", Rating.EASY: "8 d"}
        self.phase = Phase.REVEAL

    def _settle(self) -> None: ...

    def _close(self, rating: Rating | None) -> None:
        self.rated.append(rating)

    @property
    def progress(self) -> Progress:
        return Progress(len(self.rated), len(self.cards) - len(self.rated), Fraction(4), 0)

    @property
    def can_undo(self) -> bool:
        return bool(self.rated)

    def undo(self) -> bool:
        if not self.rated:
            return False
        self.rated.pop()
        self._at -= 2 if self.question is not None else 1
        self._advance()
        return True


def variant(card: Card) -> Variant:
    choices: tuple[ShownChoice, ...] = ()
    if isinstance(card.body, Choices):
        choices = tuple(ShownChoice(c.id, c.text, c.correct) for c in card.body.choices)
    if isinstance(card.body, Order):
        choices = tuple(ShownChoice(s.id, s.text, not s.extra) for s in card.body.steps)
    return Variant(card, 0, {}, {}, None, native_form(card), card.prompt, 2359296, "2,359,296", choices)


def card(kind: Kind = Kind.NUMERIC, prompt: str = "How many weights?", **more: object) -> Card:
    from mhaquiz.deck.cards import Choice, Step

    bodies = {
        Kind.NUMERIC: Numeric("4 * 768**2"),
        Kind.RECALL: Recall(),
        Kind.SINGLE_CHOICE: Choices((Choice("a", prompt, True), Choice("b", "no")), False),
        Kind.MULTI_CHOICE: Choices((Choice("a", prompt, True), Choice("b", "no")), True),
        Kind.ORDER: Order((Step("a", prompt), Step("b", "then"))),
        Kind.CLOZE: Cloze("[[x]]"),
    }
    fields: dict[str, object] = {"id": kind.value, "deck": "sample", "prompt": prompt, **more}
    return Card(kind=kind, body=bodies[kind], **fields)  # type: ignore[arg-type]


class Ticking:
    """A clock that a test moves by hand."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000

    def __call__(self) -> Moment:
        return Moment(self.ms, 0)


@pytest.fixture
def clock() -> Ticking:
    return Ticking()


@pytest.fixture
def make_card() -> Callable[..., Card]:
    return card


@pytest.fixture
def make_session(clock: Ticking) -> Callable[..., FakeSession]:
    def make(*cards: Card, text: str = "") -> FakeSession:
        return FakeSession(cards or (card(), card(Kind.SINGLE_CHOICE)), clock, text)

    return make


__all__ = ["HOSTILE", "SHOWN", "FakeSession", "Form", "card", "variant"]


def screen_text(app: object) -> str:
    """What stands on the screen, line by line, as a person would read it."""
    lines = strips(app)
    return "\n".join(strip.text.rstrip() for strip in lines)


def squeezed(text: str) -> str:
    """`text` without white space, so that wrapping does not matter."""
    return "".join(text.split())


@pytest.fixture
def read_screen() -> Callable[[object], str]:
    return screen_text


@pytest.fixture
def open_session() -> Callable[[Session], object]:
    """The app on one session, ready for `run_test`."""
    from mhaquiz.tui.app import MhaquizApp
    from mhaquiz.tui.screens.study import StudyScreen

    return lambda session: MhaquizApp(lambda: StudyScreen(session))


async def run_dry(min_sleep: float = 0, max_sleep: float = 1) -> None:
    """Let the app do all that it has to do now: until nothing in the event loop can run, then draw, twice.

    Drawing may ask for more (`call_after_refresh`), hence the second time. Threads are not waited for.
    """
    loop = asyncio.get_running_loop()
    end = monotonic() + max_sleep
    for _ in range(2):
        await asyncio.sleep(0)
        while loop._ready and monotonic() < end:  # type: ignore[attr-defined]
            await asyncio.sleep(0)
        if (app := active_app.get(None)) is not None and app.is_running and app.screen_stack:
            draw_now(app)


@pytest.fixture(autouse=True)
def pilot_runs_the_app_dry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot sleeps 20 ms twice a key, and longer while the processor is busy: most of a test.

    What it waits for is known exactly, so wait for that: quicker, and the same on a loaded machine.
    """
    monkeypatch.setattr("textual.app.wait_for_idle", run_dry)
    monkeypatch.setattr("textual.pilot.wait_for_idle", run_dry)


@pytest.fixture(autouse=True)
def quick_second_route(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fake variants have no engine behind them."""
    line = "counted 48 arrays: 2,359,296"
    monkeypatch.setattr("mhaquiz.quiz.preparing.prepare", lambda variant, library: line)


@pytest.fixture(autouse=True)
def own_spelling() -> Iterator[None]:
    """How text is spelled belongs to the process: what a test drew in ASCII must not reach the next one."""
    from mhaquiz.tui.literal import spell_with
    from mhaquiz.tui.prose import prose

    yield
    spell_with(None)
    prose.cache_clear()


HOSTILE_DECK = """
mhaquiz: 1
deck:
  id: hostile
  title: '{text}'
  version: 1.0.0
  description: '{text}'
  authors: [{{name: '{text}'}}]
cards:
  - id: pick
    kind: single_choice
    tags: ['topic/{tag}', '{tag}']
    prompt: '{text} which?'
    choices:
      - {{id: a, text: '{text}', correct: true}}
      - {{id: b, text: 'other {text}', why: '{text}'}}
    short: '{text}'
    full: '{text}'
    recap: ['{text}']
    sources: [{{title: '{text}', where: '{text}', year: 2017}}]
  - id: say
    kind: recall
    prompt: '{text} say'
    short: '{text}'
    points: [{{text: '{text}', must: true}}]
    red_flags: [{{text: '{text}', why: '{text}'}}]
"""


@pytest.fixture
def make_desk(tmp_path: object, clock: Ticking) -> Callable[..., object]:
    """A desk over one deck file with a fresh profile."""
    from pathlib import Path

    from mhaquiz.deck.library import load_library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.tui.desk import Desk

    folder = Path(str(tmp_path))

    def make(deck: str = HOSTILE_DECK, text: str = "A[i]") -> Desk:
        path = folder / "hostile.yaml"
        path.write_text(
            deck.replace("{text}", text)
            .replace("{tag}", "[d_k]A[i][/foo]")
            .replace("{{", "{")
            .replace("}}", "}"),
            encoding="utf-8",
        )
        return Desk(lambda: load_library([path]), lambda: Profile.open(folder / "p.sqlite3", clock), clock)

    return make
