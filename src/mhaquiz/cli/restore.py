"""`mhaquiz restore`: bring a snapshot back. The present profile is kept beside it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.backup import describe
from mhaquiz.cli.context import CommandError, profile_path

if TYPE_CHECKING:
    from mhaquiz.memory.backups import Checked


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "snapshot", nargs="?", metavar="FILE", help="a snapshot's name or path; the newest sound one without"
    )
    parser.add_argument("--list", action="store_true", help="list the snapshots and what they hold")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen and change nothing")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import backups
    from mhaquiz.memory.clock import system_clock

    profile = profile_path()
    if options.list:
        for each in backups.backups(profile):
            sys.stdout.write(describe(backups.check(each)) + "\n")
        return 0
    found = _chosen(profile, options.snapshot)
    source = found.backup.path
    if found.fault:
        raise CommandError(f"{source}: cannot be restored ({found.fault})")
    if options.dry_run:
        sys.stdout.write(f"would restore {describe(found)}\nand keep the present profile beside it\n")
        return 0
    kept = backups.restore(profile, source, system_clock().ms)
    sys.stdout.write(f"restored {describe(found)}\n")
    if kept is not None:
        sys.stdout.write(printable(f"the profile it replaced is kept as {kept}") + "\n")
    return 0


def _chosen(profile: Path, name: str | None) -> Checked:
    from mhaquiz.memory import backups

    if name is None:
        good = backups.newest_good(profile)
        if good is None:
            raise CommandError(f"no sound snapshot in {backups.folder_of(profile)}")
        return good
    path = Path(name) if Path(name).exists() else backups.folder_of(profile) / name
    if not path.exists():
        raise CommandError(f"no snapshot {name}: `mhaquiz restore --list` shows them")
    return backups.check(backups.Backup(path, int(path.stat().st_mtime * 1000), "asked"))
