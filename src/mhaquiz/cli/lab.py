"""`mhaquiz lab`: the labs listed, one opened, or its readouts printed for a person or a script."""

from __future__ import annotations

import argparse
import sys
import textwrap

from mhaquiz.cli import json_text
from mhaquiz.cli.context import UsageError, has_screen, load_decks, open_profile
from mhaquiz.deck.lab_reading import parse_settings
from mhaquiz.deck.lab_settings import LabSettingError
from mhaquiz.deck.lab_table import LABS, Lab, Setting, SettingValue, find_lab


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
        sys.stdout.write(_wrapped(f"{lab.name:<15} ", lab.summary))
    sys.stdout.write("\n`mhaquiz lab NAME` opens one; `--text` prints it, `--settings` lists its knobs.\n")
    return 0


def settings_text(lab: Lab) -> str:
    """The settings of a lab for a person: name, what it is, default and legal values."""
    return _head(lab) + "".join(_setting_line(setting) for setting in lab.settings)


def _head(lab: Lab) -> str:
    return _wrapped("", f"{lab.title}: {lab.summary}") + "\n"


def _setting_line(setting: Setting) -> str:
    about = f"{setting.summary} [{written(setting.default)}]; {setting.legal}"
    return _wrapped(f"  {setting.name:<20} ", about)


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
            sys.stdout.write(_wrapped(f"  {name:<22} ", written(value)))
    sys.stdout.write("\nreadouts\n")
    for name, value in result.readouts.items():
        sys.stdout.write(_readout_text(name, value))
    return 0


def _readout_text(name: str, value: object) -> str:
    """One readout: short ones on a line, matrices a row a line."""
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        rows = "".join(f"    {_row(row)}\n" for row in value)
        return f"  {name}\n{rows}"
    return _wrapped(f"  {name:<22} ", written(value))


def _row(row: object) -> str:
    """A row of a matrix with two decimals, so that twelve columns fit; an object with its name first."""
    if isinstance(row, list) and all(isinstance(value, float) for value in row):
        return " ".join(f"{value:.2f}" for value in row)
    if isinstance(row, dict) and "name" in row:
        rest = (f"{key} {written(value)}" for key, value in row.items() if key != "name")
        return f"{row['name']}: {', '.join(rest)}"
    return written(row)


def written(value: object) -> str:
    """A value for a person: digits grouped, four decimals, lists by space, objects by comma."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4f}" if value == 0 or abs(value) >= 0.0005 else f"{value:.1e}"
    if isinstance(value, dict):
        return ", ".join(f"{key} {written(member)}" for key, member in value.items())
    if isinstance(value, list | tuple):
        return " ".join(written(member) for member in value) or "none"
    return str(value)


def _wrapped(label: str, text: str) -> str:
    """The label and the text beside it, within 80 columns."""
    indent = " " * len(label)
    return (
        textwrap.fill(text, 80, initial_indent=label, subsequent_indent=indent, break_long_words=False) + "\n"
    )
