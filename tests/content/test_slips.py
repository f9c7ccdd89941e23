"""A misconception that a card names gives the card's wrong number: that slip and no other beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import cast

import pytest

from mhaquiz.deck.cards import Card, Choices, Kind, Mistake, Numeric, Shape, Symbolic, Value
from mhaquiz.deck.expressions import evaluate
from mhaquiz.deck.library import Library
from mhaquiz.deck.variants import draws
from mhaquiz.quiz.explaining import explain
from mhaquiz.quiz.grading import grade
from mhaquiz.quiz.variants import restore

DRAWN = 20
#: For the symbols of a symbolic card: no two agree.
PRIMES = (7, 11, 13, 17, 19, 23, 29)
Names = dict[str, Value]
FIELD = re.compile(r"\{[^}]*\}")
LETTER = re.compile(r"(?<![\w'’])[A-Za-z](?![\w'’])")


def tiled(names: Names) -> Value:
    """The head_dim of someone who lets the heads tile the width."""
    return Fraction(cast("int", names["d"])) / cast("int", names["h"])


#: What a misconception does to the quantities of a card, by the names that all decks give them: with these
#: values in place of the true ones the card's own answer comes out as the wrong number.
SLIPS: Mapping[str, Mapping[tuple[str, ...], Callable[[Names], Value]]] = {
    "assumes-mha": {("kv", "g"): lambda names: names["h"]},
    "assumes-mqa": {("kv", "g"): lambda _: 1},
    "assumes-square": {("hd", "k"): tiled},
    "one-head-only": {("h",): lambda _: 1, ("kv",): lambda _: 1},
    "one-layer-only": {("L",): lambda _: 1},
    "forgot-batch": {("bs",): lambda _: 1},
    "ignores-window": {("w",): lambda names: names["n"]},
    "whole-prefill-in-decode": {("m",): lambda names: names["n"]},
}
#: The slip written out where the card has the quantity in other names or head_dim follows from the heads.
WRITTEN_OUT: Mapping[tuple[str, str], str | tuple[str, ...]] = {
    ("compute-and-memory/score-value-macs", "one-head-only"): "n * (d / h) + n * (d / h)",
    ("fused-qkv-and-shapes/merged-shape", "assumes-square"): ("B", "n", "h * (D / h)"),
    ("heads-and-parameters/growth-between-models", "assumes-mha"): "4 * db * hb * kb / (4 * da * ha * ka)",
    ("heads-and-parameters/mha-by-heart", "one-head-only"): "3 * d * (d / h) + (d / h) * d",
    ("heads-and-parameters/pin-it-and-watch", "assumes-square"): "4 * 512 * n_heads * (512 / n_heads)",
    ("heads-and-parameters/pinned-head-dim", "assumes-square"): "4 * d * h * (d / h)",
    ("heads-and-parameters/weights-any-heads", "one-head-only"): "3 * d * (d / h) + (d / h) * d",
    ("heads-and-parameters/width-from-weights", "one-head-only"): "d / h",
    ("kv-cache-and-gqa/decode-scores-shape", "whole-prefill-in-decode"): ("B", "h", "n", "n"),
    ("kv-cache-and-gqa/decode-step-macs", "whole-prefill-in-decode"): "projection_macs(n_tokens=1, d_model=d,"
    " n_heads=h, n_kv_heads=kv, head_dim=hd) + n * 2 * n * h * hd",
    ("real-models/model-share-by-heart", "one-layer-only"): "floor(10000 * attention_weights(d_model=d,"
    " n_heads=h, n_kv_heads=kv, head_dim=k) / (M * 10**6) + 1/2) / 10000",
    ("real-models/scaling-growth", "one-layer-only"): "wb * 1 / (wa * 1)",
    ("real-models/square-rule-off-by", "assumes-square"): "1",
    ("serving-and-kernels/defaulted-head-dim", "assumes-square"): "4 * d * h * (d / h)",
    ("serving-and-kernels/defaulted-head-dim", "one-head-only"): "4 * d * 1 * 128",
}


def test_a_named_slip_alone_gives_the_number(cards: tuple[Card, ...]) -> None:
    checked = 0
    for card, mistake in named_slips(cards):
        for names in some_draws(card):
            found = value(mistake.answer, names)
            assert found == slipped(card, str(mistake.misconception), names), (card.key, mistake, names)
            checked += 1
    assert checked > 600


def named_slips(cards: tuple[Card, ...]) -> Iterator[tuple[Card, Mistake]]:
    for card in cards:
        for mistake in getattr(card.body, "mistakes", ()):
            if mistake.misconception in SLIPS:
                yield card, mistake


def some_draws(card: Card) -> Iterator[Names]:
    drawn = draws(card).draws
    symbols = [name for name, _ in card.body.symbols] if isinstance(card.body, Symbolic) else []
    for one in Random(card.key).sample(drawn, min(DRAWN, len(drawn))):
        yield {**one.values, **dict(zip(symbols, PRIMES, strict=False))}


def value(answer: str | tuple[str, ...], names: Names) -> tuple[Value, ...]:
    return tuple(evaluate(part, names) for part in ((answer,) if isinstance(answer, str) else answer))


def slipped(card: Card, slip: str, names: Names) -> tuple[Value, ...]:
    """The card's own answer with the quantities that the slip gives it."""
    if (card.key, slip) in WRITTEN_OUT:
        return value(WRITTEN_OUT[card.key, slip], names)
    taken = {
        name: turned(names)
        for wanted, turned in SLIPS[slip].items()
        for name in [one for one in wanted if one in names][:1]
    }
    assert taken, (card.key, slip)
    changed = {**names, **taken}
    for name, expression in card.let:
        changed[name] = taken[name] if name in taken else evaluate(expression, changed)
    assert isinstance(card.body, Numeric | Shape | Symbolic)
    return value(card.body.answer, changed)


