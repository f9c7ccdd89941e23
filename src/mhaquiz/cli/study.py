"""`mhaquiz study`: today's cards, on the screen or line by line."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from mhaquiz.cli.context import (
    NOTHING_MARKED,
    CommandError,
    desk_of,
    find_decks,
    has_screen,
    is_card_name,
    load_decks,
    open_profile,
    wanted_cards,
)
from mhaquiz.cli.options import add_decks, add_filters, add_marked, add_plain, filters, whole

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
    add_marked(parser)


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
    wanted = filters(options)
    catalogue = Catalogue(wanted_cards(library, options.decks, wanted.accepts), start=start)
    if wanted.marked and not any(wanted.accepts_state(profile.state(card.key)) for card in catalogue):
        raise CommandError(NOTHING_MARKED)
    queue = Queue(profile, catalogue, system_clock, limits, wanted, options.minutes)
    sure = bool(profile.settings["ask_confidence"])
    return StudySession(profile, library, queue, system_clock, ask_confidence=sure)


def converse(session: StudySession, profile: Profile) -> None:
    """Line by line on this process's streams."""
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.conversation import Conversation

    console = system_console()
    for notice in profile.notices:
        console.prose(notice)
    conversation = Conversation(session, console)
    conversation.begin()
    conversation.run()
    if session.answered:
        conversation.sum_up()
