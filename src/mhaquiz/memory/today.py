"""What one study day holds: cards due, steps running, new cards in order, and what was shown so far.

Read from the log once, then kept up to date event by event, whoever appends them. Under an interview plan the
plan says which cards, in which order; without one, due dates and the order for newcomers do.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from hashlib import blake2b

from mhaquiz.memory import tables
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import Moment
from mhaquiz.memory.events import Event, EventKind, Mode, Rating
from mhaquiz.memory.plan import Plan
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.states import CardPhase, CardState

BACKLOG = 400  # due cards read at first


class Today:
    """The day's cards, in the order in which they should come, without any limit.

    `new` unseen cards; `due` what must be reviewed; `extra` what a plan has for minutes left over. `plan`
    is the interview plan in force, `order` its order and `quota` the new cards it wants today, both None
    without one.
    """

    plan: Plan | None
    backlog: bool
    quota: int | None
    due: dict[str, None]
    new: dict[str, None]
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
        events = self.profile.events_since(self._arrival)
        if any(event.kind != EventKind.REVIEW or event.study_day != self.day for event in events):
            self._load(moment)
        elif events:
            self._arrival = self.profile.last_arrival()
            for event in events:
                self._take_in(event)
        return False

    def state(self, key: str) -> CardState | None:
        """The state of a card that is due, in a step, new or hidden; None for one without events."""
        return self._states.get(key)

    def shuffle(self, key: str) -> bytes:
        """The day's own order of things."""
        return blake2b(f"{self.day}\n{key}".encode(), digest_size=8).digest()

    def _load(self, moment: Moment) -> None:
        profile = self.profile
        self.day = profile.study_day(moment)
        self._arrival = profile.last_arrival()
        self.urgent = profile.certain_and_wrong(self.day)
        self.plan = Plan.of(profile, self.cards, self.day)
        self.quota = None
        self.backlog = False
        self.order: dict[str, int] = {}
        self.extra = {}
        if self.plan is None:
            self._by_due_date()
        else:
            self._by_plan(self.plan)
        running = ((state.due_ms, key) for key, state in self._states.items())
        self.steps = sorted((ms, key) for ms, key in running if ms is not None)
        self._read_shown()

    def _by_due_date(self) -> None:
        """Certain and wrong on the last day of study first, then by day due, then as the day shuffles."""
        connection = self.profile.connection
        started = tables.started_cards(connection)
        self.new = dict.fromkeys([key for key in self.cards.new_order if key not in started])
        self._states = self._known(tables.read_states(connection, "stability IS NULL"))
        self._states.update(self._known(tables.read_states(connection, "due_ms IS NOT NULL")))
        self._states.update(
            self._known({key: state for key in self.urgent if (state := self.profile.state(key))})
        )
        self._read_due(BACKLOG)

    def _read_due(self, wanted: int) -> None:
        """The cards longest due, about so many: of a backlog of thousands a day shows a few hundred."""
        connection = self.profile.connection
        row = connection.execute(
            "SELECT due_day FROM card_state WHERE due_day <= ? ORDER BY due_day LIMIT 1 OFFSET ?",
            (self.day, wanted),
        ).fetchone()
        self.backlog = row is not None
        until = self.day if row is None else row[0]
        self._states.update(self._known(tables.read_states(connection, "due_day <= ?", (until,))))
        due = [(state.due_day or 0, key) for key, state in self._states.items() if self._is_due(state)]
        due.sort(key=lambda one: (one[1] not in self.urgent, one[0], self.shuffle(one[1])))
        self.due = dict.fromkeys(key for _, key in due)

    def read_more(self) -> None:
        """Read the whole backlog; asked for when too few of its first cards may be shown."""
        self._read_due(2**31)

    def _by_plan(self, plan: Plan) -> None:
        """The plan's own order, but certain and wrong on the last day of study still first."""
        wanted = plan.today(self.day)
        self._states = self._known(self.profile.states())
        self.quota = len(wanted.new) + self.profile.day_counts(self.day).new
        self.order = {key: index for index, key in enumerate(wanted.keys)}
        self.new = dict.fromkeys(key for key in wanted.keys if not self._started(key))
        self.due = dict.fromkeys(key for key in wanted.first if self._started(key))
        self.extra = dict.fromkeys(key for key in wanted.extra if self._started(key))

    def _known(self, states: Mapping[str, CardState]) -> dict[str, CardState]:
        return {key: state for key, state in states.items() if key in self.cards.by_key}

    def _started(self, key: str) -> bool:
        state = self._states.get(key)
        return state is not None and state.stability is not None

    def _is_due(self, state: CardState) -> bool:
        return state.phase == CardPhase.REVIEW and state.due_day is not None and state.due_day <= self.day

    def _read_shown(self) -> None:
        self.shown: list[str] = []
        self.groups: set[str] = set()
        self.last_passed = False
        for event, review in self.profile.reviews_on(self.day):
            self._note_shown(self.profile.key(event.card or ""), review.rating, review.mode)

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
        before, self._states[key] = self._states.get(key), state
        self._run_step(key, before, state)
        if mode != Mode.CRAM:
            for cards in (self.new, self.due, self.extra):
                cards.pop(key, None)

    def _run_step(self, key: str, before: CardState | None, state: CardState) -> None:
        if before is not None and before.due_ms is not None:
            self.steps.remove((before.due_ms, key))
        if state.due_ms is not None:
            insort(self.steps, (state.due_ms, key))
