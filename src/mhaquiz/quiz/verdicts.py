"""The verdicts a typed answer can get, and the grade that carries one (DECK_FORMAT section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhaquiz.engine.edits import Edit


class Verdict(StrEnum):
    CORRECT = "correct"
    CORRECT_ROUNDED = "correct_rounded"
    MORE_DIGITS = "more_digits"
    UNREADABLE = "unreadable"
    PARTIAL = "partial"
    MISCONCEPTION = "misconception"  # one of the card's own mistakes
    SIGN = "sign"
    UNIT = "unit"
    SCALE = "scale"
    SUSPECTED = "suspected"  # a single edit of the closed form explains it
    WRONG = "wrong"
    SELF_RATED = "self_rated"  # recall cards: the learner judges

    @property
    def passes(self) -> bool:
        return self in (Verdict.CORRECT, Verdict.CORRECT_ROUNDED)

    @property
    def asks_again(self) -> bool:
        """Uses up no try: the learner is asked to type something else."""
        return self in (Verdict.MORE_DIGITS, Verdict.UNREADABLE)


@dataclass(frozen=True, slots=True)
class Grade:
    """What became of one typed answer.

    `read_as` is the answer as it was understood, ready to show. `message` is one plain line. `mistake` is the
    index of the card's mistake (or choice) that gives exactly this answer; `misconception` its shared id.
    `edits` are the suspected explanations, best first, until the learner confirms one.
    """

    verdict: Verdict
    typed: str
    read_as: str = ""
    message: str = ""
    mistake: int | None = None
    misconception: str | None = None
    score: Fraction = Fraction(0)
    edits: tuple[Edit, ...] = ()
    slip: bool = False  # looks like arithmetic or typing gone wrong, not like a wrong idea
