"""`mhaquiz study`: today's cards, on the screen or line by line."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from mhaquiz.cli.context import (
    CommandError,
    desk_of,
    find_cards,
    find_decks,
    has_screen,
    is_card_name,
    load_decks,
    open_profile,
)
from mhaquiz.cli.options import add_decks, add_filters, add_plain, filters, whole

if TYPE_CHECKING:
    from mhaquiz.deck.library import Library
    from mhaquiz.memory.profile import Profile
    from mhaquiz.quiz.study_session import StudySession


def arguments(parser: argparse.ArgumentParser) -> None:
    add_decks(parser)
    add_plain(parser)
    parser.add_argument(
        "--minutes", type=whole(1, 600), metavar="N", help="stop offering cards after so many minutes"
    )
    parser.add_argument("--new", type=whole(0, 9999), metavar="N", help="at most so many new cards today")
    add_filters(parser)


def run(options: argparse.Namespace) -> int:
    library = load_decks(options.decks)
    with open_profile() as profile:
        session = begin(library, profile, options)
        if options.plain or not has_screen():
            converse(session, profile)
            return 0
        from mhaquiz.tui.app import open_study

        return open_study(session, desk_of(library, options.decks, profile))


def begin(library: Library, profile: Profile, options: argparse.Namespace) -> StudySession:
    """A session over the queue that the options ask for."""
    from mhaquiz.memory.clock import system_clock
    from mhaquiz.memory.queue import Catalogue, Limits, Queue
    from mhaquiz.quiz.study_session import StudySession

    limits = Limits.of(profile)
    if options.new is not None:
        limits = replace(limits, new=options.new)
    decks = find_decks(library, [name for name in options.decks if not is_card_name(name)])
    start = [key for deck in decks for key in deck.start]
    catalogue = Catalogue(find_cards(library, options.decks), filters(options), start)
    if not len(catalogue):
        raise CommandError("no card passes these filters")
    queue = Queue(profile, catalogue, system_clock, limits, filters(options), options.minutes)
    sure = bool(profile.settings["ask_confidence"])
    return StudySession(profile, library, queue, system_clock, ask_confidence=sure)


def converse(session: StudySession, profile: Profile) -> None:
    """Line by line on this process's streams."""
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.conversation import Conversation

    console = system_console()
    for notice in profile.notices:
        console.prose(notice)
    progress = session.progress
    if session.question is None and not progress.left:
        console.say("Nothing is due. `mhaquiz quiz --plain` asks for practice without touching the schedule.")
        return
    minutes = max(1, round(float(progress.minutes_left)))
    console.say(f"Study: {progress.left} cards, about {minutes} min. :help lists commands, :quit ends.")
    conversation = Conversation(session, console)
    conversation.run()
    conversation.sum_up()
