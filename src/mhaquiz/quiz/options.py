"""The choices of a variant in the order in which they are displayed."""

from __future__ import annotations

from collections.abc import Sequence

from mhaquiz.deck.cards import Choice, Choices, Order, Step, TrueFalse, Value
from mhaquiz.deck.prose import fill_prose
from mhaquiz.quiz.chance import number, shuffled
from mhaquiz.quiz.shown import KnownMistake, ShownChoice

#: Most options of automatic multiple choice; fewer mistakes are shown where the card lists more.
MOST_OPTIONS = 4
_LETTERS = "abcdefgh"


def true_or_false(body: TrueFalse, answer: bool, why: str) -> tuple[ShownChoice, ...]:
    """Always True first: a fixed place is quicker to answer."""
    return tuple(
        ShownChoice(
            id=str(claim).lower(),
            text=str(claim),
            correct=claim is answer,
            why="" if claim is answer else why,
            misconception=None if claim is answer else body.mistake,
            index=None if claim is answer else 0,
        )
        for claim in (True, False)
    )


def listed(body: Choices, names: dict[str, Value], seed: Sequence[object]) -> tuple[ShownChoice, ...]:
    """The author's choices, shuffled unless the card says otherwise; `last` ones stay at the end."""
    pairs = list(enumerate(body.choices))
    if body.shuffle:
        pairs = shuffled(pairs, lambda pair: pair[1].id, *seed, "choices")
    pairs.sort(key=lambda pair: pair[1].last)
    return tuple(_choice(choice, index, names) for index, choice in pairs)


def _choice(choice: Choice, index: int, names: dict[str, Value]) -> ShownChoice:
    return ShownChoice(
        choice.id,
        fill_prose(choice.text, names),
        choice.correct,
        fill_prose(choice.why, names),
        choice.misconception,
        index,
    )


def steps(body: Order, names: dict[str, Value], seed: Sequence[object]) -> tuple[ShownChoice, ...]:
    """The steps of an order card, extra ones among them, shuffled."""
    pairs = list(enumerate(body.steps))
    if body.shuffle:
        pairs = shuffled(pairs, lambda pair: pair[1].id, *seed, "steps")
    return tuple(_step(step, index, names) for index, step in pairs)


def _step(step: Step, index: int, names: dict[str, Value]) -> ShownChoice:
    return ShownChoice(
        step.id, fill_prose(step.text, names), not step.extra, fill_prose(step.why, names), None, index
    )


def automatic(
    answer: Value, answer_text: str, mistakes: Sequence[KnownMistake], seed: Sequence[object]
) -> tuple[ShownChoice, ...]:
    """Multiple choice made of an answer and the card's mistakes; empty where fewer than two options differ.

    Options that display alike are one. How many options are smaller than the answer is drawn evenly over what
    the mistakes allow, so that the answer's rank tells nothing; then all are shuffled.
    """
    different = {mistake.shown: mistake for mistake in reversed(mistakes) if mistake.shown != answer_text}
    if not different:
        return ()
    chosen = _balanced(answer, list(different.values()), seed)
    options = [ShownChoice("", answer_text, True)] + [
        ShownChoice("", mistake.shown, False, mistake.why, mistake.misconception, mistake.index)
        for mistake in chosen
    ]
    ordered = shuffled(options, lambda option: option.text, *seed, "options")
    return tuple(
        ShownChoice(letter, option.text, option.correct, option.why, option.misconception, option.index)
        for letter, option in zip(_LETTERS, ordered, strict=False)
    )


def _balanced(answer: Value, mistakes: list[KnownMistake], seed: Sequence[object]) -> list[KnownMistake]:
    """At most three mistakes, `below` of them smaller than the answer, `below` drawn evenly."""
    room = min(MOST_OPTIONS - 1, len(mistakes))
    mixed = shuffled(mistakes, lambda mistake: mistake.shown, *seed, "mistakes")
    if isinstance(answer, str | tuple):
        return mixed[:room]
    smaller = [mistake for mistake in mixed if mistake.value < answer]  # type: ignore[operator]
    larger = [mistake for mistake in mixed if mistake not in smaller]
    fewest, most = max(0, room - len(larger)), min(room, len(smaller))
    below = fewest + number(*seed, "rank") % (most - fewest + 1)
    return smaller[:below] + larger[: room - below]
