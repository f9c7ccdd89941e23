"""Gaps filled in a text, and the lines of a bug."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from mhaquiz.deck.cards import Cloze, SpotBug
from mhaquiz.quiz.grading.grades import are, in_words
from mhaquiz.quiz.reading import Unreadable
from mhaquiz.quiz.reading.characters import plain, visible
from mhaquiz.quiz.shown import Variant
from mhaquiz.quiz.verdicts import Grade, Verdict

_LINE = re.compile(r"(?:lines?|l)?\s*([0-9]+)", re.IGNORECASE)
_BESIDE_SIGNS = re.compile(r"\s+(?=\W)|(?<=\W)\s+")


def grade_cloze(variant: Variant, text: str) -> Grade:
    """The grade of the gaps' texts, parted by `;` or `|`; case and spaces play no role."""
    wanted = cast("tuple[tuple[str, ...], ...]", variant.expected)
    given = filled(text, len(wanted))
    right = right_gaps(given, wanted, any_order=cast("Cloze", variant.card.body).any_order)
    shown = visible("; ".join(given))
    score = Fraction(sum(right), len(right))
    if all(right):
        return Grade(Verdict.CORRECT, text, shown, score=score)
    message = "" if len(right) == 1 else _wrong_gaps(right)
    return Grade(Verdict.WRONG, text, shown, message, score=score)


def right_gaps(
    given: Sequence[str], wanted: Sequence[Iterable[str]], *, any_order: bool = False
) -> list[bool]:
    """Whether what was typed into each gap is one of its answers; in any order, of a gap left over."""
    fitting = [[index for index, answers in enumerate(wanted) if _fits(answer, answers)] for answer in given]
    if not any_order:
        return [index in gaps for index, gaps in enumerate(fitting)]
    taken: dict[int, int] = {}
    for index in range(len(given)):
        _place(index, fitting, taken, set())
    return [index in taken.values() for index in range(len(given))]


def _place(index: int, fitting: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Give an answer a gap, and the one that had it another: as many as can be find a place."""
    for gap in fitting[index]:
        if gap not in tried:
            tried.add(gap)
            if gap not in taken or _place(taken[gap], fitting, taken, tried):
                taken[gap] = index
                return True
    return False


def _fits(answer: str, alternatives: Iterable[str]) -> bool:
    return _bare(answer) in map(_bare, alternatives)


def _wrong_gaps(right: list[bool]) -> str:
    numbers = [index for index, good in enumerate(right, 1) if not good]
    return f"Gap{'s' * (len(numbers) > 1)} {in_words(numbers)} {are(len(numbers))} not right."


def filled(text: str, count: int) -> list[str]:
    """What was typed into each gap. Raises Unreadable."""
    if len(text) > 1000:
        raise Unreadable("that is too long for the gaps", 1000)
    if count == 1:
        given = [" ".join(text.split())]
    else:
        given = [" ".join(part.split()) for part in re.split(r"[;|]", text)]
    if not any(given):
        raise Unreadable("nothing was typed")
    if len(given) != count:
        raise Unreadable(f"there are {count} gaps and you filled {len(given)}: put a semicolon between them")
    return given


def _bare(text: str) -> str:
    """What is compared: case, runs of spaces and spaces beside signs left out, look-alikes made one."""
    same = unicodedata.normalize("NFKC", plain(text[:200] or " -")).casefold().strip().rstrip(".")
    return _BESIDE_SIGNS.sub("", " ".join(same.split()))


def grade_spot_bug(variant: Variant, text: str) -> Grade:
    """The grade of line numbers: `2`, `line 2`, `2, 5`."""
    body = cast("SpotBug", variant.card.body)
    given = lines(text, len(body.code.splitlines()))
    wanted = set(body.bug_lines)
    shown = ("line " if len(given) == 1 else "lines ") + ", ".join(map(str, sorted(given)))
    if given == wanted:
        return Grade(Verdict.CORRECT, text, shown, score=Fraction(1))
    return Grade(Verdict.WRONG, text, shown, _wrong_lines(given, wanted))


def _wrong_lines(given: set[int], wanted: set[int]) -> str:
    """What is missing and what is no bug, where some of the lines were found."""
    if not given & wanted:
        return ""
    parts = [(sorted(wanted - given), "wrong too"), (sorted(given - wanted), "not wrong")]
    said = [f"line{'s' * (len(n) > 1)} {in_words(n)} {are(len(n))} {what}" for n, what in parts if n]
    return f"{said[0][0].upper()}{'; '.join(said)[1:]}."


def lines(text: str, count: int) -> set[int]:
    """The numbers of the lines that were named. Raises Unreadable."""
    text = plain(text)
    given: set[int] = set()
    for word in re.split(r"[,;]\s*|\s+(?=\d|l)|\s+and\s+", text.strip(), flags=re.IGNORECASE):
        match = _LINE.fullmatch(word.strip())
        if match is None and word.strip().casefold() in ("line", "lines"):
            continue
        if match is None:
            raise Unreadable("type the number of the line", text.find(word))
        if not 1 <= int(match[1][:9]) <= count:
            raise Unreadable(f"the code has lines 1 to {count}", text.find(word))
        given.add(int(match[1]))
    if not given:
        raise Unreadable("type the number of the line")
    return given
