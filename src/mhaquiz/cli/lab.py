"""`mhaquiz lab`: the labs listed, one opened, or its readouts printed for a person or a script."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli import json_text
from mhaquiz.cli.context import UsageError, has_screen, load_decks, open_profile
from mhaquiz.deck.lab_reading import parse_settings
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.deck.lab_table import LABS, Lab, Setting, SettingValue, find_lab
from mhaquiz.plain.lab_text import readout_lines, wrapped, written


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
    if options.json or options.text or not has_screen():
        return _print(lab, settings, as_json=options.json)
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
    for lab in LABS.values():
        sys.stdout.write(wrapped(f"{lab.name:<15} ", lab.summary) + "\n")
    sys.stdout.write("\n`mhaquiz lab NAME` opens one; `--text` prints it, `--settings` lists its knobs.\n")
    return 0


def settings_text(lab: Lab) -> str:
    """The settings of a lab for a person: name, what it is, default and legal values."""
    return _head(lab) + "".join(_setting_line(setting) for setting in lab.settings)


def _head(lab: Lab) -> str:
    return wrapped("", f"{lab.title}: {lab.summary}") + "\n\n"


def _setting_line(setting: Setting) -> str:
    about = f"{setting.summary} [{written(setting.default)}]; {setting.legal}"
    return wrapped(f"  {setting.name:<20} ", about) + "\n"


def _print(lab: Lab, settings: dict[str, SettingValue], as_json: bool) -> int:
    from mhaquiz import labs

    result = labs.run(lab.name, settings)
    if as_json:
        printed = {"lab": lab.name, "settings": result.settings, "readouts": result.readouts}
        sys.stdout.write(json_text(printed))
        return 0
    sys.stdout.write(_head(lab) + "settings\n")
    for name, value in result.settings.items():
        if value is not None:
            sys.stdout.write(wrapped(f"  {name:<22} ", written(value)) + "\n")
    sys.stdout.write("\nreadouts\n")
    for name, value in result.readouts.items():
        sys.stdout.write("\n".join(readout_lines(name, value)) + "\n")
    return 0
