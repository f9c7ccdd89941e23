"""Drawing a card for a session: one that cannot be shown to its end is found out before it is asked.

Decks are checked before they are used, so this is the second line. A card whose draw, hint or explanation
fails must not end an evening, nor take an answer that it then cannot judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, Symbolic, Value
from mhaquiz.quiz.questions import Question, UnaskableError

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.variants import Form, Variant


def first_askable(
    find: Callable[[], Question | None], left_out: Callable[[UnaskableError], None]
) -> Question | None:
    """The first question found that can be asked; each card that cannot is told to `left_out`."""
    while True:
        try:
            return find()
        except UnaskableError as error:
            left_out(error)


def draw_for(
    library: Library,
    card: Card,
    *,
    showing: int,
    purpose: str,
    avoid: Sequence[Mapping[str, Value]] = (),
    form: Form | None = None,
) -> Variant:
    """The next variant of a card, as `variants.draw` makes it. Raises UnaskableError with the reason."""
    from mhaquiz.deck.expressions import ExpressionError
    from mhaquiz.deck.variants import DrawError, NoDrawError
    from mhaquiz.engine import EngineError
    from mhaquiz.quiz.variants import draw

    try:
        variant = draw(card, showing=showing, purpose=purpose, avoid=avoid, form=form)
        if not _comes_with_the_program(library, card):
            _rehearse(variant, library)
    except (ExpressionError, DrawError, NoDrawError, EngineError) as error:
        raise UnaskableError(card.key, str(error)) from error
    return variant


def _comes_with_the_program(library: Library, card: Card) -> bool:
    """Whether its tests have rehearsed every variant of this card already."""
    from mhaquiz.deck.places import builtin_decks

    deck = library.deck(card.deck)
    return deck is not None and deck.path.is_relative_to(builtin_decks())


def _rehearse(variant: Variant, library: Library) -> None:
    """Fill every text that an answer can call for; hold a formula against a wrong one."""
    from mhaquiz.quiz.explaining import explain
    from mhaquiz.quiz.grading import grade
    from mhaquiz.quiz.verdicts import Grade, Verdict

    assert variant.mistakes is not None  # worked out when asked for
    explain(variant, Grade(Verdict.SELF_RATED, ""), library)
    if isinstance(variant.card.body, Symbolic):
        grade(variant, "1")
