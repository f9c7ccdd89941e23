"""`mhaquiz quiz`: a scored quiz that leaves the schedule alone. The same seed gives the same quiz."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import json_text
from mhaquiz.cli.context import (
    NOTHING_MARKED,
    CommandError,
    UsageError,
    desk_of,
    has_screen,
    load_decks,
    model_of,
    open_profile,
    wanted_cards,
)
from mhaquiz.cli.options import add_decks, add_filters, add_marked, add_plain, filters, fresh_seed, whole

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.deck.library import Library
    from mhaquiz.quiz.quiz_session import QuizSession

DAILY_COUNT = 5
USUAL_COUNT = 20
MOST_TITLES = 2  # of decks, in the heading of a paper


def arguments(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    parser.add_argument(
        "--count", type=whole(1, 1000), metavar="N", help=f"number of cards (default {USUAL_COUNT})"
    )
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="N", help="same seed, same quiz")
    add_filters(parser)
    add_marked(parser)
    add_plain(parser)
    parser.add_argument("--choice", action="store_true", help="numbers as multiple choice where possible")
    parser.add_argument("--json", action="store_true", help="a report for scripts; questions go to stderr")
    parser.add_argument("--pseudonym", metavar="NAME", help="who the report is of, for a class (with --json)")
    parser.add_argument("--daily", action="store_true", help="today's five, the same for everyone (UTC day)")
    parser.add_argument("--share", action="store_true", help="end with one line to share, without answers")
    about = parser.add_mutually_exclusive_group()
    about.add_argument("--model", metavar="ID", help="a quiz about this model (`mhaquiz models` lists them)")
    about.add_argument("--config", type=Path, metavar="FILE", help="a quiz about the model of a config.json")
    parser.add_argument("--print", action="store_true", help="print the quiz and its key instead of asking")
    parser.add_argument("--format", choices=("markdown", "html"), help="of the printed quiz")
    parser.add_argument("--roster", type=Path, metavar="CSV", help="one paper a row, with its own numbers")


def run(options: argparse.Namespace) -> int:
    check(options)
    library, seed, cards = chosen(options)
    if options.print:
        return print_exam(library, cards, seed, options)
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.quiz.quiz_session import QuizSession
    from mhaquiz.quiz.variants import Form

    form = Form.CHOICE if options.choice else None
    session = QuizSession(cards, library, seed=seed, clock=system_clock, form=form)
    if options.plain or options.json or not has_screen():
        converse(session, options)
    else:
        on_screen(session, options)
    if options.json:
        who = {"pseudonym": options.pseudonym} if options.pseudonym else {}
        sys.stdout.write(json_text({**who, **session.report()}, indent=1))
    return 0


def check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    about_model = options.model or options.config
    if options.daily and (options.seed is not None or options.decks or about_model):
        raise UsageError("--daily chooses its own cards and seed: leave out --seed, decks and models")
    if about_model and options.decks:
        raise UsageError("a quiz about a model makes its own cards: leave out the decks")
    if options.pseudonym and not options.json:
        raise UsageError("--pseudonym belongs to --json")
    if (options.format or options.roster) and not options.print:
        raise UsageError("--format and --roster belong to --print")


def chosen(options: argparse.Namespace) -> tuple[Library, int, tuple[Card, ...]]:
    """The library, the seed and the cards that it picks."""
    from mhaquiz.quiz.quiz_session import choose

    if options.model or options.config:
        from mhaquiz.quiz.drill import drill

        library = drill(model_of(options.model, options.config))
    else:
        library = load_decks(options.decks)
    if options.daily:
        return (library, *daily(library, options))
    seed = fresh_seed() if options.seed is None else options.seed
    cards = wanted_cards(library, options.decks, filters(options).accepts)
    if options.marked:
        cards = marked(cards)
    return library, seed, choose(cards, options.count or USUAL_COUNT, seed)


def marked(cards: list[Card]) -> list[Card]:
    """Those that the learner has marked."""
    with open_profile() as profile:
        states = profile.states()
    found = [card for card in cards if (state := states.get(card.key)) is not None and state.flagged]
    if not found:
        raise CommandError(NOTHING_MARKED)
    return found


def daily(library: Library, options: argparse.Namespace) -> tuple[int, tuple[Card, ...]]:
    """The day's seed and five cards of the built-in decks, which everyone has."""
    from mhaquiz.deck.places import builtin_decks
    from mhaquiz.memory.clock import DAY_MS, system_clock
    from mhaquiz.quiz.quiz_session import choose

    home = builtin_decks().resolve()
    decks = [deck for deck in library.decks if home in deck.path.resolve().parents]
    day = system_clock().ms // DAY_MS
    return day, choose([card for deck in decks for card in deck.cards], options.count or DAILY_COUNT, day)


def print_exam(library: Library, cards: tuple[Card, ...], seed: int, options: argparse.Namespace) -> int:
    from mhaquiz.cli.roster import read_roster
    from mhaquiz.plain import paper
    from mhaquiz.quiz.variants import Form

    names = read_roster(options.roster) if options.roster else []
    titles = {card.deck: deck.title for card in cards if (deck := library.deck(card.deck)) is not None}
    title = ", ".join(titles.values()) if len(titles) <= MOST_TITLES else f"Quiz from {len(titles)} decks"
    exam = paper.make_exam(title, cards, seed, names, Form.CHOICE if options.choice else None)
    sys.stdout.write(paper.html(exam) if options.format == "html" else paper.markdown(exam))
    return 0


def converse(session: QuizSession, options: argparse.Namespace) -> None:
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.examining import QuizConversation
    from mhaquiz.plain.wording import cards

    console = system_console(answers_on_stderr=options.json)
    console.say(f"Quiz: {cards(len(session.cards))}, seed {session.seed}. :help lists commands.")
    conversation = QuizConversation(session, console)
    conversation.run()
    conversation.sum_up()
    if options.share:
        console.say(share_line(session, options))


def on_screen(session: QuizSession, options: argparse.Namespace) -> None:
    from mhaquiz.plain.wording import summary_lines
    from mhaquiz.tui.app import open_quiz

    open_quiz(session, desk_of(session.library, options.decks))
    sys.stdout.write("\n".join(summary_lines(session.summary(), None)) + "\n")
    if options.share:
        sys.stdout.write(share_line(session, options) + "\n")


def share_line(session: QuizSession, options: argparse.Namespace) -> str:
    """One line that gives nothing away: `mhaquiz daily 2026-11-29: 4/5 ✓✓✗✓✓ 2 min 10 s`."""
    from mhaquiz.memory.clock import date_of
    from mhaquiz.quiz.durations import duration

    name = f"quiz {session.seed}"
    if options.daily:
        name = f"daily {date_of(session.seed).isoformat()}"
    marks = "".join("✓" if one.passed else "✗" for one in session.answered)
    summary = session.summary()
    again = f", {session.taken_back} taken back" if session.taken_back else ""
    parts = (f"{summary.correct}/{len(session.cards)}", marks, duration(summary.seconds) + again)
    return f"mhaquiz {name}: {' '.join(part for part in parts if part)}"
