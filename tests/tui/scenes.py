"""Every screen of the app at a moment that never changes: one table, from which pictures and storms are made.

A scene names what the app opens on and the keys that lead from there to the picture. The clock stands still,
decks are `gallery.yaml` alone, and numbers are drawn as for that clock and those cards.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from textual.screen import Screen

from mhaquiz.deck.cards import Card
from mhaquiz.deck.lab_table import LABS
from mhaquiz.deck.library import load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Rating, Review
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Catalogue, Queue
from mhaquiz.quiz.session import Session, StudySession
from mhaquiz.tui.app import MhaquizApp
from mhaquiz.tui.desk import Desk
from mhaquiz.tui.screens.home import HomeScreen
from mhaquiz.tui.screens.lab import LabScreen
from mhaquiz.tui.screens.study import StudyScreen

GALLERY = Path(__file__).parent / "gallery.yaml"
#: 2027-01-15, a Friday, 08:00 UTC.
STANDS_AT = 1_800_000_000_000
DAY_MS = 86_400_000
BROKEN = """mhaquiz: 1
deck: {id: broken, title: A deck with a fault, version: 1.0.0}
cards:
  - id: nothing
    kind: nonsense
    prompt: What is this?
"""

#: A key, or what is typed, worked out from the session in front of the learner.
Key = str | Callable[[Session], str]
FOUND = "until the palette has searched"
TO_THE_END = "every question given up"


class StandingClock:
    """A clock that only a scene moves."""

    def __init__(self) -> None:
        self.ms = STANDS_AT

    def __call__(self) -> Moment:
        return Moment(self.ms, 0)


class Stage:
    """A folder with the decks and a profile in it, and the desk over both.

    It must be the working folder: paths stand on some screens, and its own is another one each time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = StandingClock()
        shutil.copy(GALLERY, folder / "gallery.yaml")
        self.decks = [Path("gallery.yaml")]

    @property
    def desk(self) -> Desk:
        return Desk(
            lambda: load_library(self.decks),
            lambda: Profile.open(self.folder / "profile.sqlite3", self.clock),
            self.clock,
        )

    # ── what lies behind the learner ────────────────────────────────────────────────────
    def study_before(self) -> None:
        """Twelve days of answers, one in four wrong, some certain; most cards are due again today."""
        with Profile.open(self.folder / "profile.sqlite3", self.clock) as profile:
            cards = load_library(self.decks).cards()
            for number, days_ago in enumerate((40, 33, 26, 20, 12, 9, 8, 7, 4, 3, 2, 1)):
                self.clock.ms = STANDS_AT - days_ago * DAY_MS
                for card in cards[number % 3 :: 3]:
                    profile.record_review(card.key, _answer(number, card))
            self.clock.ms = STANDS_AT

    def break_a_deck(self) -> None:
        (self.folder / "broken.yaml").write_text(BROKEN, encoding="utf-8")
        self.decks.append(Path("broken.yaml"))

    def plan_an_interview(self) -> None:
        from mhaquiz.memory.interviews import plan_interview

        self.study_before()
        with Profile.open(self.folder / "profile.sqlite3", self.clock) as profile:
            day = date(2027, 1, 15) + timedelta(days=9)
            plan_interview(profile, day.isoformat(), 20)


def _answer(number: int, card: Card) -> Review:
    sure = 1 + (number + len(card.id)) % 3
    if (number + len(card.id)) % 4:
        return Review(Rating.GOOD, "correct", confidence=sure, ms_taken=21_000, typed="1")
    named = card.kind.value == "numeric"
    return Review(
        Rating.AGAIN, "misconception" if named else "wrong", confidence=sure, ms_taken=43_000, typed="3",
        misconception="forgot-wo" if named else None,
    )  # fmt: skip


# ── what the app opens on ───────────────────────────────────────────────────────────────
def home(stage: Stage) -> MhaquizApp:
    desk = stage.desk
    return MhaquizApp(lambda: HomeScreen(desk), desk)


