"""What the events of a card add up to. Pure: the same set of events gives the same state, in whatever order
they arrived, which is what lets logs from several machines be merged.

Canonical order is (ms, device, sequence). An undo removes the event it names with all its effects; a regrade
replaces the rating of the review it names, the last one winning; an undo cannot be undone (answer again).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from mhaquiz.memory.codec import read_review
from mhaquiz.memory.events import Event, EventKind, Mode
from mhaquiz.memory.scheduler import Scheduler
from mhaquiz.memory.states import FRESH, CardPhase, CardState

AGAIN, CERTAIN = 1, 3
REVIEW, RESET, CRAM = str(EventKind.REVIEW), str(EventKind.RESET), str(Mode.CRAM)
AMENDING = frozenset((str(EventKind.UNDO), str(EventKind.REGRADE)))
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Entry(NamedTuple):
    """An event as folding needs it. The first three fields are the canonical order.

    Reviews have the four review fields and no payload, other kinds a payload and none of the four: decoding
    the JSON of every review would take a third of a rebuild. Rows of the event table are entries as they are.
    """

    ms: int
    device: str
    sequence: int
    kind: str
    day: int
    rating: int = 0
    mode: str = ""
    confidence: int | None = None
    ms_taken: int = 0
    payload: Mapping[str, Any] = NOTHING

    @property
    def id(self) -> str:
        return f"{self.device}:{self.sequence}"


def entry_of(event: Event) -> Entry:
    """An event as an entry."""
    device, _, sequence = event.id.partition(":")
    place = (event.ms, device, int(sequence), str(event.kind), event.study_day)
    if event.kind != EventKind.REVIEW:
        return Entry(*place, payload=event.payload)
    review = read_review(event.payload)
    return Entry(*place, int(review.rating), str(review.mode), review.confidence, review.ms_taken)


#: What was answered on a study day: new cards, reviews, cram, and the milliseconds taken.
Practice: TypeAlias = list[int]
SHARES = ("new", "reviews", "cram")
LONGEST_MS = 10 * 60_000  # after as long a time for one answer someone went to make tea
NEW_SHARE, REVIEW_SHARE, CRAM_SHARE, MS_TAKEN = range(4)


class Amendments(NamedTuple):
    """What undo and regrade events say about others."""

    undone: frozenset[str]
    ratings: Mapping[str, int]


NO_AMENDMENTS = Amendments(frozenset(), MappingProxyType({}))


def amendments(entries: Iterable[Entry]) -> Amendments:
    """Read the undo and regrade events among entries in canonical order."""
    entries = [entry for entry in entries if entry.kind in AMENDING]
    if not entries:
        return NO_AMENDMENTS
    undos = {entry.id for entry in entries if entry.kind == EventKind.UNDO}
    undone = frozenset(entry.payload["event"] for entry in entries if entry.kind == EventKind.UNDO) - undos
    regrades = (entry for entry in entries if entry.kind == EventKind.REGRADE and entry.id not in undone)
    return Amendments(undone, {entry.payload["event"]: entry.payload["rating"] for entry in regrades})


def fold(
    key: str,
    entries: Iterable[Entry],
    scheduler: Scheduler,
    amended: Amendments = NO_AMENDMENTS,
    state: CardState = FRESH,
) -> CardState:
    """The state of one card after entries in canonical order, amended as they say of each other.

    `state` is that before the first of them.
    """
    undone, ratings = amended
    for entry in entries:
        if undone and entry.id in undone:
            continue
        if ratings and entry.id in ratings:
            entry = entry._replace(rating=ratings[entry.id])
        state = apply(state, entry, key, scheduler)
    return state


def counted_ms(entry: Entry) -> int:
    """What a review adds to its day's milliseconds: a process that was stopped for an hour studied none."""
    return min(entry.ms_taken, LONGEST_MS)


def count_practice(
    days: Mapping[int, Practice],
    entries: Iterable[Entry],
    amended: Amendments = NO_AMENDMENTS,
    last: int | None = None,
    sign: int = 1,
) -> None:
    """Add the reviews among one card's entries to their study days, or with sign −1 take them away.

    `last` is the day on which the memory model last moved before them. The model itself is not needed: a
    review is new or a repeat by the days alone.
    """
    for entry in entries:
        if amended.undone and entry.id in amended.undone:
            continue
        if entry.kind == REVIEW:
            share, counts = share_of(last, entry), days[entry.day]
            counts[share] += sign
            counts[MS_TAKEN] += sign * counted_ms(entry)
            if share != CRAM_SHARE:
                last = entry.day
        elif entry.kind == RESET:
            last = None


def share_of(last_day: int | None, entry: Entry) -> int:
    """Which of `SHARES` a review is, by its place there. A same-day repeat counts as cram."""
    if entry.mode == CRAM:
        return CRAM_SHARE
    if last_day is None:
        return NEW_SHARE
    return REVIEW_SHARE if entry.day > last_day else CRAM_SHARE


def apply(state: CardState, entry: Entry, key: str, scheduler: Scheduler) -> CardState:
    """The state after one more entry, which must come last in canonical order."""
    if entry.kind != REVIEW:
        change = _APPLY.get(entry.kind)
        return state if change is None else change(state, entry)
    if entry.mode == CRAM:
        return state._replace(showings=state.showings + 1)
    moved = scheduler.step(state, entry.rating, entry.day, entry.ms, key)
    if entry.rating == AGAIN and entry.confidence == CERTAIN:
        return moved._replace(interval=1)  # certain and wrong: again tomorrow, whatever its stability says
    return moved


def _suspend(state: CardState, entry: Entry) -> CardState:
    return state._replace(suspended=entry.kind == EventKind.SUSPEND)


def _bury(state: CardState, entry: Entry) -> CardState:
    until = entry.payload.get("until")
    return state._replace(buried_until=until if isinstance(until, int) else entry.day + 1)


def _flag(state: CardState, entry: Entry) -> CardState:
    return state._replace(flagged=bool(entry.payload.get("on", True)))


def _reset(state: CardState, entry: Entry) -> CardState:
    """New again, history kept; what the person said about the card itself stays."""
    return FRESH._replace(showings=state.showings, flagged=state.flagged, suspended=state.suspended)


def _set_due(state: CardState, entry: Entry) -> CardState:
    if state.stability is None:
        return state
    return state._replace(phase=CardPhase.REVIEW, due_day=entry.payload["due_day"], due_ms=None)


_APPLY: Mapping[str, Callable[[CardState, Entry], CardState]] = {
    EventKind.SUSPEND: _suspend,
    EventKind.UNSUSPEND: _suspend,
    EventKind.BURY: _bury,
    EventKind.FLAG: _flag,
    EventKind.RESET: _reset,
    EventKind.SET_DUE: _set_due,
}


def aliases(renames: Sequence[Entry], cards: Mapping[str, str]) -> dict[str, str]:
    """Old key → present key, from rename entries in canonical order; `cards` gives the new key of each."""
    direct: dict[str, str] = {}
    for entry in renames:
        new = cards[entry.id]
        direct.pop(new, None)  # a key renamed back is live again
        direct[entry.payload["from"]] = new
    return {old: _resolved(old, direct) for old in direct}


def _resolved(key: str, direct: Mapping[str, str]) -> str:
    seen = {key}
    while key in direct and direct[key] not in seen:
        key = direct[key]
        seen.add(key)
    return key
