"""How long a card takes: what its author says, until the person's own times say better."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from mhaquiz.deck.cards import Card, Kind
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.profile import Profile
from mhaquiz.memory.projection import LONGEST_MS

ENOUGH = 8  # reviews of a kind before its own median is trusted
RECENT = 400  # reviews looked at
EARLY = 60  # answers up to which figures that rest on the pace move much
UNKNOWN_SPREAD, HALF_KNOWN = 0.7, 10  # of the pace before the first answer; answers that halve its variance
REPEAT_SHARE = 0.8  # a card shown again on the same day takes a little less time


@dataclass(frozen=True, slots=True)
class Pace:
    """Own median minutes by kind of card; spoken cards as a share of the minutes their author gives."""

    minutes_by_kind: Mapping[Kind, float] = field(default_factory=dict)
    spoken_share: float | None = None
    answers: int = 0  # whose times it rests on
    days: int = 0  # on which these were given

    @classmethod
    def of(cls, profile: Profile, cards: Catalogue, before: int | None = None) -> Pace:
        """The pace of a person's latest reviews, or of the latest before a study day.

        What orders a day's cards must not move with that day's answers: a session that was killed goes on
        where it stopped.
        """
        times: defaultdict[Kind, list[float]] = defaultdict(list)
        shares: list[float] = []
        days: set[int] = set()
        for key, ms, day in profile.recent_times(RECENT, before):
            card = cards.by_key.get(key)
            if card is None or not 0 < ms <= LONGEST_MS:
                continue
            minutes = ms / 60_000
            days.add(day)
            times[card.kind].append(minutes)
            if card.kind == Kind.RECALL:
                shares.append(minutes / float(card.minutes))
        kinds = {kind: median(each) for kind, each in times.items() if len(each) >= ENOUGH}
        answers = sum(map(len, times.values()))
        return cls(kinds, median(shares) if len(shares) >= ENOUGH else None, answers, len(days))

    @property
    def spread(self) -> float:
        """By how much a person's own minutes may still differ, as the standard deviation of their logarithm.

        Before the first answer four in five people are taken to need between 0.4 and 2.5 times what the
        authors say; after 30 answers between 0.6 and 1.6 times their pace so far, after 400 within 15%.
        """
        return UNKNOWN_SPREAD / math.sqrt(1 + self.answers / HALF_KNOWN)

    @property
    def is_early(self) -> bool:
        """Whether too few answers are known for figures that rest on the pace to stand still."""
        return self.answers < EARLY

    def minutes(self, card: Card) -> float:
        """Expected minutes for one showing of a card."""
        if card.kind == Kind.RECALL:
            return float(card.minutes) * (self.spoken_share or 1.0)
        return self.minutes_by_kind.get(card.kind, float(card.minutes))
