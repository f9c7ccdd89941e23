"""A deck file as its author watches it: read again at a save, its cards at the draws that they have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhaquiz.deck.cards import Card
from mhaquiz.deck.checks import check
from mhaquiz.deck.expressions import ExpressionError
from mhaquiz.deck.library import Library, load_library
from mhaquiz.deck.messages import Problem
from mhaquiz.deck.variants import Draw, DrawError, NoDrawError, draws
from mhaquiz.engine import EngineError
from mhaquiz.quiz.explaining import Explanation, explain
from mhaquiz.quiz.questions import Question
from mhaquiz.quiz.shown import Form
from mhaquiz.quiz.variants import restore
from mhaquiz.quiz.verdicts import Grade, Verdict

#: What a card raises that cannot be shown; the check says where it lies.
UNSHOWABLE = (ExpressionError, DrawError, NoDrawError, EngineError)


@dataclass(frozen=True, slots=True)
class Reading:
    """The file as it was read last: the cards that are meant, and everything that is wrong with it."""

    library: Library
    cards: tuple[Card, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """One card at one of its draws, with all that a reveal can show. `number` of `draws` counts from 0."""

    question: Question
    explanation: Explanation
    draw: Draw
    number: int
    draws: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What an author asked to see. `draws_of` gives the draws that are wanted of a card."""

    path: Path
    card: str | None = None
    form: Form | None = None
    draws_of: Callable[[Card], Sequence[Draw]] = lambda card: draws(card).draws

    def read(self) -> Reading:
        """Read and check the file: some hundred milliseconds for a large deck, so in a thread."""
        library = load_library([self.path])
        cards = [card for deck in library.decks for card in deck.cards if self.card in (None, card.id)]
        return Reading(library, tuple(cards), tuple(check([self.path])))

    def show(self, card: Card, library: Library, number: int = 0) -> Shown:
        """The card at its draw of that number, counted round. Raises one of `UNSHOWABLE`."""
        found = self.draws_of(card)
        if not found:
            raise NoDrawError(f"{card.key} has no such draw")
        number %= len(found)
        draw = found[number]
        params = {name: draw.values[name] for name, _ in card.params}
        variant = restore(card, params, showing=number, form=self.form)
        explanation = explain(variant, Grade(Verdict.SELF_RATED, ""), library)
        return Shown(Question(card, variant), explanation, draw, number, len(found))
