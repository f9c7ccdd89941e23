"""A quiz: cards chosen by a seed, asked once, nothing scheduled. A seed gives one and the same quiz."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card
from mhaquiz.memory.clock import Clock
from mhaquiz.memory.events import Json, Rating
from mhaquiz.quiz.abilities import QUIZ
from mhaquiz.quiz.asked import draw_for
from mhaquiz.quiz.asking import Session
from mhaquiz.quiz.questions import Answered, Phase, Progress, Question, seconds_of
from mhaquiz.quiz.stored import json_values

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.variants import Form, Variant


def choose(cards: Sequence[Card], count: int, seed: int) -> tuple[Card, ...]:
    """`count` cards in the order that `seed` gives them; siblings of one group come after the others.

    The order hangs on card keys and the seed alone, so neither file order nor the hash seed matters.
    """
    shuffled = sorted(cards, key=lambda card: _order(seed, card.key))
    seen: set[str] = set()
    first: list[Card] = []
    siblings: list[Card] = []
    for card in shuffled:
        (siblings if card.group is not None and card.group in seen else first).append(card)
        if card.group is not None:
            seen.add(card.group)
    return tuple((first + siblings)[: max(0, count)])


def _order(seed: int, key: str) -> bytes:
    return blake2b(f"quiz\0{seed}\0{key}".encode(), digest_size=16).digest()


class QuizSession(Session):
    """Asks `cards` in the given order and leaves scheduling alone: no confidence, no rating.

    With `form` CHOICE, numbers are asked as multiple choice where a card has mistakes to offer.
    """

    name = QUIZ

    def __init__(
        self, cards: Sequence[Card], library: Library, *, seed: int, clock: Clock, form: Form | None = None
    ) -> None:
        super().__init__(library, clock)
        self.begun = clock()
        self.cards = tuple(cards)
        self.seed = seed
        self.form = form
        self._next = 0
        self.taken_back = 0
        self._advance()

    def _draw_next(self) -> Question | None:
        if self._next >= len(self.cards):
            return None
        card = self.cards[self._next]
        self._next += 1
        variant = self._variant(card)
        return Question(
            card=card,
            variant=variant,
            hints_left=len(card.hints),
            number=self._next,
            total=len(self.cards),
            seconds=seconds_of(card),
        )

    def _variant(self, card: Card) -> Variant:
        return draw_for(self.library, card, showing=0, purpose=f"quiz:{self.seed}", form=self.form)

    def _settle(self) -> None:
        """A quiz writes nothing to the log."""

    def _close(self, rating: Rating | None) -> None:
        self.answered.append(self._answer(rating))

    @property
    def can_undo(self) -> bool:
        return self.phase in (Phase.SPEAKING, Phase.REVEAL) or bool(self.answered)

    def undo(self) -> bool:
        """Ask again what is on the screen, or from a fresh question the one before; the report counts it.

        A quiz tells nobody but its report: one mistyped line need not spoil the score of an honest learner.
        """
        if not self.can_undo:
            return False
        if self.phase not in (Phase.SPEAKING, Phase.REVEAL):
            self._next = len(self.answered)
            again = self.answered.pop().question
        else:
            again = self.current
        self.taken_back += 1
        self._show(again.afresh())
        return True

    @property
    def loses_by_leaving(self) -> bool:
        seen_but_open = self.phase is Phase.REVEAL and len(self.cards) > 1
        return self.phase is not Phase.FINISHED and (bool(self.answered) or seen_but_open)

    def finish(self) -> None:
        """End the quiz. A graded answer whose verdict is on the screen counts, an open question does not."""
        if len(self.given) > len(self.answered):
            self._close(None)
        super().finish()

    @property
    def progress(self) -> Progress:
        given = self.given
        asked = self.cards[len(given) :]
        return Progress(
            done=len(given),
            left=len(asked),
            minutes_left=float(sum(card.minutes for card in asked)),
            correct=sum(one.passed for one in given),
        )

    def report(self) -> dict[str, Json]:
        """The object that `quiz --json` prints; `begun` is in UTC milliseconds, as in the log."""
        return {
            "seed": self.seed,
            "begun": self.begun.ms,
            "score": sum(one.passed for one in self.answered),
            "answered": len(self.answered),
            "count": len(self.cards),
            "taken_back": self.taken_back,
            "cards": [self._line(one) for one in self.answered],
            "decks": self._deck_hashes(),
        }

    def _line(self, one: Answered) -> Json:
        from mhaquiz.quiz.picked import picked

        variant = one.question.variant
        verdict = str(one.grade.verdict)
        return {
            "id": one.question.card.key,
            "meaning": one.question.card.meaning_hash,
            "variant": json_values(variant.params),
            "region": variant.region,
            "form": str(variant.form),
            "typed": one.grade.typed,
            "picked": list(picked(variant, one.grade.typed)),
            "read_as": one.grade.read_as,
            "verdict": verdict,
            "passed": one.passed,
            "misconception": one.grade.misconception,
            "suspected": [edit.words for edit in one.grade.edits],
            "expected": variant.expected_text,
            "hints": len(one.question.hints_shown),
            "retries": one.question.retries,
            "ms": one.ms,
        }

    def _deck_hashes(self) -> dict[str, Json]:
        used = {card.deck for card in self.cards}
        return {deck.id: deck.file_hash for deck in self.library.decks if deck.id in used}
