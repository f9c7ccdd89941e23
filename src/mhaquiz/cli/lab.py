"""`mhaquiz lab`: the labs listed, one opened or turned line by line, or its readouts printed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mhaquiz.cli import json_text, printable
from mhaquiz.cli.context import UsageError, describe, has_screen, load_decks, open_profile, profile_path
from mhaquiz.deck.lab_reading import parse_settings
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.deck.lab_table import LABS, Lab, SettingValue, find_lab
from mhaquiz.labs.tasks import progress
from mhaquiz.plain.lab_text import page, setting_line, wrapped

if TYPE_CHECKING:
    from mhaquiz.deck.cards import Card
    from mhaquiz.memory.profile import Profile


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `mhaquiz lab`."""
    parser.add_argument("name", nargs="?", help="which lab; without one they are listed")
    parser.add_argument(
        "--set",
        dest="assignments",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting; repeatable",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--text", action="store_true", help="print the readouts, open no screen")
    form.add_argument("--json", action="store_true", help="print lab, settings and readouts as JSON")
    form.add_argument("--plain", action="store_true", help="line by line, for pipes and screen readers")
    form.add_argument(
        "--settings", action="store_true", help="list the lab's settings and their legal values"
    )


def run(options: argparse.Namespace) -> int:
    """List, describe, print or open. Returns the exit code."""
    try:
        return _run(options)
    except LabSettingError as error:
        raise UsageError(str(error)) from error


def _run(options: argparse.Namespace) -> int:
    if options.name is None:
        return _list(options)
    lab = find_lab(options.name)
    if options.settings:
        sys.stdout.write(settings_text(lab))
        return 0
    settings = parse_settings(lab.name, options.assignments)
    plain = options.plain or not has_screen()
    if options.json or options.text or (plain and not options.plain and _is_read_later()):
        return _print(lab, settings, as_json=options.json)
    if plain:
        return _converse(lab, settings)
    from functools import partial

    from mhaquiz.memory.clock import system_clock
    from mhaquiz.tui.app import open_lab
    from mhaquiz.tui.desk import Desk

    desk = Desk(partial(load_decks, warn=False), open_profile, system_clock)
    return int(open_lab(lab.name, settings, desk) or 0)


def _list(options: argparse.Namespace) -> int:
    if options.assignments or options.settings:
        raise UsageError(f"say which lab: {', '.join(LABS)}")
    if options.json:
        sys.stdout.write(json_text([{"lab": lab.name, "summary": lab.summary} for lab in LABS.values()]))
        return 0
    done = _done_so_far()
    for lab in LABS.values():
        told = f" ({progress(lab.name, done[lab.name])})" if lab.name in done else ""
        sys.stdout.write(wrapped(f"{lab.name:<15} ", lab.summary + told) + "\n")
    sys.stdout.write("\n`mhaquiz lab NAME` opens one, with `--plain` line by line; `--text` prints it,\n")
    sys.stdout.write("`--settings` lists its knobs.\n")
    return 0


def _done_so_far() -> Mapping[str, frozenset[str]]:
    """Lab → its tasks done, where there is a profile; the list makes none."""
    from mhaquiz.memory.lab_tasks import done_tasks

    profile = _usable_profile("how far its tasks are is not known") if profile_path().exists() else None
    if profile is None:
        return {}
    with profile:
        return done_tasks(profile)


def _usable_profile(without: str) -> Profile | None:
    """The profile; None, and what is lost by that, where it cannot be used: labs do without."""
    from mhaquiz.memory.errors import ProfileError

    try:
        return open_profile()
    except (ProfileError, OSError) as error:
        sys.stderr.write(printable(f"{describe(error)[0]}; {without}") + "\n")
        return None


def settings_text(lab: Lab) -> str:
    """The settings of a lab for a person: name, what it is, default and legal values."""
    head = wrapped("", f"{lab.title}: {lab.summary}") + "\n\n"
    return head + "".join(setting_line(setting, setting.default) for setting in lab.settings)


def _print(lab: Lab, settings: dict[str, SettingValue], as_json: bool) -> int:
    from mhaquiz import labs

    result = labs.run(lab.name, settings)
    printed = {"lab": lab.name, "settings": result.settings, "readouts": result.readouts}
    sys.stdout.write(json_text(printed) if as_json else page(lab, result))
    return 0


def _is_read_later() -> bool:
    """Whether the output goes elsewhere while a person is at the keyboard, who would not see a question."""
    return sys.stdin is None or (sys.stdin.isatty() and not sys.stdout.isatty())


def _converse(lab: Lab, settings: dict[str, SettingValue]) -> int:
    """Line by line, with the tasks that were done before."""
    profile = _usable_profile("tasks done now are not remembered")
    if profile is None:
        return _talk(lab, settings, None)
    with profile:
        return _talk(lab, settings, profile)


def _talk(lab: Lab, settings: dict[str, SettingValue], profile: Profile | None) -> int:
    from mhaquiz.labs.session import LabSession
    from mhaquiz.memory.lab_tasks import done_tasks, keep_task
    from mhaquiz.plain.console import system_console
    from mhaquiz.plain.lab_conversation import LabConversation

    def cards() -> list[Card]:
        return [card for card in load_decks(warn=False).cards() if card.lab and card.lab.name == lab.name]

    def keep(task: str) -> None:
        if profile is not None:
            keep_task(profile, lab.name, task)

    done = done_tasks(profile) if profile is not None else {}
    sitting = LabSession(lab.name, settings, ticked=set(done.get(lab.name, ())), keep=keep)
    LabConversation(sitting, system_console(), cards).run()
    return 0
