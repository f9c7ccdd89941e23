"""`mhaquiz deck stats DECK`: what the draws say, and how learners did, by the log or a class's reports."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import UsageError, open_profile
from mhaquiz.cli.deck_commands.choosing import Chosen, add_target, choose, faults_told
from mhaquiz.cli.deck_commands.tables import table_lines
from mhaquiz.deck.display import counted, percent
from mhaquiz.deck.mistake_names import mistake_place, mistakes_of

if TYPE_CHECKING:
    from mhaquiz.quiz.item_statistics import CardFigures
    from mhaquiz.quiz.observations import Reports


def arguments(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    parser.add_argument("--reports", type=Path, metavar="DIR", help="merge a class's `quiz --json` files")
    parser.add_argument(
        "--limit", type=int, default=5, metavar="N", help="nameless answers a card (default 5)"
    )


def run(options: argparse.Namespace) -> int:
    chosen = choose(options.target, options.card)
    for line in _lines(chosen, options):
        sys.stdout.write(line + "\n")
    return 0


def _lines(chosen: Chosen, options: argparse.Namespace) -> Iterator[str]:
    from mhaquiz.memory.meaning import adopt
    from mhaquiz.quiz.item_statistics import figures
    from mhaquiz.quiz.observations import read_log, read_reports

    if options.reports is not None:
        if not options.reports.is_dir():
            raise UsageError(f"{options.reports} is no folder")
        reports = read_reports(options.reports.glob("**/*.json"), chosen.deck)
        yield from report_lines(reports)
        answers = reports.observations
    else:
        yield from draw_lines(chosen)
        with open_profile() as profile:
            adopt(profile, chosen.cards)
            answers = read_log(profile, chosen.cards)
        yield ""
        yield (
            f"From your own log: {len(answers):,} answers."
            if answers
            else "Nobody has answered these cards here yet."
        )
    found = figures(chosen.cards, answers)
    if found:
        yield ""
        yield from answer_lines(found)
        yield from detail_lines(found, chosen, options.limit)


def draw_lines(chosen: Chosen) -> Iterator[str]:
    """The draws of every card, and whether the right answer has a usual place among the choices."""
    from mhaquiz.quiz.draw_statistics import SUSPICIOUS, draw_figures, rank_bias

    found = []
    for card in chosen.cards:
        with faults_told(chosen, card):
            figure = draw_figures(card)
        if figure is not None:
            found.append(figure)
    rows = [
        [
            figure.key,
            f"{figure.draws:,}" + ("" if figure.exhaustive else "+"),
            f"{figure.smallest} … {figure.largest}" if figure.smallest != figure.largest else figure.smallest,
            " ".join(map(percent, figure.ranks)),
            str(figure.most_digits or ""),
            str(figure.close_calls or ""),
        ]
        for figure in found
    ]
    yield from table_lines(
        ["card", "variants", "answer", "rank of the answer", "digits", "close calls"], rows
    )
    for places, counts, chance in rank_bias(found):
        shown = " ".join(f"{count:.1f}" for count in counts)
        flag = "BIASED, learners can guess by size" if chance < SUSPICIOUS else "no sign of a bias"
        yield f"rank among {places} choices, smallest first: {shown} (chi-square p = {chance:.3f}: {flag})"


def report_lines(reports: Reports) -> Iterator[str]:
    """How many people and answers were merged, and what was left out."""
    people, answers = len(reports.people), len(reports.observations)
    yield f"{counted(people, 'person', 'people')}, {counted(answers, 'answer')}"
    yield from left_out_lines(reports)


def left_out_lines(reports: Reports) -> Iterator[str]:
    """The files and the answers that do not count, each with its reason."""
    by_reason: dict[str, list[str]] = {}
    for path, reason in reports.left_out:
        by_reason.setdefault(reason, []).append(path.name)
    for reason, names in by_reason.items():
        more = f" and {len(names) - 3:,} more" if len(names) > 3 else ""
        yield printable(f"left out: {', '.join(names[:3])}{more}: {reason}")
    for (key, reason), answers in sorted(reports.answers_left_out.items()):
        yield printable(f"left out: {counted(answers, 'answer')} to {key}: {reason}")


def answer_lines(found: Sequence[CardFigures]) -> Iterator[str]:
    """The table: answers, failure, discrimination, regions."""
    from mhaquiz.quiz.item_statistics import ENOUGH

    rows = []
    for figure in sorted(found, key=lambda one: -one.failure):
        regions = ", ".join(
            f"{name} {failed}/{total}" for name, (total, failed) in sorted(figure.regions.items())
        )
        told = "" if figure.discrimination is None else f"{figure.discrimination:+.2f}"
        rows.append([figure.key, str(figure.answers), percent(figure.failure), told, regions])
    yield from table_lines(["card", "n", "failed", "discrimination", "failed by region"], rows)
    if all(figure.discrimination is None for figure in found):
        yield f"discrimination: from {ENOUGH} answers on, of people who answered other cards too"


def detail_lines(found: Sequence[CardFigures], chosen: Chosen, limit: int) -> Iterator[str]:
    """Per card what deserves a look: misconceptions, choices, nameless numbers, hard variants."""
    width = max(40, shutil.get_terminal_size((100, 0)).columns)
    for figure in found:
        lines = list(_details(figure, chosen, limit))
        if lines:
            yield ""
            yield figure.key
            for line in lines:
                yield from wrap(printable(line), width, initial_indent="  ", subsequent_indent="    ")


def _meaning(key: str, name: str, chosen: Chosen) -> str:
    """The title of a misconception, or why a mistake without one is wrong."""
    known = chosen.library.misconception(chosen.deck.id, name)
    card = chosen.library.card(key)
    place = mistake_place(card, name) if card is not None and known is None else None
    why = (
        known.title
        if known
        else mistakes_of(card)[place].why
        if card is not None and place is not None
        else ""
    )
    return f": {why}" if why else ""


def _details(figure: CardFigures, chosen: Chosen, limit: int) -> Iterator[str]:
    if figure.discrimination is not None and figure.discrimination < 0:
        yield f"FLAG discrimination {figure.discrimination:+.2f}: those who do better on the rest fail here"
    for name, count in figure.misconceptions.most_common():
        yield f"{count} × {name}{_meaning(figure.key, name, chosen)}"
    for picked, count in figure.picks.most_common(limit):
        yield f"{count} × {picked}"
    for choice in figure.choices:
        share = percent(choice.taken / figure.answers)
        others = "" if choice.others is None else f", their other answers {percent(choice.others)} right"
        yield f"choice {choice.id}{' (right)' if choice.correct else ''}: {choice.taken} ({share}){others}"
        if choice.flag:
            yield f"FLAG choice {choice.id}: {choice.flag}"
    for one in figure.unnamed[:limit]:
        alike = " and the like in other draws" if one.explanation and one.count > 1 else ""
        said = f": {one.explanation}" if one.explanation else ""
        yield f"{one.count} × {one.typed}{alike}, without a name{said}"
    for values, answers, failed in figure.hard_variants[:limit]:
        yield f"harder than the rest: {values} failed {failed} of {answers}"
