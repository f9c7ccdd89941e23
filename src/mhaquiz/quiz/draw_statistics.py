"""What a card's draws say before anyone has answered: range, rank of the right answer, close calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from mhaquiz.deck.cards import Card, Numeric, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.variants import DrawError, NoDrawError, draws
from mhaquiz.quiz.chi_square import evenness
from mhaquiz.quiz.telling_apart import digits_needed
from mhaquiz.quiz.variants import restore

#: A deck whose ranks are at most so likely to be even by chance is flagged.
SUSPICIOUS = 0.01


@dataclass(frozen=True, slots=True)
class DrawFigures:
    """The draws of one card. `ranks[i]` is the share of draws in which the answer is the i-th smallest."""

    key: str
    draws: int
    exhaustive: bool
    smallest: str = ""
    largest: str = ""
    ranks: tuple[float, ...] = ()
    most_digits: int = 0  # digits needed in the worst draw
    close_calls: int = 0  # draws in which `min_sigfigs` digits do not tell answer and mistakes apart


def draw_figures(card: Card) -> DrawFigures | None:
    """The figures of a card; None where it cannot be drawn."""
    try:
        found = draws(card)
    except (DrawError, NoDrawError):
        return None
    if not isinstance(card.body, Numeric):
        return DrawFigures(card.key, len(found.draws), found.exhaustive)
    answers, wrong = _values(card, [draw.values for draw in found.draws])
    if not answers:
        return DrawFigures(card.key, len(found.draws), found.exhaustive)
    needed = [digits_needed(answer, mistakes) or 0 for answer, mistakes in zip(answers, wrong, strict=True)]
    return DrawFigures(
        card.key,
        len(found.draws),
        found.exhaustive,
        show(min(answers), ","),
        show(max(answers), ","),
        _ranks(answers, wrong),
        max(needed),
        sum(digits > card.body.accept.min_sigfigs for digits in needed),
    )


def _values(
    card: Card, drawn: Sequence[object]
) -> tuple[list[int | Fraction | float], list[list[int | Fraction | float]]]:
    """Answers, and the mistakes of each draw, where they are numbers."""
    answers: list[int | Fraction | float] = []
    wrong: list[list[int | Fraction | float]] = []
    for values in drawn:
        assert isinstance(values, dict)
        variant = restore(card, {name: values[name] for name, _ in card.params}, showing=0)
        answer: Value | frozenset[str] = variant.expected
        if isinstance(answer, int | Fraction | float) and not isinstance(answer, bool):
            answers.append(answer)
            wrong.append(
                [one.value for one in variant.mistakes if isinstance(one.value, int | Fraction | float)]
            )
    return answers, wrong


def _ranks(
    answers: Sequence[int | Fraction | float], wrong: Sequence[Sequence[int | Fraction | float]]
) -> tuple[float, ...]:
    """How often the answer is the smallest, second smallest … of itself and its mistakes."""
    most = max(map(len, wrong), default=0)
    if most == 0:
        return ()
    counts = [0] * (most + 1)
    for answer, mistakes in zip(answers, wrong, strict=True):
        counts[sum(mistake < answer for mistake in mistakes)] += 1
    return tuple(count / len(answers) for count in counts)


def rank_bias(cards: Sequence[DrawFigures]) -> list[tuple[int, list[float], float]]:
    """By number of choices: the cards' ranks added up, and how likely so uneven a sum is by chance.

    Each card counts once, however many draws it has: its draws are not independent.
    """
    found = []
    for places in sorted({len(card.ranks) for card in cards if card.ranks}):
        group = [card.ranks for card in cards if len(card.ranks) == places]
        counts = [sum(column) for column in zip(*group, strict=True)]
        found.append((places, counts, evenness(counts)))
    return found
