"""One evening held twice, line by line and on the screen: the same log but for times and names of devices."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mhaquiz.deck.cards import Kind
from mhaquiz.deck.library import Library, load_library
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.queue import Queue
from mhaquiz.plain.console import Console
from mhaquiz.plain.conversation import Conversation
from mhaquiz.quiz.session import Phase, StudySession

DECK = Path(__file__).parents[1] / "quiz" / "session_deck.yaml"
#: What differs by nature: when, on which device, and how long it took.
OWN = ("ms", "ms_first_key", "session")


def clock() -> Moment:
    return Moment(1_800_000_000_000, 0)


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library([DECK])


class Evening:
    """What the learner does at each step, as a line for plain mode or as keys for the screen."""

    def __init__(self, session: StudySession) -> None:
        self.session = session
        self.undone = self.hinted = self.marked = self.suspended = False

    def step(self) -> tuple[str, tuple[str, ...]]:
        session = self.session
        if session.phase is Phase.WAITING:
            return ":quit", ()
        if session.phase is Phase.CONFIDENCE:
            return "3", ("3",)
        if session.phase is Phase.REVEAL:
            return self._reveal()
        card = session.current.card
        if not self.marked and card.kind is Kind.TRUE_FALSE:
            self.marked = True
            return ":mark", ("f7",)
        if not self.hinted and card.hints:
            self.hinted = True
            return ":hint", ("f2",)
        if not self.undone and session.answered:
            self.undone = True
            return ":undo", ("f4",)
        if not self.suspended and card.kind is Kind.MULTI_CHOICE:
            self.suspended = True
            return ":suspend", ("f8",)
        return self._answer(card.kind)

    def _answer(self, kind: Kind) -> tuple[str, tuple[str, ...]]:
        if kind is Kind.RECALL:
            return "", ("enter",)
        if kind is Kind.NUMERIC:
            return "12", ("1", "2", "enter")
        return "1", ("1", "enter")

    def _reveal(self) -> tuple[str, tuple[str, ...]]:
        if self.session.current.spoken and not self.session.points_ticked:
            return "1 f1", ("tick",)
        return "2", ("2",)


class Lines(Console):
    """Input that is thought of when it is asked for."""

    def ask(self, prompt: str) -> str | None:
        return self.evening.step()[0]

    evening: Evening


def told(profile: Profile) -> Iterator[tuple[Any, ...]]:
    """The log without what differs by nature, ids as places in it."""
    events = profile.events_since(0)
    place = {event.id: at for at, event in enumerate(events)}
    for event in events:
        payload = {name: value for name, value in event.payload.items() if name not in OWN}
        shown = {
            name: place.get(value, value) if isinstance(value, str) else value
            for name, value in payload.items()
        }
        yield event.kind, event.card, shown


def session_on(profile: Profile, library: Library) -> StudySession:
    return StudySession(profile, library, Queue(profile, library.cards(), clock), clock)


async def test_the_same_evening_gives_the_same_log(
    tmp_path: Path, library: Library, open_session: Callable[[Any], Any]
) -> None:
    with Profile.open(tmp_path / "plain.sqlite3", clock) as profile:
        session = session_on(profile, library)
        console = Lines(io.StringIO(), io.StringIO())
        console.evening = Evening(session)
        Conversation(session, console).run()
        plain = list(told(profile))
    with Profile.open(tmp_path / "screen.sqlite3", clock) as profile:
        session = session_on(profile, library)
        evening = Evening(session)
        app = open_session(session)
        async with app.run_test(size=(80, 24)) as pilot:
            for _ in range(80):
                if session.phase in (Phase.FINISHED, Phase.WAITING):
                    break
                for key in evening.step()[1]:
                    if key == "tick":  # by the numbers beside the lines, whatever keys these have
                        session.tick_point(0)
                        session.tick_flag(0)
                    else:
                        await pilot.press(key)
                await pilot.pause()
        screen = list(told(profile))
    assert len(plain) >= 8
    assert {kind for kind, _, _ in plain} >= {"review", "undo", "flag", "suspend"}
    for one, other in zip(screen, plain, strict=False):
        assert one == other
    assert len(screen) == len(plain)
