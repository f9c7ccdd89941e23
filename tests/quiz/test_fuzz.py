"""Whatever is typed, a grade comes back, and soon. `bench/fuzz_answers.py` does this 100,000 times."""

from __future__ import annotations

import time

import pytest

from mhaquiz.deck.cards import Card
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import Variant, draw
from mhaquiz.quiz.verdicts import Grade, Verdict

from .answers_for_fuzzing import cards, fuzzed

PER_CARD = 300  # times 17 cards: about 5,000
LONGEST_MS = 50


def timed(variant: Variant, text: str) -> tuple[Grade, float]:
    """The grade and its CPU milliseconds; a slow one is timed again, as the collector may have run."""
    for _ in range(3):
        started = time.process_time()
        found = grade(variant, text)
        taken = (time.process_time() - started) * 1000
        if taken < LONGEST_MS:
            break
    return found, taken


@pytest.mark.parametrize("number", range(len(cards())))
def test_nothing_is_raised_and_nothing_takes_long(number: int) -> None:
    card: Card = cards()[number]
    variant = draw(card, showing=0)
    for text in fuzzed(number, PER_CARD):
        found, taken = timed(variant, text)
        assert isinstance(found.verdict, Verdict), text
        assert taken < LONGEST_MS, f"{text!r} took {taken:.0f} ms"
        assert (found.read_as + found.message).isprintable(), text
        if found.verdict is Verdict.UNREADABLE:
            assert found.message


HOSTILE = [
    "9**9**9", "9^9^9^9^9", "factorial(10**7)", "9999999!", "-" * 199 + "1",
    "(" * 199, "2" + "^2" * 90, "√" * 199,
    "__import__('os').system('id')", "exec('1')", "1e308*1e308*1e308", "1e-308/1e308/1e308", "2^1000000000",
    "(1e308)^(1e308)", "0^-1", "0^0", "1/(1/3-1/3)", "lambda: 0", "[x for x in ()]", "\x1b[31m1", "‮1",
    "1\x002",
    "99999999999999999999!", "min()", "gcd(1.5, 2)", "ceil(1, 2)",
    "1" + "0" * 198, "1." + "0" * 197, "9" * 200,
    "*".join(["1e300"] * 33), "n" * 200, "nd" * 100, "(n+d)" * 40, "^".join(["n"] * 100), "(n+d)^999",
    "((n+d)^99)^99",
    "((((n+1)^9+1)^9+1)^9+1)^9", "1/(n-n+1-1)", "min(" * 50, "sqrt(" * 33 + "n", "n^(1/2)^(1/2)",
    "2^(n^99)", "n!!!!!",
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(cards())))
def test_hostile_answers_are_bounded(number: int) -> None:
    variant = draw(cards()[number], showing=0)
    for text in HOSTILE:
        _, taken = timed(variant, text)
        assert taken < LONGEST_MS, text
