"""`mhaquiz restore`: bring a snapshot back. The present profile is kept beside it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mhaquiz.cli import printable
from mhaquiz.cli.backup import describe, listing
from mhaquiz.cli.context import CommandError, profile_path

if TYPE_CHECKING:
    from mhaquiz.memory.backups import Checked


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "snapshot", nargs="?", metavar="FILE", help="a snapshot's name or path; the newest sound one without"
    )
    parser.add_argument("--list", action="store_true", help="list the snapshots and what they hold")
    parser.add_argument(
        "--anew", action="store_true", help="restore nothing: move the profile aside and begin an empty one"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would happen and change nothing")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import restoring
    from mhaquiz.memory.clock import system_clock

    profile = profile_path()
    if options.list:
        sys.stdout.write(listing(profile))
        return 0
    if options.anew:
        return begin_anew(profile, dry_run=options.dry_run)
    found = _chosen(profile, options.snapshot)
    source = found.backup.path
    if found.fault:
        raise CommandError(f"{source}: cannot be restored ({found.fault})")
    if options.dry_run:
        sys.stdout.write(f"would restore {describe(found)}\nand keep the present profile beside it\n")
        return 0
    kept = restoring.restore(profile, source, system_clock().ms)
    sys.stdout.write(f"restored {describe(found)}\n{_where(profile)}")
    if kept is not None:
        sys.stdout.write(printable(f"the profile it replaced is kept as {kept}") + "\n")
    return 0


def begin_anew(profile: Path, *, dry_run: bool) -> int:
    """Move the profile aside and say where; the next command makes an empty one."""
    from mhaquiz.memory import restoring, soundness
    from mhaquiz.memory.clock import system_clock

    if not _is_there(profile):
        raise CommandError(f"{profile}: there is no profile; the first answer makes one")
    if dry_run:
        sys.stdout.write(
            printable(f"would move {soundness.place_of(profile)} aside and begin an empty profile") + "\n"
        )
        return 0
    kept = restoring.begin_anew(profile, system_clock().ms)
    sys.stdout.write(printable(f"an empty profile begins; the old one is kept as {kept}") + "\n")
    return 0


def _is_there(profile: Path) -> bool:
    """Whether something has the profile's name, be it a link to nothing; a closed folder is an error."""
    try:
        profile.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _where(profile: Path) -> str:
    """One line where the profile is a link: what lies at its end was changed."""
    if not profile.is_symlink():
        return ""
    return printable(f"{profile} is a link and still is; the file at its end was restored") + "\n"


def _chosen(profile: Path, name: str | None) -> Checked:
    from mhaquiz.memory import backups

    if name is None:
        good = backups.newest_good(profile)
        if good is None:
            from mhaquiz.memory.soundness import ANEW

            raise CommandError(f"{profile}: no sound snapshot in {backups.folder_of(profile)}; {ANEW}")
        return good
    path = Path(name) if Path(name).exists() else backups.folder_of(profile) / name
    if not path.exists():
        raise CommandError(f"no snapshot {name}: `mhaquiz restore --list` shows them")
    return backups.check(backups.Backup(path, int(path.stat().st_mtime * 1000), "asked"))