#: What some slips multiply the right answer by.
FACTORS: Mapping[str, frozenset[Fraction]] = {
    "mac-flop-mixup": frozenset({Fraction(2), Fraction(1, 2)}),
    "elements-for-bytes": frozenset({Fraction(1, 2), Fraction(1, 4)}),
}
#: These ask for tokens, rounded down: another question than how many bytes.
TOKENS = ("compute-and-memory/longest-context", "kv-cache-and-gqa/cache-equals-weights")


def test_a_slip_by_a_factor_is_off_by_that_factor(cards: tuple[Card, ...]) -> None:
    checked = 0
    for slip, factors in FACTORS.items():
        for key, right, wrong in answers_beside(cards, slip):
            assert key in TOKENS or wrong / right in factors, (key, right, wrong)
            checked += 1
    assert checked > 200


def test_a_ratio_turned_over_is_one_over_the_right_one(cards: tuple[Card, ...]) -> None:
    found = [right * wrong for _, right, wrong in answers_beside(cards, "inverted-ratio")]
    assert found
    assert set(found) == {1}


def answers_beside(cards: tuple[Card, ...], slip: str) -> Iterator[tuple[str, Fraction, Fraction]]:
    """The card, its right answer and the number that the slip gives, draw by draw."""
    for card in cards:
        for mistake in getattr(card.body, "mistakes", ()):
            if mistake.misconception == slip and isinstance(card.body, Numeric | Symbolic):
                for names in some_draws(card):
                    right, wrong = (evaluate(text, names) for text in (card.body.answer, mistake.answer))
                    yield card.key, Fraction(cast("int", right)), Fraction(cast("int", wrong))


