"""`mhaquiz mock`: a timed mock interview, and its report on the screen, as Markdown or as JSON."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import json_text
from mhaquiz.cli.context import desk_of, has_screen, load_decks, open_profile, wanted_cards
from mhaquiz.cli.options import add_decks, add_filters, add_plain, filters, fresh_seed, whole
from mhaquiz.deck.cards import LEVELS

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.plain.console import Console
    from mhaquiz.quiz.mock_session import MockSession


def arguments(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    parser.add_argument(
        "--minutes", type=whole(1, 240), default=30, metavar="N", help="how long (default 30)"
    )
    parser.add_argument(
        "--from", dest="lowest", choices=LEVELS, default=LEVELS[0], help="level of the first question"
    )
    add_filters(parser)
    add_plain(parser)
    parser.add_argument(
        "--json", action="store_true", help="the report as JSON; questions go to standard error"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write the report as Markdown")
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), metavar="N", help="the same seed begins alike")


def run(options: argparse.Namespace) -> int:
    library = load_decks(options.decks)
    with open_profile() as profile:
        session = begin(library, profile, options)
        if options.plain or options.json or not has_screen():
            console = converse(session, options)
            tell(session, options)
            if not options.json and session.report().tonight:
                offer_tonight(session, console)
        else:
            from mhaquiz.tui.app import open_study

            open_study(session, desk_of(library, options.decks, profile))
            tell(session, options)
    return 0


def begin(library: Library, profile: Profile, options: argparse.Namespace) -> MockSession:
    """The interview that the options ask for."""
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.quiz.mock_session import MockSession

    cards = wanted_cards(library, options.decks, filters(options).accepts)
    seed = fresh_seed() if options.seed is None else options.seed
    return MockSession(
        profile, library, cards, system_clock, minutes=options.minutes, lowest=options.lowest, seed=seed
    )


def converse(session: MockSession, options: argparse.Namespace) -> Console:
    """Line by line; the console that it was held on."""
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.examining import MockConversation

    console = system_console(answers_on_stderr=options.json)
    console.say(f"Mock interview: {session.minutes} min, no hints. Answer as you would aloud; :quit ends it.")
    MockConversation(session, console).run()
    return console


def offer_tonight(session: MockSession, console: Console) -> None:
    """One line adds the report's cards to today's queue; what is neither yes nor no is asked again."""
    from mhaquiz.plain.examining import NO, YES
    from mhaquiz.plain.wording import cards

    while (answer := console.ask("Add the cards to do tonight to today's queue? y or n:")) is not None:
        if answer.lower() in YES:
            console.say(f"Added {cards(session.add_tonight())}; `mhaquiz study` asks them first.")
        if answer.lower() in YES | NO | {"", "q", ":quit"}:
            return
        console.say("Type y to add them, n to leave them.")


def tell(session: MockSession, options: argparse.Namespace) -> None:
    """Print the report, and write it where it was asked for."""
    from mhaquiz.plain.prose import render

    report = session.report()
    if options.report is not None:
        options.report.write_text(report.markdown(), encoding="utf-8")
    if options.json:
        sys.stdout.write(json_text(report.as_json(), indent=1))
    elif session.answered:
        sys.stdout.write("\n" + render(report.markdown()) + "\n")
