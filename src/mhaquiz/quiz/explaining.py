"""What is said after an answer: the verdict, what was read, why, and how the right answer comes about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from mhaquiz.deck.cards import Card, LabLink, Misconception, Point, RedFlag, Source, Value
from mhaquiz.deck.display import show
from mhaquiz.deck.lab_link import filled_link
from mhaquiz.deck.prose import fill_prose
from mhaquiz.engine.edits import RIGHT_FOR
from mhaquiz.quiz.second_route import second_route
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict
from mhaquiz.quiz.working import worked_line

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library

__all__ = ["Explanation", "explain", "second_route"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything a reveal shows, every template filled. `slip` tells an arithmetic slip from a wrong idea.

    `suspected` has a sentence a number: edits that give the same one share it and are counted in it.
    """

    headline: str
    read_as: str = ""
    diagnosis: str = ""
    misconception: Misconception | None = None
    suspected: tuple[str, ...] = ()
    worked: str = ""
    answer: str = ""
    short: str = ""
    full: str = ""
    why: str = ""
    points: tuple[Point, ...] = ()
    red_flags: tuple[RedFlag, ...] = ()
    recap: tuple[str, ...] = ()
    sources: tuple[Source, ...] = ()
    followups: tuple[str, ...] = ()
    lab: LabLink | None = None
    hints: tuple[str, ...] = ()
    slip: bool = False


def explain(variant: Variant, grade: Grade, library: Library) -> Explanation:
    """The explanation of `grade`. The second route needs numpy and waits for its own call."""
    card, names = variant.card, variant.names
    worked, short = worked_line(variant), fill_prose(card.short, names)
    misconception = _misconception(card, grade, library)
    return Explanation(
        headline=_headline(grade, misconception),
        read_as=grade.read_as,
        diagnosis=_diagnosis(variant, grade, misconception),
        misconception=misconception,
        suspected=tuple(_suspicions(_titled(card, grade, library))),
        worked=worked,
        answer=variant.answer_text,
        short="" if _says(worked, short) else short,
        full=_whole(card, names),
        why=fill_prose(card.why, names),
        points=tuple(Point(fill_prose(point.text, names), point.must) for point in card.points),
        red_flags=tuple(
            RedFlag(fill_prose(flag.text, names), fill_prose(flag.why, names)) for flag in card.red_flags
        ),
        recap=_filled(card.recap, names),
        sources=card.sources,
        followups=card.followups,
        lab=filled_link(card.lab, names, variant.params) if card.lab else None,
        hints=_filled(card.hints, names),
        slip=grade.slip,
    )


def _says(worked: str, short: str) -> bool:
    """Whether the worked line has just said the short answer, but for spaces and the unit."""
    bare = short.replace(" ", "").strip(".").removesuffix("bytes")
    return bool(bare) and bare in worked.replace(" ", "")


def _titled(card: Card, grade: Grade, library: Library) -> Grade:
    """The grade with titles in place of ids, where misconceptions of the card are among the suspected."""
    edits = list(grade.edits)
    for place, mistake in enumerate(grade.listed):
        known = library.misconception(card.deck, mistake.misconception) if mistake.misconception else None
        if known is not None:
            edits[place] = replace(edits[place], words=known.title.removesuffix("."))
    return replace(grade, edits=tuple(edits))


def _suspicions(grade: Grade) -> Iterator[str]:
    """What may have been thought. Edits that give one number share a sentence, in which they are numbered."""
    if grade.listed:
        yield _several_listed(grade)
        return
    parted = [(number, edit.sentence.partition(RIGHT_FOR)) for number, edit in enumerate(grade.edits, 1)]
    for opening, group in groupby(parted, key=lambda pair: pair[1][0]):
        thoughts = list(group)
        if len(thoughts) == 1:
            yield "".join(thoughts[0][1])
        else:
            options = "; ".join(f"({number}) {words.removesuffix('.')}" for number, (_, _, words) in thoughts)
            yield f"{opening} would be right for one of these: {options}."


def _several_listed(grade: Grade) -> str:
    """What the author says of each mistake, after its own number where the one typed is rounded."""
    options = "; ".join(
        f"({place}) {edit.words}"
        if edit.sentence.startswith(f"{show(edit.value, ',')} ")
        else f"({place}) {show(edit.value, ',')}: {edit.words}"
        for place, edit in enumerate(grade.edits, 1)
    )
    return f"{grade.read_as} has one of these explanations: {options}."


def _whole(card: Card, names: Mapping[str, Value]) -> str:
    """The full answer with what belongs to it: a picture, where it stops being true, models that show it."""
    listed = (
        ("Where it stops being true:", _filled(card.breaks_when, names)),
        ("Seen in:", _filled(card.seen_in, names)),
    )
    parts = [fill_prose(card.full, names).strip()]
    parts += [f"Think of it so: {fill_prose(card.analogy, names)}"] if card.analogy else []
    parts += ["\n".join((title, *(f"- {one}" for one in items))) for title, items in listed if items]
    return "\n\n".join(part for part in parts if part)


def _filled(texts: tuple[str, ...], names: Mapping[str, Value]) -> tuple[str, ...]:
    return tuple(fill_prose(text, names) for text in texts)


def _misconception(card: Card, grade: Grade, library: Library) -> Misconception | None:
    return library.misconception(card.deck, grade.misconception) if grade.misconception else None


_HEADLINES: Mapping[Verdict, str] = {
    Verdict.CORRECT: "✓ Correct.",
    Verdict.CORRECT_ROUNDED: "✓ Correct, rounded.",
    Verdict.MORE_DIGITS: "… More digits, please.",
    Verdict.UNREADABLE: "? Not read.",
    Verdict.PARTIAL: "✗ Partly right.",
    Verdict.MISCONCEPTION: "✗ Not right.",
    Verdict.SIGN: "✗ Not quite: the sign.",
    Verdict.UNIT: "✗ Not quite: the unit.",
    Verdict.SCALE: "✗ Not quite: the scale.",
    Verdict.SUSPECTED: "✗ Not right. Did you assume this?",
    Verdict.WRONG: "✗ Not right.",
    Verdict.SELF_RATED: "How did yours compare?",
}
NOT_ANSWERED = "✗ Not answered."


def _headline(grade: Grade, misconception: Misconception | None) -> str:
    if grade.verdict is Verdict.WRONG and not grade.typed.strip():
        return NOT_ANSWERED
    if misconception is not None and not grade.verdict.passes:
        return f"✗ Not quite: {misconception.title}"
    if grade.verdict is Verdict.SUSPECTED and len(grade.edits) > 1:
        return "✗ Not right. Did you assume one of these?"
    nothing_right = grade.verdict is Verdict.PARTIAL and not grade.score
    return _HEADLINES[Verdict.WRONG if nothing_right else grade.verdict]


def _diagnosis(variant: Variant, grade: Grade, misconception: Misconception | None) -> str:
    """How the misconception is mended, what the card says of this very answer, why the right one is right.

    The headline has named the misconception. "" when right: then `why` is all there is to say. An answer not
    given is told why as well.
    """
    if grade.verdict.passes or grade.verdict is Verdict.SELF_RATED:
        return ""
    why = fill_prose(variant.card.why, variant.names)
    if not grade.typed.strip():
        return why
    said = "" if grade.edits else grade.message
    parts = (misconception.fix if misconception else "", said, "" if why in said else why)
    return " ".join(part.strip() for part in parts if part.strip())