@pytest.mark.parametrize(
    ("key", "drawn", "typed", "title"),
    [
        ("rank-and-expressiveness/rank-bound", {"n": 12, "hd": 16}, "16", "Forgets a bound on the rank"),
        ("rank-and-expressiveness/rank-bound", {"n": 12, "hd": 4}, "12", "Forgets a bound on the rank"),
        (
            "fused-qkv-and-shapes/fused-width",
            {"h": 16, "kv": 8, "hd": 128, "d": 2880},
            "5760",
            "Assumes n_heads",
        ),
        ("heads-and-parameters/weights-any-heads", {"d": 768, "h": 32}, "73728", "Counts one head"),
        ("heads-and-parameters/explicit-by-heart", {"name": "qwen3-0.6b"}, "3.1M", "Assumes n_heads"),
        ("compute-and-memory/window-pairs", {"n": 128, "w": 16}, "8256", "Leaves the sliding window out"),
        (
            "induction-and-what-heads-learn/weights-freed",
            {"d": 768, "h": 16, "k": 2},
            "0",
            "Mixes up masking",
        ),
    ],
)
def test_a_slip_is_called_by_what_was_thought(
    library: Library, key: str, drawn: dict[str, Value], typed: str, title: str
) -> None:
    assert f"Not quite: {title}" in told(library, key, drawn, typed)


@pytest.mark.parametrize(
    ("key", "drawn", "typed", "why"),
    [
        (
            "rank-and-expressiveness/pattern-rank",
            {"n": 12, "u": 6, "job": "the first token"},
            "12",
            "different rows",
        ),
        (
            "fused-qkv-and-shapes/fused-width",
            {"h": 16, "kv": 8, "hd": 128, "d": 2880},
            "8640",
            "neither is so",
        ),
        (
            "heads-and-parameters/weights-any-heads",
            {"d": 768, "h": 32},
            "55296",
            "slices of W_Q, W_K and W_V",
        ),
        ("heads-and-parameters/explicit-by-heart", {"name": "qwen3-0.6b"}, "4.2M", "tile the width"),
        ("heads-and-parameters/slice-shapes", {"d": 512, "h": 8}, "(64, 64)", "d_model wide"),
        (
            "heads-and-parameters/exponentials-added",
            {"bs": 2, "h1": 8, "h2": 64, "n": 1024},
            "8",
            "a difference",
        ),
        ("fused-qkv-and-shapes/tokens-seen", {"t": 64, "h": 4}, "64", "a stretch of the sequence"),
        ("fused-qkv-and-shapes/merge-copies", {}, "wrong", "PyTorch refuses"),
    ],
)
def test_what_takes_several_slips_is_explained_and_called_none(
    library: Library, key: str, drawn: dict[str, Value], typed: str, why: str
) -> None:
    said = told(library, key, drawn, typed)
    assert said.startswith("✗ Not right.")
    assert why in said


def told(library: Library, key: str, drawn: dict[str, Value], typed: str) -> str:
    card = library.card(key)
    assert card is not None
    variant = restore(card, drawn, showing=0)
    found = explain(variant, grade(variant, typed), library)
    return f"{found.headline} {found.diagnosis}"


def test_what_is_right_among_several_says_why(cards: tuple[Card, ...]) -> None:
    """It is told to whoever missed it."""
    several = [card for card in cards if card.kind is Kind.MULTI_CHOICE]
    assert several
    for card in several:
        assert isinstance(card.body, Choices)
        assert all(choice.why for choice in card.body.choices if choice.correct), card.key


def test_hints_speak_of_the_numbers_that_are_drawn(cards: tuple[Card, ...]) -> None:
    """A letter for a drawn number is only the author's name for it, unless the prompt says it too."""
    for card in cards:
        drawn = {name for name, _ in (*card.params, *card.let) if len(name) == 1}
        used = drawn & {letter for hint in card.hints for letter in letters(hint)}
        assert used <= letters(card.prompt), card.key


def letters(text: str) -> set[str]:
    return set(LETTER.findall(FIELD.sub(" ", text)))


@pytest.mark.parametrize("typed", ["cancels", "disappears", "does not matter", "has no effect"])
def test_a_gap_takes_the_usual_ways_of_saying_it(library: Library, typed: str) -> None:
    assert told(library, "heads-and-parameters/products-cancel", {}, f"d/h; d; {typed}; 512").startswith("✓")
