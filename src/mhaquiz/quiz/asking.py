"""What every session shares: the question in front of one person, and the steps from it to the next one.

A session is driven from outside, one method a key or a line, and asked for its `phase` and what it shows. A
method called in a phase where it has no meaning raises `SessionError`; front ends offer only what works.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import Rating
from mhaquiz.quiz.abilities import Abilities
from mhaquiz.quiz.asked import first_askable
from mhaquiz.quiz.questions import Answered, Phase, Progress, Question, SessionError, Summary, one_of
from mhaquiz.quiz.rating import evidence, propose
from mhaquiz.quiz.report import summarise
from mhaquiz.quiz.stopwatch import Stopwatch
from mhaquiz.quiz.verdicts import Grade, Verdict

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.explaining import Explanation
    from mhaquiz.quiz.questions import UnaskableError


class Session(Abilities, ABC):
    """The steps from a question to the next. Subclasses say where questions come from and what is kept."""

    asks_confidence: bool = False
    asks_rating: bool = False
    hints_allowed: bool = True

    def __init__(self, library: Library, clock: Clock) -> None:
        self.library = library
        self.clock = clock
        self.phase = Phase.FINISHED
        self.question: Question | None = None
        self.grade: Grade | None = None
        self.explanation: Explanation | None = None
        self.points_ticked: frozenset[int] = frozenset()
        self.flags_ticked: frozenset[int] = frozenset()
        self.previews: Mapping[Rating, str] = {}
        self.answered: list[Answered] = []
        self.confidence: int | None = None
        self.confirmed: int | None = None
        self.watch = Stopwatch(clock)

    # ── what subclasses decide ──────────────────────────────────────────────────────────
    @abstractmethod
    def _draw_next(self) -> Question | None:
        """The next question, or None with `phase` left to `_nothing_left`."""

    @abstractmethod
    def _settle(self) -> None:
        """Write the graded answer down. Called before REVEAL is entered."""

    @abstractmethod
    def _close(self, rating: Rating | None) -> None:
        """The learner goes on: write down what is still open."""

    @property
    @abstractmethod
    def progress(self) -> Progress: ...

    def _nothing_left(self) -> Phase:
        return Phase.FINISHED

    # ── the question ────────────────────────────────────────────────────────────────────
    @property
    def current(self) -> Question:
        """The question in front of the learner; an error where there is none."""
        if self.question is None:
            raise SessionError("no question is open")
        return self.question

    def _need(self, *phases: Phase) -> None:
        if self.phase not in phases:
            raise SessionError(f"{self.phase} does not allow this; it needs {' or '.join(phases)}")

    def _advance(self) -> None:
        """Show the next question that can be asked, or say that there is none."""
        self._show_or_end(first_askable(self._draw_next, self._left_out))

    def _left_out(self, error: UnaskableError) -> None:
        """A card cannot be asked: it is told and passed over."""
        self.notice = str(error)

    def _show_or_end(self, question: Question | None) -> None:
        if question is None:
            self.question = None
            self.phase = self._nothing_left()
            self._clear()
        else:
            self._show(question)

    def _show(self, question: Question) -> None:
        self._clear()
        self.question = question
        self.phase = Phase.QUESTION

    def _clear(self) -> None:
        self.grade = self.explanation = None
        self.points_ticked = self.flags_ticked = frozenset()
        self.confidence = self.confirmed = None
        self.previews = {}
        self.watch.begin()

    def note_first_key(self) -> None:
        """The learner pressed a first key: the time to think is over. Later calls change nothing."""
        if self.phase in (Phase.QUESTION, Phase.SPEAKING):
            self.watch.key()

    def hint(self) -> str | None:
        """Show the next hint, or None where there is none left."""
        self._need(Phase.QUESTION, Phase.SPEAKING)
        question = self.current
        if not self.hints_allowed or not question.hints_left:
            return None
        return question.hint()

    # ── answering ───────────────────────────────────────────────────────────────────────
    def submit(self, text: str) -> Grade:
        """Grade what was typed. `more_digits` and `unreadable` leave the question open and use up no try."""
        self._need(Phase.QUESTION)
        from mhaquiz.quiz.grading import grade

        question = self.current
        verdict = grade(question.variant, text)
        if verdict.verdict.asks_again:
            question.feedback = verdict
            question.retries += 1
            return verdict
        self._take(verdict)
        if self.asks_confidence:
            self.phase = Phase.CONFIDENCE
        else:
            self._reveal()
        return verdict

    def give_up(self) -> None:
        """The learner does not know: shown the answer, counted as not known."""
        self._need(Phase.QUESTION, Phase.SPEAKING)
        self._take(Grade(Verdict.WRONG, typed="", message="Not answered."))
        self._reveal()

    def sure(self, level: int) -> None:
        """How sure the learner is, before any sign of the verdict: 1 guess, 2 fairly sure, 3 certain."""
        self._need(Phase.CONFIDENCE)
        if level not in (1, 2, 3):
            raise ValueError(f"confidence is 1, 2 or 3, not {level}")
        self.confidence = level
        self._reveal()

    def start_speaking(self) -> None:
        self._need(Phase.QUESTION)
        self.note_first_key()
        self.watch.speak()
        self.phase = Phase.SPEAKING

    def stop_speaking(self) -> None:
        """The spoken answer is over: reveal. The learner judges it."""
        self._need(Phase.QUESTION, Phase.SPEAKING)
        self._take(Grade(Verdict.SELF_RATED, typed=""))
        self._reveal()

    @property
    def spoken_seconds(self) -> int | None:
        """Seconds since the learner began to speak, or None."""
        return self.watch.spoken_seconds

    @property
    def taken_seconds(self) -> int:
        """Seconds from the question to its answer; 0 before it."""
        return self.watch.taken_ms // 1000

    def _take(self, grade: Grade) -> None:
        self.grade = grade
        self.watch.answer()

    def _reveal(self) -> None:
        from mhaquiz.quiz.explaining import explain

        self._settle()
        assert self.grade is not None
        self.explanation = explain(self.current.variant, self.grade, self.library)
        self.phase = Phase.REVEAL

    # ── judging ─────────────────────────────────────────────────────────────────────────
    def tick_point(self, index: int) -> None:
        """Tick or untick a point of the rubric."""
        self._need(Phase.REVEAL)
        self.points_ticked ^= one_of(index, len(self.current.card.points), "point")

    def tick_flag(self, index: int) -> None:
        """Tick or untick a red flag that was said."""
        self._need(Phase.REVEAL)
        self.flags_ticked ^= one_of(index, len(self.current.card.red_flags), "red flag")

    @property
    def slips_named(self) -> int:
        """How many slips are suspected behind the answer that is shown."""
        return len(self.grade.edits) if self.grade else 0

    def confirm_edit(self, index: int) -> None:
        """The learner confirms that suspected edit `index` is what happened: it counts from now on."""
        self._need(Phase.REVEAL)
        one_of(index, self.slips_named, "suspected edit")
        self.confirmed = index

    def rate(self, rating: Rating | None = None) -> None:
        """Close the card with a rating (None takes the proposal) and go on to the next question."""
        self._need(Phase.REVEAL)
        self._close(rating)
        self._advance()

    def _answer(self, rating: Rating | None) -> Answered:
        """What the learner did with the present question."""
        assert self.grade is not None
        passed = self.grade.verdict.passes
        if self.grade.verdict is Verdict.SELF_RATED:
            passed = (self.proposed if rating is None else rating) > Rating.AGAIN
        return Answered(
            question=self.current,
            grade=self.grade,
            passed=passed,
            ms=self.watch.taken_ms,
            ms_first_key=self.watch.first_key_ms,
            rating=rating,
            confidence=self.confidence,
            points=self.points_ticked,
            flags=self.flags_ticked,
        )

    @property
    def given(self) -> list[Answered]:
        """The answers given, with the graded one whose verdict shows; a spoken one has yet to be judged."""
        if self.phase is not Phase.REVEAL or self.grade is None or self.grade.verdict is Verdict.SELF_RATED:
            return self.answered
        return [*self.answered, self._answer(None)]

    @property
    def proposed(self) -> Rating:
        """The rating proposed from verdict, hints, confidence, time and ticks."""
        assert self.grade is not None
        seen = evidence(
            self.current,
            self.grade.verdict,
            confidence=self.confidence,
            seconds=self.watch.taken_ms / 1000,
            points=self.points_ticked,
            flags=self.flags_ticked,
        )
        return propose(seen)

    # ── away, and the end ───────────────────────────────────────────────────────────────
    def pause(self) -> None:
        """The learner is away: the clocks of the session stand still until `go_on`."""
        self.watch.stop()

    def go_on(self) -> None:
        """The learner is back."""
        self.watch.go_on()

    def leave(self) -> None:
        """The learner goes, perhaps for good: nothing given is lost, and nothing is answered for them."""
        self.pause()

    def finish(self) -> None:
        """End the session. Every answer given is kept, an open question is not counted."""
        self.question = None
        self.phase = Phase.FINISHED

    def summary(self) -> Summary:
        return summarise(self.answered, self.library)
