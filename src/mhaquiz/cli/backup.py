"""`mhaquiz backup`: a snapshot of the profile now, and the list of those there are."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import open_profile
from mhaquiz.deck.display import counted

if TYPE_CHECKING:
    from mhaquiz.memory.backups import Checked


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="list the snapshots instead of taking one")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import backups

    with open_profile() as profile:
        if options.list:
            sys.stdout.write(listing(profile.path))
        else:
            path = backups.take(profile.connection, profile.path, profile.clock().ms, "asked")
            sys.stdout.write(printable(str(path)) + "\n")
    return 0


def listing(profile: Path) -> str:
    """The snapshots of a profile, one a line; where there is none, that."""
    from mhaquiz.memory import backups

    there = backups.backups(profile)
    if not there:
        nothing = f"no snapshots in {backups.folder_of(profile)} yet; `mhaquiz backup` takes one"
        return printable(nothing) + "\n"
    return "".join(describe(backups.check(each)) + "\n" for each in there)


def describe(found: Checked) -> str:
    """One snapshot in one line: file, reason, what it holds."""
    holds = found.fault or counted(found.events, "event")
    name = printable(found.backup.path.name)
    return f"{name}  {found.backup.day.isoformat()}  {found.backup.reason:<9}  {printable(holds)}"
