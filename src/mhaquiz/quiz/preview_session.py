"""An author looks at cards live: a quiz over variants that were chosen beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card
from mhaquiz.memory.clock import Clock
from mhaquiz.quiz.abilities import PREVIEW
from mhaquiz.quiz.quiz_session import QuizSession

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.variants import Variant


class PreviewSession(QuizSession):
    """Asks exactly these variants, in this order; nothing is kept."""

    name = PREVIEW

    @property
    def loses_by_leaving(self) -> bool:
        return False

    def __init__(self, variants: Sequence[Variant], library: Library, *, clock: Clock) -> None:
        self.variants = {variant.card.key: variant for variant in variants}
        super().__init__([variant.card for variant in variants], library, seed=0, clock=clock)

    def _variant(self, card: Card) -> Variant:
        return self.variants[card.key]
