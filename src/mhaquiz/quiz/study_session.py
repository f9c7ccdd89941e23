"""Studying what is due: an answer is on disk before its verdict shows, and any number can be taken back.

The same variant comes back after a kill or an undo, because a draw depends on the card, the number of its
showing and the purpose alone, and the log decides the number.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mhaquiz import __version__
from mhaquiz.deck.cards import Card
from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import EventKind, Mode, Rating, Review
from mhaquiz.memory.scheduler import interval_text
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.questions import Answered, Phase, Progress, Question, seconds_of
from mhaquiz.quiz.stored import drawn_values, json_values
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.memory.queue import Queue

PASSED_OVER = 3  # the last variants of a card, not drawn again while it has others
FOLLOW_UP_EVERY = 4  # one Good in four is followed at once by a follow-up
LONGEST_TYPED = 200  # characters of an answer that the log keeps


@dataclass(slots=True)
class Step:
    """One thing that can be taken back: its events, and the question it was about."""

    question: Question
    events: list[str] = field(default_factory=list)
    answered: bool = False
    goods: int = 0  # the count before it


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
        self.id = secrets.token_hex(6)
        self._deck_versions = {deck.id: deck.version for deck in library.decks}
        self._steps: list[Step] = []
        self._open: Step | None = None  # the answer on the screen, already on disk
        self._settled: Rating | None = None
        self._displaced: list[Question] = []  # questions that an undo pushed aside
        self._goods = 0
        self._ahead = False
        self._advance()

    # ── questions ─────────────────────────────────────────────────────────────────────
    def _draw_next(self) -> Question | None:
        if self._displaced:
            return self._displaced.pop()
        item = self.queue.next(self.clock(), ahead=self._ahead)
        self._ahead = False
        return None if item is None else self._question(item.card, is_new=item.is_new, why=item.why)

    def _question(self, card: Card, *, is_new: bool, why: str) -> Question:
        from mhaquiz.quiz.variants import draw

        recent = reversed(self.profile.recent_values(card.key, PASSED_OVER))
        avoid = [values for stored in recent if (values := drawn_values(card, stored)) is not None]
        variant = draw(card, showing=self.profile.showings(card.key), purpose="study", avoid=avoid)
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
        return Phase.FINISHED if self.waiting_seconds() is None else Phase.WAITING

    def waiting_seconds(self) -> int | None:
        """Seconds until a running learning step is due, or None where none runs."""
        due_ms = self.queue.next_due_ms(self.clock())
        return None if due_ms is None else max(0, -(-(due_ms - self.clock().ms) // 1000))

    def learn_ahead(self) -> None:
        """Show the waiting card now."""
        self._need(Phase.WAITING)
        self._ahead = True
        self._advance()

    def resume(self) -> None:
        """In WAITING: look again whether a card has fallen due."""
        self._need(Phase.WAITING)
        self._advance()

    # ── writing down ──────────────────────────────────────────────────────────────────
    def _settle(self) -> None:
        """Graded kinds are on disk before the verdict shows; a spoken answer waits for its judge."""
        self._look_ahead()
        if self.current.spoken and self.grade is not None and self.grade.verdict is Verdict.SELF_RATED:
            self._open = None
        else:
            self._record(self.proposed)

    def _look_ahead(self) -> None:
        """What each rating would give, from the state before this answer."""
        now, key = self.clock(), self.current.card.key
        states = self.profile.scheduler.preview(self.profile.state(key), now, key)
        rollover = self.profile.scheduler.rollover_hour
        self.previews = {rating: interval_text(state, now, rollover) for rating, state in states.items()}

    def _record(self, rating: Rating) -> None:
        before = self.profile.state(self.current.card.key)
        event = self.profile.record_review(self.current.card.key, self._review(rating))
        after = self.profile.state(self.current.card.key)
        self._settled = rating
        self._open = Step(self.current, [event.id], answered=True, goods=self._goods)
        if after and after.leech and not (before and before.leech):
            self.notice = (
                "Missed many times now: read the worked solution and try the lab before the next one."
            )

    def _review(self, rating: Rating) -> Review:
        question, card, variant, grade = self.current, self.current.card, self.current.variant, self.grade
        assert grade is not None
        return Review(
            rating=rating,
            verdict=str(grade.verdict),
            mode=self.mode,
            session=self.id,
            misconception=named(grade),
            suspected=grade.verdict is Verdict.SUSPECTED,
            confidence=self.confidence,
            points=tuple(sorted(self.points_ticked)),
            red_flags=tuple(sorted(self.flags_ticked)),
            form=str(variant.form),
            retries=question.retries,
            typed=grade.typed[:LONGEST_TYPED],
            ms_taken=self._taken_ms,
            ms_first_key=self._first_key_ms,
            hints=len(question.hints_shown),
            showing=variant.showing,
            values=json_values(variant.params),
            region=variant.region,
            expected=variant.expected_text,
            engine_version=__version__,
            deck_version=self._deck_versions.get(card.deck, ""),
            content_hash=card.content_hash,
            meaning_hash=card.meaning_hash,
        )

    def _close(self, rating: Rating | None) -> None:
        chosen = self.proposed if rating is None else rating
        if self._open is None:
            self._record(chosen)
        elif chosen is not self._settled:
            event = self.profile.regrade(self._open.events[0], rating=chosen, reason="chosen by the learner")
            self._open.events.append(event.id)
        assert self._open is not None
        assert self.grade is not None
        self._steps.append(self._open)
        self._open = None
        self.answered.append(self._answered(chosen))
        self._follow_up(chosen)

    def _answered(self, rating: Rating) -> Answered:
        assert self.grade is not None
        passed = self.grade.verdict.passes
        if self.grade.verdict is Verdict.SELF_RATED:
            passed = rating > Rating.AGAIN
        return Answered(
            self.current,
            self.grade,
            passed,
            self._taken_ms,
            rating,
            self.confidence,
            self.points_ticked,
            self.flags_ticked,
        )

    def _follow_up(self, rating: Rating) -> None:
        """Every fourth Good leads straight on to a follow-up, as an interviewer would."""
        if rating < Rating.GOOD:
            return
        self._goods += 1
        if self._goods % FOLLOW_UP_EVERY == 0:
            asked = {one.question.card.key for one in self.answered}
            for key in self.current.card.followups:
                if key not in asked and self.library.card(key) is not None:
                    self.queue.offer(key)
                    return

    def confirm_edit(self, index: int) -> None:
        """What was suspected happened: kept beside the review, and counted from now on."""
        super().confirm_edit(index)
        assert self.grade is not None
        if self._open is not None:
            edit = self.grade.edits[index]
            payload = {"event": self._open.events[0], "confirmed": edit.id, "text": edit.sentence}
            event = self.profile.record(EventKind.NOTE, self.current.card.key, payload)
            self._open.events.append(event.id)

    # ── taking back ───────────────────────────────────────────────────────────────────
    @property
    def can_undo(self) -> bool:
        return self._open is not None or bool(self._steps)

    def undo(self) -> bool:
        """Take the last answer (or suspend, bury) back with all that followed; the same question returns."""
        step = self._open or (self._steps.pop() if self._steps else None)
        if step is None:
            return False
        if (
            self._open is None
            and self.question is not None
            and self.question.card.key != step.question.card.key
        ):
            self._displaced.append(self.question)
        for event in reversed(step.events):
            self.profile.undo(event)
        if step.answered and self._open is None:
            self.answered.pop()
        self._goods = step.goods
        self._open = self._settled = None
        self._show(_afresh(step.question))
        return True

    # ── what is said about the card itself ────────────────────────────────────────────
    def suspend(self) -> None:
        """Never ask this card again until it is taken back."""
        self._set_aside(EventKind.SUSPEND)

    def bury(self) -> None:
        """Not today."""
        self._set_aside(EventKind.BURY)

    def _set_aside(self, kind: EventKind) -> None:
        self._need(Phase.QUESTION, Phase.SPEAKING, Phase.REVEAL)
        key = self.current.card.key
        if self.phase is Phase.REVEAL:
            self._close(None)
            step = self._steps[-1]
        else:
            step = Step(self.current, goods=self._goods)
            self._steps.append(step)
        step.events.append(self.profile.record(kind, key, {}).id)
        self._advance()

    def mark(self) -> None:
        """Mark the card, or take the mark away."""
        key = self.current.card.key
        state = self.profile.state(key)
        on = not (state is not None and state.flagged)
        self.profile.record(EventKind.FLAG, key, {"on": on})
        self.notice = "Marked." if on else "No longer marked."

    def note(self, text: str) -> None:
        """Keep the learner's own words with the card."""
        self.profile.record(EventKind.NOTE, self.current.card.key, {"text": text[:2000]})

    # ── the end ───────────────────────────────────────────────────────────────────────
    def finish(self) -> None:
        """End the session. What was answered is kept, also where the rating was not given any more."""
        if self.phase is Phase.CONFIDENCE:
            self._reveal()
        if self.phase is Phase.REVEAL and (self._open is not None or self.points_ticked or self.flags_ticked):
            self._close(None)
        super().finish()

    @property
    def progress(self) -> Progress:
        counts = self.queue.counts()
        return Progress(
            done=len(self.answered),
            left=counts.total,
            minutes_left=counts.minutes,
            correct=sum(one.passed for one in self.answered),
        )


def named(grade: Grade) -> str | None:
    """What the log calls a wrong answer: its misconception, or the first suspected edit."""
    if grade.misconception is not None or not grade.edits:
        return grade.misconception
    return grade.edits[0].id


def _afresh(question: Question) -> Question:
    """The same question with nothing answered and no hint shown."""
    question.hints_shown = ()
    question.hints_left = len(question.card.hints)
    question.retries = 0
    question.feedback = None
    return question
