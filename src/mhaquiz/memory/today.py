"""What one study day holds: cards due, steps running, new cards in order, and what was shown so far.

Read from the log once, then kept up to date event by event, whoever appends them.
"""

from __future__ import annotations

from bisect import insort
from hashlib import blake2b

from mhaquiz.memory import tables
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Event, EventKind, Mode, Rating
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.states import CardPhase, CardState


class Today:
    """The day's cards. `due` and `new` are in the order in which they should come, without any limit."""

    def __init__(self, profile: Profile, cards: Catalogue, moment: Moment) -> None:
        self.profile = profile
        self.cards = cards
        self._arrival = 0
        self._load(moment)

    def refresh(self, moment: Moment) -> bool:
        """Take in what has happened since: answers, undo, other processes. True when a new day has begun."""
        if self.profile.study_day(moment) != self.day:
            self._load(moment)
            return True
        events = self.profile.events_since(self._arrival)
        if any(event.card is None or event.kind == EventKind.RENAME for event in events):
            self._load(moment)
        elif events:
            self._arrival = self.profile.last_arrival()
            self._take_in(events)
        return False

    def state(self, key: str) -> CardState | None:
        """The state of a card that is due, in a step, new or hidden; None for one without events."""
        return self._states.get(key)

    def steps(self) -> dict[str, int]:
        """Running learning steps: card → the moment, in ms, at which they run out."""
        return {key: state.due_ms for key, state in self._states.items() if state.due_ms is not None}

    def shuffle(self, key: str) -> bytes:
        """The day's own order of things."""
        return blake2b(f"{self.day}\n{key}".encode(), digest_size=8).digest()

    def _load(self, moment: Moment) -> None:
        profile, by_key = self.profile, self.cards.by_key
        self.day = profile.study_day(moment)
        self._arrival = profile.last_arrival()
        states = tables.read_states(profile.connection, "due_day <= ? OR stability IS NULL", (self.day,))
        self._states = {key: state for key, state in states.items() if key in by_key}
        started = tables.started_cards(profile.connection)
        self.new = dict.fromkeys(key for key in self.cards.new_order if key not in started)
        self.urgent = profile.certain_and_wrong(self.day)
        self.due = sorted((key for key, state in self._states.items() if self._is_due(state)), key=self._rank)
        self._read_shown()

    def _read_shown(self) -> None:
        self.shown: list[str] = []
        self.groups: set[str] = set()
        self.last_passed = False
        for event, review in self.profile.reviews_on(self.day):
            self._note_shown(event, review.rating, review.mode)

    def _note_shown(self, event: Event, rating: int, mode: str) -> None:
        key = self.profile.key(event.card or "")
        self.shown.append(key)
        self.last_passed = rating >= Rating.GOOD and mode != Mode.CRAM
        if key in self.cards.by_key and (group := self.cards.by_key[key].group):
            self.groups.add(group)

    def _take_in(self, events: list[Event]) -> None:
        for key in {self.profile.key(event.card or "") for event in events}:
            if key in self.cards.by_key:
                self._place(key)
        if all(event.kind == EventKind.REVIEW and event.study_day == self.day for event in events):
            for event in events:
                rating, mode = event.payload["rating"], event.payload.get("mode", Mode.STUDY)
                self._note_shown(event, int(str(rating)), str(mode))
        else:
            self._read_shown()

    def _place(self, key: str) -> None:
        """Put one card where its present state belongs."""
        if key in self.due:
            self.due.remove(key)
        self._states.pop(key, None)
        state = self.profile.state(key)
        if state is not None:
            self._states[key] = state
            if self._is_due(state):
                insort(self.due, key, key=self._rank)
        started = state is not None and state.stability is not None
        if started and key in self.new:
            del self.new[key]
        elif not started and key not in self.new:
            unseen = {*self.new, key}
            self.new = dict.fromkeys(each for each in self.cards.new_order if each in unseen)

    def _is_due(self, state: CardState) -> bool:
        return state.phase == CardPhase.REVIEW and state.due_day is not None and state.due_day <= self.day

    def _rank(self, key: str) -> tuple[bool, int, bytes]:
        """Certain and wrong on the last day of study first, then by day due, then as the day shuffles."""
        return key not in self.urgent, self._states[key].due_day or 0, self.shuffle(key)
