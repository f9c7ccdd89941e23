"""What to ask next. The answer depends only on the log, the cards and the day, so a killed session goes on
where it stopped.

Order of preference: what the person put into today; a learning step that has run out; a card that is mixed
up with the last but one; a follow-up after one Good in four; then new and due cards in proportion, neighbours
of different topics where possible, never two cards of one group on a day. What was missed while certain comes
first on the next day.
A session ends with its minutes; cards to be passed once more may take it a tenth beyond them.
Cards that another process answers, buries or undoes are noticed at the next call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mhaquiz.deck.cards import LEVELS, Card
from mhaquiz.deck.display import counted, percent
from mhaquiz.memory.catalogue import Catalogue, Filters
from mhaquiz.memory.clock import Clock, Moment
from mhaquiz.memory.events import Rating
from mhaquiz.memory.held import Counts, Day, Minutes
from mhaquiz.memory.items import Item, Limits, Waiting
from mhaquiz.memory.pace import REPEAT_SHARE, Pace
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.states import CardState
from mhaquiz.memory.today import Today

LOOK_AHEAD = 25  # how far down the list another topic is looked for
GAIN_AHEAD = 5  # the same where the list is by gain
FOLLOW_UP_ONE_IN = 4

__all__ = ["Catalogue", "Counts", "Filters", "Item", "Limits", "Queue", "Waiting"]


class Queue:
    """Today's cards for one profile. `limits` default to the person's settings, `minutes` to no bound."""

    def __init__(
        self,
        profile: Profile,
        cards: Sequence[Card] | Catalogue,
        clock: Clock | None = None,
        limits: Limits | None = None,
        filters: Filters | None = None,
        minutes: float | None = None,
        *,
        start: Sequence[str] = (),
    ) -> None:
        self.profile = profile
        self.filters = filters or Filters()
        self.limits = limits or Limits.of(profile)
        self.minutes = minutes
        self.cards = cards if isinstance(cards, Catalogue) else Catalogue(cards, self.filters, start)
        self.today = Today(profile, self.cards, (clock or profile.clock)())
        self._pace = Pace.of(profile, self.cards, self.today.day)
        self._skipped: set[str] = set()
        self._shown_before = len(self.today.shown)
        self._minutes_before = profile.day_counts(self.today.day).minutes
        self._advise()

    # Asking

    def next(self, moment: Moment) -> Item | Waiting | None:
        """The next card, a wait for a learning step, or None when today is done."""
        self._refresh(moment)
        if tonight := self._tonight():
            return self._item(tonight[0], "chosen for tonight")
        step = next(self._steps(), None)
        if step is not None and not self._fits_again(step[1]):
            return None  # it comes first in the next session
        if step is not None and step[0] <= moment.ms:
            return self._item(step[1])
        if (item := self._fresh_item()) is not None and self._fits(item.card):
            return item
        return Waiting(step[0]) if step is not None else None

    def ahead(self, moment: Moment) -> Item | None:
        """The learning card that would come next, without waiting for its step."""
        self._refresh(moment)
        return self._item(step[1], "shown early") if (step := next(self._steps(), None)) else None

    def counts(self, moment: Moment) -> Counts:
        """What is left today: the one count that every front end shows."""
        self._refresh(moment)
        tonight = self._tonight()
        return self._counts().with_due(len(tonight), sum(map(self._minutes_of, tonight)))

    def _counts(self) -> Counts:
        """`counts` without what the person put into today."""
        due, steps = self._open_due(), [key for _, key in self._steps()]
        groups = {self.cards.by_key[key].group for key in due}
        new = [key for key in self._open_new() if self.cards.by_key[key].group not in groups - {None}]
        if (minutes := self._minutes()) is not None:
            order = self._in_order(new, due)
            day = Day(order, set(due), self.today.new, steps, self._minutes_of)
            one_fits = any(self._fits(self.cards.by_key[key]) for key in order[:1])
            return day.held(minutes, len(due), one_fits=one_fits)
        whole = sum(map(self._minutes_of, (*new, *due, *steps)))
        return Counts(len(due), len(new), len(steps), whole, due_in_all=len(due))

    def _in_order(self, new: Sequence[str], due: Sequence[str]) -> list[str]:
        """All that may come today, about as it comes; a plan goes on with what its leftover minutes take."""
        if self.today.plan is None:
            by_share = ((n / len(keys), key) for keys in (new, due) for n, key in enumerate(keys))
            return [key for _, key in sorted(by_share)]
        first = sorted((*new, *due), key=self.today.order.__getitem__)
        keys = dict.fromkeys((*first, *self.today.extra, *self._more_new()))
        return self._open(keys, len(keys))

    def _minutes_of(self, key: str) -> float:
        """Expected minutes of one showing; one for a card of a deck left out."""
        return self._pace.minutes(self.cards.by_key[key]) if key in self.cards.by_key else 1.0

    def _minutes(self) -> Minutes | None:
        """The minutes left of this session or of the plan's day; None where there is no bound."""
        done, shown = self.profile.day_counts(self.today.day).minutes, self.today.shown
        plan = self.today.plan
        if self.minutes is not None:
            bound, done, shown = self.minutes, done - self._minutes_before, shown[self._shown_before :]
        elif plan is None or plan.interview.day <= self.today.day:
            return None
        else:
            bound = plan.interview.minutes
        return Minutes.of(bound, done, map(self._minutes_of, set(shown)))

    def coming_back(self, moment: Moment) -> list[str]:
        """The cards that are due or in their steps, as far as today's limits reach; none is new."""
        self._refresh(moment)
        return [*self._tonight(), *self._open_due(), *(key for _, key in self._steps())]

    def skip(self, key: str) -> None:
        """Leave a card out of this session; the log is not touched."""
        self._skipped.add(key)

    def _advise(self) -> None:
        """Put what the plan has to say today among the profile's notices, once."""
        lines = self.today.plan.advice(self.today.day) if self.today.plan is not None else ()
        self.profile.notices += [line for line in lines if line not in self.profile.notices]

    def _refresh(self, moment: Moment) -> None:
        if self.today.refresh(moment):
            self._minutes_before, self._shown_before = 0.0, 0

    # Choosing

    def _fresh_item(self) -> Item | None:
        new, due = self._open_new(), self._open_due()
        if not new and not due:
            return self._left_over()
        near = (self._mixed_up(), "easily mixed up with an earlier one"), (self._follow_ups(), "follow-up")
        for keys, why in near:
            for key in keys:
                if self._may_come(key, new, due):
                    return self._item(key, why)
        return self._item(self._other_topic(self._pool(new, due)))

    def _pool(self, new: Sequence[str], due: Sequence[str]) -> Sequence[str]:
        """The cards from whose top the next one comes."""
        urgent = [key for key in due if key in self.today.urgent]
        if urgent:
            return urgent[:1]
        if self.today.plan is not None:
            return sorted((*new, *due), key=self.today.order.__getitem__)[:GAIN_AHEAD]
        return new if self._turn_of_new(len(new), len(due)) else due

    def _left_over(self) -> Item | None:
        """Minutes left over when a plan's new and due cards are done: what gains most, then more new."""
        if self.today.plan is None:
            return None
        extra = self._open(self.today.extra, LOOK_AHEAD)
        if extra:
            return self._item(self._other_topic(extra[:GAIN_AHEAD]), "gains most by the interview")
        more = self._open(self._more_new(), LOOK_AHEAD)
        return self._item(self._other_topic(more)) if more else None

    def _more_new(self) -> Iterable[str]:
        """New cards beyond the day's quota, unless a limit was asked for."""
        return () if self.limits.new != Limits.of(self.profile).new else self.today.new

    def _may_come(self, key: str, new: Sequence[str], due: Sequence[str]) -> bool:
        """Whether a card may be drawn forward: due today, or new while new ones are left for today.

        A new card that is more than a level harder than the last one shown waits for its turn.
        """
        waits = bool(new) and key in self.today.new and not self._far_harder(key)
        return bool(waits or key in due) and bool(self._open((key,), 1))

    def _far_harder(self, key: str) -> bool:
        last = self.cards.by_key.get(self.today.shown[-1]) if self.today.shown else None
        return last is not None and LEVELS.index(self.cards.by_key[key].level) > LEVELS.index(last.level) + 1

    def _turn_of_new(self, new: int, due: int) -> bool:
        """Whether a new card is next, so that new and due cards run out together."""
        if not new or not due:
            return bool(new)
        done = self.profile.day_counts(self.today.day)
        return new * (done.reviews + due) > due * (done.new + new)

    def _mixed_up(self) -> Sequence[str]:
        """Cards mixed up with the last but one shown: two apart is near enough to compare, not to copy."""
        shown = self.today.shown
        return self.cards.confusable.get(shown[-2], ()) if len(shown) > 1 else ()

    def _follow_ups(self) -> Sequence[str]:
        shown = self.today.shown
        if not shown or not self.today.last_passed or shown[-1] not in self.cards.by_key:
            return ()
        if self.today.shuffle(f"{shown[-1]} {len(shown)}")[0] % FOLLOW_UP_ONE_IN:
            return ()
        return self.cards.by_key[shown[-1]].followups

    def _other_topic(self, pool: Sequence[str]) -> str:
        last = self.cards.by_key.get(self.today.shown[-1]) if self.today.shown else None
        topic = last.topic if last is not None else ""
        return next((key for key in pool[:LOOK_AHEAD] if self.cards.by_key[key].topic != topic), pool[0])

    def _open_new(self) -> list[str]:
        done = self.profile.day_counts(self.today.day).new
        return self._open(self.today.new, self._new_limit() - done)

    def _new_limit(self) -> int:
        """The plan's quota instead of the usual limit; a limit that was asked for holds all the same."""
        if self.today.quota is None:
            return self.limits.new
        asked = self.limits.new != Limits.of(self.profile).new
        return min(self.limits.new, self.today.quota) if asked else self.today.quota

    def _open_due(self) -> list[str]:
        limit = self.limits.reviews - self.profile.day_counts(self.today.day).reviews
        opened = self._open(self.today.due, limit)
        if len(opened) < limit and self.today.backlog:
            self.today.read_more()
            opened = self._open(self.today.due, limit)
        return opened

    def _open(self, keys: Iterable[str], limit: int) -> list[str]:
        """The keys that may be shown, one of each group, at most `limit`."""
        opened: list[str] = []
        groups = set(self.today.groups)
        for key in keys:
            if len(opened) >= limit:
                break
            group = self.cards.by_key[key].group
            if (group and group in groups) or not self._shows(key):
                continue
            if group:
                groups.add(group)
            opened.append(key)
        return opened

    def _shows(self, key: str) -> bool:
        hidden = (state := self.today.aside.get(key)) is not None and state.hidden(self.today.day)
        return key not in self._skipped and not hidden and self.filters.accepts_state(state)

    def _tonight(self) -> list[str]:
        """What the person put into today: neither minutes nor limits nor what was shown hold it back."""
        return [key for key in self.today.tonight if self._shows(key)]

    def _steps(self) -> Iterator[tuple[int, str]]:
        """Running learning steps, the first to run out first."""
        return (step for step in self.today.steps if self._shows(step[1]))

    def _item(self, key: str, why: str = "") -> Item:
        state = self.profile.state(key)
        why = why or self._why(key, state)
        return Item(self.cards.by_key[key], state is None or state.stability is None, why)

    def _why(self, key: str, state: CardState | None) -> str:
        if state is None or state.stability is None:
            return "new"
        if state.phase.in_steps:
            return f"{self._how_it_went(key)}; once more"
        if key in self.today.urgent:
            return "missed while certain"
        late = self.today.day - (state.due_day or self.today.day)
        when = "due today" if late <= 0 else f"due {counted(late, 'day')} ago"
        recall = self.profile.scheduler.retrievability(state, self.today.day)
        return f"{when}; recall about {percent(recall)}"

    def _how_it_went(self, key: str) -> str:
        """Why a card is passed again: a new one that was hard comes back too, and was not missed."""
        reviews = self.profile.reviews(key)
        return "missed" if not reviews or reviews[-1][1].rating == Rating.AGAIN else "known with effort"

    def _fits_again(self, key: str) -> bool:
        """Whether a card may still be passed once more in this session, which has shown something already."""
        minutes = self._minutes()
        began = len(self.today.shown) > self._shown_before
        return minutes is None or not began or self._minutes_of(key) <= minutes.again

    def _fits(self, card: Card) -> bool:
        """Whether there is time for a card beside those that are to be passed once more today."""
        minutes = self._minutes()
        if minutes is None:
            return True
        if minutes.left > 0 and len(self.today.shown) == self._shown_before:
            return True  # a session that has any time at all shows one card
        pending = sum(self._minutes_of(key) for _, key in self._steps())
        return self._pace.minutes(card) <= minutes.left - REPEAT_SHARE * pending
