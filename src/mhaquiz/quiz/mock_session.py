"""A mock interview: against the clock, up the levels through follow-ups, no hints, a report at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card
from mhaquiz.memory.catalogue import Catalogue
from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import EventKind, Mode, Rating
from mhaquiz.memory.plan import Plan
from mhaquiz.quiz.abilities import MOCK
from mhaquiz.quiz.asked import draw_for
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.journal import Journal, Step
from mhaquiz.quiz.ladder import Ladder
from mhaquiz.quiz.mock_report import MockReport, make_report
from mhaquiz.quiz.questions import Phase, Progress, Question, seconds_of
from mhaquiz.quiz.verdicts import Verdict

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile


class MockSession(Session):
    """Asks until the minutes are used up. Answers are reviews of mode `mock`, rated by verdict and rubric."""

    name = MOCK
    hints_allowed = False

    def __init__(
        self,
        profile: Profile,
        library: Library,
        cards: Sequence[Card],
        clock: Clock,
        *,
        minutes: int = 30,
        lowest: str = "L2",
        seed: int = 0,
    ) -> None:
        super().__init__(library, clock)
        self.profile = profile
        self.minutes = minutes
        self.seed = seed
        self.ladder = _ladder(profile, library, cards, seed, lowest)
        self.journal = Journal(profile, Mode.MOCK, {deck.id: deck.version for deck in library.decks})
        self.predicted: dict[str, float] = {}
        self._open: Step | None = None
        self._began_ms = self.watch.ms
        self._tonight_added = False
        self._advance()

    @property
    def seconds_left(self) -> int:
        """Seconds until the interview is over and asks no more; none of them passes while one is away."""
        return max(0, self.minutes * 60 - (self.watch.ms - self._began_ms) // 1000)

    def _draw_next(self) -> Question | None:
        if not self.seconds_left:
            return None
        card = self.ladder.next(self.answered[-1].went_well if self.answered else None)
        if card is None:
            return None
        self._predict(card)
        showing = self.profile.showings(card.key)
        variant = draw_for(self.library, card, showing=showing, purpose=f"mock:{self.seed}")
        limit = seconds_of(card) or int(card.minutes * 60)
        return Question(card=card, variant=variant, number=len(self.answered) + 1, seconds=limit)

    def _predict(self, card: Card) -> None:
        """What the memory model expects of a card it knows; taken before the answer."""
        state = self.profile.state(card.key)
        if state is not None and state.stability is not None:
            day = self.profile.study_day(self.clock())
            self.predicted[card.key] = self.profile.scheduler.retrievability(state, day)

    def _settle(self) -> None:
        self._open = None
        if self.grade is not None and self.grade.verdict is not Verdict.SELF_RATED:
            self._open = self.journal.review(self._answer(self.proposed), self.proposed)

    def _close(self, rating: Rating | None) -> None:
        chosen = self.proposed if rating is None else rating
        if self._open is None:
            self._open = self.journal.review(self._answer(chosen), chosen)
        self.answered.append(self._answer(chosen))
        self._open = None

    def finish(self) -> None:
        """End the interview; a graded answer on the screen counts."""
        if self.phase is Phase.REVEAL and (self._open is not None or self.points_ticked or self.flags_ticked):
            self._close(None)
        super().finish()

    @property
    def progress(self) -> Progress:
        given = self.given
        return Progress(
            done=len(given),
            minutes_left=self.seconds_left / 60,
            correct=sum(one.passed for one in given),
        )

    def report(self) -> MockReport:
        """What the interview showed."""
        return make_report(self.answered, self.library, self.predicted)

    @property
    def loses_by_leaving(self) -> bool:
        return self.phase is not Phase.FINISHED

    def mock_report(self) -> MockReport | None:
        return self.report() if self.answered else None

    @property
    def can_add_tonight(self) -> bool:
        return not self._tonight_added and bool(self.answered) and bool(self.report().tonight)

    def add_tonight(self) -> int:
        today = self.profile.study_day(self.clock())
        tonight = self.report().tonight
        for key in tonight:
            self.profile.record(EventKind.SET_DUE, key, {"due_day": today})
        self._tonight_added = True
        return len(tonight)


def _ladder(profile: Profile, library: Library, cards: Sequence[Card], seed: int, lowest: str) -> Ladder:
    """The ladder over the cards that are not suspended; it knows what was answered and what was held back."""
    states = profile.states()
    asked = [card for card in cards if (state := states.get(card.key)) is None or not state.suspended]
    seen = {card.key for card in asked if (state := states.get(card.key)) is not None and state.showings}
    plan = Plan.of(profile, Catalogue(library.cards()))
    return Ladder(asked, seen, seed, lowest, plan.held_back() if plan is not None else frozenset())
