"""The interview plan: which cards each day until the interview, so that most is known on the day.

Time is the budget. Core cards come first, then by the weight of their topics; a tenth of each topic is
held back for the mock interviews of three days and one day before, so that what they ask is new; nothing
new comes on the last day; on the morning itself the fifteen weakest cards are offered, and afterwards
everything is as before. The plan is made anew every day from the log, so missed days need no repair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from mhaquiz.deck.cards import PRIORITIES, Card
from mhaquiz.deck.display import counted
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.interviews import Interview, governing
from mhaquiz.memory.pace import Pace
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.prospects import DayPlan, Prospect, plan_day, recall_on
from mhaquiz.memory.states import CardState

PRIORITY_WEIGHTS = {"core": 4.0, "extended": 1.0, "deep": 0.25}  # about how often each is asked
HELD_BACK = 10  # one in so many of each topic
MORNING_CARDS = 15
MOCK_COMMAND = "`mhaquiz mock --minutes 30`"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan over a catalogue for one interview."""

    profile: Profile
    cards: Catalogue
    interview: Interview
    pace: Pace

    @classmethod
    def of(cls, profile: Profile, cards: Catalogue, day: int | None = None) -> Plan | None:
        """The plan for the next interview; None where none is ahead."""
        interview = governing(profile, day)
        return None if interview is None else cls(profile, cards, interview, Pace.of(profile, cards, day))

    def today(
        self,
        day: int,
        prospects: Sequence[Prospect] | None = None,
        worths: dict[str, float] | None = None,
    ) -> DayPlan:
        """The cards of a study day in order of importance.

        Whoever keeps `prospects` and the day's `worths` (as `plan_day` has them) hands them in.
        """
        if prospects is None:
            prospects = self.prospects()
        if day >= self.interview.day:
            done = {event.card for event, _ in self.profile.reviews_on(day)}
            return DayPlan(first=self._weakest(prospects, day, max(0, MORNING_CARDS - len(done))))
        new_done = self.profile.day_counts(day).new
        model = self.profile.scheduler.model
        return plan_day(prospects, day, self.interview.day, model, new_done=new_done, worths=worths)

    def _weakest(self, prospects: Sequence[Prospect], day: int, count: int) -> tuple[str, ...]:
        """The seen cards least likely to be recalled on a day, weakest first, one of each group."""
        model = self.profile.scheduler.model
        seen = [each for each in prospects if each.last_day is not None and each.last_day < day]
        one_of_each: dict[str, str] = {}
        for each in sorted(seen, key=lambda each: recall_on(each, day, model)):
            one_of_each.setdefault(self.cards.by_key[each.key].group or each.key, each.key)
        return tuple(one_of_each.values())[:count]

    def prospects(self, *, reserve: bool = False) -> list[Prospect]:
        """The cards that the plan may use, unseen ones in the order in which they should come."""
        states = self.profile.states()
        held = frozenset[str]() if reserve else self.held_back()
        found = (self.prospect(card, states.get(card.key), held) for card in self.in_order())
        return [each for each in found if each is not None]

    def prospect(self, card: Card, state: CardState | None, held: frozenset[str]) -> Prospect | None:
        """What the plan sees of a card; None where it may not use it. New ones that are `held` wait."""
        if state is not None and state.suspended:
            return None
        minutes, weight, core = max(0.1, self.pace.minutes(card)), self.weight(card), card.priority == "core"
        if state is not None and state.stability is not None:
            known = state.stability, state.difficulty, state.last_day, state.due_day
            return Prospect(card.key, minutes, weight, *known, core)
        return None if card.key in held else Prospect(card.key, minutes, weight, core=core)

    def weight(self, card: Card) -> float:
        """What a card counts: its priority times the weight given to its topic."""
        return PRIORITY_WEIGHTS[card.priority] * self.interview.topics.get(card.topic, 1.0)

    def in_order(self) -> list[Card]:
        """All cards in the order in which unseen ones should come."""
        return sorted(self.cards, key=self._precedence)

    def _precedence(self, card: Card) -> tuple[int, float, int]:
        place = self.cards.place[card.key]
        return PRIORITIES.index(card.priority), -self.interview.topics.get(card.topic, 1.0), place

    def held_back(self) -> frozenset[str]:
        """A tenth of each topic, core cards apart, always the same ones for one interview."""
        topics: defaultdict[str, list[str]] = defaultdict(list)
        for card in self.cards:
            if card.priority != "core":
                topics[card.topic].append(card.key)
        held: set[str] = set()
        for keys in topics.values():
            keys.sort(key=self._lot)
            held.update(keys[: round(len(keys) / HELD_BACK)])
        return frozenset(held)

    def _lot(self, key: str) -> bytes:
        return blake2b(f"{self.interview.name}\n{key}".encode(), digest_size=8).digest()

    def advice(self, day: int) -> list[str]:
        """What a person should be told on this day: countdown, mocks, the morning list."""
        left = self.interview.day - day
        if left == 0:
            return ["Interview today. Your weakest cards come now; after them, stop and breathe."]
        lines = [f"Interview in {counted(left, 'day')}, {self.interview.date:%A %-d %B}."]
        if self.interview.is_mock_day(day):
            lines.append(f"Today is a day for a mock interview: {MOCK_COMMAND}.")
        if left == 1:
            lines.append("Nothing new today. Tomorrow morning your weakest cards are ready.")
        return lines
