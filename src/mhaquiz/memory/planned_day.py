"""One study day under a plan, kept while it lasts.

A plan of 10,000 cards takes 0.2 s to work out, most of it for what one answer does not move: the order of
the cards, which of them are held back, what each is worth. So that the next card need not wait for it, all of
that is kept, and only the cards that were touched are looked at again: 0.01 s.
"""

from __future__ import annotations

from collections.abc import Iterable

from mhaquiz.memory.plan import Plan
from mhaquiz.memory.prospects import DayPlan, Prospect


class PlannedDay:
    """What a plan wants of one study day. Holds as long as the plan, its pace and the scheduler do."""

    def __init__(self, plan: Plan, day: int) -> None:
        self._plan = plan
        self._day = day
        self._held = plan.held_back()
        self._worths: dict[str, float] = {}
        states = plan.profile.states()
        self._prospects: dict[str, Prospect | None] = {
            card.key: plan.prospect(card, states.get(card.key), self._held) for card in plan.in_order()
        }

    def renew(self, keys: Iterable[str]) -> None:
        """Look again at the cards under some keys: something was answered, undone or said of them."""
        for key in keys:
            if (card := self._plan.cards.by_key.get(key)) is not None:
                self._prospects[key] = self._plan.prospect(card, self._plan.profile.state(key), self._held)
                self._worths.pop(key, None)

    def wanted(self) -> DayPlan:
        """The cards of the day in order of importance: `Plan.today`, from what is kept."""
        prospects = [each for each in self._prospects.values() if each is not None]
        return self._plan.today(self._day, prospects, self._worths)

    def started(self) -> set[str]:
        """The plan's cards that the memory model knows something about."""
        return {
            key for key, each in self._prospects.items() if each is not None and each.stability is not None
        }
