"""Choices, true and false, automatic multiple choice: chosen by displayed number or by id."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from mhaquiz.deck.cards import Choices
from mhaquiz.quiz.grading.grades import are, in_words
from mhaquiz.quiz.reading import Unreadable
from mhaquiz.quiz.reading.characters import plain
from mhaquiz.quiz.shown import ShownChoice, Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

_PARTING = re.compile(r"[\s,;]+")
_TRUE = {"t", "true", "y", "yes"}
_FALSE = {"f", "false", "n", "no"}
_NOTHING = {"none", "-"}


def grade_choice(variant: Variant, text: str) -> Grade:
    """The grade of chosen numbers or ids: one for a single choice, any number for several."""
    return grade_chosen(variant, chosen(variant, text), text)


def grade_chosen(variant: Variant, chosen: Sequence[ShownChoice], text: str) -> Grade:
    """The grade of these choices; front ends that tick boxes and author tests that name ids come here."""
    chosen = sorted(chosen, key=variant.choices.index)  # told in the order in which they are displayed
    shown = "; ".join(choice.text for choice in chosen) or "none"
    score = _score(variant, chosen)
    if score == 1:
        return Grade(Verdict.CORRECT, text, shown, score=score)
    wrong = next((choice for choice in chosen if not choice.correct), None)
    verdict = _verdict(variant, wrong)
    return Grade(
        verdict,
        text,
        shown,
        _message(variant, chosen, wrong),
        wrong.index if wrong else None,
        wrong.misconception if wrong else None,
        score,
    )


def grade_true_false(variant: Variant, text: str) -> Grade:
    """t, f, true, false, yes, no, or the displayed number."""
    return grade_chosen(variant, [claimed(variant, text)], text)


def claimed(variant: Variant, text: str) -> ShownChoice:
    """What a true_false card was answered. Raises Unreadable."""
    word = plain(text).strip().rstrip(".").casefold()
    for claim, words in enumerate((_TRUE, _FALSE)):
        if word in words or word == str(claim + 1):
            return variant.choices[claim]
    raise Unreadable("type t for true or f for false")


def chosen(variant: Variant, text: str) -> list[ShownChoice]:
    """The choices that were named by number or id. Raises Unreadable."""
    text = plain(text)
    words = [word for word in _PARTING.split(text.strip()) if word and word.casefold() != "and"]
    multiple = isinstance(variant.card.body, Choices) and variant.card.body.multiple
    if (
        multiple
        and len(words) == 1
        and words[0].casefold() in _NOTHING
        and not _named(variant.choices, words[0])
    ):
        return []
    found = [find(variant.choices, word, text) for word in words]
    different = list(dict.fromkeys(found))
    if len(different) > 1 and not multiple:
        raise Unreadable("choose one")
    if not different:
        raise Unreadable("nothing was chosen")
    return different


def find(choices: Sequence[ShownChoice], word: str, text: str) -> ShownChoice:
    """The choice that `word` means: the displayed number before the id. Raises Unreadable."""
    bare = word.strip(".)").casefold()
    if bare.isascii() and bare.isdigit() and 1 <= int(bare[:6]) <= len(choices):
        return choices[int(bare) - 1]
    named = _named(choices, bare)
    if named is None:
        raise Unreadable(
            f"`{word}` is none of the choices; type a number from 1 to {len(choices)}", text.find(word)
        )
    return named


def _named(choices: Sequence[ShownChoice], word: str) -> ShownChoice | None:
    return next((choice for choice in choices if choice.id.casefold() == word.casefold()), None)


def _score(variant: Variant, chosen: Sequence[ShownChoice]) -> Fraction:
    """per_choice: max(0, right − wrong) / right; otherwise all or nothing."""
    right = sum(choice.correct for choice in chosen)
    wanted = sum(choice.correct for choice in variant.choices)
    if isinstance(variant.card.body, Choices) and variant.card.body.scoring == "per_choice" and wanted:
        return Fraction(max(0, 2 * right - len(chosen)), wanted)
    return Fraction(right == wanted and len(chosen) == wanted)


def _verdict(variant: Variant, wrong: ShownChoice | None) -> Verdict:
    body = variant.card.body
    if isinstance(body, Choices) and body.multiple and body.scoring == "per_choice":
        return Verdict.PARTIAL
    known = wrong is not None and (wrong.misconception or not isinstance(body, Choices))
    return Verdict.MISCONCEPTION if known else Verdict.WRONG


def _message(variant: Variant, chosen: Sequence[ShownChoice], wrong: ShownChoice | None) -> str:
    """Why what was chosen is wrong and, where several are to be chosen, which others are right."""
    body = variant.card.body
    if not (isinstance(body, Choices) and body.multiple):
        right = next((choice for choice in variant.choices if choice.correct), None)
        return (wrong.why if wrong else "") or (right.why if right else "")
    said = [f"“{choice.text}” is wrong{_because(choice)}" for choice in chosen if not choice.correct]
    missed = [choice for choice in variant.choices if choice.correct and choice not in chosen]
    return " ".join([*said, *_missed(missed, " too" if chosen else "")])


def _missed(missed: Sequence[ShownChoice], too: str) -> Iterator[str]:
    """What else is right: each with its reason where the author gave one, the others in one sentence."""
    yield from (f"“{choice.text}” is right{too}: {choice.why}" for choice in missed if choice.why)
    if bare := [f"“{choice.text}”" for choice in missed if not choice.why]:
        yield f"{in_words(bare)} {are(len(bare))} right{too}."


def _because(choice: ShownChoice) -> str:
    return f": {choice.why}" if choice.why else "."
