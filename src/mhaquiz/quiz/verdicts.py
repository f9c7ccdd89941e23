"""The grade of a typed answer, which carries its verdict: docs/answers.md says which answer gets which."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from mhaquiz.memory.verdicts import PASSING, Verdict

if TYPE_CHECKING:
    from mhaquiz.engine.edits import Edit
    from mhaquiz.quiz.shown import KnownMistake

__all__ = ["PASSING", "Grade", "Verdict"]


@dataclass(frozen=True, slots=True)
class Grade:
    """What became of one typed answer.

    `read_as` is the answer as it was understood, ready to show. `message` is one plain line. `mistake` is the
    index of the card's mistake (or choice) that gives exactly this answer; `misconception` its shared id.
    `edits` are the suspected explanations, best first, until the learner confirms one. Where a mistake of the
    card is only one of several thoughts that give the number, it is `listed`, and its edit comes first.
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
    listed: tuple[KnownMistake, ...] = ()  # the card's own among `edits`, in the same order
