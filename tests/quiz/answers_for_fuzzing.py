"""Typed answers made at random, from a seed: well-formed ones, damaged ones, and noise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from mhaquiz.deck.cards import (
    Accept,
    Card,
    Choice,
    Choices,
    Cloze,
    Kind,
    Mistake,
    Order,
    Shape,
    SpotBug,
    Step,
    Symbolic,
    Tolerance,
    TrueFalse,
)

from .cards_for_tests import card, numeric

PIECES = [
    *"0123456789", *"+-*/^().,_' %!~=<>[]{}|;:#@$&\\\"`?",
    *"×·÷−–²³⁻⁰√⌈⌉⌊⌋½πλβ≈∞٣１，．“”\u200b\u00a0\u202e\x00\x1b\n\t😀",
    *"nNdDhBkKmMGgTiIxXeEOoab", "**", "//", "1e", "e9", "10^", "10⁶", "0x", "1,000", "1,05", "1.2.3", "2^20",
    "GiB", "MiB",
    "kB", "gb", "million", "billion", "bytes", "sqrt(", "min(", "max(", "log(", "ceil(", "9^9", "^9^9^9",
    "1/0", "nan", "inf",
    "d_model", "n_heads", "__import__", "lambda", "eval(", "true", "false", "and", "none", "line 2", "->",
    "→", "a;b", "(" * 40,
    "-" * 40, "^2" * 20, "9" * 60, "!" * 10, "torch.Size([", "((((((((", "0." + "0" * 50, "e-300", "e307",
    "99999!",
]  # fmt: skip
WELL_FORMED = [
    "1,048,576", "1.05M", "4*512^2", "1.0486 × 10⁶", "1 GiB", "(2, 12, 512, 64)", "2nd(2d+n)", "1 3",
    "layers", "t",
    "2 > 1 > 3", "67,108,864", "4096*3+8", "d/h; the same", "line 2", "1, 2, 4", "min(n, d/h)", "3.2%",
    "~4x", "(B, h, n, n)",
    "-786432", "1/3",
]  # fmt: skip


def fuzzed(seed: int, count: int) -> Iterator[str]:
    """`count` typed answers, the same for the same seed."""
    random = Random(seed)
    for _ in range(count):
        yield _one(random)


def _one(random: Random) -> str:
    kind = random.random()
    if kind < 0.25:
        return _renumbered(random, random.choice(WELL_FORMED))
    if kind < 0.5:
        return "".join(random.choice(PIECES) for _ in range(random.randint(0, 25)))
    if kind < 0.85:
        return _damaged(random, random.choice(WELL_FORMED))
    if kind < 0.95:
        return "".join(chr(random.randint(0, 0x2FFF)) for _ in range(random.randint(0, 60)))
    return random.choice(PIECES) * random.randint(1, 220)


def _renumbered(random: Random, text: str) -> str:
    """The same writing with some other digits, so that it is still read, and graded."""
    return "".join(
        random.choice("0123456789") if sign.isdecimal() and random.random() < 0.3 else sign for sign in text
    )


def _damaged(random: Random, text: str) -> str:
    for _ in range(random.randint(1, 4)):
        place = random.randint(0, len(text))
        text = text[:place] + random.choice(PIECES) + text[place + random.randint(0, 3) :]
    return text


def cards() -> list[Card]:
    """One card of every kind and of every way to answer a number."""
    choices = (
        Choice("layers", "layers", correct=True),
        Choice("heads", "heads", misconception="m"),
        Choice("c", "c"),
    )
    numbers = {"B": (2,), "h": (12,), "n": (512,)}
    steps = (Step("a", "A"), Step("b", "B", after=("a",)), Step("x", "X", extra=True))
    return [
        numeric("4 * 512**2", "3 * 512**2", "4 * 512**2 * 8"),
        numeric("2**30", "2**29", accept=Accept(unit="bytes")),
        numeric("1/3", "2/3"),
        numeric("attention_weights(d_model=d, n_heads=32, n_kv_heads=8)", "3*d**2", params={"d": (4096,)}),
        numeric("ceil(crossover_context(d_model=d, n_heads=8)) - d", "-d", params={"d": (4096,)}),
        numeric("log(d)", "log(2*d)", params={"d": (4096,)}, tolerance=Tolerance(rel=Fraction(1, 1000))),
        numeric("1000", "2000", accept=Accept(forms=("estimate",), within=2)),  # type: ignore[arg-type]
        numeric("(1, 2, 4)", accept=Accept(forms=("set",))),
        numeric('"softmax"', accept=Accept(forms=("token",))),
        card(Kind.TRUE_FALSE, TrueFalse("True")),
        card(Kind.SINGLE_CHOICE, Choices(choices, multiple=False)),
        card(Kind.MULTI_CHOICE, Choices(choices, multiple=True, scoring="per_choice")),
        card(Kind.SYMBOLIC, Symbolic((("n", ""), ("d", "")), "4*n*d**2 + 2*n**2*d", (Mistake("4*n*d**2"),))),
        card(Kind.SHAPE, Shape(("B", "h", "n", "n")), params=numbers),  # type: ignore[arg-type]
        card(Kind.ORDER, Order(steps)),
        card(Kind.CLOZE, Cloze("a [[b | c]] d [[e]]")),
        card(Kind.SPOT_BUG, SpotBug("python", "a\nb\nc", (2,))),
    ]
