"""What the screens work on: the decks, the person's profile, the clock. Loaded when first asked for.

The command line makes one and hands it to `open_home`; nothing here imports Textual or draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from mhaquiz.tui.kept import Kept

if TYPE_CHECKING:
    from pathlib import Path

    from mhaquiz.deck.cards import Card, Deck
    from mhaquiz.deck.library import Library
    from mhaquiz.engine import ModelConfig
    from mhaquiz.memory.clock import Clock
    from mhaquiz.memory.forecast import Forecast
    from mhaquiz.memory.interviews import Interview
    from mhaquiz.memory.overview import Overview
    from mhaquiz.memory.pace import Pace
    from mhaquiz.memory.plan import Plan
    from mhaquiz.memory.profile import Profile
    from mhaquiz.memory.prospects import Prospect
    from mhaquiz.memory.queue import Catalogue, Counts, Queue
    from mhaquiz.quiz.session import Session

QUICK_QUIZ = 10
DRILL_QUESTIONS = 12


@dataclass(frozen=True, slots=True)
class Topic:
    """How one topic stands: its cards, how many were seen, and the mean chance of recall today.

    A card that was never seen counts as not recalled, so that 100 % means the whole topic.
    """

    name: str
    cards: int
    seen: int
    recall: float


@dataclass(frozen=True, slots=True)
class DeckStanding:
    """How one deck stands: what comes back today, and how many cards were answered at least once."""

    deck: Deck
    due: int
    seen: int


@dataclass(frozen=True)
class StillPlan:
    """A plan whose cards were read once: the forecast plays it forward without touching the database."""

    plan: Plan
    cards: list[Prospect]

    @property
    def interview(self) -> Interview:
        return self.plan.interview

    @property
    def profile(self) -> Profile:
        """Only its scheduler may be used away from the screen's thread."""
        return self.plan.profile

    @property
    def pace(self) -> Pace:
        return self.plan.pace

    def prospects(self) -> list[Prospect]:
        return self.cards

    def forecast(self, day: int) -> Forecast:
        """What to expect on the day; up to about a second of work."""
        from mhaquiz.memory.forecast import forecast

        return forecast(self, day)