def asks(*names: str) -> Callable[[Stage], MhaquizApp]:
    """A study session over the named cards of the gallery, and no others."""

    def begin(stage: Stage) -> MhaquizApp:
        desk = stage.desk
        cards = [card for name in names if (card := desk.library.card(f"gallery/{name}")) is not None]
        queue = Queue(desk.profile, Catalogue(cards), stage.clock)
        session = StudySession(desk.profile, desk.library, queue, stage.clock, ask_confidence=True)
        return MhaquizApp(lambda: StudyScreen(session), desk)

    return begin


def lab(name: str) -> Callable[[Stage], MhaquizApp]:
    return lambda stage: MhaquizApp(lambda: LabScreen(name), None)


# ── what is typed ───────────────────────────────────────────────────────────────────────
def times(above: int, below: int = 1) -> Callable[[Session], str]:
    """The expected number times a ratio."""
    return lambda session: str(int(session.current.variant.expected) * above // below)  # type: ignore[call-overload]


@dataclass(frozen=True)
class Scene:
    """`before` prepares the stage, `opens` makes the app, `keys` are pressed one after the other."""

    opens: Callable[[Stage], MhaquizApp]
    keys: Sequence[Key] = ()
    before: Callable[[Stage], None] | None = None
    shows: str = ""
    """A text that must stand on the picture, so that no picture of the wrong thing is taken."""
    needs: frozenset[str] = field(default_factory=frozenset)


NUMBER, SURE, GUESS = asks("params-total"), ("enter", "3"), ("enter", "1")
SPEAK = asks("why-scale")

SCENES: dict[str, Scene] = {
    "home_new": Scene(home, shows="asks a card"),
    "home_due": Scene(home, before=Stage.study_before, shows="in a row"),
    "home_plan": Scene(home, before=Stage.plan_an_interview, shows="Interview in 9 days"),
    "home_broken_deck": Scene(home, before=Stage.break_a_deck, shows="broken.yaml"),
    "decks_broken": Scene(home, ("d", "end"), Stage.break_a_deck),
    "decks": Scene(home, ("d",), Stage.study_before, "One card of every kind"),
    "browser": Scene(home, ("b",), Stage.study_before, "causal mask"),
    "browser_search": Scene(home, ("b", "slash", *"softmax"), shows="softmax"),
    "card": Scene(home, ("b", "down", "down", "down", "down", "enter"), Stage.study_before, "practise"),
    "plan": Scene(home, ("p",), Stage.plan_an_interview, "minutes"),
    "statistics": Scene(home, ("s",), Stage.study_before),
    "statistics_recall": Scene(home, ("s", "tab"), Stage.study_before),
    "statistics_days": Scene(home, ("s", "tab", "tab"), Stage.study_before),
    "statistics_ahead": Scene(home, ("s", "tab", "tab", "tab"), Stage.study_before),
    "statistics_mistakes": Scene(home, ("s", "tab", "tab", "tab", "tab"), Stage.study_before),
    "settings": Scene(home, ("o",)),
    "help": Scene(home, ("f1",), shows="(here)"),
    "help_while_typing": Scene(NUMBER, ("f1",), shows="(here)"),
    "palette": Scene(home, ("ctrl+p", FOUND), shows="key: Enter"),
    "palette_found": Scene(home, ("ctrl+p", *"study deck", FOUND), shows="Study deck: One card"),
    "labs": Scene(home, ("l",), shows="Rank ceiling"),
    "study_numeric": Scene(NUMBER, shows="How many weights"),
    "study_hints": Scene(NUMBER, ("f2", "f2"), shows="hint 2 of 2"),
    "study_unreadable": Scene(NUMBER, (*"1..2", "enter"), shows="?"),
    "study_sure": Scene(NUMBER, (times(1), "enter"), shows="How sure"),
    "study_symbolic": Scene(asks("attention-macs"), (*"4*n*d",), shows="Multiply-accumulates"),
    "study_shape": Scene(asks("score-shape"), shows="What is the shape"),
    "study_true_false": Scene(asks("heads-cost"), shows="doubles its weights"),
    "study_choice": Scene(asks("mask-where"), ("down", "space"), shows="causal mask"),
    "study_choices": Scene(asks("cache-grows"), ("1", "down", "space"), shows="KV cache"),
    "study_order": Scene(asks("steps-of-a-head"), ("2", "1"), shows="Put the steps"),
    "study_cloze": Scene(asks("cloze-split"), shows="Each head has width"),
    "study_bug": Scene(asks("spot-axis"), shows="softmax(dim=-2)"),
    "study_demo": Scene(asks("ceiling-predict"), shows="Before you run it"),
    "study_spoken": Scene(SPEAK, shows="Space starts the clock"),
    "study_speaking": Scene(SPEAK, ("space",), shows="of 2 min"),
    "reveal_right": Scene(NUMBER, (times(1), *SURE), shows="✓"),
    "reveal_misconception": Scene(NUMBER, (times(3, 4), *SURE), shows="output projection"),
    "reveal_suspected": Scene(NUMBER, (times(1, 2), *SURE), shows="perhaps"),
    "reveal_wrong": Scene(NUMBER, ("7", *GUESS), shows="✗"),
    "reveal_full": Scene(SPEAK, ("enter", "f"), shows="Full answer"),
    "reveal_points": Scene(SPEAK, ("space", "space", "space", "down", "space"), shows="▸"),
    "reveal_choice_wrong": Scene(asks("mask-where"), ("1", *SURE)),
    "reveal_bug_wrong": Scene(asks("spot-axis"), ("1", *SURE), shows="softmax must run"),
    "reveal_order": Scene(asks("steps-of-a-head"), ("1", "2", "3", *SURE)),
    "waiting": Scene(NUMBER, ("7", *SURE, "enter"), shows="The next card comes in"),
    "summary": Scene(
        asks("params-total", "heads-cost"), ("7", *SURE, "enter", "1", *SURE, "enter", "f"), shows="Done."
    ),
    "mock_choices": Scene(home, ("m",), Stage.study_before, "first level"),
    "mock": Scene(home, ("m", "enter"), Stage.study_before, "30 min left"),
    "mock_left": Scene(home, ("m", "enter", "escape"), Stage.study_before, "Leave the mock"),
    "mock_report": Scene(home, ("m", "enter", TO_THE_END), Stage.study_before, "Mock interview"),
    **{f"lab_{name}": Scene(lab(name)) for name in LABS},
    **{f"lab_{name}_second": Scene(lab(name), ("tab",)) for name in LABS},
}


async def settle(app: Any, pilot: Any) -> None:
    """Everything done that the app has to do: messages, threads, and what those bring."""
    await pilot.pause()
    while any(not worker.is_finished for worker in app.workers):
        await app.workers.wait_for_complete()
        await pilot.pause()


async def play(scene: Scene, app: Any, pilot: Any) -> None:
    """From the first frame to the moment of the picture."""
    await settle(app, pilot)
    for key in scene.keys:
        if key == FOUND:
            await pilot.pause(0.6)  # the palette gathers for a while before it shows anything
            continue
        if key == TO_THE_END:
            await give_up_everything(app, pilot)
            continue
        typed = [key] if isinstance(key, str) else list(key(session_of(app.screen)))
        for one in typed:
            await pilot.press(one)
        await settle(app, pilot)


async def give_up_everything(app: Any, pilot: Any) -> None:
    while not (isinstance(app.screen, StudyScreen) and app.screen.place == "finished"):
        if app.screen.place in ("answer", "choices"):
            await pilot.press("f5")
        else:
            await pilot.press("enter")


def session_of(screen: Screen[Any]) -> Session:
    assert isinstance(screen, StudyScreen)
    return screen.session
