"""Studying what is due: an answer is on disk before its verdict shows, and any number can be taken back.

The same variant comes back after a kill or an undo, because a draw depends on the card, the number of its
showing and the purpose alone, and the log decides the number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card
from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import EventKind, Mode, Rating
from mhaquiz.memory.meaning import adopt
from mhaquiz.memory.queue import Item, Queue, Waiting
from mhaquiz.memory.scheduler import interval_text
from mhaquiz.quiz.asked import draw_for, first_askable
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.changed import answer_changed
from mhaquiz.quiz.earlier import last_step
from mhaquiz.quiz.journal import Journal, Step, edit_name
from mhaquiz.quiz.questions import Phase, Progress, Question, UnaskableError, seconds_of
from mhaquiz.quiz.stored import drawn_values
from mhaquiz.quiz.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile

PASSED_OVER = 3  # the last variants of a card, not drawn again while it has others
CHANGED = "its answer has changed: answering keeps its history, reset begins it anew"
LEECH = "Missed many times now: read the worked solution and try the lab before the next one."


class StudySession(Session):
    """Today's queue, one card after the other."""

    asks_rating = True

    def __init__(
        self,
        profile: Profile,
        library: Library,
        queue: Queue,
        clock: Clock,
        *,
        ask_confidence: bool = True,
        mode: Mode = Mode.STUDY,
    ) -> None:
        super().__init__(library, clock)
        self.profile = profile
        self.queue = queue
        self.asks_confidence = ask_confidence
        self.mode = mode
        self.journal = Journal(profile, mode, {deck.id: deck.version for deck in library.decks})
        self._steps: list[Step] = []
        self._open: Step | None = None  # the answer on the screen, already on disk
        self._settled: Rating | None = None
        self._waiting_until: int | None = None
        self._earlier_step: Step | None = None
        self._earlier_known = False
        adopt(profile, library.cards())
        self._advance()

    # ── questions ─────────────────────────────────────────────────────────────────────
    def _draw_next(self) -> Question | None:
        return self._asked(self.queue.next(self.clock()))

    def _draw_ahead(self) -> Question | None:
        return self._asked(self.queue.ahead(self.clock()))

    def _left_out(self, error: UnaskableError) -> None:
        super()._left_out(error)
        self.queue.skip(error.key)

    def _asked(self, found: Item | Waiting | None) -> Question | None:
        """The question for what the queue found; how long to wait is kept where there is none."""
        self._waiting_until = found.until_ms if isinstance(found, Waiting) else None
        if not isinstance(found, Item):
            return None
        why = f"{found.why_due}; {CHANGED}" if answer_changed(self.profile, found.card) else found.why_due
        return self._question(found.card, is_new=found.is_new, why=why)

    def _question(self, card: Card, *, is_new: bool, why: str) -> Question:
        recent = reversed(self.profile.recent_values(card.key, PASSED_OVER))
        avoid = [values for stored in recent if (values := drawn_values(card, stored)) is not None]
        showing = self.profile.showings(card.key)
        variant = draw_for(self.library, card, showing=showing, purpose="study", avoid=avoid)
        return Question(
            card=card,
            variant=variant,
            hints_left=len(card.hints),
            number=len(self.answered) + 1,
            is_new=is_new,
            why_due=why,
            seconds=seconds_of(card),
        )

    def _nothing_left(self) -> Phase:
        return Phase.FINISHED if self._waiting_until is None else Phase.WAITING

    def waiting_seconds(self) -> int | None:
        """Seconds until a running learning step is due, or None where none is waited for."""
        if self._waiting_until is None:
            return None
        return max(0, -(-(self._waiting_until - self.clock().ms) // 1000))

    def resume(self) -> None:
        """The time of the waiting card has come; another may have fallen due, or be gone, meanwhile."""
        self._need(Phase.WAITING)
        self._advance()

    def learn_ahead(self) -> None:
        """Show the waiting card now."""
        self._need(Phase.WAITING)
        self._show_or_end(first_askable(self._draw_ahead, self._left_out))

    # ── writing down ──────────────────────────────────────────────────────────────────
    def _settle(self) -> None:
        """Graded kinds are on disk before the verdict shows; a spoken answer waits for its judge."""
        self._look_ahead()
        self._open = None
        if self.grade is not None and self.grade.verdict is not Verdict.SELF_RATED:
            self._record(self.proposed)

    def _look_ahead(self) -> None:
        """What each rating would give, from the state before this answer."""
        now, key = self.clock(), self.current.card.key
        states = self.profile.scheduler.preview(self.profile.state(key), now, key)
        rollover = self.profile.scheduler.rollover_hour
        self.previews = {rating: interval_text(state, now, rollover) for rating, state in states.items()}

    def _record(self, rating: Rating) -> None:
        key = self.current.card.key
        before = self.profile.state(key)
        self._open = self.journal.review(self._answer(rating), rating)
        self._settled = rating
        after = self.profile.state(key)
        if after and after.leech and not (before and before.leech):
            self.notice = LEECH

    def _close(self, rating: Rating | None) -> None:
        chosen = self.proposed if rating is None else rating
        if self._open is None:
            self._record(chosen)
        elif chosen is not self._settled:
            self.journal.change(self._open, chosen)
        assert self._open is not None
        self._steps.append(self._open)
        self._open = None
        self.answered.append(self._answer(chosen))

    def confirm_edit(self, index: int) -> None:
        """What was suspected happened: kept beside the review, and counted from now on."""
        super().confirm_edit(index)
        if self._open is not None and self.grade is not None:
            self.journal.confirm(self._open, edit_name(self.grade, index))

    # ── taking back ───────────────────────────────────────────────────────────────────
    @property
    def can_undo(self) -> bool:
        return self._unwritten or self._open is not None or bool(self._steps or self._earlier)

    @property
    def _earlier(self) -> Step | None:
        """The last step of an earlier session of the day; asked for when this one has none left."""
        if not self._earlier_known:
            self._earlier_step = last_step(self.profile, self.library, self.mode)
            self._earlier_known = True
        return self._earlier_step

    @property
    def _unwritten(self) -> bool:
        """Whether an answer has been begun that is not in the log yet."""
        begun = self.phase in (Phase.SPEAKING, Phase.CONFIDENCE, Phase.REVEAL)
        return begun and self._open is None

    def undo(self) -> bool:
        """Take the last answer (or suspend, bury) back with all that followed; the same question returns.

        When all of this session is taken back, what an earlier one of the same study day wrote on this device
        is next.
        """
        if self._unwritten:
            self._show(self.current.afresh())
            return True
        if not self.can_undo:
            return False
        step = self._open or (self._steps[-1] if self._steps else self._earlier)
        assert step is not None
        self.journal.take_back(step)
        if self._open is None and self._steps:
            self._steps.pop()
            if step.answered:
                self.answered.pop()
        self._open = self._settled = None
        self._earlier_known = False
        self._show(step.question.afresh())
        return True

    # ── what is said about the card itself ────────────────────────────────────────────
    def suspend(self) -> None:
        """Never ask this card again until it is taken back."""
        self._set_aside(EventKind.SUSPEND)

    def bury(self) -> None:
        """Not today."""
        self._set_aside(EventKind.BURY)

    def reset(self) -> None:
        """Begin the card anew, as never seen; its history stays in the log."""
        self._set_aside(EventKind.RESET)

    def _set_aside(self, kind: EventKind) -> None:
        self._need(Phase.QUESTION, Phase.SPEAKING, Phase.REVEAL)
        if self.phase is Phase.REVEAL:
            self._close(None)
        else:
            self._steps.append(Step(self.current))
        self.journal.set_aside(self._steps[-1], kind)
        self._advance()

    def mark(self) -> None:
        """Mark the card, or take the mark away."""
        self.notice = "Marked." if self.journal.mark(self.current.card.key) else "No longer marked."

    @property
    def notes(self) -> Sequence[str]:
        return self.profile.notes(self.current.card.key)

    def note(self, text: str) -> None:
        """Keep the learner's own words with the card."""
        self.journal.note(self.current.card.key, text)

    # ── the end ───────────────────────────────────────────────────────────────────────
    def finish(self) -> None:
        """End the session. What was answered is kept, also where the rating was not given any more."""
        if self.phase is Phase.CONFIDENCE:
            self._reveal()
        if self.phase is Phase.REVEAL and (self._open is not None or self.points_ticked or self.flags_ticked):
            self._close(None)
        super().finish()

    def leave(self) -> None:
        """What is left of a study session is today's queue: leaving one ends it."""
        self.finish()

    @property
    def all_done(self) -> str:
        if self.queue.minutes is not None:
            return "The minutes of this session are used."
        some = len(self.queue.cards) < sum(1 for _ in self.library.cards())
        return f"Done for today{' with these cards' if some else ''}."

    @property
    def progress(self) -> Progress:
        counts, given = self.queue.counts(self.clock()), self.given
        return Progress(
            done=len(given),
            left=counts.fresh + counts.learning,
            minutes_left=counts.minutes,
            correct=sum(one.passed for one in given),
            again=counts.learning,
            more=counts.more,
        )
