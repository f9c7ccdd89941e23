"""`mhaquiz backup`: a snapshot of the profile now, and the list of those there are."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.context import open_profile

if TYPE_CHECKING:
    from mhaquiz.memory.backups import Checked


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--list", action="store_true", help="list the snapshots instead of taking one")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import backups

    with open_profile() as profile:
        if options.list:
            for each in backups.backups(profile.path):
                sys.stdout.write(describe(backups.check(each)) + "\n")
        else:
            path = backups.take(profile.connection, profile.path, profile.clock().ms, "asked")
            sys.stdout.write(printable(str(path)) + "\n")
    return 0


def describe(found: Checked) -> str:
    """One snapshot in one line: file, reason, what it holds."""
    holds = found.fault or f"{found.events:,} events"
    name = printable(found.backup.path.name)
    return f"{name}  {found.backup.day.isoformat()}  {found.backup.reason:<9}  {printable(holds)}"
