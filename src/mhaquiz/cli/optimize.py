"""`mhaquiz optimize`: fit the scheduler to your own log; adopts only what predicts better."""

from __future__ import annotations

import argparse
import sys

from mhaquiz.cli.context import open_profile
from mhaquiz.deck.display import counted


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="fit and judge, but change nothing")


def run(options: argparse.Namespace) -> int:
    from mhaquiz.memory import backups
    from mhaquiz.memory.optimise import adopt, optimise

    with open_profile() as profile:
        fit = optimise(profile, progress)
        clear()
        sys.stdout.write(
            f"{counted(fit.reviews, 'review')}; over the latest {fit.held_out:,} the log loss is "
            f"{fit.loss_before:.4f} with the parameters in force and {fit.loss_after:.4f} with fitted ones\n"
        )
        if not fit.better:
            sys.stdout.write("no improvement: the parameters in force stay\n")
        elif options.dry_run:
            sys.stdout.write("an improvement; run without --dry-run to adopt it\n")
        else:
            backups.take(profile.connection, profile.path, profile.clock().ms, "optimise")
            moved = adopt(profile, fit)
            sys.stdout.write(f"adopted: {counted(moved, 'due date')} moved\n")
    return 0


def progress(seconds: float) -> None:
    """A line on stderr that counts the seconds, where someone is watching."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\rfitting … {seconds:.0f} s")
        sys.stderr.flush()


def clear() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * 20 + "\r")
