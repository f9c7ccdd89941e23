"""`mhaquiz stats`: what you know, how sure you are, how it went; as text or as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import find_cards, load_decks, open_profile
from mhaquiz.cli.options import add_decks, add_plain
from mhaquiz.deck.display import counted, percent

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile

BAR = 30
SHADES = " ░▒▓█"
WEEKS_SHOWN = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    add_plain(parser)
    parser.add_argument("--json", action="store_true", help="every number, for scripts")


def run(options: argparse.Namespace) -> int:
    library = load_decks(options.decks)
    with open_profile() as profile:
        found = report(profile, library, find_cards(library, options.decks))
    if options.json:
        sys.stdout.write(json_text(found, indent=1))
    else:
        plain = options.plain or not sys.stdout.isatty()
        sys.stdout.write("".join(f"{line.rstrip()}\n" for line in as_text(found, plain=plain)))
    return 0


def report(profile: Profile, library: Library, cards: Sequence[Card]) -> dict[str, Any]:
    """Every statistic as plain data."""
    from mhaquiz.memory.clock import date_of
    from mhaquiz.memory.overview import overview

    found = overview(profile, cards)
    asked, predicted, obtained = found.mock
    return {
        "today": date_of(found.today).isoformat(),
        "answers": found.answers,
        "streak_days": found.streak_days,
        "calibration": [each._asdict() for each in found.calibration],
        "retention": [each._asdict() | {"week": date_of(each.week).isoformat()} for each in found.retention],
        "days": [{"day": date_of(day).isoformat(), **counts._asdict()} for day, counts in found.days.items()],
        "mastery_by_topic": [each._asdict() for each in found.topics],
        "mastery_by_level": [each._asdict() for each in found.levels],
        "misconceptions": [
            {
                "id": idea,
                "title": _title(library, idea, found.met_on.get(idea, ())),
                "declared": declared,
                "suspected": suspected,
            }
            for idea, declared, suspected in found.mistakes.by_idea
        ],
        "concept_errors": found.mistakes.concept,
        "slips": found.mistakes.slips,
        "response_seconds": found.seconds,
        "stability": dict(found.stability),
        "difficulty": dict(found.difficulty),
        "due_next_30_days": found.due,
        "leeches": found.leeches,
        "leech_prompts": [_prompt(library, key) for key in found.leeches],
        "mock": {"asked": asked, "predicted": predicted, "obtained": obtained},
        "year": [[date_of(day).isoformat(), count] for day, count in found.year],
    }


def _title(library: Library, idea: str, met_on: Sequence[str]) -> str:
    """What a wrong idea is called in the decks where it was met, else in any; its id where none has it."""
    decks = dict.fromkeys((*(key.partition("/")[0] for key in met_on), *(deck.id for deck in library.decks)))
    known = (library.misconception(deck, idea) for deck in decks)
    return next((one.title for one in known if one is not None), idea)


def _prompt(library: Library, key: str) -> str:
    from mhaquiz.deck.examples import example_prompt
    from mhaquiz.quiz.report import in_short

    card = library.card(key)
    return key if card is None else in_short(example_prompt(card))


def as_text(found: dict[str, Any], *, plain: bool = False) -> Iterable[str]:
    """The report as lines of at most 80 columns; plain ones have words where others have bars and shades."""
    shown = _words if plain else _bars
    yield f"{counted(found['answers'], 'answer')}, {counted(found['streak_days'], 'day')} in a row"
    if not found["answers"]:
        yield "Nothing to show yet: `mhaquiz study` asks the first card."
        return
    yield from ("", "Mastery by topic (recall expected today, unseen cards as 0)")
    yield from shown(
        (each["name"], each["recall"], f"{each['seen']} of {each['cards']}")
        for each in found["mastery_by_topic"]
    )
    yield from ("", "Mastery by level")
    yield from shown(
        (each["name"], each["recall"], f"{each['seen']} of {each['cards']}")
        for each in found["mastery_by_level"]
    )
    yield from ("", "How sure, and how often right")
    yield from shown(
        (each["confidence"], each["right"] or 0.0, counted(each["answers"], "answer"))
        for each in found["calibration"]
    )
    if found["retention"]:
        yield from ("", "Recalled when due, by week (what the model expected)")
        yield from shown(
            (
                each["week"],
                each["recalled"],
                f"{counted(each['reviews'], 'review')} ({percent(each['predicted'])})",
            )
            for each in found["retention"][-WEEKS_SHOWN:]
        )
    yield from _errors(found)
    yield from _times(found)
    yield from _weeks(found) if plain else _year(found)


def _year(found: dict[str, Any]) -> Iterable[str]:
    yield from ("", "A year of days (one column a week, Monday on top)")
    yield from heat_map([each[1] for each in found["year"]])


def _weeks(found: dict[str, Any]) -> Iterable[str]:
    """The last weeks in words: a grid of shades cannot be read aloud."""
    days = found["year"][-7 * WEEKS_SHOWN :]
    weeks = [days[at : at + 7] for at in range(0, len(days), 7)]
    yield from ("", "Answers by week")
    for week in weeks:
        answers, studied = sum(count for _, count in week), sum(count > 0 for _, count in week)
        if answers:
            yield f"  from {week[0][0]}: {counted(answers, 'answer')} on {counted(studied, 'day')}"


def _errors(found: dict[str, Any]) -> Iterable[str]:
    yield ""
    listed = sum(each["declared"] + each["suspected"] for each in found["misconceptions"])
    own = found["concept_errors"] - listed
    told = f" ({own} known to one card only, not listed)" if own else ""
    yield f"Wrong ideas {found['concept_errors']}{told}, slips {found['slips']}"
    for each in found["misconceptions"][:10]:
        suspected = f", {each['suspected']} suspected" if each["suspected"] else ""
        yield f"  {printable(each['title'])}: {counted(each['declared'], 'time')}{suspected}"
    if found["leeches"]:
        yield "Missed again and again (read the worked solution, open the lab):"
        yield from (f"  {printable(key)}" for key in found["leech_prompts"][:10])


def _times(found: dict[str, Any]) -> Iterable[str]:
    seconds = found["response_seconds"]
    if seconds:
        yield "Median time: " + ", ".join(f"{seconds[name]:.0f} s {name}" for name in seconds)
    due = found["due_next_30_days"]
    yield f"Due today {due[0]}, in the next 7 days {sum(due[:7])}, in 30 days {sum(due)}"
    mock = found["mock"]
    if mock["asked"]:
        obtained, predicted = percent(mock["obtained"]), percent(mock["predicted"])
        yield f"Mock interviews: {obtained} of known cards, {predicted} expected"


def _bars(rows: Iterable[tuple[str, float, str]]) -> Iterable[str]:
    for name, share, note in rows:
        yield f"  {printable(name)[:24]:<24} {'█' * round(share * BAR):<{BAR}} {percent(share):>4}  {note}"


def _words(rows: Iterable[tuple[str, float, str]]) -> Iterable[str]:
    """The same rows to be read aloud."""
    for name, share, note in rows:
        yield f"  {printable(name)}: {percent(share)}, {note}"


def heat_map(counts: Sequence[int]) -> list[str]:
    """Seven lines of one character a week; darker is more."""
    top = max(max(counts), 1)
    shades = [SHADES[0 if not count else 1 + min(3, count * 4 // (top + 1))] for count in counts]
    return ["  " + "".join(shades[row::7]) for row in range(7)]
