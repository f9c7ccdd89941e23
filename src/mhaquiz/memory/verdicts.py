"""The verdicts that an answer can get. The log keeps them as words, and may hold words of other versions."""

from __future__ import annotations

from enum import StrEnum


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
        return self in PASSING

    @property
    def asks_again(self) -> bool:
        """Uses up no try: the learner is asked to type something else."""
        return self in (Verdict.MORE_DIGITS, Verdict.UNREADABLE)


#: What the learner got right; a word of the log is looked up in it as it is.
PASSING = frozenset({Verdict.CORRECT, Verdict.CORRECT_ROUNDED})
