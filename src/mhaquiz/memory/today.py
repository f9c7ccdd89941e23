"""What one study day holds: cards due, steps running, new cards in order, and what was shown so far.

Read from the log once, then kept up to date event by event, whoever appends them. Under an interview plan the
plan says which cards, in which order; without one, due dates and the order for newcomers do.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from hashlib import blake2b
from itertools import filterfalse

from mhaquiz.memory import day_tables
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Event, EventKind, Mode, Rating
from mhaquiz.memory.plan import Plan
from mhaquiz.memory.planned_day import PlannedDay
from mhaquiz.memory.profile import Profile

BACKLOG = 400  # due cards read at first


class Unseen:
    """Cards never studied, in order. Which ones have been is read when it is first asked."""

    def __init__(self, place: Mapping[str, int], started: Callable[[], set[str]]) -> None:
        self._place = place  # in its own order
        self._read = started

    @cached_property
    def _started(self) -> set[str]:
        return self._read()

    def __iter__(self) -> Iterator[str]:
        return filterfalse(self._started.__contains__, self._place)

    def __contains__(self, key: object) -> bool:
        return key in self._place and key not in self._started

    def discard(self, key: str) -> None:
        """The card has just been studied."""
        self._started.add(key)


class Today:
    """The day's cards, in the order in which they should come, without any limit.

    `tonight` cards that a person put into this day, whatever was answered on it; `new` unseen cards; `due`
    what must be reviewed; `extra` what a plan has for minutes left over. `plan`
    is the interview plan in force, `order` its order and `quota` the new cards it wants today, both None
    without one. `aside` holds the cards that are suspended, buried or marked.
    """

    plan: Plan | None
    backlog: bool
    quota: int | None
    tonight: dict[str, None]
    due: dict[str, None]
    new: Unseen
    extra: dict[str, None]
    steps: list[tuple[int, str]]  # running learning steps: when they run out in ms, card; the first first

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
        arrival = self.profile.last_arrival()
        events = self.profile.events_since(self._arrival, arrival) if arrival != self._arrival else []
        self._touched.update(self.profile.key(event.card) for event in events if event.card is not None)
        if all(event.kind == EventKind.REVIEW and event.study_day == self.day for event in events):
            self._arrival = arrival
            for event in events:
                self._take_in(event)
        elif self._is_as_planned():
            self._arrival = arrival
            self._read()
        else:
            self._load(moment)
        return False

    def _is_as_planned(self) -> bool:
        """Whether all that moves every card of a plan is as it was when the day was read."""
        self.profile.read_rules_again()
        same = self.plan is not None and self.profile.rules == self._rules
        return same and Plan.of(self.profile, self.cards, self.day) == self.plan

    def shuffle(self, key: str) -> bytes:
        """The day's own order of things."""
        return blake2b(f"{self.day}\n{key}".encode(), digest_size=8).digest()

    def _load(self, moment: Moment) -> None:
        profile = self.profile
        self.day = profile.study_day(moment)
        self._arrival = profile.last_arrival()
        self._touched: set[str] = set()
        self._rules = profile.rules
        self.plan = Plan.of(profile, self.cards, self.day)
        self._planned = None if self.plan is None else PlannedDay(self.plan, self.day)
        self._read()

    def _read(self) -> None:
        """Read the day; of a plan's cards those that were touched."""
        self.urgent = self.profile.certain_and_wrong(self.day)
        self.aside = day_tables.cards_aside(self.profile.connection)
        self.tonight = dict.fromkeys(self._set_due())
        self.quota = None
        self.backlog = False
        self.order: dict[str, int] = {}
        self.extra = {}
        if self._planned is None:
            self._by_due_date()
        else:
            self._planned.renew(self._touched)
            self._by_plan(self._planned)
        self._touched.clear()
        running = day_tables.steps_running(self.profile.connection)
        self.steps = [step for step in running if step[1] in self.cards.by_key]
        self._read_shown()

    def _set_due(self) -> Iterator[str]:
        """The cards set due today that are not answered since."""
        for key in map(self.profile.key, day_tables.set_due_on(self.profile.connection, self.day)):
            state = self.profile.state(key) if key in self.cards.by_key else None
            if state is not None and state.is_due(self.day):
                yield key

    def _by_due_date(self) -> None:
        """Certain and wrong on the last day of study first, then by day due, then as the day shuffles."""
        self.new = Unseen(self.cards.place, partial(day_tables.started_cards, self.profile.connection))
        self._read_due(BACKLOG)

    def _read_due(self, wanted: int) -> None:
        """The cards longest due, about so many: of a backlog of thousands a day shows a few hundred."""
        rows, self.backlog = day_tables.due_cards(self.profile.connection, self.day, wanted)
        due = {key: day for day, key in rows if key in self.cards.by_key and key not in self.tonight}
        for key in self.urgent:
            known = key in self.cards.by_key and key not in self.tonight
            state = self.profile.state(key) if known else None
            if state is not None and state.is_due(self.day):
                due[key] = state.due_day or 0
        order = sorted(due, key=lambda key: (key not in self.urgent, due[key], self.shuffle(key)))
        self.due = dict.fromkeys(order)

    def read_more(self) -> None:
        """Read the whole backlog; asked for when too few of its first cards may be shown."""
        self._read_due(2**31)

    def _by_plan(self, planned: PlannedDay) -> None:
        """The plan's own order, but certain and wrong on the last day of study still first."""
        wanted, started = planned.wanted(), planned.started()
        self.quota = len(wanted.new) + self.profile.day_counts(self.day).new
        self.order = {key: index for index, key in enumerate(wanted.keys)}
        self.new = Unseen(self.order, lambda: started)
        seen = started - self.tonight.keys()
        self.due = dict.fromkeys(key for key in wanted.first if key in seen)
        self.extra = dict.fromkeys(key for key in wanted.extra if key in seen)

    def _read_shown(self) -> None:
        self.shown: list[str] = []
        self.groups: set[str] = set()
        self.last_passed = False
        for given in self.profile.given_on(self.day):
            self._note_shown(given.card, given.rating, given.mode)

    def _note_shown(self, key: str, rating: int, mode: str) -> None:
        self.shown.append(key)
        self.last_passed = rating >= Rating.GOOD and mode != Mode.CRAM
        if key in self.cards.by_key and (group := self.cards.by_key[key].group):
            self.groups.add(group)

    def _take_in(self, event: Event) -> None:
        """One more review of today."""
        key, mode = self.profile.key(event.card or ""), str(event.payload.get("mode", Mode.STUDY))
        self._note_shown(key, int(str(event.payload["rating"])), mode)
        state = self.profile.state(key)
        if key not in self.cards.by_key or state is None:
            return
        self.steps = [step for step in self.steps if step[1] != key]
        if state.due_ms is not None:
            insort(self.steps, (state.due_ms, key))
        if mode != Mode.CRAM:
            self.new.discard(key)
            self.tonight.pop(key, None)
            self.due.pop(key, None)
            self.extra.pop(key, None)