@dataclass
class Desk:
    """`load_library` and `open_profile` are called once, on first use.

    Home reads the decks in a thread; whoever needs them before it is done waits for it. The profile belongs
    to the screen's thread, as SQLite demands.
    """

    load_library: Callable[[], Library]
    open_profile: Callable[[], Profile]
    clock: Clock
    kept: Kept = field(default_factory=Kept)
    profile_path: Path | None = None
    """Where the profile is, so that it can be told while it cannot be opened."""
    _library: Library | None = field(default=None, init=False, repr=False)
    _loading: Lock = field(default_factory=Lock, init=False, repr=False)

    @property
    def library(self) -> Library:
        """All decks."""
        with self._loading:
            if self._library is None:
                self._library = self.load_library()
            return self._library

    @library.setter
    def library(self, library: Library) -> None:
        """Decks that a command has read already; `reload` reads them again."""
        with self._loading:
            self._library = library

    @cached_property
    def profile(self) -> Profile:
        return self.open_profile()

    @property
    def has_profile(self) -> bool:
        """Whether the profile was opened already."""
        return "profile" in self.__dict__

    def reload(self) -> None:
        """Read the decks again, after one was edited."""
        with self._loading:
            self._library = None

    # ── today ───────────────────────────────────────────────────────────────────────────
    def queue(self, decks: Sequence[Deck] | None = None) -> Queue:
        """Today's queue over the given decks, all of them by default."""
        from mhaquiz.memory.queue import Queue

        return Queue(self.profile, self.catalogue(decks), self.clock)

    def catalogue(self, decks: Sequence[Deck] | None = None) -> Catalogue:
        from mhaquiz.memory.queue import Catalogue

        chosen = self.library.decks if decks is None else decks
        cards = [card for deck in chosen for card in deck.cards]
        return Catalogue(cards, start=[key for deck in chosen for key in deck.start])

    def counts(self, decks: Sequence[Deck] | None = None) -> Counts:
        return self.queue(decks).counts(self.clock())

    @property
    def today(self) -> int:
        """The study day that it is."""
        return self.profile.study_day(self.clock())

    def turn_suspended(self, key: str) -> bool:
        """Take a card out of study, or bring it back; whether it is out now."""
        from mhaquiz.memory.events import EventKind

        state = self.profile.state(key)
        out = state is not None and state.suspended
        self.profile.record(EventKind.UNSUSPEND if out else EventKind.SUSPEND, key, {})
        return not out

    def turn_marked(self, key: str) -> None:
        """Mark a card to find it again, or take the mark away."""
        from mhaquiz.memory.events import EventKind

        state = self.profile.state(key)
        self.profile.record(EventKind.FLAG, key, {"on": not (state is not None and state.flagged)})

    def note(self, key: str, text: str) -> None:
        """Keep the person's own words with a card."""
        from mhaquiz.memory.events import EventKind

        self.profile.record(EventKind.NOTE, key, {"text": text})

    def standings(self) -> list[DeckStanding]:
        """Every deck, from one queue and one reading of all states."""
        queue = self.queue()
        due = Counter(queue.cards.by_key[key].deck for key in queue.coming_back(self.clock()))
        showings = {key: state.showings for key, state in self.profile.states().items()}
        return [
            DeckStanding(
                deck, due[deck.id], sum(bool(showings.get(self.profile.key(c.key))) for c in deck.cards)
            )
            for deck in self.library.decks
        ]

    def minutes_by_day(self) -> dict[int, float]:
        """Minutes of study by study day; a day of answers without times counts six seconds an answer."""
        days = self.profile.days()
        return {day: one.minutes or (one.new + one.reviews + one.cram) / 10 for day, one in days.items()}

    @property
    def is_new(self) -> bool:
        """Nothing has been answered yet."""
        return not self.profile.days()

    def topics(self) -> list[Topic]:
        """Every topic in the order of the decks."""
        states, day = self.profile.states(), self.today
        recall = self.profile.scheduler.retrievability
        by_topic: dict[str, list[float | None]] = {}
        for card in self.library.cards():
            state = states.get(self.profile.key(card.key))
            seen = state is not None and state.stability is not None
            by_topic.setdefault(card.topic, []).append(recall(state, day) if seen and state else None)
        return [
            Topic(
                name,
                len(cards),
                sum(one is not None for one in cards),
                sum(c or 0.0 for c in cards) / len(cards),
            )
            for name, cards in by_topic.items()
        ]

    def overview(self) -> Callable[[], Overview]:
        """The work of all statistics, for a thread: it reads through a connection of its own."""
        path, clock, cards = self.profile.path, self.clock, self.library.cards()

        def work() -> Overview:
            from mhaquiz.memory.overview import overview
            from mhaquiz.memory.profile import Profile

            with Profile.open(path, clock) as reader:
                return overview(reader, cards)

        return work

    # ── the interview ───────────────────────────────────────────────────────────────────
    def plan(self) -> StillPlan | None:
        """The plan for the next interview as it stands, or None; read here, it can be played in a thread."""
        from mhaquiz.memory.plan import Plan

        plan = Plan.of(self.profile, self.catalogue())
        return None if plan is None else StillPlan(plan, plan.prospects())

    def set_interview(self, when: str, minutes: float) -> None:
        """Put the interview on the calendar. `ProfileError` on a useless date."""
        from mhaquiz.memory.interviews import plan_interview

        plan_interview(self.profile, when, minutes)

    def cancel_interview(self) -> None:
        """Take the next interview off the calendar."""
        from mhaquiz.memory.interviews import cancel_interview, governing

        if (interview := governing(self.profile)) is not None:
            cancel_interview(self.profile, interview.name)

    # ── sessions ────────────────────────────────────────────────────────────────────────
    def study(self, decks: Sequence[Deck] | None = None) -> Session:
        """Today's session; it goes on where the last one stopped."""
        from mhaquiz.quiz.session import StudySession

        sure = bool(self.profile.settings["ask_confidence"])
        return StudySession(self.profile, self.library, self.queue(decks), self.clock, ask_confidence=sure)

    def quiz(self, cards: Sequence[Card], count: int = QUICK_QUIZ) -> Session:
        """A quiz that leaves the schedule alone, drawn by the present millisecond."""
        from mhaquiz.quiz.quiz_session import choose
        from mhaquiz.quiz.session import QuizSession

        seed = self.clock().ms
        return QuizSession(choose(cards, count, seed), self.library, seed=seed, clock=self.clock)

    def drill(self, model: ModelConfig) -> Session:
        """A quiz about one model; it leaves the schedule alone."""
        from mhaquiz.quiz.drill import drill
        from mhaquiz.quiz.quiz_session import choose
        from mhaquiz.quiz.session import QuizSession

        library, seed = drill(model), self.clock().ms
        cards = choose(library.cards(), DRILL_QUESTIONS, seed)
        return QuizSession(cards, library, seed=seed, clock=self.clock)

    def mock(self, cards: Sequence[Card], minutes: int, lowest: str) -> Session:
        """A mock interview over the given cards, its questions from level `lowest` up."""
        from mhaquiz.quiz.mock_session import MockSession

        now = self.clock
        return MockSession(
            self.profile, self.library, cards, now, minutes=minutes, lowest=lowest, seed=now().ms
        )

    def close(self) -> None:
        """Close what was opened."""
        if self.has_profile:
            self.profile.close()
