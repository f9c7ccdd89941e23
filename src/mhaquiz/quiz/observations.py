"""Answers that people gave, from a class's quiz reports or from one person's review log, in one form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mhaquiz.deck.cards import Card, Deck, Value
from mhaquiz.quiz.stored import drawn_values

if TYPE_CHECKING:
    from mhaquiz.memory.profile import Profile

#: A report is a few kilobytes; what is larger is none.
MAX_REPORT_BYTES = 2_000_000
MAX_REPORTS = 5_000


@dataclass(frozen=True, slots=True)
class Observation:
    """One answer. `person` is a pseudonym, or a session; `values` are None where the card has changed."""

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


@dataclass(slots=True)
class Reports:
    """What was read from a folder of reports, and what was left out of it, each with its reason."""

    observations: list[Observation] = field(default_factory=list)
    people: set[str] = field(default_factory=set)
    left_out: list[tuple[Path, str]] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)  # deck hash → reports


def read_reports(paths: Iterable[Path], deck: Deck) -> Reports:
    """Merge quiz reports. A report twice counts once; those of another version of the deck are told apart."""
    found = Reports()
    seen: dict[tuple[Any, ...], Path] = {}
    for path in sorted(paths)[:MAX_REPORTS]:
        reason = _read_report(path, deck, found, seen)
        if reason:
            found.left_out.append((path, reason))
    return found


def _read_report(path: Path, deck: Deck, found: Reports, seen: dict[tuple[Any, ...], Path]) -> str:
    """Take one report in; the reason where it is left out."""
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
    named = str(report.get("pseudonym") or "")[:80]
    person = named or str(path.with_suffix(""))  # many learners call their file report.json
    found.versions[str(version)] = found.versions.get(str(version), 0) + 1
    if version != deck.file_hash:
        return "another version of the deck"
    first = seen.setdefault((named, json.dumps(report["cards"], sort_keys=True)), path)
    if first is not path:
        return f"the same as {first.name}"
    if named and seen.setdefault((named, "seed", str(report.get("seed"))), path) is not path:
        return "the same quiz again by the same person"
    found.people.add(person)
    found.observations += _of_report(person, report["cards"], deck)
    return ""


def _mapping(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, dict) else {}


def _of_report(person: str, lines: Sequence[object], deck: Deck) -> Iterator[Observation]:
    cards = {card.key: card for card in deck.cards}
    for line in map(_mapping, lines):
        card = cards.get(str(line.get("id")))
        if card is None or line.get("verdict") == "self_rated":
            continue
        misconception, region = line.get("misconception"), line.get("region")
        yield Observation(
            person,
            card.key,
            line.get("passed") is True,
            str(line.get("verdict"))[:40],
            str(line.get("typed", ""))[:200],
            str(line.get("read_as", ""))[:200],
            misconception if isinstance(misconception, str) else None,
            region if isinstance(region, str) else None,
            drawn_values(card, _mapping(line.get("variant"))),
        )


def read_log(profile: Profile, cards: Iterable[Card]) -> list[Observation]:
    """One person's answers to these cards that stand; each session counts as a person of its own."""
    found = []
    for card in cards:
        for event, review in profile.reviews(card.key):
            if review.form == "spoken":
                continue
            found.append(
                Observation(
                    review.session or f"day {event.study_day}",
                    card.key,
                    review.verdict in ("correct", "correct_rounded"),
                    review.verdict,
                    review.typed,
                    "",
                    review.misconception,
                    review.region,
                    drawn_values(card, review.values),
                    review.form == "choice",
                )
            )
    return found
