"""A profile on an injected clock, and cards without decks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mhaquiz.deck.cards import Card, Kind, Numeric
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.event_rows import event_row
from mhaquiz.memory.events import Event, Rating, Review
from mhaquiz.memory.profile import Profile

NOON = 1_800_000_000_000 // 86_400_000 * 86_400_000 + 12 * 3_600_000


class FakeClock:
    """A clock that stands still until it is told to move."""

    def __init__(self, ms: int = NOON, offset_minutes: int = 0) -> None:
        self.moment = Moment(ms, offset_minutes)

    def __call__(self) -> Moment:
        return self.moment

    def forward(self, *, days: float = 0, hours: float = 0, minutes: float = 0) -> Moment:
        ms = int((days * 24 + hours) * 3_600_000 + minutes * 60_000)
        self.moment = Moment(self.moment.ms + ms, self.moment.offset_minutes)
        return self.moment

    def set(self, ms: int, offset_minutes: int | None = None) -> Moment:
        self.moment = Moment(ms, self.moment.offset_minutes if offset_minutes is None else offset_minutes)
        return self.moment


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def profile(tmp_path: Path, clock: FakeClock) -> Iterator[Profile]:
    with Profile.open(tmp_path / "profile.sqlite3", clock, device="here") as opened:
        yield opened


def make_review(rating: int = 3, **fields: object) -> Review:
    return Review(Rating(rating), "correct" if rating > 1 else "wrong", **{"session": "s", **fields})  # type: ignore[arg-type]


def make_card(id: str, **fields: object) -> Card:  # noqa: A002
    given: dict[str, object] = {"deck": "d", "kind": Kind.NUMERIC, "body": Numeric("1"), **fields}
    return Card(id=id, **given)  # type: ignore[arg-type]


def event_line(event: Event) -> str:
    """An event as a line of an exported log."""
    return event_row(event).line
