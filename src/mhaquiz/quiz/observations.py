"""Answers that people gave, from a class's quiz reports or from one person's review log, in one form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mhaquiz.deck.cards import Card, Deck, Numeric, Value
from mhaquiz.quiz.changed import calculated, expected_today
from mhaquiz.quiz.picked import picked_then
from mhaquiz.quiz.stored import drawn_values
from mhaquiz.quiz.verdicts import PASSING, Verdict

if TYPE_CHECKING:
    from mhaquiz.memory.profile import Profile

#: A report is a few kilobytes; what is larger is none.
MAX_REPORT_BYTES = 2_000_000
MAX_REPORTS = 5_000


@dataclass(frozen=True, slots=True)
class Observation:
    """One answer. `person` is a pseudonym, or a session; `values` are None where the card has changed.

    `picked` names what was picked by ids, lines or gaps; empty where that is not known.
    """

    person: str
    card: str
    passed: bool
    verdict: str
    typed: str = ""
    read_as: str = ""
    misconception: str | None = None
    region: str | None = None
    values: Mapping[str, Value] | None = None
    choice: bool = False  # given by choosing, although the card is meant to be typed
    picked: tuple[str, ...] = ()


@dataclass(slots=True)
class Reports:
    """What was read from a folder of reports, and what was left out of it, each with its reason."""

    observations: list[Observation] = field(default_factory=list)
    people: set[str] = field(default_factory=set)
    left_out: list[tuple[Path, str]] = field(default_factory=list)
    answers_left_out: Counter[tuple[str, str]] = field(default_factory=Counter)  # card, reason


@dataclass(frozen=True, slots=True)
class _Report:
    """One file: who answered what, and when the quiz began (0 where that is not said)."""

    path: Path
    named: str
    seed: str
    begun: int
    lines: tuple[Mapping[str, Any], ...]
    same_deck: bool  # the deck has not been edited since

    @property
    def person(self) -> str:
        """Many learners call their file report.json: nameless ones are told apart by its path."""
        return self.named or str(self.path.with_suffix(""))


def read_reports(paths: Iterable[Path], deck: Deck) -> Reports:
    """Merge quiz reports of a class. A copy counts once, and of one person's tries at a quiz the first.

    Where the deck was edited since, each answer is held against today's card: it counts while the right
    answer to the question that was put is the same.
    """
    found = Reports()
    readable = []
    for path in sorted(paths)[:MAX_REPORTS]:
        report = _parsed(path, deck)
        if isinstance(report, str):
            found.left_out.append((path, report))
        else:
            readable.append(report)
    for report in _first_tries(readable, found):
        taken = list(_of_report(report, deck, found.answers_left_out))
        found.observations += taken
        if taken:
            found.people.add(report.person)
        else:
            found.left_out.append((report.path, "none of its answers counts"))
    return found


def _parsed(path: Path, deck: Deck) -> _Report | str:
    """The report of a file, or the reason why it is none."""
    try:
        if path.stat().st_size > MAX_REPORT_BYTES:
            return "too large for a report"
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return "not a JSON file"
    if not isinstance(report, dict) or not isinstance(report.get("cards"), list):
        return "not a report of `quiz --json`"
    version = _mapping(report.get("decks")).get(deck.id)
    if version is None:
        return f"a quiz without cards of {deck.id}"
    begun = report.get("begun")
    return _Report(
        path,
        str(report.get("pseudonym") or "")[:80],
        str(report.get("seed")),
        begun if isinstance(begun, int) else 0,
        tuple(map(_mapping, report["cards"])),
        version == deck.file_hash,
    )


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


def _first_tries(reports: Iterable[_Report], found: Reports) -> list[_Report]:
    """The reports that count: no copies, and the first try of a quiz, or the fullest where none says when."""
    by_content: dict[tuple[str, int, str], _Report] = {}
    for one in reports:
        content = json.dumps(one.lines, sort_keys=True)
        first = by_content.setdefault((one.named, one.begun, content), one)
        if first is not one:
            found.left_out.append((one.path, f"the same as {first.path.name}"))
    by_quiz: dict[tuple[str, str], _Report] = {}
    for one in sorted(by_content.values(), key=lambda one: (one.begun or 1 << 62, -len(one.lines))):
        first = by_quiz.setdefault((one.named or str(one.path), one.seed), one)
        if first is not one:
            found.left_out.append((one.path, "the same quiz again by the same person"))
    return sorted(by_quiz.values(), key=lambda one: one.path)


def _of_report(report: _Report, deck: Deck, left_out: Counter[tuple[str, str]]) -> Iterable[Observation]:
    """The answers of a report that count, under the ids that the cards have today."""
    cards = {f"{deck.id}/{old}": card for card in deck.cards for old in card.renamed_from}
    cards.update((card.key, card) for card in deck.cards)
    for line in report.lines:
        key = str(line.get("id"))[:200]
        card = cards.get(key)
        if card is None:
            if key.startswith(f"{deck.id}/"):
                left_out[key, "no such card any more"] += 1
            continue
        values = drawn_values(card, _mapping(line.get("variant")))
        if line.get("verdict") == Verdict.SELF_RATED:
            left_out[card.key, "spoken, and judged by the learner"] += 1
        elif not (report.same_deck or _means_the_same(card, line, values)):
            left_out[card.key, "its answer has changed since"] += 1
        else:
            yield _observation(report.person, card, line, values)


def _means_the_same(card: Card, line: Mapping[str, Any], values: Mapping[str, Value] | None) -> bool:
    """Whether the right answer is today what it was when the question was put.

    Numbers are compared as they came out, since a formula may be written in another way or `let` be mended.
    What is picked by id may have been reworded; there the ids that are right count.
    """
    today = None if values is None else expected_today(card, values)
    if today is not None and (calculated(card) or "meaning" not in line):
        return bool(today == line.get("expected"))
    return bool(line.get("meaning") == card.meaning_hash)


def _observation(
    person: str, card: Card, line: Mapping[str, Any], values: Mapping[str, Value] | None
) -> Observation:
    misconception, region, picked = line.get("misconception"), line.get("region"), line.get("picked")
    return Observation(
        person,
        card.key,
        line.get("passed") is True,
        str(line.get("verdict"))[:40],
        str(line.get("typed", ""))[:200],
        str(line.get("read_as", ""))[:200],
        misconception if isinstance(misconception, str) else None,
        region if isinstance(region, str) else None,
        values,
        line.get("form") == "choice" and isinstance(card.body, Numeric),
        tuple(str(one)[:200] for one in picked[:100]) if isinstance(picked, list) else (),
    )


def read_log(profile: Profile, cards: Iterable[Card]) -> list[Observation]:
    """One person's answers to these cards that stand; each session counts as a person of its own.

    A suspected edit is no mistake of the card, even where the learner confirmed it: it stays without a name.
    """
    return [
        Observation(
            review.session or f"day {event.study_day}",
            card.key,
            review.verdict in PASSING,
            review.verdict,
            review.typed,
            "",
            None if review.suspected else review.misconception,
            review.region,
            drawn_values(card, review.values),
            review.form == "choice" and isinstance(card.body, Numeric),
            picked_then(card, review),
        )
        for card in cards
        for event, review in profile.reviews(card.key)
        if review.form != "spoken"
    ]
