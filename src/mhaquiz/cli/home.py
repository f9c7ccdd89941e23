"""`mhaquiz` alone: the home screen, or where there is no screen, the same facts as lines."""

from __future__ import annotations

from mhaquiz.cli.context import has_screen, load_decks, open_profile, profile_path


def run() -> int:
    """Open home. Where there is no terminal to draw on it says what is due and ends."""
    if not has_screen():
        return _lines()
    from functools import partial

    from mhaquiz.memory.clock import system_clock
    from mhaquiz.tui.app import open_home
    from mhaquiz.tui.desk import Desk

    decks = partial(load_decks, warn=False)
    return open_home(Desk(decks, open_profile, system_clock, profile_path=profile_path()))


def _lines() -> int:
    import argparse

    from mhaquiz.cli import study
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.prose import one_line
    from mhaquiz.plain.wording import left_today

    console = system_console()
    library = load_decks()
    with open_profile() as profile:
        parser = argparse.ArgumentParser()
        study.arguments(parser)
        options = parser.parse_args([])
        progress = study.begin(library, profile, options).progress
    any_left = progress.left or progress.more
    console.say(f"Today: {left_today(progress)}." if any_left else "Nothing is due.")
    console.say("Decks:")
    for deck in library.decks:
        console.say("  " + one_line(f"{deck.id}: {deck.title}, {len(deck.cards)} cards"))
    console.say(
        "No full screen here (no terminal, or TERM=dumb). Line by line: `mhaquiz study --plain`,",
        "`mhaquiz quiz --count 5 --plain`. All commands: `mhaquiz --help`.",
    )
    return 0
